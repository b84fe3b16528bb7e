package audit_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/audit"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func open(t *testing.T) (*audit.Log, *nats.Conn) {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	nc, err := srv.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	l, err := audit.Open(t.Context(), nc, audit.Options{Replicas: 1, Retention: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	return l, nc
}

func all(*orchestratorv1.AuditEvent) bool { return true }

func TestEventsAreListedInPagesOfATenant(t *testing.T) {
	t.Parallel()
	l, _ := open(t)
	for i := range 10 {
		for _, tenant := range []string{"acme", "other"} {
			e := &orchestratorv1.AuditEvent{
				Method: []string{"AnswerRun", "CancelRun"}[i%2], User: fmt.Sprint(tenant, i), Time: timestamppb.Now(),
			}
			if err := l.Keep(t.Context(), tenant, e); err != nil {
				t.Fatal(err)
			}
		}
	}
	var pages [][]string
	q := audit.Query{Tenant: "acme", Methods: []string{"AnswerRun", "AnswerRun"}, Match: all, Most: 2}
	for more := true; more; more = q.From > 0 {
		events, next, err := l.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var users []string
		for _, e := range events {
			users = append(users, e.GetUser())
		}
		pages, q.From = append(pages, users), next
	}
	want := [][]string{{"acme0", "acme2"}, {"acme4", "acme6"}, {"acme8"}}
	if !slices.EqualFunc(pages, want, slices.Equal[[]string]) {
		t.Errorf("pages %v, want %v", pages, want)
	}
	q = audit.Query{Tenant: "acme", Match: all, Most: 100, Until: time.Now().Add(-time.Minute)}
	if events, next, err := l.List(t.Context(), q); err != nil || len(events) != 0 || next != 0 {
		t.Errorf("%d events before the first, next %d: %v", len(events), next, err)
	}
	q = audit.Query{Tenant: "acme", Match: all, Most: 100, Since: time.Now().Add(time.Minute)}
	if events, next, err := l.List(t.Context(), q); err != nil || len(events) != 0 || next != 0 {
		t.Errorf("%d events of the future, next %d: %v", len(events), next, err)
	}
	if err := l.Keep(t.Context(), "a.b", &orchestratorv1.AuditEvent{Method: "AnswerRun"}); err == nil {
		t.Error("an event of a tenant is kept whose name is two parts of a subject")
	}
}

// api answers some calls of the API.
type api struct {
	weftapi.UnimplementedServer
}

func (api) RetryRuns(context.Context, *orchestratorv1.RetryRunsRequest) (*orchestratorv1.RetryRunsResponse, error) {
	return &orchestratorv1.RetryRunsResponse{RunIds: []string{"a", "b"}}, nil
}

func (api) AnswerRun(context.Context, *orchestratorv1.AnswerRunRequest) (*orchestratorv1.AnswerRunResponse, error) {
	return nil, fault.New(codes.PermissionDenied, fault.ScopeMissing, "no")
}

func (api) ForkRun(context.Context, *orchestratorv1.ForkRunRequest) (*orchestratorv1.ForkRunResponse, error) {
	return &orchestratorv1.ForkRunResponse{Run: &orchestratorv1.Run{Id: "new"}}, nil
}

func (api) CancelRun(context.Context, *orchestratorv1.CancelRunRequest) (*orchestratorv1.CancelRunResponse, error) {
	return nil, fault.New(codes.NotFound, fault.RunNotFound, "no")
}

func (api) ProcessInput(_ *orchestratorv1.ProcessInputRequest, s grpc.ServerStreamingServer[orchestratorv1.ProcessInputResponse]) error {
	for range 3 {
		if err := s.Send(&orchestratorv1.ProcessInputResponse{Event: &orchestratorv1.RunEvent{RunId: "run"}}); err != nil {
			return err
		}
	}
	return nil
}

var errLost = errors.New("lost")

// serve serves the API with its calls kept, to a caller.
func serve(t *testing.T, l *audit.Log, who auth.Principal) weftapi.Client {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := grpc.NewServer(
		grpc.UnaryInterceptor(func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, h grpc.UnaryHandler) (any, error) {
			return h(ctx, req)
		}),
	)
	calls := &audit.Calls{
		Log: l, Now: time.Now, Lost: func(error) error { return errLost },
		Of: func(method string) bool { return method != orchestratorv1.RunsService_GetRun_FullMethodName },
	}
	weftapi.RegisterServer(calls.Register(known{srv, who}), api{})
	go func() { _ = srv.Serve(listener) }()
	t.Cleanup(srv.Stop)
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return weftapi.NewClient(conn)
}

// known has all calls be those of one caller.
type known struct {
	grpc.ServiceRegistrar
	who auth.Principal
}

func (k known) RegisterService(d *grpc.ServiceDesc, impl any) {
	for i, m := range d.Methods {
		d.Methods[i].Handler = func(srv any, ctx context.Context, decode func(any) error, in grpc.UnaryServerInterceptor) (any, error) {
			return m.Handler(srv, auth.With(ctx, k.who), decode, in)
		}
	}
	for i, s := range d.Streams {
		d.Streams[i].Handler = func(srv any, stream grpc.ServerStream) error {
			return s.Handler(srv, knownStream{stream, auth.With(stream.Context(), k.who)})
		}
	}
	k.ServiceRegistrar.RegisterService(d, impl)
}

type knownStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s knownStream) Context() context.Context { return s.ctx }

func TestCallsAreKeptBeforeTheirCallerHearsThatTheyAreDone(t *testing.T) {
	t.Parallel()
	l, nc := open(t)
	who := auth.Principal{Tenant: "acme", User: "ann", Kind: auth.Service, KeyID: "k1"}
	c := serve(t, l, who)
	ctx := t.Context()
	kept := func() (out []string) {
		events, _, err := l.List(ctx, audit.Query{Tenant: "acme", Match: all, Most: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if e.GetUser() != "ann" || e.GetKeyId() != "k1" || e.GetUserKind() != "service" {
				t.Errorf("it was %v", e)
			}
			out = append(out, fmt.Sprint(e.GetMethod(), e.GetRunIds(), e.GetInterruptId(), e.GetRefused()))
		}
		return out
	}
	want := []string{}
	expect := func(what string) {
		t.Helper()
		if want = append(want, what); !slices.Equal(kept(), want) {
			t.Errorf("kept are %q, want %q", kept(), want)
		}
	}
	if _, err := c.RetryRuns(ctx, &orchestratorv1.RetryRunsRequest{}); err != nil {
		t.Fatal(err)
	}
	expect("RetryRuns[a b]")
	if _, err := c.AnswerRun(ctx, &orchestratorv1.AnswerRunRequest{RunId: "r", InterruptId: "i7"}); err == nil {
		t.Fatal("it is not refused")
	}
	expect("AnswerRun[r]i7SCOPE_MISSING")
	if _, err := c.ForkRun(ctx, &orchestratorv1.ForkRunRequest{RunId: "old"}); err != nil {
		t.Fatal(err)
	}
	expect("ForkRun[old new]")
	_, _ = c.CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: "r"}) // there is none
	_, _ = c.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: "r"})
	s, err := c.ProcessInput(ctx, &orchestratorv1.ProcessInputRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Recv(); err != nil {
		t.Fatal(err)
	}
	expect("ProcessInput[run]")
	nc.Close()
	if _, err := c.RetryRuns(ctx, &orchestratorv1.RetryRunsRequest{}); err == nil {
		t.Error("a call is answered that could not be kept")
	}
}
