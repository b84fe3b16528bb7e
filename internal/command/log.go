package command

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
		Long: `Keeps TEXT as a note, even if it looks like a question. Your text is saved, byte
for byte, before anything else happens. Words such as "yesterday" file the note
under the day it is about. A correction changes the data of the note it
corrects.

--dry-run shows the entry without keeping it.`,
		Example: `  weft log "bench press 3x5 at 80 kg, felt heavy"
  weft log "yesterday I ran 5k in 27 min"
  weft log "correction: it was 82.5 kg, not 80"
  weft log --thread training "ran 5k in 27 min"
  weft log --dry-run "slept 6.5 h, woke up twice"
  weft log --dry-run --batch notes.jsonl
  pbpaste | weft log -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if batch != "" && !dryRun {
				return usage("--batch needs --dry-run here; to keep many notes, use \"weft import\"")
			}
			if batch == "" && len(args) == 0 {
				return usage("what should be kept? Use weft log TEXT, or weft log - to read standard input")
			}
			if dryRun {
				return p.explain(cmd.Context(), commonv1.InputType_INPUT_TYPE_LOG, args, batch)
			}
			return p.handle(cmd.Context(), commonv1.InputType_INPUT_TYPE_LOG, args)
		},
	}
	p.conversationFlags(c)
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show the entry without keeping it")
	batchFlag(c, &batch)
	return c
}

func (p *program) explainCommand() *cobra.Command {
	var batch string
	c := &cobra.Command{
		Use:   "explain TEXT…",
		Short: "Show what Weft would do with a text, without doing it",
		Long: `Shows how Weft understands TEXT and what it would do with it. For a question:
its domains, its days, how it is read and what would be looked up. For a note:
the entry it would become.`,
		Example: `  weft explain "why did bench press feel heavy last week?"
  weft explain "how was it between Christmas and March 5?" --now 2026-02-23T09:00
  weft explain --batch questions.jsonl > plans.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if batch == "" && len(args) == 0 {
				return usage("what should be explained? Use weft explain TEXT, or weft explain --batch FILE")
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
