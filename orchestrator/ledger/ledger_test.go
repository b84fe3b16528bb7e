package ledger_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/ledger"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// serve starts a bus on a folder.
func serve(t *testing.T, dir string) *bus.Server {
	t.Helper()
	srv, err := bus.Start(bus.Options{Dir: dir, SyncAlways: true})
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// open opens the ledger as a process of its own would.
func open(t *testing.T, srv *bus.Server, now func() time.Time) *ledger.Ledger {
	t.Helper()
	nc, err := srv.Connect("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	l, err := ledger.Open(t.Context(), nc, ledger.Options{Replicas: 1, Retention: time.Hour, Zone: time.UTC, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func want(t *testing.T, l *ledger.Ledger, tenant string, tokens, microUSD int64) {
	t.Helper()
	gotTokens, gotMoney, err := l.Today(t.Context(), tenant)
	if err != nil || gotTokens != tokens || gotMoney != microUSD {
		t.Errorf("%s has used %d tokens and %d, want %d and %d (error %v)", tenant, gotTokens, gotMoney, tokens, microUSD, err)
	}
}

func TestADayIsAddedUpOverProcessesAndRestarts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	srv := serve(t, dir)
	one, two := open(t, srv, time.Now), open(t, srv, time.Now)
	want(t, one, "ann", 0, 0)
	var all sync.WaitGroup
	for _, l := range []*ledger.Ledger{one, two} {
		for range 20 {
			all.Go(func() {
				l.Charge(t.Context(), "ann", &commonv1.ModelUsage{InputTokens: 90, OutputTokens: 10, CostMicroUsd: 7})
			})
		}
	}
	all.Wait()
	one.Charge(t.Context(), "bob", &commonv1.ModelUsage{OutputTokens: 1})
	want(t, one, "ann", 4000, 280)
	want(t, two, "ann", 4000, 280)
	want(t, two, "bob", 1, 0)
	srv.Shutdown()

	srv = serve(t, dir)
	defer srv.Shutdown()
	want(t, open(t, srv, time.Now), "ann", 4000, 280)
}

func TestAnotherDayBeginsAtNothing(t *testing.T) {
	t.Parallel()
	srv := serve(t, t.TempDir())
	defer srv.Shutdown()
	now := time.Date(2026, 2, 17, 23, 59, 0, 0, time.UTC)
	l := open(t, srv, func() time.Time { return now })
	l.Charge(t.Context(), "ann", &commonv1.ModelUsage{InputTokens: 90})
	want(t, l, "ann", 90, 0)
	now = now.Add(2 * time.Minute)
	want(t, l, "ann", 0, 0)
}

func TestWhatCouldNotBeChargedIsOwed(t *testing.T) {
	t.Parallel()
	srv := serve(t, t.TempDir())
	defer srv.Shutdown()
	l := open(t, srv, time.Now)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	l.Charge(gone, "ann", &commonv1.ModelUsage{InputTokens: 90, CostMicroUsd: 3})
	if _, _, err := l.Today(gone, "ann"); err == nil {
		t.Error("a ledger that can't be read is empty")
	}
	want(t, l, "ann", 90, 3)
}
