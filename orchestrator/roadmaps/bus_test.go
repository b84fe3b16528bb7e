package roadmaps_test

import (
	"log/slog"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
)

// server starts a bus and returns what connects to it.
func server(t *testing.T) (connect func() *nats.Conn) {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Shutdown)
	return func() *nats.Conn {
		t.Helper()
		nc, err := srv.Connect("test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
}

func onBus(t *testing.T, nc *nats.Conn) *roadmaps.Bus {
	t.Helper()
	b, err := roadmaps.OpenBus(t.Context(), nc, roadmaps.BusOptions{Replicas: 1})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestABusKeepsRoadmaps(t *testing.T) {
	t.Parallel()
	roadmapstest.Run(t, func(t *testing.T) (s, again roadmaps.Store) {
		connect := server(t)
		return onBus(t, connect()), onBus(t, connect())
	})
}
