package graph_test

import (
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// BenchmarkFoldOfAFan folds the log of a run that fans out over as many items as one may.
func BenchmarkFoldOfAFan(b *testing.B) {
	events := []*runv1.Event{start()}
	add := func(branch int32, s graph.State, o graph.Outcome, items int32) {
		events = append(events, &runv1.Event{Sequence: int64(len(events)) + 1, Kind: &runv1.Event_StepCompleted{StepCompleted: &runv1.StepCompleted{
			Branch: branch, State: string(s), Outcome: string(o), Items: items,
		}}})
	}
	add(1, "SPLIT", "each", graph.MaxItems)
	for i := range int32(graph.MaxItems) {
		add(i+1, "WORK", "ok", 0)
	}
	add(1, "JOINED", "ok", 0)
	g, err := graph.New(definition(fan(graph.MaxItems, 0, to("ok"))...))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p, err := g.Inspect(events)
		if err != nil || len(p.Branches) != 0 {
			b.Fatalf("%v, %v", p, err)
		}
	}
}
