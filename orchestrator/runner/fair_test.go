package runner_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// startFor starts a run of a tenant.
func (m *mesh) startFor(n *node, tenant string, urgent bool) runlog.Key {
	m.t.Helper()
	k, err := n.Start(m.t.Context(), runner.Start{
		Key: runlog.Key{Tenant: tenant, Run: ulid.Make().String()}, Graph: "test", Input: wrapperspb.String("x"), Urgent: urgent,
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return k
}

// startMany starts runs of a tenant, several at a time.
func (m *mesh) startMany(n *node, tenant string, count int, urgent bool) []runlog.Key {
	m.t.Helper()
	keys := make([]runlog.Key, count)
	var starting sync.WaitGroup
	slots := make(chan struct{}, 16)
	for i := range keys {
		slots <- struct{}{}
		starting.Go(func() {
			keys[i] = m.startFor(n, tenant, urgent)
			<-slots
		})
	}
	starting.Wait()
	return keys
}

// An order notes in which order runs come to their first step.
type order struct {
	mu   sync.Mutex
	runs []string
}

func (o *order) note(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.runs = append(o.runs, s.RunID)
	return graph.Result{Outcome: "ok"}, nil
}

// before returns how many runs came before the given one.
func (o *order) before(k runlog.Key) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i, run := range o.runs {
		if run == k.Run {
			return i
		}
	}
	return len(o.runs)
}

func TestTheRunOfOneTenantDoesNotWaitForTheQueueOfAnother(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ many, one bool }{
		"notes before a note":          {true, true},
		"notes before a question":      {true, false},
		"questions before a question":  {false, false},
		"questions before a late note": {false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var o order
			m := newMesh(t, steps{first: o.note}, 0)
			m.workers = 2
			idle := m.node(false)
			m.startMany(idle, "many", 200, c.many)
			one := m.startFor(idle, "one", c.one)
			n := m.node(true)
			m.until(n, one, graph.Completed)
			if got := o.before(one); got > 4*m.workers {
				t.Errorf("%d runs of the other tenant went first", got)
			}
		})
	}
}

func TestATenantThatComesLateIsServedNext(t *testing.T) {
	t.Parallel()
	var o order
	gate := make(chan struct{})
	m := newMesh(t, steps{first: func(ctx context.Context, d trail, s graph.Step) (graph.Result, error) {
		<-gate
		return o.note(ctx, d, s)
	}}, 0)
	m.workers = 2
	n := m.node(true)
	m.startMany(n, "many", 100, false)
	one := m.startFor(n, "one", false)
	close(gate)
	m.until(n, one, graph.Completed)
	if got := o.before(one); got > 4*m.workers {
		t.Errorf("%d runs of the other tenant went first", got)
	}
}

func TestATenantHasNoMoreRunsUnderWayThanItMay(t *testing.T) {
	t.Parallel()
	began, gate := make(chan string, 8), make(chan struct{})
	m := newMesh(t, steps{first: func(_ context.Context, _ trail, s graph.Step) (graph.Result, error) {
		began <- s.RunID
		<-gate
		return graph.Result{Outcome: "ok"}, nil
	}}, 0)
	m.workers, m.tenant = 4, 1
	n := m.node(true)
	keys := append(m.startMany(n, "many", 3, false), m.startFor(n, "one", false))
	// With room for four, one of each tenant begins, and no other before one ends.
	<-began
	<-began
	select {
	case run := <-began:
		t.Errorf("run %s began beside another of its tenant", run)
	case <-time.After(300 * time.Millisecond):
	}
	close(gate)
	for _, k := range keys {
		m.until(n, k, graph.Completed)
	}
}

func TestAFirstStepDoesNotWaitForTheLongStepsOfTwoHundredRuns(t *testing.T) {
	t.Parallel()
	const many = 200
	long, gate := make(chan struct{}, many+1), make(chan struct{})
	m := newMesh(t, steps{last: func(context.Context, trail, graph.Step) (graph.Result, error) {
		long <- struct{}{}
		<-gate
		return graph.Result{Outcome: "ok"}, nil
	}}, 0)
	m.workers, m.active = 25, 400
	m.o.AckWait = time.Minute // a machine that is busy must not have runs handed out twice, which take up the room
	n := m.node(true)
	keys := m.startMany(n, "many", many, false)
	for range many { // each is at its long step, and holds no slot any more
		<-long
	}
	begin := time.Now()
	one := m.startFor(n, "many", false)
	// The others are let go of once it is done, so what waited for them would wait for ever.
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	err := n.log.Watch(ctx, one, 1, func(s runlog.Seen) error {
		if s.Event.GetStepCompleted() != nil {
			return runlog.Stop()
		}
		return nil
	})
	if err != nil {
		t.Errorf("its first step was not done while the others were at work: %v", err)
	}
	t.Logf("first step after %v", time.Since(begin))
	close(gate)
	m.until(n, one, graph.Completed)
	m.until(n, keys[many-1], graph.Completed)
}
