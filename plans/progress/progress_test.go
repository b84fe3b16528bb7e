package progress_test

import (
	"slices"
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

func TestWhatIsUnderWayIsResumedBeforeWhatIsProposed(t *testing.T) {
	t.Parallel()
	plan := func(id string, state orchestratorv1.Plan_State, mine ...bool) *orchestratorv1.Plan {
		p := &orchestratorv1.Plan{Id: id, State: state}
		for _, m := range mine {
			p.Pauses = append(p.Pauses, &orchestratorv1.Pause{Mine: m})
		}
		return p
	}
	// In the order in which they are to be gone on with.
	want := []*orchestratorv1.Plan{
		plan("PLAN-3", orchestratorv1.Plan_STATE_EXECUTING),
		plan("PLAN-1", orchestratorv1.Plan_STATE_WAITING, false, true),
		plan("PLAN-5", orchestratorv1.Plan_STATE_PROPOSED, true),
		plan("PLAN-2", orchestratorv1.Plan_STATE_PROPOSED, true),
		plan("PLAN-6", orchestratorv1.Plan_STATE_EXPIRED, true),
		plan("PLAN-4", orchestratorv1.Plan_STATE_NEEDS_REVIEW, true),
		plan("PLAN-8", orchestratorv1.Plan_STATE_WAITING, false),
		plan("PLAN-7", orchestratorv1.Plan_STATE_PROPOSED, false),
		plan("PLAN-0", orchestratorv1.Plan_STATE_DRAFTING),
	}
	ended := plan("PLAN-9", orchestratorv1.Plan_STATE_COMPLETED)
	for i, p := range want {
		rest := append([]*orchestratorv1.Plan{ended}, want[i:]...)
		slices.Reverse(rest)
		if got := progress.Resume(rest); got != p {
			t.Errorf("of %v\n%v is resumed", rest, got)
		}
	}
	if got := progress.Resume([]*orchestratorv1.Plan{ended}); got != nil {
		t.Errorf("%v is resumed", got)
	}
}
