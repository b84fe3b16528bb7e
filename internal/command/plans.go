package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/plans/progress"
)

func (p *program) plansCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "plans",
		Short: "Look at plans, approve or change them, and follow them",
		Long: `A plan is steps that call tools, or that a person does. "weft plan FILE" proposes
one; nothing is done before somebody approves it. What is sent outside is asked
for once more, call by call.

A server with a vault also shows plans as files, below its folder plans.folder,
and they are approved by moving them. Over a database there are no such files.
` + planArg,
		Example: `  weft plans ls
  weft plans show last
  weft plans approve last --watch
  weft plans reject last --feedback "to the new address, please"`,
	}, p.plansListCommand(), p.plansStatsCommand(), p.plansTemplatesCommand(), p.plansShowCommand(), p.plansWatchCommand(),
		p.plansApproveCommand(), p.plansRejectCommand(), p.plansReviseCommand(), p.plansReopenCommand(), p.plansCancelCommand(),
		p.plansRetryCommand(), p.plansSkipCommand(), p.plansDoneCommand(), p.plansAbandonCommand(), p.plansDryRunCommand())
}

func (p *program) plansListCommand() *cobra.Command {
	var words []string
	var all bool
	var limit int
	c := &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List plans that have not ended, newest first",
		Example: `  weft plans ls
  weft plans ls --state waiting,proposed
  weft plans ls --all -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			states, err := parsePlanStates(words)
			switch {
			case err != nil:
				return err
			case limit < 0:
				return usage("--limit %d: use a positive number, or 0 for all", limit)
			case all && len(states) > 0:
				return usage("use --state or --all, not both")
			case !all && len(states) == 0:
				states = openStates()
			}
			return p.listPlans(cmd.Context(), states, limit)
		},
	}
	c.Flags().StringSliceVar(&words, "state", nil, "only plans in these `states`: "+strings.Join(planStates(), ", "))
	c.Flags().BoolVar(&all, "all", false, "also plans that have ended")
	c.Flags().IntVar(&limit, "limit", 50, "list at most `n` plans; 0 lists all")
	complete(c, "state", planStates()...)
	return c
}

func (p *program) listPlans(ctx context.Context, states []orchestratorv1.Plan_State, limit int) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	all := &orchestratorv1.ListPlansResponse{}
	var out strings.Builder
	mine := 0
	err = eachPlan(ctx, s.api(), states, limit, func(plan *orchestratorv1.Plan) bool {
		all.Plans = append(all.Plans, plan)
		out.WriteString(render.PlanLine(p.outStyle, plan, zone))
		if progress.Mine(plan) {
			mine++
		}
		return true
	})
	switch {
	case err != nil:
		return err
	case p.flags.json():
		return p.printJSON(all)
	case len(all.GetPlans()) == 0:
		p.notice("no plans; \"weft plan FILE\" proposes one")
		return nil
	}
	if err := p.print(out.String()); err != nil {
		return err
	}
	switch mine {
	case 0:
		p.notice("none waits for you")
	case 1:
		p.notice("1 waits for you; to see for what: weft approvals --mine")
	default:
		p.notice("%d wait for you; to see for what: weft approvals --mine", mine)
	}
	p.tellResume(all.GetPlans())
	return nil
}

func (p *program) plansShowCommand() *cobra.Command {
	var markdown bool
	c := &cobra.Command{
		Use:   "show [PLAN]",
		Short: "Show what a plan does, to whom, and what came of it",
		Long: `Shows a plan as it is shown for deciding on it; by default the last one. With
--markdown it is printed as a file that "weft plans revise" takes.
` + planArg,
		Example: `  weft plans show
  weft plans show 4AJ3PG -o json
  weft plans show last --markdown > plan.md`,
		Args:              between(0, 1, "one plan"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			ref := lastRun
			if len(args) > 0 {
				ref = args[0]
			}
			return p.withPlan(cmd.Context(), ref, nil, func(_ context.Context, _ *connection, plan *orchestratorv1.Plan) error {
				if !markdown {
					return p.showPlan(plan)
				}
				file, err := render.PlanMarkdown(plan)
				if err != nil {
					return usage("this plan can't be written as a file: %v; -o json has all of it", err)
				}
				return p.print(string(file))
			})
		},
	}
	c.Flags().BoolVar(&markdown, "markdown", false, "print it as a file that can be edited")
	return c
}

// completeLast completes a plan.
func completeLast(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{lastRun}, cobra.ShellCompDirectiveNoFileComp
}

// showPlan prints a plan, and what to type next.
func (p *program) showPlan(plan *orchestratorv1.Plan) error {
	if p.flags.json() {
		return p.printJSON(plan)
	}
	zone, err := p.zone()
	if err != nil {
		return err
	}
	if err := p.print(render.Plan(p.outStyle, plan, zone)); err != nil {
		return err
	}
	p.tellWays(plan)
	return nil
}

// tellWays says what to type to answer what a plan waits for.
func (p *program) tellWays(plan *orchestratorv1.Plan) {
	for _, way := range render.PlanWays(plan.GetId(), plan.GetPauses()) {
		p.notice("%s", way)
	}
}
