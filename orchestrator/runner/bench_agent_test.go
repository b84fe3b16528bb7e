package runner_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// An agent that does nothing answers 100 bytes to everything.
type idleAgent struct {
	routerv1.UnimplementedRouterServiceServer
}

var idleAnswer = &routerv1.RouteResponse{Reasoning: strings.Repeat("x", 93), InputType: commonv1.InputType_INPUT_TYPE_QUERY}

func (idleAgent) Route(context.Context, *routerv1.RouteRequest) (*routerv1.RouteResponse, error) {
	return idleAnswer, nil
}

// agentOnTCP serves such an agent on loopback and connects to it, as a mesh does with
// an agent in another process: with a server and a client that check, trace and log.
func agentOnTCP(b *testing.B) routerv1.RouterServiceClient {
	b.Helper()
	log := slog.New(slog.DiscardHandler)
	tel, err := telemetry.Setup(b.Context(), telemetry.Options{ServiceName: "bench", Logger: log})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = tel.Shutdown(context.Background()) })
	o := rpc.Options{TracerProvider: tel.Tracer, MeterProvider: tel.Meter, Propagator: tel.Propagator, Logger: telemetry.WithIDs(log)}
	srv, err := rpc.NewServer(o)
	if err != nil {
		b.Fatal(err)
	}
	routerv1.RegisterRouterServiceServer(srv, idleAgent{})
	lis, err := rpc.Listen(b.Context(), "127.0.0.1:0", "roles.router.listen")
	if err != nil {
		b.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(lis) }()
	b.Cleanup(func() { srv.Stop(); <-served })
	conn, err := rpc.Dial(lis.Addr().String(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	return routerv1.NewRouterServiceClient(conn)
}

// called is a step that calls the agent and keeps what it answers.
func called(b *testing.B, agent routerv1.RouterServiceClient) graph.Handler[trail] {
	b.Helper()
	now := timestamppb.Now()
	return func(ctx context.Context, _ trail, s graph.Step) (graph.Result, error) {
		res, err := agent.Route(ctx, &routerv1.RouteRequest{
			Context: &commonv1.CallContext{Tenant: "local", User: "ann", RunId: s.RunID, TimeZone: "UTC", Now: now},
			Text:    "x",
		})
		return graph.Result{Outcome: "ok", Output: res}, err
	}
}
