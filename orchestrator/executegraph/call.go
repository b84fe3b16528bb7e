package executegraph

import (
	"context"
	"errors"
	"fmt"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/owntools"
)

// call has the executor call the tool. The grant has the name of the step of the run, so
// that another attempt, here or at another worker, does not call the tool again: it is told
// that the grant was used, and then nobody knows what came of it. If it is not known to be
// used, as after an executor that could not be reached, the call that a person has made
// once more is made with it: of the two, only one is let in, however late the other comes.
func (h handlers) call(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	step := s.next.GetStep()
	if owntools.IsAsk(step.GetServer(), step.GetOperation()) {
		return graph.Result{Outcome: Asks}, nil
	}
	g := s.grant(at)
	res, err := h.Executor.Execute(ctx, &executorv1.ExecuteRequest{
		Context: h.context(s, at), Grant: h.Sign(g, h.Now()), Arguments: []byte(step.GetArguments()), IdempotencyKey: g.GetNonce(),
	})
	out := &planv1.StepResult{
		StepId: step.GetId(), Arguments: step.GetArguments(), User: g.GetUser(),
		Text: res.GetText(), Structured: string(res.GetStructured()), CallTime: res.GetCallTime(),
		Remarks: remarks(res), GrantUsed: err == nil || errors.Is(fault.FromError(err), fault.GrantUsed),
	}
	switch {
	case err != nil && out.GetGrantUsed():
		out.Text = "the call was under way when its executor, or the orchestrator, was interrupted"
		return unknown(out), nil
	case refused(err) && at.Recovered: // by now; an attempt before may have been let in
		out.Text = "an attempt was interrupted, and then: " + fault.FromError(err).Error()
		res := unknown(out)
		res.Outcome = Unsettled
		return res, nil
	case refused(err):
		out.Status, out.Text = planv1.StepResult_STATUS_FAILED, fault.FromError(err).Error()
		return graph.Result{Outcome: Failed, Output: out}, nil
	case notCalled(err):
		return graph.Result{}, graph.Effectless(err)
	case err != nil:
		return graph.Result{}, err // another attempt asks with the same grant
	}
	switch res.GetOutcome() {
	case executorv1.ExecuteResponse_OUTCOME_NOT_SENT:
		out.Status = planv1.StepResult_STATUS_FAILED
		return graph.Result{Outcome: Failed, Output: out}, nil
	case executorv1.ExecuteResponse_OUTCOME_DONE:
		out.Status = planv1.StepResult_STATUS_DONE
		return graph.Result{Outcome: Done, Output: out}, nil
	case executorv1.ExecuteResponse_OUTCOME_FAILED:
		out.Status = planv1.StepResult_STATUS_FAILED
		return graph.Result{Outcome: Failed, Output: out}, nil
	}
	return unknown(out), nil
}

// remarks tell what of a result is not kept, or not what its tool has declared.
func remarks(res *executorv1.ExecuteResponse) (out []string) {
	if res.GetProblem() != "" {
		out = append(out, res.GetProblem())
	}
	for _, part := range res.GetOmitted() {
		out = append(out, "left out: "+part)
	}
	if res.GetTruncated() {
		out = append(out, fmt.Sprintf("it was longer than is kept: of its text there are %d bytes", len(res.GetText())))
	}
	return out
}

// grant is what allows the call of the step whose turn it is, not signed yet. It has the
// name of the step of the run that calls, or has called: see call.
func (s *State) grant(at graph.Step) *executorv1.Grant {
	step := s.next.GetStep()
	_, tool := s.step()
	key := at.Key
	if s.unused > 0 {
		key = fmt.Sprintf("%s/%s/%d", at.RunID, Call, s.unused) // as graph.Step.Key was then
	}
	g := &executorv1.Grant{
		Tenant: s.tenant, PlanId: s.plan.GetPlanId(), PlanVersion: s.plan.GetVersion(), StepId: step.GetId(),
		RunId: at.RunID, Attempt: int32(at.Attempt), Server: step.GetServer(), Operation: step.GetOperation(),
		DefinitionHash: tool.GetDefinitionHash(), ArgumentsHash: s.next.GetArgumentsHash(), Effect: tool.GetEffect(),
		User: s.plan.GetUser(), ApprovalId: s.plan.GetApprovalId(), Nonce: key,
	}
	if s.approval.of(s.next) && s.approval.enough {
		g.User, g.ApprovalId = s.approval.user, s.approval.id
	}
	return g
}

func unknown(r *planv1.StepResult) graph.Result {
	r.Status = planv1.StepResult_STATUS_UNKNOWN
	return graph.Result{Outcome: Unknown, Output: r}
}

// refused reports whether an executor has said that it does not make a call, and will not.
// Who could not be reached, or was busy, has said nothing.
func refused(err error) bool {
	switch status.Code(err) {
	case codes.InvalidArgument, codes.PermissionDenied, codes.NotFound, codes.FailedPrecondition, codes.Unauthenticated, codes.Unimplemented:
		return true
	}
	return false
}

// notCalled reports whether an attempt has certainly called nothing: an executor has said
// so, and may call when it is asked again, or there was none to connect to.
func notCalled(err error) bool {
	f, ok := errors.AsType[*fault.Error](fault.FromError(err))
	if !ok {
		return false
	}
	switch f.Reason {
	case fault.ToolUnavailable, fault.AgentBusy:
		return true
	case fault.AgentUnavailable:
		return f.Metadata[rpc.NotSent] != ""
	}
	return false
}
