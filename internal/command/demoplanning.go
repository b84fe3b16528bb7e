package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/examples"
	"github.com/weft-mesh/weft/planning/calendar"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

func (p *program) demoPlanningCommand() *cobra.Command {
	var keep bool
	c := &cobra.Command{
		Use:   "planning",
		Short: "Show goals planned around a calendar, and replanned when plans change",
		Long: `Plans a half marathon and a thesis side by side around a made-up calendar, as of
Friday, 27 November 2026 in Berlin. You see a goal that fits, one that can't be
done and what would help, both together in one schedule, what moves when a
conference comes up, and a week with all of it. Everything is computed again
each time, by rules. It needs no account, model, key or network, and touches no
file.`,
		Example: `  weft demo planning
  weft demo planning --keep     # keep the calendar files, so you can look around in them
  weft demo planning -o json    # both goals with their schedule, as they are at the end`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.demoPlanning(cmd.Context(), keep) },
	}
	c.Flags().BoolVar(&keep, "keep", false, "keep the calendars, and what was planned as .ics files")
	return c
}

func (p *program) demoPlanning(ctx context.Context, keep bool) error {
	if p.flags.server != "" || p.flags.vault != "" {
		return usage("the demo uses its own calendar; leave out --server and --vault")
	}
	d, err := newPlanningDemo(p)
	if err != nil {
		return err
	}
	if err := d.perform(ctx); err != nil || !keep {
		return err
	}
	dir, err := os.MkdirTemp("", "weft-demo-")
	if err != nil {
		return fmt.Errorf("can't make a folder for the demo: %w", err)
	}
	if err := d.write(dir); err != nil {
		return err
	}
	p.notice("the calendars are in %s; try: weft week %s --tz %s --calendar %s", dir, d.conference.From.Format(time.DateOnly), storyZone, dir)
	return nil
}

// A planningDemo is the story of two goals in one calendar.
type planningDemo struct {
	*program
	zone       *time.Location
	calendar   calendar.Calendar
	conference timeline.Commitment // comes up later
	request    draft.Request
	shared     *draft.Shared // as the story stands
}

func newPlanningDemo(p *program) (*planningDemo, error) {
	d := &planningDemo{program: p}
	var err error
	if d.zone, err = time.LoadLocation(storyZone); err != nil {
		return nil, err
	}
	if err := d.calendar.ReadFile(examples.Planning(), "calendar.ics"); err != nil {
		return nil, err
	}
	d.request = draft.Request{
		Now:         time.Date(2026, time.November, 27, 12, 0, 0, 0, d.zone),
		Commitments: d.commitments,
		Solve:       schedule.Options{Seed: 1},
	}
	if d.request.Templates, err = pattern.Shipped(); err != nil {
		return nil, err
	}
	var later calendar.Calendar
	if err := later.ReadFile(examples.Planning(), "conference.ics"); err != nil {
		return nil, err
	}
	found, _, err := later.Commitments(d.request.Now, d.request.Now.AddDate(0, 1, 0), d.zone)
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("the example has %d conferences, not one: %w", len(found), err)
	}
	d.conference = found[0]
	return d, nil
}

// commitments are what the example's calendar holds.
func (d *planningDemo) commitments(from, to time.Time) ([]timeline.Commitment, error) {
	held, _, err := d.calendar.Commitments(from, to, d.zone)
	return held, err
}

// write writes the calendars and each goal's schedule as files.
func (d *planningDemo) write(dir string) error {
	if err := os.CopyFS(dir, examples.Planning()); err != nil {
		return fmt.Errorf("can't write the example: %w", err)
	}
	for i, name := range []string{"half-marathon.ics", "thesis.ics"} {
		if err := writeSchedule(filepath.Join(dir, name), d.request.Now, d.zone, d.shared.Drafts[i]); err != nil {
			return err
		}
	}
	return nil
}
