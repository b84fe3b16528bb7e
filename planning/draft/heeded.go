package draft

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
)

// heed tells what of a schedule is not as it was said, of what no check holds: pieces side by side
// that make a session longer than the longest, and more days of a week than were said.
func (d *Draft) heed() {
	warn := func(format string, args ...any) {
		d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: fmt.Sprintf(format, args...)})
	}
	var work []problem.Span
	for _, b := range d.Result.Schedule.Blocks {
		if b.To > b.From {
			work = append(work, b.Span)
		}
	}
	slices.SortFunc(work, func(a, b problem.Span) int { return a.From - b.From })
	long, longest := 0, 0
	for _, s := range joined(work, nil) {
		if n := s.To - s.From; d.Wish.Longest > 0 && n > d.Wish.Longest {
			long, longest = long+1, max(longest, n)
		}
	}
	if long > 0 {
		warn("no session over %s was said; %d times pieces lie side by side, together up to %s: make a pause between them", civil.Length(d.Wish.Longest), long, civil.Length(longest))
	}
	if d.Wish.Sessions == 0 || d.Wish.Sessions > 7 {
		return
	}
	days := map[civil.Date]map[civil.Date]bool{} // by the first day of a week
	for _, s := range work {
		day := civil.DateOf(d.Frame.Time(s.From).In(d.person.Zone))
		week := day.WeekStart(time.Monday)
		if days[week] == nil {
			days[week] = map[civil.Date]bool{}
		}
		days[week][day] = true
	}
	for _, week := range slices.Sorted(maps.Keys(days)) {
		if n := len(days[week]); n > d.Wish.Sessions {
			warn("%d times a week was said, and in the week of %s there is work on %d days", d.Wish.Sessions, week, n)
			return
		}
	}
}
