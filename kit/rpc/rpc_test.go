package rpc_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A mesh is a server whose handlers are the test's, and a connection to it.
type mesh struct {
	routerv1.UnimplementedRouterServiceServer
	weftapi.UnimplementedServer
	route func(context.Context) error
	from  *commonv1.Provenance
	watch func(grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error

	server *rpc.Server
	conn   *grpc.ClientConn
}

func (m *mesh) Route(ctx context.Context, _ *routerv1.RouteRequest) (*routerv1.RouteResponse, error) {
	if m.route != nil {
		if err := m.route(ctx); err != nil {
			return nil, err
		}
	}
	return &routerv1.RouteResponse{Reasoning: "so", Provenance: m.from}, nil
}

func (m *mesh) WatchRun(_ *orchestratorv1.WatchRunRequest, s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
	return m.watch(s)
}

func (m *mesh) ImportEntries(s grpc.BidiStreamingServer[orchestratorv1.ImportEntriesRequest, orchestratorv1.ImportEntriesResponse]) error {
	for {
		req, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.Send(&orchestratorv1.ImportEntriesResponse{Source: req.GetSource()}); err != nil {
			return err
		}
	}
}

func (m *mesh) start(t *testing.T, o rpc.Options) {
	t.Helper()
	server, err := rpc.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	m.server = server
	routerv1.RegisterRouterServiceServer(server, m)
	weftapi.RegisterServer(server, m)
	m.conn, err = rpc.Local(server, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.conn.Close(); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			t.Error(err)
		}
	})
}

func (m *mesh) call(ctx context.Context) error { return m.say(ctx, "hello") }

func (m *mesh) say(ctx context.Context, text string) error {
	_, err := routerv1.NewRouterServiceClient(m.conn).Route(ctx, &routerv1.RouteRequest{
		Context: &commonv1.CallContext{
			Tenant: "local", User: "ann", TimeZone: "Europe/Berlin", Now: timestamppb.New(time.Unix(1.8e9, 0)),
		},
		Text: text,
	})
	return err
}

func TestACallTellsWhatModelsHaveCost(t *testing.T) {
	t.Parallel()
	in := &commonv1.Provenance{ModelCalls: 2, InputTokens: 100, OutputTokens: 10, CostMicroUsd: 3}
	for name, m := range map[string]*mesh{
		"an answer": {from: in},
		"an error": {route: func(context.Context) error {
			return usage.Onto(fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "no model"), in)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m.start(t, rpc.Options{})
			var heard usage.Tally
			_ = m.call(usage.Listen(t.Context(), heard.Add)) // what it says is another test's matter
			got := heard.List()
			if len(got) != 1 || got[0].GetAgent() != "router" || got[0].GetCalls() != 2 || got[0].GetInputTokens() != 100 || got[0].GetCostMicroUsd() != 3 {
				t.Errorf("heard %v", got)
			}
		})
	}
}

func TestErrorsOfHandlers(t *testing.T) {
	t.Parallel()
	const secret = "password=hunter2"
	sentinel := errors.New("no such row")
	cases := []struct {
		name   string
		route  func(context.Context) error
		target error
		logged bool // at the level of errors
	}{
		{"no error is none", func(context.Context) error { return nil }, nil, false},
		{"a fault keeps its reason", func(context.Context) error {
			return fault.New(codes.NotFound, fault.RunNotFound, "there is no such run")
		}, fault.RunNotFound, false},
		{"a status keeps its code", func(context.Context) error {
			return status.Error(codes.Unimplemented, "not yet")
		}, fault.Unimplemented, false},
		{"a deadline is a deadline", func(context.Context) error { return context.DeadlineExceeded }, context.DeadlineExceeded, false},
		{"an error that was translated", func(context.Context) error { return sentinel }, fault.EntryNotFound, false},
		{"any other error says nothing", func(context.Context) error { return errors.New(secret) }, fault.Internal, true},
		{"an internal status says nothing", func(context.Context) error { return status.Error(codes.Internal, secret) }, fault.Internal, true},
		{"the cause of a fault stays here", func(context.Context) error {
			return fault.Wrap(errors.New(secret), codes.Aborted, fault.StoreConflict, "it has changed")
		}, fault.StoreConflict, false},
		{"a panic says nothing and ends only the call", func(context.Context) error { panic(secret) }, fault.Internal, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			m := &mesh{route: c.route}
			m.start(t, rpc.Options{
				Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})),
				Translate: func(_ context.Context, err error) error {
					if errors.Is(err, sentinel) {
						return fault.Wrap(err, codes.NotFound, fault.EntryNotFound, "there is no such entry")
					}
					return err
				},
			})
			err := m.call(t.Context())
			if !errors.Is(err, c.target) {
				t.Errorf("got %v, want %v", err, c.target)
			}
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the caller is told %q", err)
			}
			if got := log.Len() > 0; got != c.logged {
				t.Errorf("log: %q", log.String())
			}
			if c.logged && !strings.Contains(log.String(), secret) {
				t.Errorf("the log does not have the cause: %q", log.String())
			}
			if strings.HasPrefix(c.name, "a panic") && !strings.Contains(log.String(), "rpc_test.go") {
				t.Errorf("the log does not have the stack: %q", log.String())
			}
		})
	}
}

