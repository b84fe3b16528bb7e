package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
)

// usual is what is said for a preference to be as the server has it.
const usual = "usual"

func (p *program) configPreferCommand() *cobra.Command {
	var depth, steps string
	c := &cobra.Command{
		Use:   "prefer",
		Short: "Show or set how far models go for you",
		Long: `Shows how far models go for you where a question and its thread don't say, or
sets it. It is kept on the server and is yours alone: whoever runs the server
sets what holds for those who have set nothing (llm.user_depths, llm.depth).`,
		Example: `  weft config prefer
  weft config prefer --depth quick
  weft config prefer --depth deep --steps 8
  weft config prefer --depth usual --steps usual    # as the server has it`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.prefer(cmd.Context(), depth, steps)
		},
	}
	c.Flags().StringVar(&depth, "depth", "", "how much models do: "+strings.Join(depths, ", ")+", or usual (as the server has it)")
	c.Flags().StringVar(&steps, "steps", "", "how many steps \"weft reason\" takes, 1 to 15, or usual (those of the depth)")
	complete(c, "depth", append([]string{usual}, depths...)...)
	complete(c, "steps", usual)
	return c
}

// prefer sets what is said, and shows what holds.
func (p *program) prefer(ctx context.Context, depth, steps string) error {
	set := &reasonv1.Preferences{}
	if err := preferences(set, depth, steps); err != nil {
		return err
	}
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	is, err := s.api().GetPreferences(ctx, &orchestratorv1.GetPreferencesRequest{})
	if err != nil {
		return err
	}
	if depth != "" || steps != "" {
		if depth == "" {
			set.Depth = is.GetPreferences().GetDepth()
		}
		if steps == "" {
			set.Steps = is.GetPreferences().GetSteps()
		}
		now, err := s.api().SetPreferences(ctx, &orchestratorv1.SetPreferencesRequest{Preferences: set})
		if err != nil {
			return err
		}
		is.Preferences = now.GetPreferences()
	}
	return p.printMessage(is, func() string { return tellPreferences(is) })
}

// preferences reads what is said on the command line.
func preferences(into *reasonv1.Preferences, depth, steps string) error {
	if depth != "" && depth != usual {
		word, known := commonv1.Depth_value["DEPTH_"+strings.ToUpper(depth)]
		if !known || word == 0 {
			return usage("--depth %q: use %s, or usual", depth, strings.Join(depths, ", "))
		}
		into.Depth = commonv1.Depth(word)
	}
	if steps != "" && steps != usual {
		if _, err := fmt.Sscanf(steps+"\n", "%d\n", &into.Steps); err != nil || into.GetSteps() < 1 || into.GetSteps() > mostReasonSteps {
			return usage("--steps %q: use 1 to %d, or usual", steps, mostReasonSteps)
		}
	}
	return nil
}

func tellPreferences(is *orchestratorv1.GetPreferencesResponse) string {
	word := func(d commonv1.Depth) string { return strings.ToLower(strings.TrimPrefix(d.String(), "DEPTH_")) }
	depth := word(is.GetUsualDepth()) + " (as the server has it)"
	if own := is.GetPreferences().GetDepth(); own != commonv1.Depth_DEPTH_UNSPECIFIED {
		depth = word(own)
	}
	steps := "those of the depth"
	if n := is.GetPreferences().GetSteps(); n > 0 {
		steps = fmt.Sprint(n)
	}
	return fmt.Sprintf("depth  %s\nsteps  %s\n", depth, steps)
}
