package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
)

func (p *program) calendarsCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "calendars",
		Short: "See and add the calendars that goals are planned around",
		Long: `Goals are planned around what your calendars hold. They are in the configuration,
planning.calendars, and are only read.`,
		Example: `  weft calendars ls
  weft calendars add work ~/work.ics
  weft calendars add team https://ann@cal.example.com/ --password-file ~/.calendar`,
	}, p.calendarsListCommand(), p.calendarsAddCommand())
}

func (p *program) calendarsListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List calendars, and whether they can be read",
		Example: `  weft calendars ls
  weft calendars ls -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			list, err := s.api().ListCalendars(cmd.Context(), &orchestratorv1.ListCalendarsRequest{})
			switch {
			case err != nil:
				return err
			case p.flags.json():
				return p.printJSON(list)
			case len(list.GetCalendars()) == 0:
				p.notice("no calendars; \"weft calendars add NAME SOURCE\" adds one")
				return nil
			}
			var out strings.Builder
			for _, c := range list.GetCalendars() {
				fmt.Fprintf(&out, "%-12s  %s\n", c.GetName(), c.GetSource())
				if c.GetProblem() != "" {
					out.WriteString(p.outStyle.Wrap(p.outStyle.Bad(c.GetProblem()), "  ", "  ") + "\n")
					continue
				}
				out.WriteString(p.outStyle.Dim(fmt.Sprintf("  %d events in the next 28 days", c.GetEvents())) + "\n")
				for _, w := range c.GetWarnings() {
					out.WriteString(p.outStyle.Wrap(p.outStyle.Warn(w), "  ", "  ") + "\n")
				}
			}
			return p.print(out.String())
		},
	}
}

func (p *program) calendarsAddCommand() *cobra.Command {
	var passwordFile string
	c := &cobra.Command{
		Use:   "add NAME SOURCE",
		Short: "Add a calendar to the configuration file",
		Long: `Adds a calendar to your configuration file: an .ics file, a folder of them, or
the address of one or of a CalDAV server, with your user name in it. A running
server uses it after a restart.`,
		Example: `  weft calendars add work ~/work.ics
  weft calendars add team https://ann@cal.example.com/ --password-file ~/.calendar`,
		Args: between(2, 2, "a name and where the calendar is"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.addCalendar(cmd.Context(), args[0], args[1], passwordFile)
		},
	}
	c.Flags().StringVar(&passwordFile, "password-file", "", "the `file` with the password for an address")
	return c
}

func (p *program) addCalendar(_ context.Context, name, at, passwordFile string) error {
	if strings.ContainsAny(name, "= \t\n\"'#:") || name == "" {
		return usage("%q is not a calendar name: use letters, digits and dashes", name)
	}
	if !strings.Contains(at, "://") && !strings.HasPrefix(at, "~/") {
		full, err := filepath.Abs(at)
		if err != nil {
			return err
		}
		if _, err := os.Stat(full); err != nil {
			return usage("%s: there is no such file or folder", full)
		}
		at = full
	}
	source, err := p.source()
	if err != nil {
		return err
	}
	file, _ := source.File()
	added := []config.Item{{Path: "planning.calendars", Value: name + "=" + at}}
	if passwordFile != "" {
		full, err := filepath.Abs(passwordFile)
		if err != nil {
			return err
		}
		added = append(added, config.Item{Path: "planning.calendar_passwords", Value: name + "=file:" + full})
	}
	if err := config.Append(file, added...); err != nil {
		return err
	}
	p.notice("calendar %s is in %s; a running server uses it after a restart", name, file)
	return nil
}
