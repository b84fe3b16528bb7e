package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/app"
)

func (p *program) graphCheckCommand() *cobra.Command {
	var against string
	c := &cobra.Command{
		Use:   "check",
		Short: "Tell whether this build can go on with the runs of a store",
		Long: `Replays every run that waits or is under way by the graphs of this build, and
tells of each that it could not go on with why: before another version of Weft is
rolled out. The exit code is 1 if there is one.

Nothing is changed, and a server may be at work on the store: runs are read from
a copy of what the vault has, or from the NATS server that keeps them.`,
		Example: `  weft graph check
  weft graph check --against ~/Notes
  weft graph check --against nats://nats:4222 -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := p.settings()
			if err != nil {
				return err
			}
			checked, err := p.mesh.checkRuns(cmd.Context(), c, against)
			if err != nil {
				return err
			}
			if p.flags.json() {
				err = p.printValue(checked)
			} else {
				err = p.print(checkedRuns(checked))
			}
			if err == nil && len(checked.Stuck) > 0 {
				err = exitError{exitFailed}
			}
			return err
		},
	}
	c.Flags().StringVar(&against, "against", "", "the `store`: a vault, or the URL of a NATS server; what is configured if it is left out")
	return c
}

func checkedRuns(checked *app.RunsCheck) string {
	var out strings.Builder
	for _, r := range checked.Stuck {
		fmt.Fprintf(&out, "%s  %s  %s\n", r.Run, r.Status, oneLine(r.Problem))
		if r.Text != "" {
			fmt.Fprintf(&out, "  “%s”\n", oneLine(r.Text))
		}
	}
	fmt.Fprintf(&out, "%s not ended, %d can't go on with this build\n", count(checked.Runs, "run"), len(checked.Stuck))
	return out.String()
}
