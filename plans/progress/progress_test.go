package progress_test

import (
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/plans/progress"
)

func TestItIsTheTurnOfTheFirstStepThatIsNotOver(t *testing.T) {
	t.Parallel()
	const done, skipped, pending = orchestratorv1.PlanStep_STATE_DONE, orchestratorv1.PlanStep_STATE_SKIPPED, orchestratorv1.PlanStep_STATE_PENDING
	for now := orchestratorv1.PlanStep_STATE_RUNNING; now <= orchestratorv1.PlanStep_STATE_UNKNOWN; now++ {
		p := &orchestratorv1.Plan{Steps: []*orchestratorv1.PlanStep{{Id: "1", State: done}, {Id: "2", State: skipped}, {Id: "3", State: now}, {Id: "4", State: pending}}}
		if got := progress.Turn(p).GetId(); got != "3" {
			t.Errorf("with a step that is %s it is the turn of %q", now, got)
		}
	}
	if got := progress.Turn(&orchestratorv1.Plan{Steps: []*orchestratorv1.PlanStep{{State: done}, {State: pending}}}); got != nil {
		t.Errorf("it is the turn of %v", got)
	}
}
