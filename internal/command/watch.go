package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

func (p *program) runsWatchCommand() *cobra.Command {
	var from int64
	var all bool
	var status, graph string
	c := &cobra.Command{
		Use:   "watch [RUN]",
		Short: "Follow a run from its first event to its end",
		Long: `Prints a run's events so far, then new ones, until the run ends or waits for
you. With -o json each event is one line of JSON, a RunEvent.

With --all it prints how all runs stand that have not ended, and each change
of that, until you stop it. With -o json each is one line of JSON, a RunsEvent;
--from then is one more than the sequence of the last one you saw.
` + runArg,
		Example: `  weft runs watch
  weft runs watch last --from 5
  weft runs watch last -o json | jq -c .completed.timing
  weft runs watch --all --status waiting`,
		Args:              between(0, 1, "one run"),
		ValidArgsFunction: cobra.FixedCompletions([]string{"last"}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if from < 0 {
				return usage("--from %d: use 1 or more; events are counted from 1", from)
			}
			want, err := parseStatus(status)
			switch {
			case err != nil:
				return err
			case all && len(args) > 0:
				return usage("name a run or use --all, not both")
			case !all && (status != "" || graph != ""):
				return usage("--status and --graph go with --all")
			case all:
				if !cmd.Flags().Changed("from") {
					from = 0
				}
				return p.watchRuns(cmd.Context(), &orchestratorv1.ListRunsRequest{Status: want, Graph: graph}, from)
			}
			return p.withRun(cmd.Context(), args, func(ctx context.Context, s *connection, id string) error {
				return p.watchRun(ctx, s, id, from)
			})
		},
	}
	c.Flags().Int64Var(&from, "from", 1, "first `event` to print, counted from 1")
	c.Flags().BoolVar(&all, "all", false, "follow all runs")
	c.Flags().StringVar(&status, "status", "", "with --all: only changes to this `status`: "+strings.Join(statuses(), ", "))
	c.Flags().StringVar(&graph, "graph", "", "with --all: only runs of this `graph`")
	complete(c, "status", statuses()...)
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
	return p.printMessage(e, func() string { return render.Event(p.outStyle, e) })
}

// printMessage prints one of many messages: as a line of JSON, or as text.
func (p *program) printMessage(m proto.Message, text func() string) error {
	if !p.flags.json() {
		return p.print(text())
	}
	line, err := render.Line(m)
	if err != nil {
		return err
	}
	return p.print(string(line) + "\n")
}
