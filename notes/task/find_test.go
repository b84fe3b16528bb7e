package task

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestTasksAreFoundByStateDayAndTopic(t *testing.T) {
	t.Parallel()
	note := func(day, text string, headings ...string) *commonv1.Entry {
		e := &commonv1.Entry{Id: day + "_08-00-00", Date: day, Text: text, Headings: headings}
		if day == "" {
			e.Id = notes.UndatedID(notes.PageOf("Boat.md"), headings, 1).String()
		}
		return e
	}
	all := []*commonv1.Entry{
		note("2026-09-20", "Wet.\n\n# Shed\n- [ ] order felt by Friday\n- [x] clear it ✅ 2026-09-22\n# House\n- [ ] call mum"),
		note("2026-10-05", "- [ ] pay the bill 📅 2026-10-06\n- [ ] write the report 📅 2026-10-15\n- [-] buy a printer"),
		note("2026-10-06", "The Swan leaks.\n- [x] order varnish"),
		note("", "- [ ] sand the hull\n- [ ] new rope 📅 2026-10-09", "Boat"),
	}
	today := day("2026-10-07") // a Wednesday
	about := func(name string) []*commonv1.Subject { return []*commonv1.Subject{{Name: name, Words: name}} }
	days := func(from, to string, assumed bool) []*commonv1.ScopeRange {
		return []*commonv1.ScopeRange{{Start: from, End: to, Assumed: assumed}}
	}
	const (
		open, due, overdue, done = commonv1.TaskState_TASK_STATE_OPEN, commonv1.TaskState_TASK_STATE_DUE, commonv1.TaskState_TASK_STATE_OVERDUE, commonv1.TaskState_TASK_STATE_DONE
	)
	for name, c := range map[string]struct {
		form *commonv1.QueryForm
		want []string
	}{
		"open ones, the next due first": {&commonv1.QueryForm{Tasks: open}, []string{
			"order felt by Friday", "pay the bill 📅 2026-10-06", "new rope 📅 2026-10-09", "write the report 📅 2026-10-15", "call mum", "sand the hull",
		}},
		"overdue": {&commonv1.QueryForm{Tasks: overdue}, []string{"order felt by Friday", "pay the bill 📅 2026-10-06"}},
		"due":     {&commonv1.QueryForm{Tasks: due, Ranges: days("2026-10-05", "2026-10-11", false)}, []string{"pay the bill 📅 2026-10-06", "new rope 📅 2026-10-09"}},
		"due on Friday, which lies ahead": {&commonv1.QueryForm{Tasks: due, Ranges: days("2026-10-02", "2026-10-02", true)}, []string{
			"new rope 📅 2026-10-09",
		}},
		"open today, what is late among it": {&commonv1.QueryForm{Tasks: open, Ranges: days("2026-10-07", "2026-10-07", false)}, []string{
			"order felt by Friday", "pay the bill 📅 2026-10-06",
		}},
		"left of last month":                {&commonv1.QueryForm{Tasks: open, Ranges: days("2026-09-01", "2026-09-30", false)}, []string{"order felt by Friday", "call mum"}},
		"done, the last first":              {&commonv1.QueryForm{Tasks: done}, []string{"order varnish", "clear it ✅ 2026-09-22"}},
		"done last month":                   {&commonv1.QueryForm{Tasks: done, Ranges: days("2026-09-01", "2026-09-30", false)}, []string{"clear it ✅ 2026-09-22"}},
		"all":                               {&commonv1.QueryForm{Subjects: about("shed")}, []string{"order felt by Friday", "clear it ✅ 2026-09-22"}},
		"by the heading of the page":        {&commonv1.QueryForm{Tasks: open, Subjects: about("boat")}, []string{"new rope 📅 2026-10-09", "sand the hull"}},
		"by a word of the task":             {&commonv1.QueryForm{Tasks: open, Subjects: about("mum")}, []string{"call mum"}},
		"by its note, if no task says it":   {&commonv1.QueryForm{Subjects: about("Swan")}, []string{"order varnish"}},
		"by some words, if no task has all": {&commonv1.QueryForm{Tasks: open, Subjects: append(about("felt"), about("hull")...)}, []string{"order felt by Friday", "sand the hull"}},
		"of what there is none":             {&commonv1.QueryForm{Tasks: open, Subjects: about("garden")}, nil},
	} {
		var got []string
		for _, f := range reader(t).Find(all, Ask(c.form, today.In(time.UTC), time.Monday)) {
			got = append(got, f.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", name, fmt.Sprintf("%q", got), fmt.Sprintf("%q", c.want))
		}
	}
}
