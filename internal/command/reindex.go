package command

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
		Short: "Parse your notes again after you change domains",
		Long: `Parses notes again, newest first, if you have edited them or changed your
domains since they were last parsed. Your text stays as it is, and so does data
you have corrected. If you interrupt it, run it again to continue. Where
llm.embeddings names a model, notes without vectors then get theirs.

A server ("weft up") does this by itself, unless a model parses your notes:
models can cost money, and --dry-run shows how many notes it would be.`,
		Example: `  weft reindex
  weft reindex --dry-run`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.reindex(cmd.Context(), dryRun) },
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show how many notes would be parsed, and parse none")
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
				p.notice("%d of %s were parsed, then it stopped. Run it again to continue", done.Parsed, count(int(done.Total), "note"))
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
		return p.print("every note is up to date; nothing to parse\n")
	}
	return p.print(count(int(done.Parsed), "note") + " parsed\n")
}
