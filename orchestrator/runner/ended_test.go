package runner_test

import (
	"testing"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A run is queued again when something was said of it while its worker let go of it.
// That it has ended is then no trouble of the log.
func TestAnEndedRunThatIsQueuedAgainIsLetGoOf(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	told := make(chan error, 1000)
	m.report = func(err error) {
		if err != nil {
			told <- err
		}
	}
	n := m.node(true)
	k := m.start(n, "", "")
	m.until(n, k, graph.Completed)
	for range 200 {
		if err := n.log.Enqueue(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	m.untilIdle(n, k)
	n.stop()
	select {
	case err := <-told:
		t.Errorf("the log of runs is said to be in trouble, %d times: %v", len(told)+1, err)
	default:
	}
}
