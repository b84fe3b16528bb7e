package executor_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/grant"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"github.com/weft-mesh/weft/services/executor"
)

// A bench is a bus, a key of grants, and a file in which servers note their calls.
type bench struct {
	t      testing.TB
	nc     *nats.Conn
	srv    *bus.Server
	signer *grant.Signer
	record string
}

func newBench(t testing.TB) *bench {
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
	signer, err := grant.MakeSigner(filepath.Join(t.TempDir(), "grant.key"))
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t, nc, srv, signer, filepath.Join(t.TempDir(), "calls")}
}

// server is this binary as a tool server.
func (b *bench) server(is string) executor.Server {
	return executor.Server{
		Command: []string{os.Args[0]}, Timeout: 20 * time.Second, OutputBytes: 64 << 10,
		Env: func() ([]string, error) {
			return []string{isServer + "=1", recordIn + "=" + b.record, variant + "=" + is}, nil
		},
	}
}

// at is a tool server at a URL.
func (b *bench) at(url string) executor.Server {
	return executor.Server{URL: url, Timeout: 20 * time.Second, OutputBytes: 64 << 10}
}

// executor returns one of the servers, by default of one.
func (b *bench) executor(servers map[string]executor.Server) *executor.Service {
	b.t.Helper()
	store := func(ctx context.Context) (*executor.Store, error) {
		return executor.OpenStore(ctx, b.nc, executor.StoreOptions{Replicas: 1})
	}
	s, err := executor.New(executor.Deps{Servers: servers, Store: store, Keys: b.signer.Public()})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(s.Close)
	return s
}

// mail is an executor of one server.
func (b *bench) mail(s executor.Server) *executor.Service {
	b.t.Helper()
	return b.executor(map[string]executor.Server{"mail": s})
}

func callContext() *commonv1.CallContext {
	return &commonv1.CallContext{
		Now: timestamppb.Now(), TimeZone: "UTC", Tenant: "acme", User: "ann", RunId: "r1",
	}
}

// list returns the tools by operation, and the only server.
func (b *bench) list(s *executor.Service, refresh bool) (map[string]*commonv1.Tool, *commonv1.ToolServer) {
	b.t.Helper()
	r, err := s.ListTools(b.t.Context(), &pb.ListToolsRequest{Context: callContext(), Refresh: refresh})
	if err != nil {
		b.t.Fatal(err)
	}
	tools := map[string]*commonv1.Tool{}
	for _, t := range r.GetTools() {
		tools[t.GetOperation()] = t
	}
	return tools, r.GetServers()[0]
}

// allow is a grant for what an operator does of a tool of the server mail.
func (b *bench) allow(p grant.Purpose, user, operation, definition string) *pb.Grant {
	return b.signer.Sign(grant.For(p, "acme", user, "mail", operation, definition), time.Now())
}

// trust agrees to a tool of the server mail as it is now.
func (b *bench) trust(s *executor.Service, operation string) *commonv1.Tool {
	b.t.Helper()
	return b.trustOf(s, "mail", operation)
}

func (b *bench) trustOf(s *executor.Service, server, operation string) *commonv1.Tool {
	b.t.Helper()
	l, err := s.ListTools(b.t.Context(), &pb.ListToolsRequest{Context: callContext(), Servers: []string{server}})
	if err != nil {
		b.t.Fatal(err)
	}
	i := slices.IndexFunc(l.GetTools(), func(t *commonv1.Tool) bool { return t.GetOperation() == operation })
	if i < 0 {
		b.t.Fatalf("there is no %s; the server: %v", operation, l.GetServers())
	}
	hash := l.GetTools()[i].GetDefinitionHash()
	r, err := s.TrustTool(b.t.Context(), &pb.TrustToolRequest{
		Context: callContext(), Server: server, Operation: operation, DefinitionHash: hash,
		Grant: b.signer.Sign(grant.For(grant.Trust, "acme", "ann", server, operation, hash), time.Now()),
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return r.GetTool()
}

// approve returns the request that calls a tool, with a grant for it.
func (b *bench) approve(t *commonv1.Tool, arguments string) *pb.ExecuteRequest {
	b.t.Helper()
	form, err := canonical.JSON([]byte(arguments))
	if err != nil {
		b.t.Fatal(err)
	}
	g := b.signer.Sign(&pb.Grant{
		Tenant: "acme", PlanId: "p1", PlanVersion: 1, StepId: "s1", RunId: "r1", Attempt: 1, Server: t.GetServer(), Operation: t.GetOperation(),
		DefinitionHash: t.GetDefinitionHash(), ArgumentsHash: canonical.Hash(form), User: "ann", ApprovalId: "i1", Effect: t.GetEffect(),
	}, time.Now())
	return &pb.ExecuteRequest{Context: callContext(), Grant: g, Arguments: form}
}

// calls a tool that is agreed to and approved.
func (b *bench) call(s *executor.Service, operation, arguments string) *pb.ExecuteResponse {
	b.t.Helper()
	r, err := s.Execute(b.t.Context(), b.approve(b.trust(s, operation), arguments))
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// refused checks that a call is refused for a reason, and that the server has seen none.
func (b *bench) refused(s *executor.Service, req *pb.ExecuteRequest, reason fault.Reason, cause string) {
	b.t.Helper()
	before := calls(b.t, b.record)
	_, err := s.Execute(b.t.Context(), req)
	var e *fault.Error
	if f, ok := fault.FromError(err).(*fault.Error); ok { //nolint:errorlint // it is one itself or none
		e = f
	}
	if e == nil || e.Reason != reason || e.Metadata["cause"] != cause {
		b.t.Errorf("%v (%+v), want %s %s", err, e, reason, cause)
	}
	if after := calls(b.t, b.record); !slices.Equal(before, after) {
		b.t.Errorf("it was called: %q", after)
	}
}

// until waits for something that is about to be.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s: not in time", what)
		case <-tick.C:
		}
	}
}
