package rpc_test

import (
	"context"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

func TestProbesTellOfAProcessWhatTheLeastOfItsServersDoes(t *testing.T) {
	t.Parallel()
	closed := func(context.Context, metadata.MD) (context.Context, error) {
		return nil, fault.New(codes.Unauthenticated, fault.CredentialMissing, "nobody is let in")
	}
	var servers []*rpc.Server
	for range 2 {
		s, err := rpc.NewServer(rpc.Options{Authenticate: closed})
		if err != nil {
			t.Fatal(err)
		}
		servers = append(servers, s)
	}
	routerv1.RegisterRouterServiceServer(servers[0], routerv1.UnimplementedRouterServiceServer{})
	servers[1].SetCondition("bus", false)
	lis, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	probes := rpc.NewProbes()
	ended := make(chan error, 1)
	go func() { ended <- probes.Serve(lis) }()
	t.Cleanup(func() { probes.Stop(); <-ended })
	conn, err := grpc.NewClient(lis.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	want := func(name string, serves bool) {
		t.Helper()
		got, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: name})
		if err != nil || (got.GetStatus() == healthpb.HealthCheckResponse_SERVING) != serves {
			t.Errorf("%q: %v, %v", name, got.GetStatus(), err)
		}
	}
	want(rpc.Liveness, true) // while the others start
	want(rpc.Readiness, false)
	probes.Of(servers)
	want(rpc.Liveness, true)
	want(rpc.Readiness, false)
	servers[0].SetReady(true)
	want(rpc.Readiness, false)
	want("", false)
	want("bus", false)
	servers[1].SetReady(true)
	want(rpc.Readiness, true)
	want("", true)
	if _, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: "other"}); status.Code(err) != codes.NotFound {
		t.Errorf("of something unknown: %v", err)
	}
	if _, err := routerv1.NewRouterServiceClient(conn).Route(t.Context(), &routerv1.RouteRequest{}); status.Code(err) != codes.Unimplemented {
		t.Errorf("an agent is called where only health is told: %v", err)
	}
}
