package command

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/planning/timeline"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

func (p *program) weekCommand() *cobra.Command {
	var calendars calendarFlags
	c := &cobra.Command{
		Use:   "week [DAY]",
		Short: "Show a week of your roadmaps and calendars as a grid",
		Long: `Shows the week of a day (default: today) as a grid of seven days. The blocks of
your roadmaps and the events of your calendars are boxes, side by side where
they overlap. Each time at which something begins or ends has a labeled line.
Below the grid are the blocks as a list, and the open tasks in your notes that
are due then, day by day; this week also shows overdue tasks. With --calendar
it shows only those calendars, and asks no server: .ics files, folders of them,
and addresses of a published file or a CalDAV server. A narrow terminal gets a
list.`,
		Example: `  weft week
  weft week --calendar ~/work.ics --calendar italian.ics
  weft week 2026-12-24 --calendar ~/calendars
  weft week --calendar https://cal.example.com/ --calendar-user ann --calendar-password-file ~/.calendar`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			now, zone, err := p.planningTime()
			if err != nil {
				return err
			}
			monday := weekOf(now)
			if len(args) > 0 {
				day, err := p.dayOfArgument(args[0])
				if err != nil {
					return err
				}
				monday = weekOf(day.In(zone))
			}
			if len(calendars.sources) == 0 {
				return p.weekOfRoadmaps(cmd.Context(), monday, now, zone)
			}
			return p.week(cmd.Context(), monday, zone, calendars)
		},
	}
	calendars.register(c.Flags(), "to show")
	return c
}

// heldWeek is what calendars hold in a week, for programs.
type heldWeek struct {
	Commitments []timeline.Commitment `json:"commitments"`
	Warnings    []string              `json:"warnings"` // what could not be taken as it is
}

func (p *program) week(ctx context.Context, monday time.Time, zone *time.Location, calendars calendarFlags) error {
	read, err := p.readCalendars(ctx, calendars, zone)
	if err != nil {
		return err
	}
	commitments, err := read(monday, monday.AddDate(0, 0, 7))
	if err != nil {
		return err
	}
	if p.flags.json() {
		out, err := json.MarshalIndent(heldWeek{commitments, p.calendarWarnings}, "", "  ")
		if err != nil {
			return err
		}
		return p.print(ended(string(out)))
	}
	return p.print(render.Week(p.outStyle, monday, commitmentItems(commitments), zone))
}

// weekOfRoadmaps shows a week of what is kept, and the tasks that are due in it.
func (p *program) weekOfRoadmaps(ctx context.Context, monday, now time.Time, zone *time.Location) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	next := monday.AddDate(0, 0, 7)
	agenda, err := agendaOf(ctx, s.api(), monday, next)
	if err != nil {
		return err
	}
	due, unread, err := collectTasks(ctx, s.api(), &orchestratorv1.ListTasksRequest{DueBy: next.AddDate(0, 0, -1).Format(time.DateOnly), PageSize: pageSize})
	if err != nil {
		return err
	}
	first := monday.Format(time.DateOnly)
	if weekOf(now).Equal(monday) {
		first = now.Format(time.DateOnly)
	} else {
		due = slices.DeleteFunc(due, func(t *orchestratorv1.Task) bool { return t.GetDueDate() < first })
	}
	if p.flags.json() {
		return p.printTogether(agenda, &orchestratorv1.ListTasksResponse{Tasks: append(due, unread...)})
	}
	p.tellUnread(agenda.GetWarnings())
	p.tellUnreadDue(unread)
	var out strings.Builder
	if len(agenda.GetItems()) > 0 || len(due) == 0 {
		out.WriteString(render.Week(p.outStyle, monday, render.AgendaItems(agenda.GetItems()), zone))
	}
	p.addDueTasks(&out, due, first)
	return p.print(out.String())
}
