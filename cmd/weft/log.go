package main

import (
	"context"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func (p *program) logCommand() *cobra.Command {
	var dryRun bool
	var batch string
	c := &cobra.Command{
		Use:   "log TEXT…",
		Short: "Keep a note",
		Long: `Keeps a note, whatever the router would take it for. The text is on disk, byte
for byte, before anything is made of it. Words such as "yesterday" move the note
to the day it is about. A correction changes the data of the note it corrects.

With --dry-run nothing is kept: it shows the entry as it would be.`,
		Example: `  weft log "bench press 3x5 at 80 kg, felt heavy"
  weft log "yesterday I ran 5k in 27 min"
  weft log "correction: it was 82.5 kg, not 80"
  weft log --thread training "ran 5k in 27 min"
  weft log --dry-run "slept 6.5 h, woke up twice"
  weft log --dry-run --batch notes.jsonl
  pbpaste | weft log -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if batch != "" && !dryRun {
				return usage("--batch needs --dry-run here; \"weft import\" keeps many notes")
			}
			if batch == "" && len(args) == 0 {
				return usage("what should be kept? weft log TEXT, or weft log - to read it from standard input")
			}
			if dryRun {
				return p.explain(cmd.Context(), commonv1.InputType_INPUT_TYPE_LOG, args, batch)
			}
			return p.handle(cmd.Context(), commonv1.InputType_INPUT_TYPE_LOG, args)
		},
	}
	p.conversationFlags(c)
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show the entry as it would be kept, and keep nothing")
	batchFlag(c, &batch)
	return c
}

func (p *program) explainCommand() *cobra.Command {
	var batch string
	c := &cobra.Command{
		Use:   "explain TEXT…",
		Short: "Show what would be done with a text, without doing it",
		Long: `Shows what Weft takes a text for and what it would do: for a question its
domains, the days it means, how it is read, and what would be looked up; for a
note the entry as it would be kept.`,
		Example: `  weft explain "why did bench press feel heavy last week?"
  weft explain "how was it between Christmas and March 5?" --now 2026-02-23T09:00
  weft explain --batch questions.jsonl > plans.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if batch == "" && len(args) == 0 {
				return usage("what should be explained? weft explain TEXT, or weft explain --batch FILE")
			}
			return p.explain(cmd.Context(), commonv1.InputType_INPUT_TYPE_UNSPECIFIED, args, batch)
		},
	}
	batchFlag(c, &batch)
	p.threadFlag(c)
	return c
}

// explain shows what would be done with one text, or with each line of a batch.
func (p *program) explain(ctx context.Context, intent commonv1.InputType, args []string, batch string) error {
	if batch != "" {
		return p.explainBatch(ctx, intent, args, batch)
	}
	text, err := p.text(args)
	if err != nil {
		return err
	}
	return p.explainOne(ctx, intent, text)
}
