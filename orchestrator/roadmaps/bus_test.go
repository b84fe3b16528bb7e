package roadmaps_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

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

func TestWatchesOfManyTenantsHaveOneConsumer(t *testing.T) {
	t.Parallel()
	connect := server(t)
	nc := connect()
	b := onBus(t, nc)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	consumers := func() int {
		t.Helper()
		s, err := js.Stream(t.Context(), "KV_weft_roadmaps")
		if err != nil {
			t.Fatal(err)
		}
		return s.CachedInfo().State.Consumers
	}
	const tenants, each = 20, 20
	var told, over sync.WaitGroup
	for range 2 { // and again, when nobody watched
		ctx, cancel := context.WithCancel(t.Context())
		for i := range tenants {
			p := roadmaps.Person{Tenant: fmt.Sprint("t", i), User: "ann"}
			at, err := b.Timeline(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if at.GetRevision() == 0 {
				if _, err := b.Keep(t.Context(), p, 0, roadmapstest.Roadmap("RM-1", 1)); err != nil {
					t.Fatal(err)
				}
			}
			for range each {
				told.Add(1)
				over.Go(func() {
					once := sync.OnceFunc(told.Done)
					err := b.Watch(ctx, p.Tenant, func(of roadmaps.Person) {
						if of != p {
							t.Errorf("%v is told of %v", p, of)
						}
						once()
					})
					if !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
				})
			}
		}
		told.Wait()
		if n := consumers(); n > 2 { // of the time before one may be left
			t.Errorf("%d watches have %d consumers", tenants*each, n)
		}
		cancel()
		over.Wait()
	}
}
