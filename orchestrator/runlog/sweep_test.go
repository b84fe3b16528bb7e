package runlog

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"
)

// Whoever accepts a run may die at any moment, and other processes go on.
func TestRunsThatSomebodyLeftHalfAcceptedAreQueuedByAnother(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	found := make(chan Key, 10)
	swept := make(chan struct{})
	go func() {
		defer close(swept)
		l.Sweep(ctx, func(k Key) { found <- k }, func(err error) { t.Errorf("sweep: %v", err) })
	}()
	awaitFollowers(ctx, t, l)

	unqueued, asked := started("unqueued"), started("asked")
	asked.GetStarted().RequestId = "request"
	if err := l.begin(ctx, Key{"local", "unqueued"}, unqueued); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Claim(ctx, asked, "digest"); err != nil {
		t.Fatal(err)
	}
	for i := range listFrom + 1 { // which wait for a worker
		run := fmt.Sprintf("queued-%d", i)
		if err := l.Start(ctx, Key{"local", run}, started(run)); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]bool{}
	for len(got) < 2 {
		select {
		case k := <-found:
			got[k.Run] = true
		case <-ctx.Done():
			t.Fatalf("found only %v", got)
		}
	}
	if !got["unqueued"] || !got["asked"] {
		t.Errorf("found %v", got)
	}
	for run := range got {
		queued, err := l.Queued(ctx, Key{"local", run})
		events, _, loadErr := l.Load(ctx, Key{"local", run})
		if err != nil || loadErr != nil || !queued || len(events) != 1 {
			t.Errorf("%s: queued %v, %d events, %v %v", run, queued, len(events), err, loadErr)
		}
	}
	cancel()
	<-swept
}

// awaitFollowers waits until a sweep is told of what is written.
func awaitFollowers(ctx context.Context, t *testing.T, l *Log) {
	t.Helper()
	for {
		runs, err := l.runs.Info(ctx)
		if err != nil {
			t.Fatal(err)
		}
		asked, err := l.asked.Info(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if runs.State.Consumers > 0 && asked.State.Consumers > 0 {
			return
		}
	}
}

// A start that never came about is no loss, and a look that finds it begins the run.
func TestARequestWithoutARunIsBegunAndNotCalledLost(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	asked := started("asked")
	asked.GetStarted().RequestId = "request"
	if err := l.Start(t.Context(), Key{"local", "other"}, started("other")); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Claim(t.Context(), asked, "digest"); err != nil {
		t.Fatal(err)
	}
	v, err := l.VerifyOlder(t.Context(), 0, nil)
	if err != nil || !v.OK() || len(v.Begun) != 1 || v.Begun[0].Run != "asked" {
		t.Fatalf("%+v, %v", v, err)
	}
	if queued, err := l.Queued(t.Context(), Key{"local", "asked"}); !queued || err != nil {
		t.Errorf("the run is not queued, %v", err)
	}
}

func TestTheLogKnowsWhoseRunsItHas(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	for _, k := range []Key{{"bolt", "one"}, {"acme", "two"}, {"bolt", "three"}} {
		e := started(k.Run)
		e.GetStarted().Tenant = k.Tenant
		if err := l.Start(t.Context(), k, e); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := l.Tenants(t.Context()); err != nil || !slices.Equal(got, []string{"acme", "bolt"}) {
		t.Errorf("got %v, %v", got, err)
	}
}
