package command

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/planning/civil"
)

func (p *program) todayCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "today [DAY]",
		Short: "Show a day: roadmaps, calendars, tasks, and what waits for you",
		Long: `Shows the blocks of your roadmaps and the events of your calendars on a day
(default: today), and the open tasks in your notes that are due then. For today
it also shows overdue tasks and plans that wait for you. "weft roadmaps move"
takes a block by its number.`,
		Example: `  weft today
  weft today tomorrow
  weft today 2027-03-14 -o json`,
		Args: between(0, 1, "one day"),
		RunE: func(cmd *cobra.Command, args []string) error {
			now, zone, err := p.planningTime()
			if err != nil {
				return err
			}
			day := civil.DateOf(now)
			if len(args) > 0 {
				if day, err = p.dayOfArgument(args[0]); err != nil {
					return err
				}
			}
			s, err := p.connect(cmd.Context())
			if err != nil {
				return err
			}
			defer s.close()
			return p.showDay(cmd.Context(), s.api(), day, civil.DateOf(now) == day, now, zone)
		},
	}
}

// showDay shows what there is on a day, and of today what is overdue and what waits.
func (p *program) showDay(ctx context.Context, api client, day civil.Date, today bool, now time.Time, zone *time.Location) error {
	agenda, err := agendaOf(ctx, api, day.In(zone), (day + 1).In(zone))
	if err != nil {
		return err
	}
	date := day.In(zone).Format(time.DateOnly)
	due, unread, err := collectTasks(ctx, api, &orchestratorv1.ListTasksRequest{DueBy: date, PageSize: pageSize})
	if err != nil {
		return err
	}
	if !today {
		due = slices.DeleteFunc(due, func(t *orchestratorv1.Task) bool { return t.GetDueDate() != date })
	}
	var waits []*orchestratorv1.PlanWait
	if today {
		if waits, err = waitsForMe(ctx, api); err != nil {
			return err
		}
	}
	if p.flags.json() {
		return p.printTogether(agenda, &orchestratorv1.ListTasksResponse{Tasks: append(due, unread...)}, &orchestratorv1.ListApprovalsResponse{Waits: waits})
	}
	p.tellUnread(agenda.GetWarnings())
	p.tellUnreadDue(unread)
	if today {
		p.tellMissed(ctx, api, now)
	}
	var out strings.Builder
	if len(agenda.GetItems()) > 0 {
		out.WriteString(p.outStyle.Bold(day.In(zone).Format("Mon 2 Jan 2006")) + "\n" + render.Agenda(p.outStyle, agenda.GetItems(), day, zone))
	}
	p.addDueTasks(&out, due, date)
	var waiting strings.Builder
	for _, w := range waits {
		waiting.WriteString(render.PlanWait(p.outStyle, w, zone))
	}
	p.addSection(&out, "Waiting for you", waiting.String())
	if out.Len() == 0 {
		p.notice("nothing on %s", day.In(zone).Format("Mon 2 Jan 2006"))
	}
	return p.print(out.String())
}

// tellUnread tells what of the calendars could not be read as it is.
func (p *program) tellUnread(warnings []string) {
	for _, w := range warnings {
		p.notice("%s", w)
	}
}

// addSection adds a part of what is shown, unless it is empty.
func (p *program) addSection(out *strings.Builder, title, text string) {
	if text == "" {
		return
	}
	if out.Len() > 0 {
		out.WriteString("\n")
	}
	out.WriteString(p.outStyle.Bold(title) + "\n" + text)
}

// addDueTasks adds a part for each day on which tasks are due, which come in that order, and one
// for those that are due before first.
func (p *program) addDueTasks(out *strings.Builder, due []*orchestratorv1.Task, first string) {
	for len(due) > 0 {
		title, day := "Overdue", due[0].GetDueDate()
		until := func(t *orchestratorv1.Task) bool { return t.GetDueDate() >= first }
		if day >= first {
			until = func(t *orchestratorv1.Task) bool { return t.GetDueDate() != day }
			if d, err := time.Parse(time.DateOnly, day); err == nil {
				title = "Due " + d.Format("Mon 2 Jan 2006")
			}
		}
		n := slices.IndexFunc(due, until)
		if n < 0 {
			n = len(due)
		}
		p.addSection(out, title, render.Tasks(p.outStyle, due[:n], first))
		due = due[n:]
	}
}

// waitsForMe lists what plans wait for from the caller. A server without plans has none.
func waitsForMe(ctx context.Context, api client) ([]*orchestratorv1.PlanWait, error) {
	var all []*orchestratorv1.PlanWait
	_, err := pages(0, planPageSize, func(size int32, token string) (int, string, error) {
		page, err := api.ListApprovals(ctx, &orchestratorv1.ListApprovalsRequest{Mine: true, PageSize: size, PageToken: token})
		all = append(all, page.GetWaits()...)
		return len(page.GetWaits()), page.GetNextPageToken(), err
	})
	if code := status.Code(err); code == codes.Unimplemented || code == codes.PermissionDenied {
		return nil, nil
	}
	return all, err
}

// printTogether prints the fields of several messages as JSON, beside each other.
func (p *program) printTogether(messages ...message) error {
	out := map[string]json.RawMessage{}
	for _, m := range messages {
		raw, err := render.Line(m)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(raw, &out); err != nil {
			return err
		}
	}
	delete(out, "nextPageToken") // of lists that are whole
	return p.printValue(out)
}

// tellMissed tells of work of the last week that is not ticked, and how to go on.
func (p *program) tellMissed(ctx context.Context, api client, now time.Time) {
	before, err := agendaOf(ctx, api, now.AddDate(0, 0, -7), now)
	if err != nil {
		return
	}
	missed := 0
	for _, i := range before.GetItems() {
		if b := i.GetBlock(); b != nil && !b.GetDone() && b.GetEndTime().AsTime().Before(now) {
			missed++
		}
	}
	switch missed {
	case 0:
	case 1:
		p.notice("one block of the last week is not ticked: \"weft roadmaps done\" ticks it by its number, \"weft roadmaps replan\" finds another time for it")
	default:
		p.notice("%d blocks of the last week are not ticked: \"weft roadmaps done\" ticks one by its number, \"weft roadmaps replan\" finds other times for them", missed)
	}
}

func agendaOf(ctx context.Context, api client, from, to time.Time) (*orchestratorv1.ListAgendaResponse, error) {
	return api.ListAgenda(ctx, &orchestratorv1.ListAgendaRequest{StartTime: timestamppb.New(from), EndTime: timestamppb.New(to)})
}
