package app

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/porttest"
	"github.com/weft-mesh/weft/kit/rpc"
)

// In a cluster all start at once. Who comes before the bus or the database waits, alive
// and not ready, and says so in one line.
func TestAServerThatStartsBeforeTheBusWaitsForIt(t *testing.T) {
	t.Parallel()
	busAt, health, metrics := porttest.FreeAddress(t), porttest.FreeAddress(t), porttest.FreeAddress(t)
	c := settings(t,
		config.Override{Path: "nats.url", Value: "nats://" + busAt},
		config.Override{Path: "health.listen", Value: health},
		config.Override{Path: "metrics.listen", Value: metrics},
		config.Override{Path: "api.listen", Value: "127.0.0.1:0"})
	said := &lines{}
	ready, ended, stop := upAside(t, c, said.logger())
	conn, err := rpc.Dial(health, rpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	is := func(name string) healthpb.HealthCheckResponse_ServingStatus {
		res, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: name})
		if err != nil {
			return healthpb.HealthCheckResponse_UNKNOWN
		}
		return res.GetStatus()
	}
	waiting := func() (n int) {
		for _, line := range said.all(t) {
			if text, _ := line["msg"].(string); strings.HasPrefix(text, "waiting") {
				n++
			}
		}
		return n
	}
	for waiting() == 0 {
		select {
		case err := <-ended:
			t.Fatalf("it ends with %v", err)
		default:
		}
	}
	for is(rpc.Liveness) == healthpb.HealthCheckResponse_UNKNOWN && t.Context().Err() == nil {
	}
	if is(rpc.Liveness) != healthpb.HealthCheckResponse_SERVING || is(rpc.Readiness) != healthpb.HealthCheckResponse_NOT_SERVING {
		t.Errorf("while it waits it is %v and %v", is(rpc.Liveness), is(rpc.Readiness))
	}
	lost := func() string {
		res, err := http.Get("http://" + metrics + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		page, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`(?m)^weft_health_lost\{[^}]*weft_condition="bus"[^}]*\} (\d)$`).FindSubmatch(page)
		if found == nil {
			return ""
		}
		return string(found[1])
	}
	if lost() != "1" {
		t.Errorf("while it waits its metrics have the bus as lost: %q", lost())
	}
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Listen: busAt})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Shutdown()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatalf("it ends with %v", err)
	}
	for is(rpc.Readiness) != healthpb.HealthCheckResponse_SERVING && t.Context().Err() == nil {
	}
	if lost() != "0" {
		t.Errorf("once it is there its metrics have the bus as lost: %q", lost())
	}
	if n := waiting(); n != 1 {
		t.Errorf("%d lines say that it waits", n)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestAServerThatIsStoppedWhileItWaitsEndsWell(t *testing.T) {
	t.Parallel()
	c := settings(t, config.Override{Path: "store", Value: "postgres"}, config.Override{Path: "postgres.url", Value: "postgres://weft@" + porttest.FreeAddress(t) + "/weft"})
	said := &lines{}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() {
		ended <- Up(ctx, UpOptions{Options: Options{Config: c, Log: said.logger(), Version: "test"}})
	}()
	for len(said.all(t)) == 0 {
		select {
		case err := <-ended:
			t.Fatalf("it ends with %v", err)
		default:
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// upAside runs a server beside the test: it tells what is served once it is ready, and how
// it ends once it is stopped.
func upAside(t *testing.T, c *config.Config, log *slog.Logger) (ready <-chan Served, ended <-chan error, stop func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	served, done := make(chan Served, 1), make(chan error, 1)
	go func() {
		done <- Up(ctx, UpOptions{Options: Options{Config: c, Log: log, Version: "test"}, Ready: func(s Served) { served <- s }})
	}()
	return served, done, stop
}
