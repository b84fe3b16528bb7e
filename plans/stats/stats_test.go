package stats_test

import (
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/plans/stats"
)

// plan is one whose steps call an operation of mail each, "" for a person's, with what came
// of them.
func plan(id string, state orchestratorv1.Plan_State, operations []string, results ...*planv1.StepResult) *orchestratorv1.Plan {
	p := &orchestratorv1.Plan{Id: id, State: state, Content: &planv1.Content{}}
	for i, operation := range operations {
		step := &planv1.Step{Id: string(rune('1' + i)), Operation: operation}
		if operation != "" {
			step.Server = "mail"
		}
		p.Content.Steps = append(p.Content.Steps, step)
		stands := &orchestratorv1.PlanStep{Id: step.GetId()}
		if i < len(results) {
			stands.Result = results[i]
		}
		p.Steps = append(p.Steps, stands)
	}
	return p
}

func result(status planv1.StepResult_Status, called bool) *planv1.StepResult {
	out := &planv1.StepResult{Status: status}
	if called {
		out.CallTime = timestamppb.Now()
	}
	return out
}

func TestAStepCountsOnceForItsToolByWhatCameOfItLast(t *testing.T) {
	t.Parallel()
	var c stats.Counts
	c.Add(plan("PLAN-2", orchestratorv1.Plan_STATE_COMPLETED, []string{"send", "", "send", "list"},
		result(planv1.StepResult_STATUS_DONE, true), result(planv1.StepResult_STATUS_DONE_BY_HAND, false),
		result(planv1.StepResult_STATUS_DONE_BY_HAND, false), result(planv1.StepResult_STATUS_SKIPPED, false)))
	c.Add(plan("PLAN-1", orchestratorv1.Plan_STATE_WAITING, []string{"send", "send", "send"},
		result(planv1.StepResult_STATUS_FAILED, true), result(planv1.StepResult_STATUS_FAILED, false), result(planv1.StepResult_STATUS_UNKNOWN, true)))
	c.Add(plan("PLAN-3", orchestratorv1.Plan_STATE_PROPOSED, []string{"send"}))
	want := &orchestratorv1.GetPlanStatsResponse{
		Plans: 3,
		States: []*orchestratorv1.PlanStateCount{
			{State: orchestratorv1.Plan_STATE_PROPOSED, Plans: 1},
			{State: orchestratorv1.Plan_STATE_WAITING, Plans: 1},
			{State: orchestratorv1.Plan_STATE_COMPLETED, Plans: 1},
		},
		Tools: []*orchestratorv1.PlanToolCount{
			{Tool: "mail/list", Skipped: 1},
			{Tool: "mail/send", Called: 3, Done: 1, Failed: 2, Unknown: 1, ByHand: 1},
		},
	}
	there := []*commonv1.Tool{{Server: "mail", Operation: "send"}, {Server: "mail", Operation: "list"}}
	if got := c.Result(nil, there); !proto.Equal(got, want) {
		t.Errorf("counted are %v", got)
	}
}

func TestAToolThatPlansNameAndNoServerHasIsAGap(t *testing.T) {
	t.Parallel()
	var c stats.Counts
	c.Add(plan("PLAN-3", orchestratorv1.Plan_STATE_CANCELLED, []string{"post", "post", ""}))
	c.Add(plan("PLAN-1", orchestratorv1.Plan_STATE_NEEDS_REVIEW, []string{"post", "send"}))
	tools := []*commonv1.Tool{{Server: "mail", Operation: "send"}}
	want := &orchestratorv1.MissingTool{Tool: "mail/post", Plans: 2, LastPlanId: "PLAN-3"}
	if got := c.Result([]*commonv1.ToolServer{{Name: "mail"}}, tools).GetMissingTools(); len(got) != 1 || !proto.Equal(got[0], want) {
		t.Errorf("missing are %v", got)
	}
	if got := c.Result([]*commonv1.ToolServer{{Name: "mail", Problem: "it has ended"}}, nil).GetMissingTools(); len(got) > 0 {
		t.Errorf("what a server has that can't be asked is said to be missing: %v", got)
	}
	if got := c.Result(nil, nil).GetMissingTools(); len(got) != 2 {
		t.Errorf("without the server are missing %v", got)
	}
}

func TestAStepHasItsToolAndTheHashOfWhatWasSent(t *testing.T) {
	t.Parallel()
	p := plan("PLAN-1", orchestratorv1.Plan_STATE_EXECUTING, []string{"send", ""}, result(planv1.StepResult_STATUS_DONE, true))
	p.Bindings = []*planv1.Binding{{StepId: "1", Effect: commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL}}
	p.Steps[0].Arguments = `{"to":"bob"}`
	steps := stats.Steps(p)
	if s := steps[0]; s.Tool() != "mail/send" || s.ArgumentsHash() != canonical.Hash([]byte(`{"to":"bob"}`)) || s.Binding.GetEffect() != commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL {
		t.Errorf("the first is %+v", s)
	}
	if s := steps[1]; s.Tool() != "" || s.ArgumentsHash() != "" || s.Binding != nil {
		t.Errorf("the second is %+v", s)
	}
}

func TestAPlanHasBegunOnceItIsCarriedOutOrHasResultsOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	again := plan("PLAN-1", orchestratorv1.Plan_STATE_PROPOSED, []string{"send"}, result(planv1.StepResult_STATUS_DONE, true))
	if stats.Begun(plan("PLAN-1", orchestratorv1.Plan_STATE_PROPOSED, []string{"send"})) || !stats.Begun(again) ||
		!stats.Begun(&orchestratorv1.Plan{ExecutionRunId: "R"}) {
		t.Error("a plan has begun that has not, or the other way round")
	}
}
