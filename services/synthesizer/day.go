package synthesizer

import (
	"regexp"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A calendar writes days for people. The year stands only where it is not the
// current one.
type calendar struct{ today notes.Day }

func calendarOf(c *commonv1.CallContext, zone *time.Location) calendar {
	return calendar{notes.DayOf(c.GetNow().AsTime().In(zone))}
}

// day writes a day with its weekday: "Sat 2 May". What is no day stays as it is.
func (c calendar) day(date string) string {
	d, err := notes.ParseDay(date)
	if err != nil || d.IsZero() {
		return date
	}
	return d.In(time.UTC).Format("Mon " + c.layout(d))
}

func (c calendar) layout(d notes.Day) string {
	if d.Year == c.today.Year {
		return "2 Jan"
	}
	return "2 Jan 2006"
}

// span names the days of a range: by its label and the days themselves, by one
// of them where that says it all. "" for all days.
func (c calendar) span(r *commonv1.ScopeRange) string {
	label, days := clean(r.GetLabel()), c.days(r.GetStart(), r.GetEnd())
	switch {
	case label == "" || days == "":
		return label + days
	case r.GetAssumed() || len(days) >= len(label) && days[:len(label)] == label || dated(r, label, days):
		return days
	}
	return label + " (" + days + ")"
}

var inDigits = regexp.MustCompile(`\d+`)

// dated reports whether a label names the same days in another notation: "Feb 3", "since
// January 20". What restricts them stays.
func dated(r *commonv1.ScopeRange, label, days string) bool {
	said, told := inDigits.FindAllString(label, -1), inDigits.FindAllString(days, -1)
	return len(said) > 0 && r.GetStartHour() == r.GetEndHour() && len(r.GetWeekdays()) == 0 &&
		!slices.ContainsFunc(said, func(n string) bool { return !slices.Contains(told, n) })
}

// spans names the days of several ranges, each once.
func (c calendar) spans(ranges []*commonv1.ScopeRange) string {
	var out []string
	seen := map[string]bool{"": true}
	for _, r := range ranges {
		if s := c.span(r); !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return joined(out, "and")
}

// days names a range: "Mon 2 Feb", "May 2026", "2026", "2 Feb to 8 Feb".
func (c calendar) days(start, end string) string {
	r, err := notes.ParseRange(start, end)
	if err != nil || r.IsZero() {
		return ""
	}
	format := func(d notes.Day) string { return d.In(time.UTC).Format(c.layout(d)) }
	first := r.Start.Date == 1
	switch {
	case r.End.IsZero():
		return "since " + format(r.Start)
	case r.Start.IsZero():
		return "until " + format(r.End)
	case r.Start == r.End:
		return c.day(start)
	case first && r.Start.Month == 1 && r.End == (notes.Day{Year: r.Start.Year, Month: 12, Date: 31}):
		return r.Start.In(time.UTC).Format("2006")
	case first && r.End == notes.NewDay(r.Start.Year, r.Start.Month+1, 0):
		return r.Start.In(time.UTC).Format("January 2006")
	}
	return format(r.Start) + " to " + format(r.End)
}

// group names what a result is of: "May 2026", "Sat 2 May", "squat".
func (c calendar) group(by commonv1.GroupBy, name string) string {
	if month, err := time.Parse("2006-01", name); err == nil {
		return month.Format("January 2006")
	}
	if day := c.day(name); day != name && by == commonv1.GroupBy_GROUP_BY_WEEK {
		return "week of " + day
	}
	return c.day(name)
}
