package command

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/types/known/anypb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

// mostReasonSteps is how many steps something may be found out in.
const mostReasonSteps = 15

// reasonFlags say how something is found out.
type reasonFlags struct {
	style  string
	tools  []string
	steps  int32
	keep   bool
	quiet  bool
	forget bool
}

var reasonStyles = map[string]reasonv1.Style{
	"": reasonv1.Style_STYLE_UNSPECIFIED, "default": reasonv1.Style_STYLE_DEFAULT, "summary": reasonv1.Style_STYLE_SUMMARY, "strict": reasonv1.Style_STYLE_STRICT,
}

func (p *program) reasonCommand() *cobra.Command {
	var f reasonFlags
	var depth string
	c := &cobra.Command{
		Use:   "reason QUESTION…",
		Short: "Find something out with tools, step by step",
		Long: `Has a model find something out: it calls tools that only read (your notes,
tasks, roadmaps, plans and calendars) or plan without keeping anything, sees
what they return, and answers when it knows enough. You watch what it thinks and
calls; what it called is shown with the answer. It needs a model for the planner
(llm.agents.planner.provider).

The answer is the model's own, from what the tools returned, and is not checked
against your notes as the answers of "weft ask" are. --style strict shows what
the tools returned, and no words of a model.`,
		Example: `  weft reason "what stands in the way of my thesis this month?" --depth deep
  weft reason "which evenings are free next week?" --tool agenda
  weft reason "could I fit a half marathon into my evenings before April?"
  weft reason --thread thesis "and what could go until May?"
  weft reason "who fixed the boiler, and when is it due again?" --style strict`,
		Args: between(1, -1, "a question"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d := slices.Index(depths, depth)
			style, ok := reasonStyles[f.style]
			switch {
			case d < 0 && depth != "":
				return usage("--depth %q: use %s", depth, strings.Join(depths, ", "))
			case f.steps < 0 || f.steps > mostReasonSteps:
				return usage("--steps %d: use 1 to %d, or 0 for those of the depth", f.steps, mostReasonSteps)
			case !ok:
				return usage("--style %q: use default, summary or strict", f.style)
			}
			now, err := p.now()
			if err != nil {
				return err
			}
			in := &reasonv1.Reasoning{
				Question: strings.Join(args, " "), Style: style, Tools: f.tools, KeepThoughts: f.keep, QuietThoughts: f.quiet, ForgetResults: f.forget,
				Now: now, TimeZone: p.flags.zone, Steps: f.steps,
			}
			if depth != "" {
				in.Depth = commonv1.Depth(commonv1.Depth_value["DEPTH_"+strings.ToUpper(depth)])
			}
			return p.reason(cmd.Context(), in, f.quiet)
		},
	}
	c.Flags().StringVar(&depth, "depth", "", "how many steps it may take: off (none but the answer), quick (5), focused (10) or deep (15)")
	c.Flags().Int32Var(&f.steps, "steps", 0, "how many steps it may take, the answer included, in place of the depth's (1 to 15)")
	c.Flags().StringVar(&p.flags.thread, "thread", p.flags.thread, "`name` of the conversation that it is a turn of; \"weft threads ls\" lists them")
	p.labelFlag(c)
	c.Flags().StringVar(&f.style, "style", "", "how the answer is written: default, summary or strict (what the tools returned)")
	c.Flags().StringArrayVar(&f.tools, "tool", nil, "only this `tool`; several times")
	c.Flags().BoolVar(&f.keep, "keep-thoughts", false, "keep what it thinks with the run")
	c.Flags().BoolVar(&f.forget, "forget", false, "don't keep what the tools return")
	c.Flags().BoolVar(&f.quiet, "quiet", false, "don't show what it thinks and calls")
	complete(c, "depth", depths...)
	complete(c, "thread")
	complete(c, "style", "default", "summary", "strict")
	return c
}

// reason has something found out, and shows it.
func (p *program) reason(ctx context.Context, in *reasonv1.Reasoning, quiet bool) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	input, err := anypb.New(in)
	if err != nil {
		return err
	}
	started, err := s.api().StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: "reason", Input: input, ThreadId: p.flags.thread, Labels: p.flags.labels})
	if err != nil {
		return err
	}
	id := started.GetRun().GetId()
	var live reasonLive
	run, err := settled(ctx, s.api(), id, 0, func(e *orchestratorv1.RunEvent) {
		if line := live.see(p.errStyle, e); line != "" && !quiet {
			p.notice("%s", line)
		}
	})
	if err != nil {
		return p.left(ctx, s, id, err)
	}
	var report reasonv1.ReasonReport
	if err := run.GetReport().GetDetail().UnmarshalTo(&report); err != nil {
		return err
	}
	for _, remark := range render.Remarks(run.GetReport()) {
		p.notice("%s", remark)
	}
	seen := p.errStyle.Terminal && p.outStyle.Terminal && !quiet
	if err := p.printMessage(&report, func() string { return render.Reasoning(p.outStyle, &report, seen) }); err != nil {
		return err
	}
	if len(report.GetEntries()) == 0 && report.GetAnswer().GetReason() != "" {
		return exitError{exitFailed} // no model had an answer, and no tool returned anything
	}
	return outcome(run.GetReport())
}
