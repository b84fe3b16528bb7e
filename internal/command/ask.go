package command

import (
	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func (p *program) askCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ask TEXT…",
		Short: "Answer a question from your notes",
		Long: `Answers TEXT as a question, even if it looks like a note. The answer cites your
notes, and says so if they don't have it.

A question can refer to earlier ones in its thread.

If the answer needs something only you know, Weft asks you. Without a terminal
it prints its questions and exits with code 3; answer with "weft reply".`,
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
