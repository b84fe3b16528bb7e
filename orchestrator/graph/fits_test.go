package graph_test

import (
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestAGraphSaysWhyAWaitingRunCantGoOnByIt(t *testing.T) {
	t.Parallel()
	j, now := &memory{}, waiting(time.Hour)
	if _, p, err := walk(t, j, options(), now...); err != nil || p.Status() != graph.Waiting {
		t.Fatalf("walk: %v, %v", p, err)
	}
	node := func(s graph.State, o graph.Outcome, next graph.State) graph.Node[trail] {
		return graph.Node[trail]{State: s, Run: to(o), Outcomes: outcomes{o: at(next)}}
	}
	elsewhere := now[1]
	elsewhere.State = "V"
	cases := map[string]struct {
		nodes []graph.Node[trail]
		apply func(trail, graph.Change) trail
		want  string
	}{
		"the same graph":                {nodes: now},
		"another handler and more ways": {nodes: []graph.Node[trail]{{State: "A", Run: to("new"), Outcomes: outcomes{"ok": at("W"), "new": at("W")}}, now[1], now[2]}},
		"a state that is gone":          {nodes: []graph.Node[trail]{node("A", "ok", "V"), elsewhere, now[2]}, want: "event 3 is of state W, which the graph does not have"},
		"an outcome that is gone":       {nodes: []graph.Node[trail]{node("A", "other", "W"), now[1], now[2]}, want: "event 2 takes outcome ok, which state A does not have"},
		"an outcome that leads elsewhere": {nodes: []graph.Node[trail]{
			{State: "A", Run: to("ok"), Outcomes: outcomes{"ok": at("B"), "ask": at("W")}}, now[1], now[2],
		}, want: "event 3 pauses a branch that is not there"},
		"a pause that is none any more": {nodes: []graph.Node[trail]{now[0], node("W", "ok", "B"), now[2]}, want: "state W, which asks nobody"},
		"data that does not fold":       {nodes: now, apply: func(trail, graph.Change) trail { panic("no such field") }, want: "no such field"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			def := definition(c.nodes...)
			if c.apply != nil {
				def.Apply = c.apply
			}
			g, err := graph.New(def)
			if err != nil {
				t.Fatal(err)
			}
			err = g.Fits(j.kept())
			if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
