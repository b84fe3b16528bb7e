package runner

import (
	"fmt"
	"strings"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// folded is a run with events of so many bytes beside its start.
func folded(t *testing.T, bytes ...int) *opened {
	t.Helper()
	g, err := graph.New(graph.Definition[int]{
		Name: "test", Version: 1, Start: "WAIT",
		New:   func(*runv1.Started, proto.Message) (int, error) { return 0, nil },
		Apply: func(s int, _ graph.Change) int { return s },
		Nodes: []graph.Node[int]{{State: "WAIT", Kind: graph.Wait, Outcomes: map[graph.Outcome][]graph.State{"ok": {graph.End}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	events := []*runv1.Event{{Sequence: 1, Kind: &runv1.Event_Started{Started: &runv1.Started{Graph: "test", GraphVersion: 1}}}}
	for i, n := range bytes {
		events = append(events, &runv1.Event{Sequence: int64(i + 2), Kind: &runv1.Event_Released{Released: &runv1.Released{Error: strings.Repeat("x", n)}}})
	}
	run, err := g.Folded(events)
	if err != nil {
		t.Fatal(err)
	}
	return &opened{run, nil, &runlog.Journal{}}
}

func TestWhatIsRememberedOfRunsIsBounded(t *testing.T) {
	t.Parallel()
	var m memory
	key := func(i int) runlog.Key { return runlog.Key{Tenant: "local", Run: fmt.Sprint(i)} }
	const runs = 40
	for i := range runs {
		m.keep(key(i), folded(t, 1<<19))
		m.of(key(0)) // the first one is asked for again and again
	}
	if m.bytes > mostRemembered || len(m.by) != m.order.Len() || len(m.by) < 10 || len(m.by) == runs {
		t.Errorf("%d runs, %d in order, of %d bytes", len(m.by), m.order.Len(), m.bytes)
	}
	if m.of(key(0)) == nil || m.of(key(runs-1)) == nil || m.of(key(1)) != nil {
		t.Error("others are remembered than those that were used last")
	}
	for i := range runs {
		m.forget(key(i))
	}
	if m.bytes != 0 || len(m.by) != 0 || m.order.Len() != 0 {
		t.Errorf("%d bytes are left of nothing", m.bytes)
	}
	m.keep(key(0), folded(t, mostRemembered))
	if m.of(key(0)) != nil {
		t.Error("a run is remembered that takes more than all may")
	}
}

func TestTheLaterStateOfARunIsRemembered(t *testing.T) {
	t.Parallel()
	var m memory
	k := runlog.Key{Tenant: "local", Run: "run"}
	for _, events := range [][]int{{10}, {10, 20}, {10}} {
		m.keep(k, folded(t, events...))
	}
	if got := len(m.of(k).run.Events()); got != 3 {
		t.Errorf("it has %d events", got)
	}
	ended, err := m.of(k).run.With(&runv1.Event{Sequence: 4, Kind: &runv1.Event_Cancelled{Cancelled: &runv1.Cancelled{}}})
	if err != nil {
		t.Fatal(err)
	}
	m.keep(k, &opened{ended, nil, &runlog.Journal{}})
	if m.of(k) != nil || m.bytes != 0 {
		t.Error("a run is remembered that has ended")
	}
}
