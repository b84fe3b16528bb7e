package planner

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	goals "github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/place"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// weekHead names a week by its Monday, with when it is light in its middle, and its holidays.
func weekHead(d *goals.Draft, week civil.Date) string {
	zone := d.Frame.Time(0).Location()
	out := "Week of " + week.In(zone).Format("Mon 2 Jan 2006")
	at, ok := place.Of(zone)
	if !ok {
		return out
	}
	if rise, set, ok := at.Daylight(week + 3); ok {
		out += fmt.Sprintf(", light %s to %s", rise.Format("15:04"), set.Format("15:04"))
	}
	for _, h := range at.Holidays(week, week+6) {
		out += fmt.Sprintf(", %s is a holiday (%s)", h.Day.In(zone).Format("Mon 2 Jan"), h.Name)
	}
	return out
}

// mostWeekEvents is how many events of a week a model is shown.
const mostWeekEvents = 12

// weekEvents are the lines of what the calendar has in a week.
func weekEvents(d *goals.Draft, week civil.Date) string {
	zone := d.Frame.Time(0).Location()
	from, to := week.In(zone), (week + 7).In(zone)
	var lines []string
	for _, c := range d.Commitments {
		if c.Free || !c.From.Before(to) || !from.Before(c.To) {
			continue
		}
		lines = append(lines, "  calendar: "+eventWhen(c, d)+" "+c.Title+"\n")
	}
	if more := len(lines) - mostWeekEvents; more > 0 {
		lines = append(lines[:mostWeekEvents], fmt.Sprintf("  calendar: %d more\n", more))
	}
	return strings.Join(lines, "")
}

func eventWhen(c timeline.Commitment, d *goals.Draft) string {
	zone := d.Frame.Time(0).Location()
	if !c.AllDay {
		return c.From.In(zone).Format("Mon 15:04") + "–" + c.To.In(zone).Format("15:04")
	}
	first, last := civil.DateOf(c.From.In(zone)), civil.DateOf(c.To.In(zone))-1
	if last <= first {
		return first.In(zone).Format("Mon")
	}
	return first.In(zone).Format("Mon 2 Jan") + " to " + last.In(zone).Format("Mon 2 Jan")
}

// weekWork are the lines of the work in a week: of each task its id, its title and its blocks.
func weekWork(d *goals.Draft, week civil.Date) string {
	zone := d.Frame.Time(0).Location()
	from, to := d.Frame.Minute(week.In(zone)), d.Frame.Minute((week + 7).In(zone))
	titles := d.Titles()
	times := map[string][]string{}
	var ids []string
	blocks := slices.SortedFunc(slices.Values(d.Result.Schedule.Blocks), func(a, b problem.Block) int { return a.From - b.From })
	for _, b := range blocks {
		if b.From < from || b.From >= to || titles[b.Task] == "" {
			continue
		}
		id, _, _ := strings.Cut(strings.TrimPrefix(b.Task, d.Goal.Prefix), "@")
		when := d.Frame.Time(b.From).Format("Mon 15:04") + "–" + d.Frame.Time(b.To).Format("15:04")
		if b.From == b.To {
			when = "reached " + d.Frame.Time(b.From).Format("Mon")
		}
		line := id + " " + titles[b.Task]
		if times[line] == nil {
			ids = append(ids, line)
		}
		times[line] = append(times[line], when)
	}
	var out strings.Builder
	for _, line := range ids {
		id, title, _ := strings.Cut(line, " ")
		fmt.Fprintf(&out, "  %s: %s, %s\n", id, title, strings.Join(times[line], ", "))
	}
	return out.String()
}

// calendarDays is how many days ahead a model is shown a calendar of, for dates that it works out.
const calendarDays = 400

// mondaysFrom are the Mondays of the months to come, in one line: "2026-12: 7 14 21 28".
func mondaysFrom(now time.Time) string {
	var out strings.Builder
	month := time.Month(0)
	first := civil.DateOf(now).WeekStart(time.Monday)
	for day := first; day < first+calendarDays; day += 7 {
		at := day.In(time.UTC)
		if at.Month() != month {
			if month = at.Month(); out.Len() > 0 {
				out.WriteString("; ")
			}
			out.WriteString(at.Format("2006-01") + ":")
		}
		fmt.Fprintf(&out, " %d", at.Day())
	}
	return out.String()
}

// holidaysFrom are the holidays of the person's country, in one line; "" where they are not known.
func holidaysFrom(now time.Time) string {
	at, ok := place.Of(now.Location())
	if !ok {
		return ""
	}
	var out []string
	for _, h := range at.Holidays(civil.DateOf(now), civil.DateOf(now)+calendarDays) {
		out = append(out, h.Day.In(time.UTC).Format("Mon 2006-01-02")+" "+h.Name)
	}
	return strings.Join(out, ", ")
}