func TestRequestsAreChecked(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	_, err := routerv1.NewRouterServiceClient(m.conn).Route(t.Context(), &routerv1.RouteRequest{Intent: 77})
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Reason != fault.FieldInvalid || f.Code != codes.InvalidArgument {
		t.Fatalf("got %#v", err)
	}
	fields := map[string]bool{}
	for _, v := range f.Violations {
		fields[v.Field] = v.Description != ""
	}
	for _, want := range []string{"context", "text", "intent"} {
		if !fields[want] {
			t.Errorf("%s is not blamed: %+v", want, f.Violations)
		}
	}
}

func TestEachMessageOfAStreamIsChecked(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	stream, err := weftapi.NewClient(m.conn).ImportEntries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&orchestratorv1.ImportEntriesRequest{Source: strings.Repeat("x", 5000)}); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); !errors.Is(err, fault.FieldInvalid) {
		t.Errorf("got %v", err)
	}
}

func TestStreamsKeepReasonsAndEnd(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		end  error
		want error
	}{
		{"a stream that ends", nil, io.EOF},
		{"a stream that fails", fault.New(codes.NotFound, fault.RunNotFound, "gone"), fault.RunNotFound},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := &mesh{watch: func(s grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
				if err := s.Send(&orchestratorv1.WatchRunResponse{}); err != nil {
					return err
				}
				return c.end
			}}
			m.start(t, rpc.Options{})
			stream, err := weftapi.NewClient(m.conn).WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: "r"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := stream.Recv(); err != nil {
				t.Fatal(err)
			}
			if _, err := stream.Recv(); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestAHopKeepsBackPartOfTheDeadline(t *testing.T) {
	t.Parallel()
	var there time.Time
	var has bool
	m := &mesh{route: func(ctx context.Context) error {
		there, has = ctx.Deadline()
		return nil
	}}
	m.start(t, rpc.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if err := m.call(ctx); err != nil {
		t.Fatal(err)
	}
	here, _ := ctx.Deadline()
	if !has || !there.Before(here.Add(-50*time.Millisecond)) || there.Before(here.Add(-10*time.Second)) {
		t.Errorf("the deadline is %v before the caller's", here.Sub(there))
	}
	if err := m.call(t.Context()); err != nil || has {
		t.Errorf("without a deadline: %v, has one there: %v", err, has)
	}
}

func TestAMessageThatIsTooLarge(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{MaxMessageBytes: 2048})
	if err := m.say(t.Context(), strings.Repeat("x", 4096)); !errors.Is(err, fault.LimitExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestAServiceThatCannotBeReached(t *testing.T) {
	t.Parallel()
	lis, err := rpc.Listen(t.Context(), "127.0.0.1:0", "api.listen")
	if err != nil {
		t.Fatal(err)
	}
	addr := lis.Addr().String()
	if err := lis.Close(); err != nil {
		t.Fatal(err)
	}
	conn, err := rpc.Dial(addr, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	m := &mesh{conn: conn}
	err = m.call(t.Context())
	if !errors.Is(err, fault.AgentUnavailable) {
		t.Fatalf("got %v", err)
	}
	if sent := status.Convert(err).Message(); sent != "weft.router.v1.RouterService can't be reached; try again in a moment" {
		t.Errorf("a caller further up would read %q", sent)
	}
}

func TestAPortInUse(t *testing.T) {
	t.Parallel()
	lis, err := rpc.Listen(t.Context(), "127.0.0.1:0", "api.listen")
	if err != nil {
		t.Fatal(err)
	}
	defer lis.Close()
	addr := lis.Addr().String()
	_, err = rpc.Listen(t.Context(), addr, "api.listen")
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Reason != fault.PortInUse || f.Message != addr+" is in use; stop the other server, or set api.listen to another address (port 0 picks a free one)" {
		t.Errorf("got %v", err)
	}
	if _, err = rpc.Listen(t.Context(), "192.0.2.1:7433", "api.listen"); !errors.Is(err, fault.AddressInvalid) {
		t.Errorf("an address of another machine: %v", err)
	}
}

func TestReadiness(t *testing.T) {
	t.Parallel()
	m := &mesh{}
	m.start(t, rpc.Options{})
	check := func(service string) healthpb.HealthCheckResponse_ServingStatus {
		t.Helper()
		resp, err := healthpb.NewHealthClient(m.conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: service})
		if err != nil {
			t.Fatal(err)
		}
		return resp.GetStatus()
	}
	for _, ready := range []bool{false, true, false} {
		m.server.SetReady(ready)
		want := healthpb.HealthCheckResponse_NOT_SERVING
		if ready {
			want = healthpb.HealthCheckResponse_SERVING
		}
		for _, service := range []string{"", rpc.Readiness} {
			if got := check(service); got != want {
				t.Errorf("ready %v: %q is %v", ready, service, got)
			}
		}
		if got := check(rpc.Liveness); got != healthpb.HealthCheckResponse_SERVING {
			t.Errorf("liveness is %v", got)
		}
	}
}

func TestOneCallIsOneTraceAndHealthChecksAreNone(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))
	m := &mesh{route: func(ctx context.Context) error {
		if !trace.SpanContextFromContext(ctx).IsValid() {
			t.Error("the handler has no span")
		}
		return errors.New("x")
	}}
	m.start(t, rpc.Options{TracerProvider: provider})
	if _, err := healthpb.NewHealthClient(m.conn).Check(t.Context(), &healthpb.HealthCheckRequest{}); err != nil {
		t.Fatal(err)
	}
	f, _ := errors.AsType[*fault.Error](m.call(t.Context()))

	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := m.server.Shutdown(ctx); err != nil { // both ends have closed their spans
		t.Fatal(err)
	}
	ended := spans.GetSpans()
	if len(ended) != 2 {
		t.Fatalf("%d spans, want those of the client and the server", len(ended))
	}
	client, server := ended[0], ended[1]
	if client.SpanKind == trace.SpanKindServer {
		client, server = server, client
	}
	if server.Parent.SpanID() != client.SpanContext.SpanID() || server.SpanContext.TraceID() != client.SpanContext.TraceID() {
		t.Error("the server's span is not the child of the client's")
	}
	if f == nil || f.Metadata["trace_id"] != client.SpanContext.TraceID().String() {
		t.Errorf("the error does not lead to the trace: %#v", f)
	}
}

func TestShutdownLetsCallsFinishAndCutsOffThoseThatDoNot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		finishes bool
	}{{"a call that finishes", true}, {"a call that hangs", false}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server, err := rpc.NewServer(rpc.Options{})
			if err != nil {
				t.Fatal(err)
			}
			inside, release := make(chan struct{}), make(chan struct{})
			m := &mesh{route: func(ctx context.Context) error {
				close(inside)
				select {
				case <-release:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			}}
			routerv1.RegisterRouterServiceServer(server, m)
			if m.conn, err = rpc.Local(server, rpc.Options{}); err != nil {
				t.Fatal(err)
			}
			defer m.conn.Close()
			called := make(chan error, 1)
			go func() { called <- m.call(context.Background()) }()
			<-inside
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if c.finishes {
				close(release)
			} else {
				cancel()
			}
			if err := server.Shutdown(ctx); (err == nil) != c.finishes {
				t.Errorf("Shutdown = %v", err)
			}
			if err := <-called; (err == nil) != c.finishes {
				t.Errorf("the call ended with %v", err)
			}
		})
	}
}

