package planapi

import (
	"cmp"
	"fmt"
	"slices"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/orchestrator/executegraph"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
)

// told tells of a run of the graph "plan" and the run that carries it out, nil if there is
// none, as one plan.
func told(run *orchestratorv1.Run, r *planv1.PlanReport, execution *orchestratorv1.Run, progress *planv1.ExecutionReport) *orchestratorv1.Plan {
	out := &orchestratorv1.Plan{
		Id: plangraph.ID(run.GetId()), State: state(run, r, execution), Version: r.GetVersion(),
		Etag:    fmt.Sprintf("%d-%d", run.GetSequence(), execution.GetSequence()),
		Content: r.GetContent(), Bindings: r.GetBindings(), Hash: r.GetHash(), Problems: r.GetProblems(), Reason: r.GetReason(),
		Source: r.GetSource(), User: r.GetUser(), Approvers: r.GetApprovers(), ApprovalsNeeded: r.GetApprovalsNeeded(),
		Approvals: r.GetApprovals(), Rejections: r.GetRejections(),
		RunId: run.GetId(), ExecutionRunId: r.GetExecutionRunId(),
		CreateTime: run.GetCreateTime(), UpdateTime: run.GetUpdateTime(),
		Pauses: slices.Concat(run.GetPauses(), execution.GetPauses()), Wish: r.GetWish(), DraftedBy: r.GetDraftedBy(),
		Outage: cmp.Or(execution.GetOutage(), run.GetOutage()),
	}
	if t := execution.GetUpdateTime(); t.AsTime().After(out.GetUpdateTime().AsTime()) {
		out.UpdateTime = t
	}
	out.Reason = cmp.Or(progress.GetReason(), run.GetReport().GetCancellation().GetReason(), run.GetReport().GetFailure(), out.GetReason())
	results := r.GetResults()
	if progress != nil {
		results = progress.GetResults()
	}
	for _, s := range r.GetContent().GetSteps() {
		out.Steps = append(out.Steps, step(s, results, execution, progress))
	}
	return out
}

func state(run *orchestratorv1.Run, r *planv1.PlanReport, execution *orchestratorv1.Run) orchestratorv1.Plan_State {
	switch run.GetStatus() {
	case orchestratorv1.RunReport_CANCELLED:
		return orchestratorv1.Plan_STATE_CANCELLED
	case orchestratorv1.RunReport_FAILED:
		return orchestratorv1.Plan_STATE_FAILED
	}
	switch r.GetOutcome() {
	case planv1.PlanResult_OUTCOME_COMPLETED:
		return orchestratorv1.Plan_STATE_COMPLETED
	case planv1.PlanResult_OUTCOME_FAILED:
		return orchestratorv1.Plan_STATE_FAILED
	case planv1.PlanResult_OUTCOME_CANCELLED:
		return orchestratorv1.Plan_STATE_CANCELLED
	}
	switch r.GetStage() {
	case planv1.PlanReport_STAGE_DRAFTING:
		return orchestratorv1.Plan_STATE_DRAFTING
	case planv1.PlanReport_STAGE_PROPOSED:
		return orchestratorv1.Plan_STATE_PROPOSED
	case planv1.PlanReport_STAGE_REJECTED:
		return orchestratorv1.Plan_STATE_REJECTED
	case planv1.PlanReport_STAGE_NEEDS_REVIEW:
		return orchestratorv1.Plan_STATE_NEEDS_REVIEW
	case planv1.PlanReport_STAGE_EXPIRED:
		return orchestratorv1.Plan_STATE_EXPIRED
	case planv1.PlanReport_STAGE_EXECUTING:
		if len(execution.GetPauses()) > 0 {
			return orchestratorv1.Plan_STATE_WAITING
		}
		return orchestratorv1.Plan_STATE_EXECUTING
	}
	return orchestratorv1.Plan_STATE_CHECKING
}

// step tells how a step stands.
func step(s *planv1.Step, results []*planv1.StepResult, execution *orchestratorv1.Run, progress *planv1.ExecutionReport) *orchestratorv1.PlanStep {
	out := &orchestratorv1.PlanStep{Id: s.GetId(), State: orchestratorv1.PlanStep_STATE_PENDING}
	if i := slices.IndexFunc(results, func(r *planv1.StepResult) bool { return r.GetStepId() == s.GetId() }); i >= 0 {
		out.Result, out.State, out.Arguments = results[i], came[results[i].GetStatus()], results[i].GetArguments()
		if out.Arguments != "" {
			out.ArgumentsHash = canonical.Hash([]byte(out.Arguments))
		}
		return out
	}
	now := progress.GetCurrent()
	if now.GetStep().GetId() != s.GetId() {
		return out
	}
	out.State, out.Result, out.Approvals = orchestratorv1.PlanStep_STATE_RUNNING, progress.GetLast(), progress.GetApprovals()
	if now.GetArgumentsHash() != "" {
		out.Arguments, out.ArgumentsHash = now.GetStep().GetArguments(), now.GetArgumentsHash()
	}
	for _, p := range execution.GetPauses() {
		switch graph.State(p.GetState()) {
		case executegraph.Approve:
			out.State = orchestratorv1.PlanStep_STATE_APPROVAL
		case executegraph.Manual:
			out.State = orchestratorv1.PlanStep_STATE_BY_HAND
		case executegraph.Decide:
			out.State = orchestratorv1.PlanStep_STATE_FAILED
			if progress.GetLast().GetStatus() == planv1.StepResult_STATUS_UNKNOWN {
				out.State = orchestratorv1.PlanStep_STATE_UNKNOWN
			}
		}
	}
	return out
}

// came is how a step stands by what came of it.
var came = map[planv1.StepResult_Status]orchestratorv1.PlanStep_State{
	planv1.StepResult_STATUS_DONE:         orchestratorv1.PlanStep_STATE_DONE,
	planv1.StepResult_STATUS_DONE_BY_HAND: orchestratorv1.PlanStep_STATE_DONE,
	planv1.StepResult_STATUS_SKIPPED:      orchestratorv1.PlanStep_STATE_SKIPPED,
	planv1.StepResult_STATUS_FAILED:       orchestratorv1.PlanStep_STATE_FAILED,
	planv1.StepResult_STATUS_UNKNOWN:      orchestratorv1.PlanStep_STATE_UNKNOWN,
}
