package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func (p *program) reindexCommand() *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use:   "reindex",
		Short: "Parse your notes again after a change of domains",
		Long: `Parses the notes again that were parsed by other domains than you have now, or
before you changed them in an editor, newest first. Your notes are not changed,
and data that you have corrected stays. What is interrupted goes on where it was
when you say it again.

A server ("weft up") does this by itself, unless a model reads your notes: that
costs something, and --dry-run tells for how many notes.`,
		Example: `  weft reindex
  weft reindex --dry-run`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.reindex(cmd.Context(), dryRun) },
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "only tell how many notes there are to parse")
	return c
}

// A reindexed is what a reading anew has done.
type reindexed struct {
	DryRun   bool           `json:"dryRun"`
	Total    int32          `json:"total"`
	Parsed   int32          `json:"parsed"`
	Problems []importRemark `json:"problems"`
}

func (p *program) reindex(ctx context.Context, dryRun bool) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	stream, err := s.api().ReindexEntries(ctx, &orchestratorv1.ReindexEntriesRequest{DryRun: dryRun})
	if err != nil {
		return err
	}
	w := p.walk(false)
	defer w.end()
	done := reindexed{DryRun: dryRun, Problems: []importRemark{}}
	for {
		r, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			w.end()
			if done.Parsed > 0 {
				p.notice("%d of %s were parsed; then it stopped. It goes on when you say it again", done.Parsed, count(int(done.Total), "note"))
			}
			return err
		}
		done.Total = r.GetTotal()
		switch {
		case r.GetProblem() != "":
			done.Problems = append(done.Problems, importRemark{r.GetEntryId(), r.GetProblem()})
		case r.GetEntryId() != "":
			done.Parsed++
		}
		w.status.Set(fmt.Sprintf("parsing: %d of %s", r.GetDone(), count(int(r.GetTotal()), "note")))
	}
	w.end()
	return p.printReindexed(done)
}

func (p *program) printReindexed(done reindexed) error {
	if p.flags.json() {
		return p.printValue(done)
	}
	for _, problem := range done.Problems {
		if err := p.print(p.outStyle.Warn("not parsed") + "  " + oneLine(problem.Source+": "+problem.Reason) + "\n"); err != nil {
			return err
		}
	}
	switch {
	case done.DryRun:
		return p.print(count(int(done.Total), "note") + " to parse\n")
	case done.Total == 0:
		return p.print("every note is up to date\n")
	}
	return p.print(count(int(done.Parsed), "note") + " parsed\n")
}
