package executegraph

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/plans/bind"
)

// verification returns the read that would tell whether a step's call was made, nil if
// there is none that an operator has agreed to, and that is known to only read.
func verification(list *executorv1.ListToolsResponse, step *planv1.Step) *planv1.Verification {
	find := func(operation string) *commonv1.Tool {
		i := slices.IndexFunc(list.GetTools(), func(t *commonv1.Tool) bool {
			return t.GetServer() == step.GetServer() && t.GetOperation() == operation
		})
		if i < 0 {
			return nil
		}
		return list.GetTools()[i]
	}
	tool := find(step.GetOperation())
	read := find(tool.GetVerifyOperation())
	if tool.GetVerifyOperation() == "" || tool.GetVerifyPointer() == "" || read.GetEffect() != commonv1.ToolEffect_TOOL_EFFECT_READ || read.GetTrust() != commonv1.ToolTrust_TOOL_TRUST_TRUSTED {
		return nil
	}
	args, err := shared(step.GetArguments(), read.GetInputSchema())
	if err != nil {
		return nil
	}
	return &planv1.Verification{
		Operation: read.GetOperation(), DefinitionHash: read.GetDefinitionHash(), Arguments: args, Pointer: tool.GetVerifyPointer(),
	}
}

// shared returns those arguments of a call that another tool has by its schema.
func shared(args string, schema []byte) (string, error) {
	var of struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(schema, &of); err != nil {
		return "", err
	}
	all, out := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(args), &all); err != nil {
		return "", err
	}
	for name := range of.Properties {
		if v, given := all[name]; given {
			out[name] = v
		}
	}
	data, err := json.Marshal(out)
	if err != nil {
		return "", err
	}
	form, err := canonical.JSON(data)
	return string(form), err
}

// verify asks the server whether a call was made of which nobody knows. That it was is
// believed; that it was not, a person decides.
func (h handlers) verify(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	v, step := s.next.GetVerification(), s.next.GetStep()
	if v == nil {
		return graph.Result{Outcome: Unclear}, nil
	}
	g := &executorv1.Grant{
		Tenant: s.tenant, PlanId: s.plan.GetPlanId(), PlanVersion: s.plan.GetVersion(), StepId: step.GetId(),
		RunId: at.RunID, Attempt: int32(at.Attempt), Server: step.GetServer(), Operation: v.GetOperation(),
		DefinitionHash: v.GetDefinitionHash(), ArgumentsHash: canonical.Hash([]byte(v.GetArguments())), Effect: commonv1.ToolEffect_TOOL_EFFECT_READ,
		User: s.plan.GetUser(), ApprovalId: s.plan.GetApprovalId(),
	}
	res, err := h.Executor.Execute(ctx, &executorv1.ExecuteRequest{
		Context: h.context(s, at), Grant: h.Sign(g, h.Now()), Arguments: []byte(v.GetArguments()),
	})
	if err != nil {
		return graph.Result{}, err
	}
	name := step.GetServer() + "/" + v.GetOperation()
	out := &planv1.StepResult{StepId: step.GetId(), CallTime: res.GetCallTime()}
	switch {
	case res.GetOutcome() != executorv1.ExecuteResponse_OUTCOME_DONE:
		out.Text = fmt.Sprintf("%s could not tell whether it was done: %s", name, res.GetText())
	case !says(bind.Find(res.GetStructured(), v.GetPointer())):
		out.Text = fmt.Sprintf("%s does not find that it was done", name)
	default:
		out.Status, out.Text, out.Arguments = planv1.StepResult_STATUS_DONE, fmt.Sprintf("%s says that it was done", name), step.GetArguments()
		out.User = s.plan.GetUser()
		return graph.Result{Outcome: Happened, Output: out}, nil
	}
	return graph.Result{Outcome: Unclear, Output: out}, nil
}

// says reports whether a value says yes: it is neither missing, nor false, zero or empty.
func says(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case json.Number:
		n, err := v.Float64()
		return err == nil && n != 0
	case []any:
		return len(v) > 0
	case map[string]any:
		return len(v) > 0
	}
	return false
}
