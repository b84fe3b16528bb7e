package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
)

const runArg = `RUN is a run's id, its first or last characters, or "last".`

func (p *program) runsCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "runs",
		Short: "List, show, watch, signal, query, retry, fork or verify runs",
		Long: `Every input starts a run, and Weft records every step of it.
` + runArg,
		Example: `  weft runs ls --status waiting
  weft runs show last
  weft runs watch last
  weft runs ls --failed
  weft runs retry last`,
	}, p.runsListCommand(), p.runsShowCommand(), p.runsWatchCommand(), p.runsRetryCommand(), p.runsSignalCommand(), p.runsQueryCommand(), p.runsForkCommand(), p.runsReplayCommand(), p.runsCancelCommand(), p.runsVerifyCommand())
}

func (p *program) runsListCommand() *cobra.Command {
	var filter listFilter
	var status, graph, thread string
	var failed bool
	c := &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List runs, newest first",
		Example: `  weft runs ls
  weft runs ls --status waiting
  weft runs ls --failed    # these need your attention
  weft runs ls --thread running
  weft runs ls --label customer=acme --since 7d
  weft runs ls --words invoice --user ann
  weft runs ls --limit 0 -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if failed {
				status = "failed"
			}
			want, err := parseStatus(status)
			if err != nil {
				return err
			}
			if err := filter.check(); err != nil {
				return err
			}
			return p.listRuns(cmd.Context(), &orchestratorv1.ListRunsRequest{Status: want, Graph: graph, ThreadId: thread}, filter)
		},
	}
	filter.register(c, "runs")
	c.Flags().StringVar(&status, "status", "", "only runs with this `status`: "+strings.Join(statuses(), ", "))
	c.Flags().BoolVar(&failed, "failed", false, "only failed runs; \"weft runs retry\" retries them")
	c.Flags().StringVar(&graph, "graph", "", "only runs of this `graph`; \"weft graph ls\" lists graphs")
	c.Flags().StringVar(&thread, "thread", "", "only runs of this `thread`; \"weft threads ls\" lists threads")
	c.MarkFlagsMutuallyExclusive("status", "failed")
	complete(c, "status", statuses()...)
	return c
}

// statuses returns the words for how a run can stand.
func statuses() []string {
	var words []string
	for n := range len(orchestratorv1.RunReport_Status_name) {
		if s := orchestratorv1.RunReport_Status(n); s != orchestratorv1.RunReport_STATUS_UNSPECIFIED {
			words = append(words, render.Status(s))
		}
	}
	return words
}

func parseStatus(word string) (orchestratorv1.RunReport_Status, error) {
	if word == "" {
		return orchestratorv1.RunReport_STATUS_UNSPECIFIED, nil
	}
	i := slices.Index(statuses(), strings.ToLower(word))
	if i < 0 {
		return 0, usage("--status %q: use %s", word, strings.Join(statuses(), ", "))
	}
	return orchestratorv1.RunReport_Status(i + 1), nil
}

// listRuns shows the runs that a request and the filter mean.
func (p *program) listRuns(ctx context.Context, req *orchestratorv1.ListRunsRequest, filter listFilter) error {
	zone, err := p.zone()
	if err != nil {
		return err
	}
	if req.Since, req.Until, err = filter.timeSpan(p); err != nil {
		return err
	}
	req.User, req.Labels, req.Words, req.WithTotal = filter.user, filter.labels, filter.words, true
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	all := &orchestratorv1.ListRunsResponse{}
	all.NextPageToken, err = pages(filter.limit, pageSize, func(size int32, token string) (int, string, error) {
		req.PageSize, req.PageToken = size, token
		page, err := s.api().ListRuns(ctx, req)
		all.Runs = append(all.Runs, page.GetRuns()...)
		all.TotalSize, req.WithTotal = max(all.GetTotalSize(), page.GetTotalSize()), false
		return len(page.GetRuns()), page.GetNextPageToken(), err
	})
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printJSON(all)
	}
	var out strings.Builder
	for _, r := range all.GetRuns() {
		out.WriteString(render.RunLine(p.outStyle, r, zone))
	}
	p.tellTotal(len(all.GetRuns()), all.GetTotalSize(), "runs")
	return p.print(out.String())
}

func (p *program) runsShowCommand() *cobra.Command {
	var at int64
	c := &cobra.Command{
		Use:   "show [RUN]",
		Short: "Show a run: its steps, cost and result",
		Long: `Shows a run; by default the last one.
` + runArg,
		Example: `  weft runs show
  weft runs show 01KJ5Q -o json
  weft runs show last --at 4    # as it was after event 4`,
		Args:              between(0, 1, "one run"),
		ValidArgsFunction: cobra.FixedCompletions([]string{"last"}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withRun(cmd.Context(), args, func(ctx context.Context, s *connection, id string) error {
				got, err := s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id, Sequence: at})
				if err != nil {
					return err
				}
				return p.printRun(got.GetRun())
			})
		},
	}
	c.Flags().Int64Var(&at, "at", 0, "show the run as it was after event `N`, the number before a step")
	return c
}

func (p *program) printRun(r *orchestratorv1.Run) error {
	if p.flags.json() {
		return p.printJSON(r)
	}
	zone, err := p.zone()
	if err != nil {
		return err
	}
	return p.print(render.Run(p.outStyle, r, zone))
}

func (p *program) runsCancelCommand() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "cancel RUN",
		Short: "Cancel a run",
		Long: `Cancels a run. What it has already stored stays. A run that has ended doesn't
change.
` + runArg,
		Example: `  weft runs cancel last --reason "asked the wrong thing"`,
		Args:    between(1, 1, "a run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withRun(cmd.Context(), args, func(ctx context.Context, s *connection, id string) error {
				got, err := s.api().CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: id, Reason: reason})
				if err != nil {
					return err
				}
				if p.flags.json() {
					return p.printJSON(got.GetRun())
				}
				return p.print(fmt.Sprintf("%s  %s\n", id, render.Status(got.GetRun().GetStatus())))
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "`reason`, for the record")
	return c
}

// withRun connects, finds the run that the first argument means (the last one
// if there is none) and calls do.
func (p *program) withRun(ctx context.Context, args []string, do func(context.Context, *connection, string) error) error {
	return p.withRunOf(ctx, args, orchestratorv1.RunReport_STATUS_UNSPECIFIED, do)
}

// withRunOf is withRun for which "last" is the newest run that stands like status.
func (p *program) withRunOf(ctx context.Context, args []string, status orchestratorv1.RunReport_Status, do func(context.Context, *connection, string) error) error {
	ref := lastRun
	if len(args) > 0 {
		ref = args[0]
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	id, err := findRun(ctx, s.api(), ref, status)
	if err != nil {
		return err
	}
	return do(ctx, s, id)
}
