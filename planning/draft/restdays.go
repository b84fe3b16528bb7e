package draft

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/wish"
)

// hasTrainingWeeks tells whether a draft has the weeks of a training.
func (d *Draft) hasTrainingWeeks() bool {
	return slices.ContainsFunc(d.Goal.Outline.Nodes, func(n outline.Node) bool { return weekOfArc.MatchString(n.ID) })
}

// withRestDays has the sessions of each week of a training spread over its days: none begins before its share
// of the days has passed, and the longest, if it is the last, not before the weekend.
func (d *Draft) withRestDays(o outline.Outline) outline.Outline {
	o.Nodes = slices.Clone(o.Nodes)
	sessions := map[string][]*outline.Node{}
	for i := range o.Nodes {
		if n := &o.Nodes[i]; weekOfArc.MatchString(n.Parent) && n.Estimate > 0 {
			sessions[n.Parent] = append(sessions[n.Parent], n)
		}
	}
	for _, week := range sessions {
		days := d.daysForWork(week[0].NotBefore, week[0].Deadline)
		last := len(week) - 1
		for i, n := range week {
			at := i * len(days) / len(week)
			if len(days) <= len(week) || days[at] > n.Deadline {
				break
			}
			n.NotBefore = days[at]
			longest := !slices.ContainsFunc(week, func(o *outline.Node) bool { return o.Estimate > n.Estimate })
			if j := slices.IndexFunc(days, func(day civil.Date) bool { return day.Weekday() == time.Saturday }); i == last && longest && j > at {
				n.NotBefore = days[j]
			}
		}
	}
	return o
}

// daysForWork are the days of a stretch on which there may be work, by the words.
func (d *Draft) daysForWork(first, last civil.Date) (days []civil.Date) {
	open := d.Wish.Days()
	for day := max(first, d.Start); day <= last; day++ {
		away := slices.ContainsFunc(d.Wish.Away, func(a wish.Days) bool { return a.First <= day && day <= a.Last })
		if !away && slices.Contains(open, day.Weekday()) {
			days = append(days, day)
		}
	}
	return days
}
