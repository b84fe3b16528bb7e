package command

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/plans/bind"
	"github.com/weft-mesh/weft/plans/check"
)

func (p *program) plansDryRunCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "dry-run PLAN",
		Short: "Check a plan against the tools as they are now; nothing is called",
		Long: `Checks a plan's steps against the tools as they are now, and shows what would be
called. Of steps that take something from earlier ones, what is not known yet is
shown as where it comes from. Exit code 1 if something is wrong.
` + planArg,
		Example:           `  weft plans dry-run last`,
		Args:              between(1, 1, "a plan"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withPlan(cmd.Context(), args[0], nil, func(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
				return p.dryRun(ctx, s, plan)
			})
		},
	}
}

// dryRunContent shows what a plan would call that nobody has proposed.
func (p *program) dryRunContent(ctx context.Context, c *planv1.Content) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	return p.dryRun(ctx, s, &orchestratorv1.Plan{Content: c})
}

func (p *program) dryRun(ctx context.Context, s *connection, plan *orchestratorv1.Plan) error {
	if err := tryDry(ctx, s.api(), plan); err != nil {
		return err
	}
	if err := p.showPlan(plan); err != nil {
		return err
	}
	if plan.GetId() == "" {
		p.notice("nothing was proposed, and nothing was called")
	} else {
		p.notice("nothing was called")
	}
	if len(plan.GetProblems()) > 0 {
		return exitError{exitFailed}
	}
	return nil
}

// tryDry puts into a plan what the tools that there are now make of it.
func tryDry(ctx context.Context, api client, plan *orchestratorv1.Plan) error {
	tools, err := toolsOf(ctx, api, plan.GetContent())
	if err != nil {
		return err
	}
	checked, err := check.Plan(plan.GetContent(), tools.GetServers(), tools.GetTools())
	if err != nil {
		return err
	}
	plan.Bindings, plan.Problems = checked.GetBindings(), checked.GetProblems()
	if was, is := plan.GetHash(), checked.GetHash(); was != "" && is != "" && was != is {
		plan.Problems = append(plan.Problems, &planv1.Problem{Message: "its tools are no longer what they were when it was proposed"})
	}
	for _, server := range tools.GetServers() {
		if server.GetProblem() != "" {
			plan.Problems = append(plan.Problems, &planv1.Problem{Message: server.GetName() + ": " + server.GetProblem()})
		}
	}
	if len(plan.GetProblems()) > 0 {
		return nil
	}
	for i, step := range plan.GetContent().GetSteps() {
		args := step.GetArguments()
		if i < len(plan.GetSteps()) {
			args = cmp.Or(plan.GetSteps()[i].GetArguments(), args)
		}
		problem, err := tryCall(ctx, api, step, args)
		if err != nil {
			return err
		}
		if problem != "" {
			plan.Problems = append(plan.Problems, &planv1.Problem{StepId: step.GetId(), Message: problem})
		}
	}
	return nil
}

// toolsOf returns the tools of the servers that a plan's steps call.
func toolsOf(ctx context.Context, api client, c *planv1.Content) (*orchestratorv1.ListToolsResponse, error) {
	req := &orchestratorv1.ListToolsRequest{}
	for _, step := range c.GetSteps() {
		if name := step.GetServer(); name != "" && !slices.Contains(req.GetServers(), name) {
			req.Servers = append(req.Servers, name)
		}
	}
	if len(req.GetServers()) == 0 {
		return &orchestratorv1.ListToolsResponse{}, nil
	}
	return api.ListTools(ctx, req)
}

// tryCall returns what is wrong with the call of a step. Arguments that wait for what earlier
// steps return can't be tried.
func tryCall(ctx context.Context, api client, step *planv1.Step, args string) (string, error) {
	if refs, err := bind.References([]byte(args)); step.GetServer() == "" || err != nil || len(refs) > 0 {
		return "", nil //nolint:nilerr // the plan's check has said so
	}
	_, err := api.DryRunTool(ctx, &orchestratorv1.DryRunToolRequest{Server: step.GetServer(), Operation: step.GetOperation(), Arguments: args})
	if message, ok := refused(err); ok {
		return message, nil
	}
	return "", err
}

// refused returns what is said of a call that can't be made as it is; false if the error is
// about something else.
func refused(err error) (string, bool) {
	known, ok := errors.AsType[*fault.Error](fault.FromError(err))
	if !ok {
		return "", false
	}
	switch known.Code {
	case codes.InvalidArgument, codes.NotFound, codes.FailedPrecondition:
		return known.Message, true
	}
	return known.Message, known.Reason == fault.ToolUnavailable
}
