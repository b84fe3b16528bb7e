package command

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/internal/command/internal/screen"
	"github.com/weft-mesh/weft/plans/stats"
)

func (p *program) plansStatsCommand() *cobra.Command {
	var since string
	var steps bool
	c := &cobra.Command{
		Use:   "stats",
		Short: "Count plans, what came of their steps, and the tools that are missing",
		Long: `Counts all plans, also those that have ended: how many stand where; for each
tool how many steps called it and what came of them last; and which tools plans
name that no server has. "skipped" are left out by a person, and "by hand" are
those that a person has done, or says are done.

With --steps it prints a line of JSON for each step of each plan that was carried
out or is being: who approved it, when it was called and the hash of what was
sent, but neither arguments nor results.`,
		Example: `  weft plans stats
  weft plans stats --since 30d -o json
  weft plans stats --steps | jq -r 'select(.status == "STATUS_FAILED") | .tool'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, err := p.since(since)
			if err != nil {
				return err
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			if steps {
				return p.printSteps(cmd.Context(), s, from)
			}
			return p.printStats(cmd.Context(), s, from)
		},
	}
	c.Flags().StringVar(&since, "since", "", "only plans that were proposed on this `day` or after it: 30d, 4w or 2026-01-31")
	c.Flags().BoolVar(&steps, "steps", false, "print each step of the plans that have begun as a line of JSON")
	return c
}

// since returns when the day begins that "30d", "4w" or a date means, a zero time for "".
func (p *program) since(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	ref, err := p.ref()
	if err != nil {
		return time.Time{}, err
	}
	day, err := dayBack("--since", text, ref.Now)
	if err != nil {
		return time.Time{}, err
	}
	return time.ParseInLocation(time.DateOnly, day, ref.Now.Location())
}

// plansSince calls do for each plan that was proposed at a time or later, the newest first.
func plansSince(ctx context.Context, api client, from time.Time, do func(*orchestratorv1.Plan) error) error {
	var failed error
	err := eachPlan(ctx, api, nil, 0, func(plan *orchestratorv1.Plan) bool {
		if plan.GetCreateTime().AsTime().Before(from) {
			return false // as are all others: they come by the time of their proposal
		}
		failed = do(plan)
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	return err
}

func (p *program) printStats(ctx context.Context, s *connection, from time.Time) error {
	req := &orchestratorv1.GetPlanStatsRequest{}
	if !from.IsZero() {
		req.Since = timestamppb.New(from)
	}
	counted, err := s.api().GetPlanStats(ctx, req)
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printValue(planStatsValues(counted))
	}
	if counted.GetPlans() == 0 {
		p.notice("no plans; \"weft plan FILE\" proposes one")
		return nil
	}
	return p.print(render.PlanStats(p.outStyle, counted))
}

// planStatsValues is what was counted, as JSON has it: with the zeros, for programs that add up.
func planStatsValues(counted *orchestratorv1.GetPlanStatsResponse) map[string]any {
	states := map[string]int32{}
	for n := 1; n < len(orchestratorv1.Plan_State_name); n++ {
		states[orchestratorv1.Plan_State(n).String()] = 0
	}
	for _, s := range counted.GetStates() {
		states[s.GetState().String()] = s.GetPlans()
	}
	tools, missing := []map[string]any{}, []map[string]any{}
	for _, t := range counted.GetTools() {
		tools = append(tools, map[string]any{
			"tool": t.GetTool(), "called": t.GetCalled(), "done": t.GetDone(), "failed": t.GetFailed(),
			"unknown": t.GetUnknown(), "skipped": t.GetSkipped(), "byHand": t.GetByHand(),
		})
	}
	for _, t := range counted.GetMissingTools() {
		missing = append(missing, map[string]any{"tool": t.GetTool(), "plans": t.GetPlans(), "lastPlan": t.GetLastPlanId()})
	}
	return map[string]any{"plans": counted.GetPlans(), "states": states, "tools": tools, "missingTools": missing}
}

// A loggedStep is what is told of a step to who looks over many: not what was sent, and not
// what came back.
type loggedStep struct {
	Plan          string     `json:"plan"`
	Version       int32      `json:"version"`
	Step          string     `json:"step"`
	Tool          string     `json:"tool"` // SERVER/OPERATION; "" for what a person does
	Effect        string     `json:"effect"`
	State         string     `json:"state"`
	Status        string     `json:"status"`
	User          string     `json:"user"` // who approved the call, or said what came of the step
	CallTime      *time.Time `json:"callTime"`
	ArgumentsHash string     `json:"argumentsHash"`
}

// printSteps prints a line of JSON for each step of each plan that has begun.
func (p *program) printSteps(ctx context.Context, s *connection, from time.Time) error {
	return plansSince(ctx, s.api(), from, func(plan *orchestratorv1.Plan) error {
		if !stats.Begun(plan) {
			return nil
		}
		for _, step := range stats.Steps(plan) {
			line := loggedStep{
				Plan: plan.GetId(), Version: plan.GetVersion(), Step: step.GetId(), Tool: step.Tool(),
				Effect: step.Binding.GetEffect().String(), State: step.Stands.GetState().String(),
				Status: step.Stands.GetResult().GetStatus().String(), User: step.Stands.GetResult().GetUser(),
				ArgumentsHash: step.ArgumentsHash(),
			}
			if t := step.Stands.GetResult().GetCallTime(); t != nil {
				at := t.AsTime()
				line.CallTime = &at
			}
			text, err := json.Marshal(line)
			if err != nil {
				return fmt.Errorf("encoding JSON: %w", err)
			}
			if err := p.print(screen.JSON(string(text)) + "\n"); err != nil {
				return err
			}
		}
		return nil
	})
}
