package api

import (
	"context"
	"net"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// slowAgent is an agent in a process of its own that answers nobody, and tells when it
// is called and when the call has ended.
type slowAgent struct {
	routerv1.UnimplementedRouterServiceServer
	called chan struct{}
	left   chan time.Time
}

func (a *slowAgent) Route(ctx context.Context, _ *routerv1.RouteRequest) (*routerv1.RouteResponse, error) {
	a.called <- struct{}{}
	<-ctx.Done()
	a.left <- time.Now()
	return nil, context.Cause(ctx)
}

func serveAgent(t *testing.T, a *slowAgent) routerv1.RouterServiceClient {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	routerv1.RegisterRouterServiceServer(server, a)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return routerv1.NewRouterServiceClient(conn)
}

func TestACancelledRunsCallToAnAgentEndsWithItOnWhicheverWorkerItIs(t *testing.T) {
	t.Parallel()
	const agents = 4
	agent := &slowAgent{called: make(chan struct{}, agents), left: make(chan time.Time, agents)}
	client := serveAgent(t, agent)
	call := func(ctx context.Context, _ order, _ graph.Step) (graph.Result, error) {
		_, err := client.Route(ctx, &routerv1.RouteRequest{})
		return graph.Result{Outcome: "sent"}, err
	}
	srv := serveBus(t)
	workers := []*office{
		openOffice(t, srv, true, orders(t, 2, call), bills(t)),
		openOffice(t, srv, true, orders(t, 2, call), bills(t)),
	}
	elsewhere := openOffice(t, srv, false, orders(t, 2, call), bills(t)) // walks nothing
	for range 2 {
		id := workers[0].order(t, 2) // two calls side by side
		for range 2 {
			<-agent.called
		}
		begin := time.Now()
		res, err := elsewhere.CancelRun(t.Context(), &orchestratorv1.CancelRunRequest{RunId: id, Reason: "enough"})
		if err != nil || res.GetRun().GetStatus() != orchestratorv1.RunReport_CANCELLED {
			t.Fatalf("the run is %v, %v", res.GetRun().GetStatus(), err)
		}
		for range 2 {
			took := (<-agent.left).Sub(begin)
			t.Logf("the call ended %v after the cancel", took)
			if took > time.Second { // some milliseconds on a machine that has nothing else to do
				t.Errorf("the call ended %v after the cancel", took)
			}
		}
		// Its worker has let go of it, and nothing follows the cancel.
		key := runlog.Key{Tenant: "local", Run: id}
		if queued, err := elsewhere.d.RunLog.Queued(t.Context(), key); err != nil || queued {
			t.Errorf("the run is still held: %v, %v", queued, err)
		}
		events, _, err := elsewhere.d.RunLog.Load(t.Context(), key)
		if err != nil || events[len(events)-1].GetCancelled().GetReason() != "enough" {
			t.Errorf("the last event is %v, %v", events[len(events)-1], err)
		}
	}
}
