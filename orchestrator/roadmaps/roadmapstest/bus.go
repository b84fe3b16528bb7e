package roadmapstest

import (
	"context"
	"log/slog"
	"os"
	"testing"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
)

// OnBus runs the tests of a package with a store on a bus of their own, which use is given, and
// returns what the package exits with.
func OnBus(m *testing.M, use func(roadmaps.Store)) int {
	dir, err := os.MkdirTemp("", "roadmaps")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	srv, err := bus.Start(bus.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	defer srv.Shutdown()
	nc, err := srv.Connect("test")
	if err != nil {
		panic(err)
	}
	defer nc.Close()
	store, err := roadmaps.OpenBus(context.Background(), nc, roadmaps.BusOptions{Replicas: 1})
	if err != nil {
		panic(err)
	}
	use(store)
	return m.Run()
}
