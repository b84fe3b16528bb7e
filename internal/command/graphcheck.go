package command

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
		Short: "Check that this build can continue unfinished runs",
		Long: `Use this before you roll out another version of Weft. It replays every
unfinished run with this build's graphs and lists those that this build couldn't
continue, and why. The exit code is 1 if there are any.

It changes nothing, so a server can stay up: runs are read from a copy of the
vault's run log, or from the NATS server that keeps them.`,
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
	c.Flags().StringVar(&against, "against", "", "`vault` or NATS server URL to check (default: from the configuration)")
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
	fmt.Fprintf(&out, "%s unfinished, %d stuck\n", count(checked.Runs, "run"), len(checked.Stuck))
	return out.String()
}
