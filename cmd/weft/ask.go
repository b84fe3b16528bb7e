package main

import (
	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func (p *program) askCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ask TEXT…",
		Short: "Answer a question from your notes",
		Long: `Answers a question, whatever the router would take it for. The answer cites
the notes that it stands on; where the notes don't have it, it says so.

A question may refer to what was asked before it in its thread.

If an answer needs something that only you know, you are asked. Without a
terminal the questions are printed and the exit code is 3; "weft reply" goes on.`,
		Example: `  weft ask why did bench press feel heavy last week
  weft ask "how many runs in January?" --detailed
  weft ask "show me last week's workouts" -o json | jq .citations
  weft ask --thread running "how far did I run in February?"
  weft ask --thread running "and in January?"
  weft ask - < question.txt`,
		Args: between(1, -1, "a question"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.handle(cmd.Context(), commonv1.InputType_INPUT_TYPE_QUERY, args)
		},
	}
	p.conversationFlags(c)
	return c
}
