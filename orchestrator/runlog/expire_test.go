package runlog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// keepRun writes a run of three records that then stands as given, and takes it out
// of the queue.
func keepRun(t *testing.T, l *Log, run string, status graph.Status) Key {
	t.Helper()
	k := Key{"local", run}
	first := started(run)
	first.GetStarted().RequestId = "request-of-" + run
	if _, err := l.Claim(t.Context(), first, "digest"); err != nil {
		t.Fatal(err)
	}
	if err := l.Start(t.Context(), k, first); err != nil {
		t.Fatal(err)
	}
	_, j, err := l.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	for n, after := range []graph.Status{graph.Running, status} {
		e := &runv1.Event{Sequence: int64(n + 2), Kind: &runv1.Event_StepStarted{StepStarted: &runv1.StepStarted{State: strings.Repeat("S", 1000)}}}
		if err := j.Append(t.Context(), []*runv1.Event{e}, graph.Standing{Status: after}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.dequeue(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	return k
}

// there returns the runs of which the log has everything, by id.
func there(t *testing.T, l *Log) (runs []string) {
	t.Helper()
	list, _, err := l.List(t.Context(), "local", "", 1000, nil, func(Summary) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if events, _, err := l.Load(t.Context(), s.Key); err != nil || len(events) != 3 || events[0].GetStarted() == nil {
			t.Errorf("run %s has %d events, %v", s.Key.Run, len(events), err)
		}
		runs = append(runs, s.Key.Run)
	}
	slices.Sort(runs)
	return runs
}

func mustExpire(t *testing.T, l *Log, before time.Time, want int) {
	t.Helper()
	if n, err := l.expire(t.Context(), before, calls); err != nil || n != want {
		t.Errorf("removed %d runs, %v; want %d", n, err, want)
	}
}

func mustBeWhole(t *testing.T, l *Log) {
	t.Helper()
	v, err := l.VerifyOlder(t.Context(), 0, nil)
	if err != nil || !v.OK() {
		t.Errorf("what was removed on purpose counts as lost: %+v, %v", v, err)
	}
}

func TestARunThatWaitsLongerThanTheRetentionKeepsItsBeginning(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	for i, status := range []graph.Status{graph.Completed, graph.Waiting, graph.Failed, graph.Calling, graph.Cancelled} {
		keepRun(t, l, fmt.Sprintf("%d-%s", i, status), status)
	}
	mustExpire(t, l, time.Now().Add(time.Hour), 3)
	if got, want := there(t, l), []string{"1-waiting", "3-calling"}; !slices.Equal(got, want) {
		t.Errorf("there are %v, want %v", got, want)
	}
	mustBeWhole(t, l)
	if max := l.runs.CachedInfo().Config.MaxAge; max != 0 {
		t.Errorf("the stream drops each message by its own age: %v", max)
	}
}

func TestARunExpiresByItsLastEventAndAsAWhole(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	keepRun(t, l, "a-over", graph.Completed)
	k := keepRun(t, l, "b-long", graph.Running)
	m, err := l.last(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	between := m.Time.Add(time.Nanosecond)
	_, j, err := l.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	end := &runv1.Event{Sequence: 4, Kind: &runv1.Event_Completed{Completed: &runv1.Completed{}}}
	if err := j.Append(t.Context(), []*runv1.Event{end}, graph.Standing{Status: graph.Completed}); err != nil {
		t.Fatal(err)
	}
	mustExpire(t, l, between, 1)
	if events, _, err := l.Load(t.Context(), k); err != nil || len(events) != 4 {
		t.Errorf("the run that has just ended has %d events, %v", len(events), err)
	}
	mustExpire(t, l, time.Now().Add(time.Hour), 1)
	if _, _, err := l.Load(t.Context(), k); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
	mustBeWhole(t, l)
}

func TestBeyondTheBytesTheOldestEndedRunsGoFirst(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	for i := range 100 {
		status := graph.Completed
		if i%10 == 0 {
			status = graph.Waiting
		}
		keepRun(t, l, fmt.Sprintf("%03d", i), status)
	}
	info, err := l.runs.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l.o.KeepBytes = int64(info.State.Bytes) / 2
	long := time.Now().Add(-time.Hour)
	n, err := l.expire(t.Context(), long, calls)
	if err != nil || n < 40 || n > 40+expireAtOnce {
		t.Errorf("removed %d runs, %v", n, err)
	}
	left := there(t, l)
	ended := slices.DeleteFunc(slices.Clone(left), func(run string) bool { return strings.HasSuffix(run, "0") })
	if len(left)-len(ended) != 10 {
		t.Errorf("%d waiting runs are left, want 10", len(left)-len(ended))
	}
	if len(ended) == 0 || ended[len(ended)-1] != "099" || len(ended) != 90-n || ended[0] < "05" {
		t.Errorf("not the oldest went: %v are left", ended)
	}
	mustBeWhole(t, l) // with the ids of their requests

	l.o.KeepBytes = 1
	if n, err = l.expire(t.Context(), long, calls); err != nil || n != len(ended) {
		t.Errorf("removed %d runs, %v; want %d", n, err, len(ended))
	}
	if left := there(t, l); len(left) != 10 {
		t.Errorf("%v are left, want the 10 that wait", left)
	}
	mustBeWhole(t, l)
}

func TestWhatDamageTakesIsStillMissedAmongWhatHasExpired(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	keepRun(t, l, "a", graph.Waiting)
	keepRun(t, l, "b", graph.Completed)
	mustExpire(t, l, time.Now().Add(time.Hour), 1)
	k := keepRun(t, l, "c", graph.Completed)
	m, err := l.last(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	keepRun(t, l, "d", graph.Completed)
	if err := l.runs.DeleteMsg(t.Context(), m.Sequence); err != nil {
		t.Fatal(err)
	}
	v, err := l.VerifyOlder(t.Context(), 0, nil)
	if err != nil || len(v.Problems) != 1 || !strings.HasPrefix(v.Problems[0].Text, "1 records are gone") {
		t.Errorf("got %+v, %v", v, err)
	}
}

func TestAnEndedRunThatIsStillQueuedIsNotRemoved(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	k := keepRun(t, l, "a", graph.Completed)
	if err := l.Enqueue(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	mustExpire(t, l, time.Now().Add(time.Hour), 0)
	if err := l.dequeue(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	mustExpire(t, l, time.Now().Add(time.Hour), 1)
}

func TestARunThatWaitedWhenItWasLookedAtExpiresAfterItsEnd(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	k := keepRun(t, l, "a", graph.Waiting)
	mustExpire(t, l, time.Now().Add(time.Hour), 0)
	from := l.expireFrom
	mustExpire(t, l, time.Now().Add(time.Hour), 0)
	if m, err := l.last(t.Context(), k); err != nil || from != m.Sequence+1 || l.expireFrom != from {
		t.Errorf("it goes on at %d, then %d, and not behind what it has seen (%v)", from, l.expireFrom, err)
	}
	_, j, err := l.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	end := &runv1.Event{Sequence: 4, Kind: &runv1.Event_Completed{Completed: &runv1.Completed{}}}
	if err := j.Append(t.Context(), []*runv1.Event{end}, graph.Standing{Status: graph.Completed}); err != nil {
		t.Fatal(err)
	}
	mustExpire(t, l, time.Now().Add(time.Hour), 1)
	mustBeWhole(t, l)
}

func TestARequestWhoseRunWasRemovedStartsAnother(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	keepRun(t, l, "a", graph.Completed)
	l.o.KeepBytes = 1
	mustExpire(t, l, time.Now().Add(-time.Hour), 1)
	again := started("b")
	again.GetStarted().RequestId = "request-of-a"
	if got, err := l.Claim(context.WithoutCancel(t.Context()), again, "digest"); err != nil || got.GetStarted().GetRunId() != "b" {
		t.Errorf("the request leads to %v, %v", got, err)
	}
}
