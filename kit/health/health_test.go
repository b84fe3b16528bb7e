package health_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/health"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A thing is a condition that a test breaks and mends.
type thing struct {
	mu     sync.Mutex
	err    error
	probes int
}

func (x *thing) set(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.err = err
}

func (x *thing) count() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.probes
}

func (x *thing) probe(context.Context) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.probes++
	return x.err
}

// watched is a monitor that runs, with what it told.
type watched struct {
	*health.Monitor
	mu   sync.Mutex
	log  bytes.Buffer
	told []string // what was lost, at each change
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.Write(p)
}

func (w *watched) logged() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.String()
}

func (w *watched) changes() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.told)
}

func (w *watched) changed(lost []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = append(w.told, strings.Join(lost, " "))
}

func watch(t *testing.T, conditions ...health.Condition) *watched {
	t.Helper()
	w := &watched{}
	w.Monitor = health.New(health.Options{Log: slog.New(slog.NewTextHandler(w, nil)), OnChange: w.changed}, conditions...)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	time.Sleep(10 * time.Millisecond) // so that nothing happens at the moment of a probe
	return w
}

func (w *watched) lines() int { return strings.Count(w.logged(), "\n") }

var errBroken = errors.New("broken")

func TestALossAndItsEndAreOneLineEach(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		bus, disk := &thing{}, &thing{}
		w := watch(t, health.Condition{Name: "bus", Probe: bus.probe}, health.Condition{Name: "disk", Probe: disk.probe})
		if w.lines() != 0 || !slices.Equal(w.changes(), []string{""}) {
			t.Fatalf("at first %q, %q", w.changes(), w.logged())
		}
		bus.set(errBroken)
		time.Sleep(time.Minute)
		if w.lines() != 1 || !strings.Contains(w.logged(), "lost=bus error=broken") {
			t.Errorf("a minute later the log is %q", w.logged())
		}
		disk.set(errBroken)
		time.Sleep(10 * time.Second)
		bus.set(nil)
		time.Sleep(10 * time.Second)
		if w.lines() != 3 || !strings.Contains(w.logged(), "msg=regained lost=bus") || !strings.Contains(w.logged(), "after=1m10s ready=false") {
			t.Errorf("the log is %q", w.logged())
		}
		disk.set(nil)
		time.Sleep(10 * time.Second)
		if w.lines() != 4 || !strings.Contains(w.logged(), "ready=true") {
			t.Errorf("the log is %q", w.logged())
		}
		if want := []string{"", "bus", "bus disk", "disk", ""}; !slices.Equal(w.changes(), want) {
			t.Errorf("told %q, want %q", w.changes(), want)
		}
	})
}

func TestWithoutWhatIsAsideAProcessIsReady(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		bus, planner := &thing{}, &thing{}
		w := watch(t, health.Condition{Name: "bus", Probe: bus.probe}, health.Condition{Name: "planner", Aside: true, Probe: planner.probe})
		planner.set(errBroken)
		time.Sleep(2 * time.Second)
		if w.lines() != 1 || strings.Contains(w.logged(), "not ready") || !strings.Contains(w.logged(), "lost=planner error=broken") {
			t.Errorf("the log is %q", w.logged())
		}
		bus.set(errBroken)
		time.Sleep(2 * time.Second)
		bus.set(nil)
		time.Sleep(2 * time.Second)
		if w.lines() != 3 || !strings.Contains(w.logged(), "ready=true") {
			t.Errorf("the log is %q", w.logged())
		}
		if want := []string{"", "planner", "bus planner", "planner"}; !slices.Equal(w.changes(), want) {
			t.Errorf("told %q, want %q", w.changes(), want)
		}
		if got := w.Holding(); len(got) != 2 || !got["bus"] || got["planner"] {
			t.Errorf("it holds %v", got)
		}
	})
}

func TestNothingIsReadyBeforeEachConditionIsKnown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := func(context.Context) error { time.Sleep(500 * time.Millisecond); return nil }
		w := watch(t, health.Condition{Name: "bus", Probe: (&thing{}).probe}, health.Condition{Name: "planner", Probe: slow})
		if len(w.changes()) != 0 {
			t.Errorf("told %q", w.changes())
		}
		soon, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if err := w.Known(soon); !errors.Is(err, context.DeadlineExceeded) || w.Holding()["planner"] {
			t.Errorf("before the probe has ended, it is known: %v", err)
		}
		if err := w.Known(t.Context()); err != nil || !w.Holding()["planner"] {
			t.Errorf("after it the monitor holds %v, %v", w.Holding(), err)
		}
		time.Sleep(time.Millisecond)
		if !slices.Equal(w.changes(), []string{""}) {
			t.Errorf("told %q", w.changes())
		}
	})
}

func TestAProbeThatDoesNotEndIsALoss(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var started atomic.Int32
		release := make(chan struct{})
		w := watch(t, health.Condition{Name: "vault", Probe: func(context.Context) error {
			started.Add(1)
			<-release // a folder on a network that is gone heeds no context
			return nil
		}})
		time.Sleep(10 * time.Second)
		if started.Load() != 1 || !slices.Equal(w.changes(), []string{"vault"}) {
			t.Errorf("started %d times, told %q", started.Load(), w.changes())
		}
		close(release)
		time.Sleep(2 * time.Second)
		if !slices.Equal(w.changes(), []string{"vault", ""}) {
			t.Errorf("told %q", w.changes())
		}
	})
}