func TestServesOverTCPAsInProcess(t *testing.T) {
	t.Parallel()
	server, err := rpc.NewServer(rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &mesh{}
	routerv1.RegisterRouterServiceServer(server, m)
	lis, err := rpc.Listen(t.Context(), "127.0.0.1:0", "roles.router.listen")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(lis) }()
	_, port, _ := net.SplitHostPort(lis.Addr().String())
	if m.conn, err = rpc.Dial("dns:///localhost:"+port, rpc.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := m.call(t.Context()); err != nil {
		t.Error(err)
	}
	if err := m.conn.Close(); err != nil {
		t.Error(err)
	}
	if err := server.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve = %v", err)
	}
}

// A countingListener tells of each connection.
type countingListener struct {
	net.Listener
	accepted chan struct{}
}

func (l countingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err == nil {
		l.accepted <- struct{}{}
	}
	return conn, err
}

func TestOldConnectionsAreReplacedWithoutLosingACall(t *testing.T) {
	t.Parallel()
	server, err := rpc.NewServer(rpc.Options{MaxConnectionAge: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	m := &mesh{}
	routerv1.RegisterRouterServiceServer(server, m)
	lis, err := rpc.Listen(t.Context(), "127.0.0.1:0", "roles.router.listen")
	if err != nil {
		t.Fatal(err)
	}
	counting := countingListener{lis, make(chan struct{}, 1000)}
	served := make(chan error, 1)
	go func() { served <- server.Serve(counting) }()
	if m.conn, err = rpc.Dial(lis.Addr().String(), rpc.Options{}); err != nil {
		t.Fatal(err)
	}
	for connections := 0; connections < 3; {
		if err := m.call(t.Context()); err != nil {
			t.Fatal(err)
		}
		select {
		case <-counting.accepted:
			connections++
		default:
		}
	}
	if err := m.conn.Close(); err != nil {
		t.Error(err)
	}
	if err := server.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve = %v", err)
	}
}

func BenchmarkNewServer(b *testing.B) {
	for b.Loop() {
		server, err := rpc.NewServer(rpc.Options{})
		if err != nil {
			b.Fatal(err)
		}
		server.Stop()
	}
}

func BenchmarkLocalCall(b *testing.B) {
	server, err := rpc.NewServer(rpc.Options{})
	if err != nil {
		b.Fatal(err)
	}
	m := &mesh{}
	routerv1.RegisterRouterServiceServer(server, m)
	if m.conn, err = rpc.Local(server, rpc.Options{}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := m.call(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	m.conn.Close()
	server.Stop()
}
