package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func (p *program) runsRetryCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "retry RUN",
		Short: "Have a failed run go on where it failed",
		Long: `Has a failed run go on at the step that failed, and follows it. What it did
before is not done again: a note that it kept is not kept twice.
RUN is a run's id, the first or last characters of one, or "last", which is the
newest run that failed.`,
		Example: `  weft runs ls --failed
  weft runs retry last`,
		Args: between(1, 1, "a run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.withRunOf(cmd.Context(), args, orchestratorv1.RunReport_FAILED, p.retry)
		},
	}
	c.Flags().BoolVar(&p.flags.steps, "steps", p.flags.steps, "print each step of the run on standard error")
	return c
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
		Short: "Look for runs that a damaged disk has taken",
		Long: `Reads every run, compares the log of runs with the queue and with the ids of
requests, and tells what is missing; with --show also what was written, as far as
anything still has it. A run that had not ended is begun anew if its start is
left. The exit code is 1 if something is missing.`,
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
	c.Flags().BoolVar(&show, "show", false, "tell the text of what was lost, too")
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
			out.WriteString("; begun anew")
		}
		if lost.GetText() == "" && lost.GetTextBytes() > 0 {
			fmt.Fprintf(&out, "; its text has %s, --show tells it", count(int(lost.GetTextBytes()), "byte"))
		}
		out.WriteString("\n")
		if lost.GetText() != "" {
			fmt.Fprintf(&out, "  “%s”\n", oneLine(lost.GetText()))
		}
	}
	for _, id := range v.GetBegunRunIds() {
		fmt.Fprintf(&out, "%s  lay in no queue, and is queued now\n", id)
	}
	fmt.Fprintf(&out, "%s read, %d damaged\n", count(int(v.GetRuns()), "run"), len(v.GetLost()))
	return out.String()
}
