package app

import (
	"context"
	"testing"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/rpc"
)

func TestAProcessThatIsToldToStopSaysSoBeforeItTakesNoMoreCalls(t *testing.T) {
	t.Parallel()
	c := settings(t,
		config.Override{Path: "roles.router.listen", Value: "127.0.0.1:0"},
		config.Override{Path: "serve.drain_delay", Value: "3s"})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ready, ended := make(chan Served, 1), make(chan error, 1)
	go func() {
		ended <- Up(ctx, UpOptions{
			Options: Options{Config: c, Log: (&lines{}).logger(), Version: "test"},
			Roles:   []string{"router"},
			Ready:   func(s Served) { ready <- s },
		})
	}()
	var at Served
	select {
	case at = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	conn, err := rpc.Dial(at.Addresses["router"], rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	until(t, conn, rpc.Readiness, true)
	stop()
	until(t, conn, rpc.Readiness, false)
	fresh, err := rpc.Dial(at.Addresses["router"], rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	if _, err := healthpb.NewHealthClient(fresh).Check(t.Context(), &healthpb.HealthCheckRequest{}); err != nil {
		t.Errorf("whoever has not looked yet gets %v", err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
