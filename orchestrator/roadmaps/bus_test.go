package roadmaps_test

import (
	"log/slog"
	"testing"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
)

func TestABusKeepsRoadmaps(t *testing.T) {
	t.Parallel()
	roadmapstest.Run(t, func(t *testing.T) (s, again roadmaps.Store) {
		srv, err := bus.Start(bus.Options{Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(srv.Shutdown)
		open := func() roadmaps.Store {
			nc, err := srv.Connect("test")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(nc.Close)
			b, err := roadmaps.OpenBus(t.Context(), nc, roadmaps.BusOptions{Replicas: 1})
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		return open(), open()
	})
}
