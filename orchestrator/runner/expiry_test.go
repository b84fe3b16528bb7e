package runner_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

func TestAWaitThatIsOverWhileNoServerIsUpEndsAfterTheStart(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: asks}, 500*time.Millisecond)
	n := m.node(true)
	k := m.start(n, "", "")
	run, _ := m.until(n, k, graph.Waiting)
	over := run.Waiting()[0].GetExpireTime().AsTime()
	n.stop()
	n.nc.Close()
	m.srv.Shutdown()
	<-time.After(time.Until(over))

	m.srv = serve(t, m.dir)
	run, _ = m.until(m.node(true), k, graph.Completed)
	if want := (trail{"FIRST.ask", "ASK.expired"}); !slices.Equal(run.Data, want) {
		t.Errorf("trail = %v, want %v", run.Data, want)
	}
}

// The clock of an answer counts, and not what a worker has got round to.
func TestAnAnswerAfterItsWaitIsRefusedThoughNoWorkerHasEndedTheWait(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: asks}, time.Hour)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	n.stop()

	m.now = later
	err := m.node(false).Answer(t.Context(), k, runner.Answer{Outcome: "yes", Payload: wrapperspb.String("fine"), By: me})
	if _, expired := errors.AsType[*graph.ExpiredError](err); !expired || !errors.Is(err, runner.ErrNotWaiting) {
		t.Errorf("the answer: %v", err)
	}
	worker := m.node(true)
	if err := worker.log.Enqueue(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	if run, _ := m.until(worker, k, graph.Completed); !slices.Equal(run.Data, trail{"FIRST.ask", "ASK.expired"}) {
		t.Errorf("trail = %v", run.Data)
	}
}

// later is a clock by which every wait of these tests is over.
func later() time.Time { return time.Now().Add(2 * time.Hour) }

func TestAnAnswerThatTheEndOfItsWaitOvertakesIsRefused(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: asks}, time.Hour)
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Waiting)
	n.stop()

	// The answer looks at the clock when it has read that the run waits, and before it
	// is written: then the wait is ended.
	var once sync.Once
	m.now = func() time.Time {
		once.Do(func() {
			m.now = later
			worker := m.node(true)
			if err := worker.log.Enqueue(t.Context(), k); err != nil {
				t.Error(err)
			}
			m.until(worker, k, graph.Completed)
		})
		return time.Now()
	}
	caller := m.node(false)
	err := caller.Answer(t.Context(), k, runner.Answer{Outcome: "yes", Payload: wrapperspb.String("fine"), By: me})
	if !errors.Is(err, runner.ErrNotWaiting) {
		t.Errorf("the answer: %v", err)
	}
	if run, _ := m.until(caller, k, graph.Completed); !slices.Equal(run.Data, trail{"FIRST.ask", "ASK.expired"}) {
		t.Errorf("trail = %v", run.Data)
	}
}

// The worker's clock is ahead of the wait's end, so that it ends the wait of each run
// that it is given, at the moment when an answer to it comes.
func TestOfAnAnswerAndTheEndOfItsWaitExactlyOneIsKeptAndTheAnswerIsToldWhich(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{first: asks}, time.Hour)
	first := m.node(true)
	keys := make([]runlog.Key, 40)
	for i := range keys {
		keys[i] = m.start(first, "", "")
	}
	for _, k := range keys {
		m.until(first, k, graph.Waiting)
	}
	first.stop()
	caller := m.node(false)
	m.now = later
	worker := m.node(true)

	// Waits are ended from the first on and answers come from the last on, so that they
	// meet in the middle.
	answers := make([]error, len(keys))
	var wg sync.WaitGroup
	wg.Go(func() {
		for _, k := range keys {
			if err := caller.log.Enqueue(t.Context(), k); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Go(func() {
		for i, k := range slices.Backward(keys) {
			answers[i] = caller.Answer(t.Context(), k, runner.Answer{Outcome: "yes", Payload: wrapperspb.String("fine"), By: me})
		}
	})
	wg.Wait()

	taken := 0
	for i, k := range keys {
		run, events := m.until(worker, k, graph.Completed)
		kept := slices.DeleteFunc(events, func(e *runv1.Event) bool { return e.GetAnswered() == nil })
		if len(kept) != 1 {
			t.Errorf("the wait of run %d was ended %d times: %v", i, len(kept), run.Data)
			continue
		}
		a := kept[0].GetAnswered()
		switch {
		case answers[i] == nil:
			taken++
			if a.GetOutcome() != "yes" || a.GetUser() != "me" || !slices.Equal(run.Data, trail{"FIRST.ask", "ASK.yes", "LAST.ok"}) {
				t.Errorf("the answer to run %d was acknowledged, and it went on with %v", i, run.Data)
			}
		case errors.Is(answers[i], runner.ErrNotWaiting):
			if a.GetOutcome() != "expired" || a.GetUser() != "" || !slices.Equal(run.Data, trail{"FIRST.ask", "ASK.expired"}) {
				t.Errorf("the answer to run %d was refused, and it went on with %v", i, run.Data)
			}
		default:
			t.Errorf("the answer to run %d: %v", i, answers[i])
		}
	}
	t.Logf("%d of %d answers came in time", taken, len(keys))
}
