package render_test

import (
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func TestOfAssumptionsThatAreNotToldTheNumberIs(t *testing.T) {
	t.Parallel()
	got := render.Roadmap(plain, &orchestratorv1.Roadmap{Planning: &planningv1.PlanningReport{Draft: &planningv1.Draft{
		Outline: &planningv1.OutlineDraft{Assumptions: []*planningv1.Assumption{
			{Kind: planningv1.Assumption_KIND_DEFAULT, Text: "three runs a week"},
			{Kind: planningv1.Assumption_KIND_DEFAULT, Text: "a flat course", Quiet: true},
			{Kind: planningv1.Assumption_KIND_WARNING, Text: "the last week is full"},
		}},
		Schedule: &planningv1.ScheduleDraft{Assumptions: []*planningv1.Assumption{{Kind: planningv1.Assumption_KIND_DERIVED, Text: "an even pace", Quiet: true}}},
	}}}, time.Now(), time.UTC)
	for text, want := range map[string]bool{"three runs a week": true, "the last week is full": true, "2 more": true, "flat course": false, "even pace": false} {
		if strings.Contains(got, text) != want {
			t.Errorf("of %q there is\n%s", text, got)
		}
	}
}
