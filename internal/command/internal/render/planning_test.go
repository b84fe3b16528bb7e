package render_test

import (
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
)

// A run that plans a goal is shown with what its steps say of themselves and what is to be done,
// not as the JSON of all that it knows.
func TestARunThatPlansAGoalTellsWhatItsStepsSay(t *testing.T) {
	t.Parallel()
	detail, err := anypb.New(&planningv1.PlanningReport{
		Response: "Keep it? Reply \"approve\" (Keep it), or say what should be different.",
		Trace: []*planningv1.StageTrace{
			{State: "DRAFT_OUTLINE", Outcome: "drafted", Confidence: .4, CostMicroUsd: 1234},
			{State: "VALIDATE_OUTLINE", Outcome: "repairable", Violations: []*planningv1.Violation{{Text: "there is \x1b[31mno task"}}},
			{State: "DRAFT_ROADMAP", Outcome: "drafted"},
			{State: "SEEK_APPROVAL", Outcome: "rejected", Adaptations: []*planningv1.Adaptation{{What: "not on Mondays"}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := render.Run(screen.Style{}, &orchestratorv1.Run{Id: "r1", Report: &orchestratorv1.RunReport{Detail: detail}}, time.UTC)
	for _, want := range []string{
		"  DRAFT_OUTLINE drafted  confidence 0.40, $0.0012\n", "  VALIDATE_OUTLINE repairable\n    wrong: there is ", "  SEEK_APPROVAL rejected\n    changed: not on Mondays\n",
		"\nKeep it? Reply \"approve\" (Keep it), or say what should be different.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, left := range []string{"DRAFT_ROADMAP", "{", "\x1b[31m"} {
		if strings.Contains(got, left) {
			t.Errorf("%q is in\n%s", left, got)
		}
	}
}
