package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func (p *program) runsRetryCommand() *cobra.Command {
	var all bool
	var since time.Duration
	c := &cobra.Command{
		Use:   "retry RUN | --all-failed [--since DURATION]",
		Short: "Retry a failed run from the step that failed, or all of them",
		Long: `Retries a failed run from the step that failed, and follows it. Earlier steps
aren't repeated, so a note is never kept twice.
RUN is a run's id, its first or last characters, or "last" for the newest failed
run. --all-failed retries all of them, and --since only recent ones; that prints
their ids and doesn't wait for them. A run in which somebody has answered an
approval is retried by whoever has the scope approve.`,
		Example: `  weft runs ls --failed
  weft runs retry last
  weft runs retry --all-failed --since 3h`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case all && len(args) > 0:
				return usage("%q takes either a run or --all-failed, not both", cmd.CommandPath())
			case all:
				return p.retryAll(cmd.Context(), since)
			case cmd.Flags().Changed("since"):
				return usage("--since needs --all-failed")
			}
			if err := between(1, 1, "a run, or --all-failed")(cmd, args); err != nil {
				return err
			}
			return p.withRunOf(cmd.Context(), args, orchestratorv1.RunReport_FAILED, p.retry)
		},
	}
	c.Flags().BoolVar(&p.flags.steps, "steps", p.flags.steps, "print each step of the run on standard error")
	c.Flags().BoolVar(&all, "all-failed", false, "retry all failed runs")
	c.Flags().DurationVar(&since, "since", 0, "only runs that failed within this time, such as 90m; 0 is all")
	return c
}

// retryAll has all failed runs go on that have failed within so long; 0 is all of them.
func (p *program) retryAll(ctx context.Context, within time.Duration) error {
	req := &orchestratorv1.RetryRunsRequest{}
	switch {
	case within < 0:
		return usage("--since %v: use a positive time such as 90m, or 0 for all", within)
	case within > 0:
		req.Since = timestamppb.New(time.Now().Add(-within))
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	all, seen := &orchestratorv1.RetryRunsResponse{}, map[string]bool{}
	for more := true; more; {
		got, err := s.api().RetryRuns(ctx, req)
		if err != nil {
			return err
		}
		more = false // unless others go on: those that fail again at once are not retried for ever
		for _, id := range got.GetRunIds() {
			if !seen[id] {
				seen[id], more = true, got.GetMore()
				all.RunIds = append(all.RunIds, id)
			}
		}
		all.RefusedRunIds = got.GetRefusedRunIds() // each call names the newest of them
	}
	if p.flags.json() {
		return p.printJSON(all)
	}
	return p.print(retried(all, within))
}

// retried tells which runs go on, and how many may not.
func retried(all *orchestratorv1.RetryRunsResponse, within time.Duration) string {
	ids, refused := all.GetRunIds(), len(all.GetRefusedRunIds())
	var out string
	switch {
	case len(ids) > 0:
		out = fmt.Sprintf("%s\n%s again; to see how they end: weft runs ls\n", strings.Join(ids, "\n"), goOn(len(ids)))
	case refused > 0:
	case within > 0:
		out = fmt.Sprintf("No run has failed in the last %v.\n", within)
	default:
		out = "No run has failed.\n"
	}
	if refused > 0 {
		out += fmt.Sprintf("%s left alone: your credential doesn't have the scope that a retry needs; weft runs retry RUN says which\n",
			count(refused, "failed run"))
	}
	return out
}

// goOn says that so many runs go on.
func goOn(n int) string {
	if n == 1 {
		return "1 run started"
	}
	return count(n, "run") + " go"
}

func (p *program) retry(ctx context.Context, s *connection, id string) error {
	got, err := s.api().GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: id})
	if err != nil {
		return err
	}
	if _, err := s.api().RetryRun(ctx, &orchestratorv1.RetryRunRequest{RunId: id}); err != nil {
		return err
	}
	w := p.walk(p.flags.steps)
	defer w.end()
	f := &follower{api: s.api(), see: w.see, away: w.away, leave: true, stay: s.inProcess()}
	report, err := f.watch(ctx, id, got.GetRun().GetSequence()+1)
	w.end()
	if err != nil {
		return p.left(ctx, s, id, err)
	}
	if report, err = p.settle(ctx, s, f, w, report); err != nil {
		return err
	}
	return p.present(report)
}

func (p *program) runsVerifyCommand() *cobra.Command {
	var show bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Look for runs lost to disk damage",
		Long: `Reads every run, compares the run log with the queue and the request ids, and
lists what is missing; with --show also the lost text, if a copy is left. An
unfinished run is started over if its start is still there. The exit code is 1
if anything is missing.`,
		Example: `  weft runs verify
  weft runs verify --show -o json | jq -r '.lost[].text'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			got, err := s.api().VerifyRuns(cmd.Context(), &orchestratorv1.VerifyRunsRequest{WithText: show})
			if err != nil {
				return err
			}
			return p.printVerified(got)
		},
	}
	c.Flags().BoolVar(&show, "show", false, "also show the text that was lost")
	return c
}

func (p *program) printVerified(v *orchestratorv1.VerifyRunsResponse) error {
	missing := len(v.GetLost())+len(v.GetProblems()) > 0
	if p.flags.json() {
		if err := p.printJSON(v); err != nil {
			return err
		}
	} else if err := p.print(verified(v)); err != nil {
		return err
	}
	if missing {
		return exitError{exitFailed}
	}
	return nil
}

func verified(v *orchestratorv1.VerifyRunsResponse) string {
	var out strings.Builder
	for _, problem := range v.GetProblems() {
		fmt.Fprintf(&out, "%s\n", oneLine(problem))
	}
	for _, lost := range v.GetLost() {
		fmt.Fprintf(&out, "%s  %s", lost.GetRunId(), oneLine(lost.GetProblem()))
		if lost.GetRecovered() {
			out.WriteString("; started over")
		}
		if lost.GetText() == "" && lost.GetTextBytes() > 0 {
			fmt.Fprintf(&out, "; its text is %s long, and --show prints it", count(int(lost.GetTextBytes()), "byte"))
		}
		out.WriteString("\n")
		if lost.GetText() != "" {
			fmt.Fprintf(&out, "  “%s”\n", oneLine(lost.GetText()))
		}
	}
	for _, id := range v.GetBegunRunIds() {
		fmt.Fprintf(&out, "%s  was missing from the queue; it is queued now\n", id)
	}
	fmt.Fprintf(&out, "%s read, %d damaged\n", count(int(v.GetRuns()), "run"), len(v.GetLost()))
	return out.String()
}
