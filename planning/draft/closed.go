package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// closedNamed is how many days without time are told by name.
const closedNamed = 4

// leaveOutClosed leaves out what comes each day on days that have no time for it: those of the
// week that are not for the goal, days away, and days that the calendar takes, which are told.
// Such a session can't be on another day, and is no reason not to plan the others.
func (d *Draft) leaveOutClosed() error {
	open, err := d.longest(nil)
	if err != nil {
		return err
	}
	left, err := d.longest(d.Commitments)
	if err != nil {
		return err
	}
	var out []string
	var taken []civil.Date
	for _, n := range d.Goal.Outline.Nodes {
		day, need := n.NotBefore, cmp.Or(n.MinChunk, n.Estimate)
		daily := n.Level == outline.Task && n.Estimate > 0 && day != 0 && day == n.Deadline && strings.Contains(n.ID, "@")
		switch {
		case !daily || day < d.Start:
		case open[day] == 0:
			out = append(out, n.ID)
		case open[day] >= need && left[day] < need:
			if out = append(out, n.ID); !slices.Contains(taken, day) {
				taken = append(taken, day)
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	d.Goal.Outline = without(d.Goal.Outline, out)
	if len(taken) > 0 {
		d.assume("what comes each day is left out where the calendar leaves no time for it: " + named(taken))
	}
	return nil
}

// longest is the longest time for work on each day that has any, in minutes.
func (d *Draft) longest(held []timeline.Commitment) (map[civil.Date]problem.Minute, error) {
	zone := d.person.Zone
	line, err := d.person.Line(d.Start.In(zone), (d.End + 1).In(zone), held)
	if err != nil {
		return nil, err
	}
	out := map[civil.Date]problem.Minute{}
	for _, s := range line.Free {
		for s.From < s.To {
			day := civil.DateOf(d.Frame.Time(s.From))
			next := min(s.To, d.Frame.Minute((day + 1).In(zone)))
			out[day], s.From = max(out[day], next-s.From), next
		}
	}
	return out, nil
}

func named(days []civil.Date) string {
	var out []string
	for _, day := range days[:min(len(days), closedNamed)] {
		out = append(out, day.Weekday().String()[:3]+" "+day.String())
	}
	if n := len(days) - len(out); n > 0 {
		out = append(out, fmt.Sprintf("and %d days more", n))
	}
	return strings.Join(out, ", ")
}
