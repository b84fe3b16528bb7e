package runner_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// stacks is a log that passes on the stacks of what panicked.
type stacks chan string

func (s stacks) Write(line []byte) (int, error) {
	if strings.Contains(string(line), "a graph panicked") {
		select {
		case s <- string(line):
		default:
		}
	}
	return len(line), nil
}

// careless is a graph of one wait, whose fold panics if it is told to.
func careless(t *testing.T, name string, fold, begin bool) *graph.Graph[trail] {
	t.Helper()
	g, err := graph.New(graph.Definition[trail]{
		Name: name, Version: 1, Start: "FIRST",
		New: func(*runv1.Started, proto.Message) (trail, error) {
			if begin {
				panic("careless")
			}
			return nil, nil
		},
		Apply: func(s trail, c graph.Change) trail {
			if fold {
				panic("careless")
			}
			return append(slices.Clip(s), string(c.State)+"."+string(c.Outcome))
		},
		Nodes: []graph.Node[trail]{
			{State: "FIRST", Kind: graph.Effect, Run: ok, Outcomes: map[graph.Outcome][]graph.State{"ok": {"ASK"}}},
			{State: "ASK", Kind: graph.Wait, Outcomes: map[graph.Outcome][]graph.State{"yes": {graph.End}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestARunIsNotBegunWhoseGraphPanicsAtItsInput(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	m.flow, m.others = calling(t), append(m.others, careless(t, "child", false, true))
	n := m.node(true)
	_, err := n.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "child", Input: wrapperspb.String("x"),
	})
	if _, ok := errors.AsType[*graph.PanicError](err); !ok {
		t.Errorf("begun by a caller: %v", err)
	}
	run, events := m.until(n, m.start(n, "", ""), graph.Failed)
	if f := run.Failure; f.GetState() != "CALL" || !strings.Contains(f.GetReason(), "graph child@1: New panicked") {
		t.Errorf("the parent failed with %v", f)
	}
	for _, e := range events {
		if c := e.GetChildStarted(); c != nil {
			if _, err := n.log.Status(t.Context(), runlog.Key{Tenant: "local", Run: c.GetRunId()}); !errors.Is(err, runlog.ErrNotFound) {
				t.Errorf("the child was begun: %v", err)
			}
		}
	}
}

// A build may bring a graph whose fold panics at what an earlier build has kept. That is no
// damage of the log: to begin the run anew would do its effects twice.
func TestARunThatItsGraphCanNotFoldIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	m.flow = careless(t, "test", false, false)
	good := m.node(true)
	k := m.start(good, "", "")
	m.until(good, k, graph.Waiting)
	good.stop()
	if err := good.Answer(context.Background(), k, runner.Answer{Outcome: "yes", By: me}); err != nil {
		t.Fatal(err)
	}
	before, _, err := good.log.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}

	seen := make(stacks, 1)
	m.log = slog.New(slog.NewTextHandler(seen, nil))
	m.flow, m.others = careless(t, "test", true, false), append(m.others, child(t, works))
	bad := m.node(true)
	if line := <-seen; !strings.Contains(line, "graph test@1: Apply of state FIRST panicked") || !strings.Contains(line, "author_test.go") {
		t.Errorf("logged is %s", line)
	}
	v, err := bad.Verify(t.Context())
	if err != nil || len(v.Lost) > 0 || len(v.Problems) > 0 {
		t.Errorf("verified: %+v, %v", v, err)
	}
	other, err := bad.Start(t.Context(), runner.Start{
		Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "child", Input: wrapperspb.String("x"),
	})
	if err != nil {
		t.Fatal(err)
	}
	m.untilIdle(bad, other)
	if s := m.status(bad, other); s != graph.Completed.String() {
		t.Errorf("another run is %s", s)
	}
	after, _, err := bad.log.Load(t.Context(), k)
	if err != nil || len(after) != len(before) {
		t.Errorf("the run has %d events, and had %d (%v)", len(after), len(before), err)
	}
}

func TestARunFailsOfWhichTheNextEventCanNotBeEncoded(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	g, err := graph.New(graph.Definition[trail]{
		Name: "test", Version: 1, Start: "ASK",
		New:   func(*runv1.Started, proto.Message) (trail, error) { return nil, nil },
		Apply: func(s trail, _ graph.Change) trail { return s },
		Nodes: []graph.Node[trail]{{
			State: "ASK", Kind: graph.Wait, Outcomes: map[graph.Outcome][]graph.State{"yes": {graph.End}},
			Ask: func(trail) graph.Ask { return graph.Ask{Text: "\xff"} },
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.flow = g
	n := m.node(true)
	run, _ := m.until(n, m.start(n, "", ""), graph.Failed)
	if f := run.Failure; f.GetCode() != graph.CodeStepFailed || !strings.Contains(f.GetReason(), "UTF-8") {
		t.Errorf("failed with %v", f)
	}
}
