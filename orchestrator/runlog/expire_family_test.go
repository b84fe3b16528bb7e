package runlog

import (
	"slices"
	"testing"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// calls takes it that runs of any graph may start others.
func calls(Pool) bool { return true }

// keepMember writes a run that a parent has started, and that starts others itself. It then
// stands as given.
func keepMember(t *testing.T, l *Log, run, parent string, status graph.Status, children ...string) Key {
	t.Helper()
	k := Key{"local", run}
	first := started(run)
	first.GetStarted().ParentRunId = parent
	if err := l.begin(t.Context(), k, first); err != nil {
		t.Fatal(err)
	}
	for _, child := range children {
		appendTo(t, l, k, graph.Calling, &runv1.Event{Kind: &runv1.Event_ChildStarted{ChildStarted: &runv1.ChildStarted{RunId: child}}})
	}
	appendTo(t, l, k, status, &runv1.Event{Kind: &runv1.Event_StepStarted{StepStarted: &runv1.StepStarted{}}})
	return k
}

// appendTo adds an event to a run, which then stands as given.
func appendTo(t *testing.T, l *Log, k Key, status graph.Status, e *runv1.Event) {
	t.Helper()
	_, j, err := l.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	e.Sequence = j.Sequence() + 1
	if err := j.Append(t.Context(), []*runv1.Event{e}, graph.Standing{Status: status}); err != nil {
		t.Fatal(err)
	}
}

func mustHave(t *testing.T, l *Log, want ...string) {
	t.Helper()
	list, _, err := l.List(t.Context(), "local", "", 1000, nil, func(Summary) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		got = append(got, s.Key.Run)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("there are %v, want %v", got, want)
	}
}

func TestARunThatAnotherHasStartedGoesWithItAndNotBefore(t *testing.T) {
	t.Parallel()
	later := time.Now().Add(time.Hour)
	for _, status := range []graph.Status{graph.Completed, graph.Failed, graph.Cancelled} {
		for name, beyond := range map[string]bool{"too old": false, "too much": true} {
			t.Run(name+" "+status.String(), func(t *testing.T) {
				t.Parallel()
				l := openLog(t)
				at := later
				if beyond {
					l.o.KeepBytes, at = 1, time.Now().Add(-time.Hour)
				}
				expire := func(want int) {
					t.Helper()
					n, err := l.expire(t.Context(), at, calls)
					if err != nil || n != want {
						t.Errorf("removed %d runs, %v; want %d", n, err, want)
					}
				}
				parent := keepMember(t, l, "a", "", graph.Calling, "b", "never-begun")
				keepMember(t, l, "b", "a", status, "c")
				keepMember(t, l, "c", "b", graph.Completed)
				keepMember(t, l, "d", "", graph.Completed)
				expire(1)
				mustHave(t, l, "a", "b", "c")
				appendTo(t, l, parent, graph.Completed, &runv1.Event{Kind: &runv1.Event_Completed{Completed: &runv1.Completed{}}})
				expire(3)
				mustHave(t, l)
				mustBeWhole(t, l)
			})
		}
	}
}

func TestAChildThatIsAtWorkAgainOutlivesItsParent(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	keepMember(t, l, "a", "", graph.Failed, "b", "c")
	child := keepMember(t, l, "b", "a", graph.Running) // somebody has retried it
	keepMember(t, l, "c", "a", graph.Completed)
	mustExpire(t, l, time.Now().Add(time.Hour), 2)
	mustHave(t, l, "b")
	appendTo(t, l, child, graph.Completed, &runv1.Event{Kind: &runv1.Event_Completed{Completed: &runv1.Completed{}}})
	mustExpire(t, l, time.Now().Add(time.Hour), 1)
	mustHave(t, l)
}

func TestARunStaysAsLongAsSomebodyIsAtOneThatItHasStarted(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	keepMember(t, l, "a", "", graph.Completed, "b")
	child := keepMember(t, l, "b", "a", graph.Completed)
	if err := l.Enqueue(t.Context(), child); err != nil {
		t.Fatal(err)
	}
	mustExpire(t, l, time.Now().Add(time.Hour), 0)
	mustHave(t, l, "a", "b")
	if err := l.dequeue(t.Context(), child); err != nil {
		t.Fatal(err)
	}
	mustExpire(t, l, time.Now().Add(time.Hour), 2)
	mustHave(t, l)
}

// Whoever removes a run may die before it has removed those that the run has started.
func TestAChildWhoseParentIsGoneIsRemovedByTheNextProcess(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	parent := keepMember(t, l, "a", "", graph.Completed, "b")
	keepMember(t, l, "b", "a", graph.Completed)
	x := &expiry{log: l, stream: l.runs}
	if err := x.removeRun(t.Context(), endedRun{key: parent}); err != nil {
		t.Fatal(err)
	}
	mustHave(t, l, "b")
	mustExpire(t, l, time.Now().Add(time.Hour), 1)
	mustHave(t, l)
}
