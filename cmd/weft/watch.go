package main

import (
	"context"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/cmd/weft/internal/render"
)

func (p *program) runsWatchCommand() *cobra.Command {
	var from int64
	c := &cobra.Command{
		Use:   "watch [RUN]",
		Short: "Follow a run from its first event to its end",
		Long: `Prints a run's events so far, then new ones, until the run ends or waits for
you. With -o json each event is one line of JSON, a RunEvent.
` + runArg,
		Example: `  weft runs watch
  weft runs watch last --from 5
  weft runs watch last -o json | jq -c .completed.timing`,
		Args:              between(0, 1, "one run"),
		ValidArgsFunction: cobra.FixedCompletions([]string{"last"}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if from < 0 {
				return usage("--from %d: use 1 or more; events are counted from 1", from)
			}
			return p.withRun(cmd.Context(), args, func(ctx context.Context, s *connection, id string) error {
				return p.watchRun(ctx, s, id, from)
			})
		},
	}
	c.Flags().Int64Var(&from, "from", 1, "first `event` to print, counted from 1")
	return c
}

func (p *program) watchRun(ctx context.Context, s *connection, id string, from int64) error {
	w := p.walk(false)
	defer w.end()
	var failed error
	f := &follower{api: s.api(), away: w.away, see: func(e *orchestratorv1.RunEvent) {
		w.see(e)
		w.status.Print(func() {
			if err := p.printEvent(e); err != nil && failed == nil {
				failed = err
			}
		})
	}}
	report, err := f.watch(ctx, id, from)
	w.end()
	if err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	if p.flags.json() { // the last event has the report already
		if report.GetStatus() == orchestratorv1.RunReport_WAITING {
			return exitError{exitWaiting}
		}
		return nil
	}
	if err := p.print("\n"); err != nil {
		return err
	}
	return p.present(report)
}

func (p *program) printEvent(e *orchestratorv1.RunEvent) error {
	if !p.flags.json() {
		return p.print(render.Event(p.outStyle, e))
	}
	line, err := render.Line(e)
	if err != nil {
		return err
	}
	return p.print(string(line) + "\n")
}
