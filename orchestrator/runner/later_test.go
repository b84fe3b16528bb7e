package runner_test

import (
	"context"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// After a downgrade a build finds runs that have states, or kinds of events, which it does
// not know. They are whole: begun anew they would do their effects twice.
func TestARunThatALaterBuildHasGoneOnWithIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	unknown := &runv1.Event{}
	unknown.ProtoReflect().SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, 1000, protowire.BytesType), []byte("to come")))
	for name, later := range map[string]*runv1.Event{
		"of another kind": unknown,
		"of another state": {Kind: &runv1.Event_StepCompleted{StepCompleted: &runv1.StepCompleted{
			Branch: 1, State: "LATER", Outcome: "done", Attempts: 1,
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMesh(t, steps{}, 0)
			m.flow = careless(t, "test", false, false)
			n := m.node(true)
			k := m.start(n, "", "")
			m.until(n, k, graph.Waiting)
			n.stop()
			if err := n.Answer(context.Background(), k, runner.Answer{Outcome: "yes", By: me}); err != nil {
				t.Fatal(err)
			}
			before, j, err := n.log.Load(t.Context(), k)
			if err != nil {
				t.Fatal(err)
			}
			later.Sequence = j.Sequence() + 1
			if err := j.Append(t.Context(), []*runv1.Event{later}, graph.Standing{Status: graph.Running}); err != nil {
				t.Fatal(err)
			}
			again := m.node(true)
			for range 2 { // the first one may be that of its start
				v, err := again.Verify(t.Context())
				if err != nil || !v.OK() || v.Runs["local"] != 1 {
					t.Errorf("verified: %+v, %v", v, err)
				}
			}
			after, _, err := again.log.Load(t.Context(), k)
			if err != nil || len(after) != len(before)+1 {
				t.Errorf("the run has %d events, and had %d (%v)", len(after), len(before)+1, err)
			}
			if s := m.status(again, k); s != graph.Running.String() {
				t.Errorf("it is %s", s)
			}
		})
	}
}
