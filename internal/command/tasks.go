package command

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

func (p *program) tasksCommand() *cobra.Command {
	var from, to, due string
	var all bool
	c := &cobra.Command{
		Use:   "tasks [ABOUT…]",
		Short: "List the open tasks in your notes",
		Long: `Lists the open tasks in your notes: list items with a box, such as "- [ ] call
mum by Friday", and lines such as "TODO: call mum". Tasks due soonest come first,
those without a date last. Due dates can be in words or in the format of
Obsidian's task plugins; where one can't be read, the list says why. A box you
tick in your editor counts at once.

With words, it lists all tasks of the notes that have these words.`,
		Example: `  weft tasks
  weft tasks boiler
  weft tasks --due friday
  weft tasks --due 2026-10-15 -o json
  weft tasks --all --from 2026-10-01`,
		RunE: func(cmd *cobra.Command, about []string) error {
			days, err := dateRange(from, to)
			if err != nil {
				return err
			}
			ref, err := p.ref()
			if err != nil {
				return err
			}
			req := &orchestratorv1.ListTasksRequest{DateRange: days, IncludeClosed: all, PageSize: pageSize}
			if req.DueBy, err = dueBy(due, ref); err != nil {
				return err
			}
			return p.listTasks(cmd.Context(), req, strings.Join(about, " "), notes.DayOf(ref.Now))
		},
	}
	c.Flags().BoolVar(&all, "all", false, "include tasks that are done or cancelled")
	c.Flags().StringVar(&due, "due", "", "only tasks due by this `day`, and behind them those whose day can't be read: YYYY-MM-DD, or words such as \"next week\"")
	rangeFlags(c, &from, &to)
	return c
}

// ref returns what words for days count from: the moment that counts as now, in the
// user's time zone, and the first day of their week.
func (p *program) ref() (timespan.Ref, error) {
	ref := timespan.Ref{Now: time.Now(), WeekStart: time.Monday}
	zone, err := p.zone()
	if err != nil {
		return ref, err
	}
	given, err := p.now()
	if err != nil {
		return ref, err
	}
	if given != nil {
		ref.Now = given.AsTime()
	}
	ref.Now = ref.Now.In(zone)
	settings, err := p.settings()
	if err != nil {
		return ref, err
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		if strings.EqualFold(day.String(), settings.WeekStart) {
			ref.WeekStart = day
		}
	}
	return ref, nil
}

// dueBy returns the day that --due names, "" without it.
func dueBy(text string, ref timespan.Ref) (string, error) {
	if text == "" {
		return "", nil
	}
	day, err := namedDay(text, ref)
	if err != nil {
		return "", usage("--due %v", err)
	}
	return day.String(), nil
}

func (p *program) listTasks(ctx context.Context, req *orchestratorv1.ListTasksRequest, about string, today notes.Day) error {
	s, err := p.connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	tasks, unread, err := collectTasks(ctx, s.api(), req)
	if err != nil {
		return err
	}
	tasks = append(tasks, unread...)
	whole := true
	if about != "" {
		if tasks, whole, err = p.tasksAbout(ctx, s.api(), tasks, about, req.GetDateRange()); err != nil {
			return err
		}
	}
	if p.flags.json() {
		return p.printJSON(&orchestratorv1.ListTasksResponse{Tasks: tasks})
	}
	if len(tasks) == 0 {
		p.notice("no tasks")
	}
	if !whole {
		p.notice("These may not be all: more than %d notes have %q. Narrow it down with --from, or with more words.", mostAbout, about)
	}
	return p.print(render.Tasks(p.outStyle, tasks, today.String()))
}

// mostAbout is how many notes with some words are looked through for tasks.
const mostAbout = 1000

// tasksAbout keeps the tasks of notes with all the words of a text, and reports whether
// all such notes were found.
func (p *program) tasksAbout(ctx context.Context, api client, tasks []*orchestratorv1.Task, about string, days *commonv1.DateRange) ([]*orchestratorv1.Task, bool, error) {
	now, err := p.now()
	if err != nil {
		return nil, false, err
	}
	found, err := api.SearchEntries(ctx, &orchestratorv1.SearchEntriesRequest{
		Text: about, MatchAll: true, Limit: mostAbout, DateRange: days, Now: now, TimeZone: p.flags.zone,
	})
	if err != nil {
		return nil, false, err
	}
	on := map[string]bool{}
	if !slices.ContainsFunc(found.GetWarnings(), func(w string) bool { return strings.HasSuffix(w, "these come closest.") }) {
		for _, hit := range found.GetEntries() {
			on[hit.GetId()] = true
		}
	}
	tasks = slices.DeleteFunc(tasks, func(t *orchestratorv1.Task) bool { return !on[t.GetEntryId()] })
	return tasks, len(found.GetEntries()) < mostAbout && !found.GetTruncated(), nil
}

// collectTasks returns all tasks that are asked for, those due the soonest first.
// Where they are asked for by when they are due, unread are open ones that may be: their day can't
// be read.
func collectTasks(ctx context.Context, api client, req *orchestratorv1.ListTasksRequest) (all, unread []*orchestratorv1.Task, err error) {
	by := req.GetDueBy()
	req.DueBy = ""
	for {
		page, err := api.ListTasks(ctx, req)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, page.GetTasks()...)
		if req.PageToken = page.GetNextPageToken(); req.PageToken == "" {
			break
		}
	}
	if by != "" {
		all = slices.DeleteFunc(all, func(t *orchestratorv1.Task) bool {
			if t.GetDueDate() == "" && t.GetDueNote() != "" && !t.GetDone() && !t.GetCancelled() {
				unread = append(unread, t)
			}
			return t.GetDueDate() == "" || t.GetDueDate() > by
		})
	}
	stable.Sort(all, func(a, b *orchestratorv1.Task) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a.GetDueDate(), b.GetDueDate()))
	})
	return all, unread, nil
}

// mostUnreadDue is of how many tasks it is told that their day can't be read.
const mostUnreadDue = 3

// tellUnreadDue tells why tasks are not among those that are due.
func (p *program) tellUnreadDue(tasks []*orchestratorv1.Task) {
	for _, t := range tasks[:min(len(tasks), mostUnreadDue)] {
		p.notice("a task is not among those that are due, as its day can't be read: %s: %s", cmp.Or(render.SourcePlace(t.GetSource()), t.GetText()), t.GetDueNote())
	}
	if more := len(tasks) - mostUnreadDue; more > 0 {
		p.notice("the days of %d more tasks can't be read; \"weft tasks\" tells why", more)
	}
}

// rank orders open tasks before others, and those that tell when they are due first.
func rank(t *orchestratorv1.Task) int {
	switch {
	case t.GetDone() || t.GetCancelled():
		return 2
	case t.GetDueDate() == "":
		return 1
	}
	return 0
}
