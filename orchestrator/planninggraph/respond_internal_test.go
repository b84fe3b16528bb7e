package planninggraph

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A person is told one thing to do, which is never to give the goal up where anything else is left.
func TestAPauseTellsTheOneThingToDo(t *testing.T) {
	t.Parallel()
	option := func(id, label string, o graph.Outcome) *commonv1.PauseOption {
		return &commonv1.PauseOption{Id: id, Label: label, Outcome: string(o)}
	}
	giveUp := option("give_up", "Give up the goal", GivenUp)
	for want, pause := range map[string]*runv1.Interrupted{
		`Choose one of "way-1", "way-2", or say what should be different.`: {
			State: string(Escalation), Options: []*commonv1.PauseOption{option("way-1", "a week later", Relaxed), option("way-2", "less", Reduced), giveUp},
		},
		`Reply "way-1" (a week later), or say what should be different.`: {
			State: string(Escalation), Options: []*commonv1.PauseOption{option("way-1", "a week later", Relaxed), giveUp},
		},
		`Say what should be different, or give up the goal.`: {State: string(Escalation), Options: []*commonv1.PauseOption{giveUp}},
		`Choose one of "idea-1", "keep", or say what should be different.`: {
			State: string(Clarification), Options: []*commonv1.PauseOption{option("idea-1", "By ear", IdeaChosen), option("keep", "Keep it", OutlineKept), giveUp},
		},
		`Answer what you can, or reply "go_on" (Go on).`: {
			State: string(Clarification), Options: []*commonv1.PauseOption{option("go_on", "Go on", Answered), giveUp}, Questions: []*commonv1.Question{{Id: "level"}},
		},
	} {
		if got := toDo(pause); got != want {
			t.Errorf("it says %q, and should say %q", got, want)
		}
	}
}
