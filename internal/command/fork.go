package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) runsForkCommand() *cobra.Command {
	var at int64
	var set []string
	c := &cobra.Command{
		Use:   "fork RUN",
		Short: "Start a new run from a point in an earlier one",
		Long: `Starts a new run from the point RUN had reached after one of its events, and
follows it. RUN itself doesn't change. To change something on the way in, use
--set NAME=VALUE: NAME is "input" or a state, then one of its fields. To see the
fields: "weft runs show RUN -o json --at N", and docs/api.md. The new run
repeats the steps after that point: if it reaches KEEP, it keeps another note.
` + runArg,
		Example: `  weft runs show last                 # the number before each step is its event
  weft runs fork last --at 1 --set input.text="how did I sleep in May?"
  weft runs fork last --at 4 --set input.style=RESPONSE_STYLE_CONCISE`,
		Args: between(1, 1, "a run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			changes, err := parseChanges(set)
			if err != nil {
				return err
			}
			return p.withRun(cmd.Context(), args, func(ctx context.Context, s *connection, id string) error {
				got, err := s.api().ForkRun(ctx, &orchestratorv1.ForkRunRequest{RunId: id, Sequence: at, Changes: changes})
				if err != nil {
					return err
				}
				report, err := p.followFork(ctx, s, got.GetRun().GetId())
				if err != nil {
					return err
				}
				return p.present(report)
			})
		},
	}
	c.Flags().Int64Var(&at, "at", 0, "start after event `N` (default: the last)")
	c.Flags().StringArrayVar(&set, "set", nil, "change a field before the new run starts: `NAME=VALUE`")
	c.Flags().BoolVar(&p.flags.steps, "steps", p.flags.steps, "print each step of the run on standard error")
	return c
}

func parseChanges(set []string) ([]*orchestratorv1.RunChange, error) {
	var changes []*orchestratorv1.RunChange
	for _, one := range set {
		name, value, ok := strings.Cut(one, "=")
		if !ok || !strings.Contains(name, ".") {
			return nil, usage("--set %q: use NAME=VALUE with a NAME such as input.text", one)
		}
		changes = append(changes, &orchestratorv1.RunChange{Name: name, Value: value})
	}
	return changes, nil
}

// followFork watches a new run to its end, and asks what it asks.
func (p *program) followFork(ctx context.Context, s *connection, id string) (*orchestratorv1.RunReport, error) {
	w := p.walk(p.flags.steps)
	defer w.end()
	f := &follower{api: s.api(), see: w.see, away: w.away, leave: true, stay: s.inProcess()}
	report, err := f.watch(ctx, id, 1)
	w.end()
	if err != nil {
		return nil, p.left(ctx, s, id, err)
	}
	return p.settle(ctx, s, f, w, report)
}

func (p *program) runsReplayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "replay RUN",
		Short: "Ask a run's question again and show what differs",
		Long: `Asks RUN's question again, as of the time it was first asked, and shows where
the steps and the answer differ: for example after you changed notes, domains or
models, or upgraded Weft. Runs that keep or change a note can't be replayed,
since that would change your notes again.
` + runArg,
		Example: `  weft runs replay last`,
		Args:    between(1, 1, "a run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withRun(cmd.Context(), args, p.replay)
		},
	}
}

func (p *program) replay(ctx context.Context, s *connection, id string) error {
	got, err := s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
	if err != nil {
		return err
	}
	before := got.GetRun()
	if t := before.GetReport().GetInputType(); t != commonv1.InputType_INPUT_TYPE_QUERY {
		return usage("run %s keeps or changes a note, so it can't be replayed; to run it again anyway: weft runs fork %s --at 1", id, id)
	}
	forked, err := s.api().ForkRun(ctx, &orchestratorv1.ForkRunRequest{RunId: id, Sequence: 1})
	if err != nil {
		return err
	}
	if _, err := p.followFork(ctx, s, forked.GetRun().GetId()); err != nil {
		return err
	}
	if got, err = s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: forked.GetRun().GetId()}); err != nil {
		return err
	}
	after := got.GetRun()
	if p.flags.json() {
		return p.printJSON(&orchestratorv1.ListRunsResponse{Runs: []*orchestratorv1.Run{before, after}})
	}
	return p.print(differences(before, after))
}

// differences tells where two runs of a question went apart.
func differences(before, after *orchestratorv1.Run) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s  %s\n%s  %s\n", before.GetId(), render.Status(before.GetStatus()), after.GetId(), render.Status(after.GetStatus()))
	old, now := before.GetReport().GetTimings(), after.GetReport().GetTimings()
	same := true
	for i := range max(len(old), len(now)) {
		if a, b := stepAt(old, i), stepAt(now, i); a != b {
			same = false
			fmt.Fprintf(&out, "step %d: %s, now %s\n", i+1, a, b)
		}
	}
	switch {
	case before.GetReport().GetAnswer() != after.GetReport().GetAnswer():
		fmt.Fprintf(&out, "before: %s\nnow: %s\n", before.GetReport().GetAnswer(), after.GetReport().GetAnswer())
	case same:
		out.WriteString("the same steps and the same answer\n")
	default:
		out.WriteString("the same answer\n")
	}
	return out.String()
}

// stepAt is a step with its outcome, "none" beyond the last.
func stepAt(steps []*orchestratorv1.StepTiming, i int) string {
	if i >= len(steps) {
		return "none"
	}
	return steps[i].GetState() + " " + steps[i].GetOutcome()
}
