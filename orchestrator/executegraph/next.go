package executegraph

import (
	"context"
	"fmt"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/canonical"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/plans/bind"
)

type handlers struct{ Deps }

// next prepares the step whose turn it is.
func (h handlers) next(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	step, tool := s.step()
	if step == nil {
		return graph.Result{Outcome: Finished}, nil
	}
	if s.held {
		return graph.Result{Outcome: Held}, nil
	}
	call := &planv1.PreparedCall{Step: proto.CloneOf(step)}
	if step.GetServer() == "" {
		return graph.Result{Outcome: ByHand, Output: call}, nil
	}
	args, err := bind.Resolve([]byte(step.GetArguments()), s.returned)
	if err != nil {
		call.Problem = err.Error()
		return graph.Result{Outcome: Stuck, Output: call}, nil //nolint:nilerr // a person is told, and decides
	}
	call.Step.Arguments, call.ArgumentsHash = string(args), canonical.Hash(args)
	if h.Executor == nil {
		call.Problem = "no tools are configured here any more; set tools.servers"
		return graph.Result{Outcome: Stuck, Output: call}, nil
	}
	list, err := h.Executor.ListTools(ctx, &executorv1.ListToolsRequest{Context: h.context(s, at), Servers: []string{step.GetServer()}})
	if err == nil {
		err = Away(list, []string{step.GetServer()})
	}
	if err != nil {
		return graph.Result{}, err
	}
	if call.Problem = changed(list, step, tool); call.Problem != "" {
		return graph.Result{Outcome: Outdated, Output: call}, nil
	}
	if problem := gone(list, step); problem != "" {
		call.Problem = problem
		return graph.Result{Outcome: Stuck, Output: call}, nil
	}
	call.Verification = verification(list, call.GetStep())
	if s.mayCall(call, tool) {
		return graph.Result{Outcome: Ready, Output: call}, nil
	}
	return graph.Result{Outcome: Ask, Output: call}, nil
}

// mayCall reports whether a call is approved: by itself, or with the plan if it doesn't
// leave the house and the step doesn't ask for more.
func (s *State) mayCall(c *planv1.PreparedCall, tool *planv1.Binding) bool {
	if s.approval.of(c) && s.approval.enough {
		return true
	}
	switch tool.GetEffect() {
	case commonv1.ToolEffect_TOOL_EFFECT_READ, commonv1.ToolEffect_TOOL_EFFECT_WRITE:
		return !c.GetStep().GetApprove() && s.last == nil
	}
	return false
}

// changed says how a step's tool differs from what was approved, "" if it doesn't.
func changed(list *executorv1.ListToolsResponse, step *planv1.Step, was *planv1.Binding) string {
	for _, t := range list.GetTools() {
		if t.GetServer() != step.GetServer() || t.GetOperation() != step.GetOperation() {
			continue
		}
		switch {
		case t.GetDefinitionHash() != was.GetDefinitionHash():
			return fmt.Sprintf("%s/%s is no longer the tool that was approved", step.GetServer(), step.GetOperation())
		case t.GetEffect() > was.GetEffect():
			return fmt.Sprintf("%s/%s may now do more than was approved", step.GetServer(), step.GetOperation())
		}
		return ""
	}
	return ""
}

// Away returns an error if one of some servers can't be reached now. Whoever needs them
// waits for as long as Patience.
func Away(list *executorv1.ListToolsResponse, servers []string) error {
	for _, s := range list.GetServers() {
		if slices.Contains(servers, s.GetName()) && s.GetProblem() != "" {
			e := fault.New(codes.Unavailable, fault.ToolUnavailable, "%s", s.GetProblem()).With("server", s.GetName())
			if t := s.GetSinceTime(); t != nil {
				e = e.With("since", t.AsTime().UTC().Format(time.RFC3339))
			}
			return e
		}
	}
	return nil
}

// gone says that a step's tool is there no more, "" if it is.
func gone(list *executorv1.ListToolsResponse, step *planv1.Step) string {
	for _, t := range list.GetTools() {
		if t.GetServer() == step.GetServer() && t.GetOperation() == step.GetOperation() {
			return ""
		}
	}
	return fmt.Sprintf("there is no tool %s/%s any more", step.GetServer(), step.GetOperation())
}

func (h handlers) context(s *State, at graph.Step) *commonv1.CallContext {
	return &commonv1.CallContext{Now: timestamppb.New(h.Now()), TimeZone: "UTC", Tenant: s.tenant, User: s.user, RunId: at.RunID}
}