// A machine that is busy for a second has lost nothing.
func TestOneProbeThatTakesTooLongIsNoLoss(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var slow atomic.Int32 // probes that will be
		w := watch(t, health.Condition{Name: "bus", Probe: func(ctx context.Context) error {
			if slow.Add(-1) >= 0 {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		}})
		for range 3 {
			slow.Store(1)
			time.Sleep(10 * time.Second)
		}
		if w.lines() != 0 {
			t.Errorf("after one at a time the log is %q", w.logged())
		}
		slow.Store(2)
		time.Sleep(10 * time.Second)
		if !slices.Equal(w.changes(), []string{"", "bus", ""}) {
			t.Errorf("after two in a row it told %q", w.changes())
		}
		began := time.Now()
		ctx, done, err := w.While(t.Context(), "bus")
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		slow.Store(1000)
		<-ctx.Done()
		if took := time.Since(began); took > health.Bound {
			t.Errorf("work ends %v after the loss", took)
		}
	})
}

func TestAReportIsProbedUntilTheConditionHoldsAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		runs := &thing{}
		w := watch(t, health.Condition{Name: "bus", Probe: (&thing{}).probe}, health.Condition{Name: "run log", Probe: runs.probe, Reported: true})
		time.Sleep(time.Minute)
		if runs.count() != 0 {
			t.Errorf("probed %d times before anything was wrong", runs.count())
		}
		runs.set(errBroken)
		for range 100 {
			w.Report("run log", errBroken)
		}
		time.Sleep(10 * time.Second)
		if w.lines() != 1 || runs.count() < 9 {
			t.Errorf("probed %d times, the log is %q", runs.count(), w.logged())
		}
		runs.set(nil)
		time.Sleep(2 * time.Second)
		probes := runs.count()
		time.Sleep(time.Minute)
		if runs.count() != probes || !slices.Equal(w.changes(), []string{"", "run log", ""}) {
			t.Errorf("probed %d times, told %q", runs.count()-probes, w.changes())
		}
		w.Report("run log", errBroken) // of what began while it was lost
		time.Sleep(10 * time.Second)
		if w.lines() != 2 {
			t.Errorf("of a failure that came late the log is %q", w.logged())
		}
		w.Report("no such condition", errBroken)
		w.Report("run log", nil)
		if w.lines() != 2 {
			t.Errorf("the log is %q", w.logged())
		}
	})
}

func TestTheNewestCauseOfALossIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		bus, other := &thing{}, errors.New("too old")
		w := watch(t, health.Condition{Name: "bus", Probe: bus.probe})
		bus.set(errBroken)
		time.Sleep(2 * time.Second)
		bus.set(other)
		time.Sleep(10 * time.Second)
		if _, _, err := w.While(t.Context(), "bus"); !errors.Is(err, other) || errors.Is(err, errBroken) {
			t.Errorf("new work begins with %v", err)
		}
		if w.lines() != 1 {
			t.Errorf("the log is %q", w.logged())
		}
	})
}

func TestWorkEndsWithTheReasonOnceItsConditionIsLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		bus, disk := &thing{}, &thing{}
		w := watch(t, health.Condition{Name: "bus", Reason: fault.BusUnavailable, Probe: bus.probe}, health.Condition{Name: "disk", Probe: disk.probe})
		needs, done, err := w.While(t.Context(), "bus")
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		other, done, err := w.While(t.Context(), "disk")
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		began := time.Now()
		bus.set(errBroken)
		<-needs.Done()
		if took := time.Since(began); took > health.Bound {
			t.Errorf("it ended after %v", took)
		}
		f, ok := errors.AsType[*fault.Error](context.Cause(needs))
		if !ok || f.Code != codes.Unavailable || f.Reason != fault.BusUnavailable || !errors.Is(f, errBroken) {
			t.Errorf("it ended with %v", context.Cause(needs))
		}
		if other.Err() != nil {
			t.Error("work that needs something else ended too")
		}
		if _, _, err := w.While(t.Context(), "disk", "bus"); !errors.Is(err, fault.BusUnavailable) {
			t.Errorf("new work begins with %v", err)
		}
		bus.set(nil)
		time.Sleep(2 * time.Second)
		if _, done, err := w.While(t.Context(), "bus"); err != nil {
			t.Errorf("once it is back: %v", err)
		} else {
			done()
		}
	})
}

func TestWorkOutlastsAShortLoss(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		bus := &thing{}
		w := watch(t, health.Condition{Name: "bus", Probe: bus.probe})
		ctx, done, err := w.While(t.Context(), "bus")
		if err != nil {
			t.Fatal(err)
		}
		for range 5 { // each time for less than it is waited
			bus.set(errBroken)
			time.Sleep(2 * time.Second)
			bus.set(nil)
			time.Sleep(2 * time.Second)
		}
		if ctx.Err() != nil {
			t.Errorf("it ended with %v", context.Cause(ctx))
		}
		done()
		if ctx.Err() == nil {
			t.Error("it has not ended when it was done")
		}
	})
}
