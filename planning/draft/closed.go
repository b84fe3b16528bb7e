package draft

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/timeline"
)

// closedNamed is how many days without time are told by name.
const closedNamed = 4

// leaveOutClosed leaves out what comes again where its days have no time for it: days of the week
// that are not for the goal, days away, and days that the calendar takes, which are told. Such a
// session can't be in another week, and is no reason not to plan the others.
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
	var off, taken []civil.Date
	streams := roadmap.StreamsOf(d.Goal.Outline)
	byHours, byCalendar := sessions{}, sessions{}
	for _, n := range d.Goal.Outline.Nodes {
		if n.Level != outline.Task || n.Estimate == 0 || n.NotBefore < d.Start || n.Deadline == 0 || !strings.Contains(n.ID, "@") {
			continue
		}
		open, left, need := open.of(streams[n.ID]), left.of(streams[n.ID]), cmp.Or(n.MinChunk, n.Estimate)
		closed := !byHours.put(n, func(on civil.Date) bool { return open[on] > 0 })
		busy := !byCalendar.put(n, func(on civil.Date) bool { return left[on] >= need })
		long := dayFrom(n.NotBefore, n.Deadline, func(on civil.Date) bool { return open[on] >= need }) > n.Deadline // for any of its days
		if !closed && (long || !busy) {
			continue
		}
		out = append(out, n.ID)
		switch {
		case !closed:
			taken = append(taken, n.NotBefore)
		case n.NotBefore < n.Deadline: // of what comes each day that is plain
			off = append(off, n.NotBefore)
		}
	}
	d.beginSooner(left)
	if len(out) == 0 {
		return nil
	}
	d.Goal.Outline = without(d.Goal.Outline, out)
	if len(off) > 0 {
		d.assume("recurring work comes less often where fewer days are free for it: from " + named(off))
	}
	if len(taken) > 0 {
		d.assume("recurring work is left out where your calendar leaves no time for it: " + named(taken))
	}
	return nil
}

// beginSooner has what a template keeps for the last days begin sooner where the person has no time
// in those: when it is usually done gives way before the hours that were said, and that is told.
// A week of a training is of that week.
func (d *Draft) beginSooner(left dayHours) {
	streams := roadmap.StreamsOf(d.Goal.Outline)
	nodes := slices.Clone(d.Goal.Outline.Nodes)
	for i := range nodes {
		n := &nodes[i]
		if n.Origin != outline.Template || n.Estimate == 0 || n.NotBefore <= d.Start || strings.Contains(n.ID, "@") || weekOfArc.MatchString(n.Parent) {
			continue
		}
		left, need := left.of(streams[n.ID]), cmp.Or(n.MinChunk, n.Estimate)
		has := func(on civil.Date) bool { return left[on] >= need }
		if end := cmp.Or(n.Deadline, d.End); dayFrom(n.NotBefore, end, has) <= end {
			continue
		}
		on := n.NotBefore
		for on > d.Start && !has(on) {
			on--
		}
		if has(on) {
			d.assume(fmt.Sprintf("“%s” is usually done from %s on; you have no time for it then, so it may be done from %s on",
				n.Title, dayText(n.NotBefore), dayText(on)))
			n.NotBefore, n.Due = on, 0
		}
	}
	d.Goal.Outline.Nodes = nodes
}

// weekOfArc is the id of a week of a training.
var weekOfArc = regexp.MustCompile(`^w\d+$`)

func dayText(d civil.Date) string { return d.In(time.UTC).Format("Mon 2 Jan 2006") }

// sessions are the days of sessions that were put on the first that they can be on, by their ids.
type sessions map[string]civil.Date

// put puts a session after those before it in its week, and reports whether there is a day for it.
func (s sessions) put(n outline.Node, has func(civil.Date) bool) bool {
	from := n.NotBefore
	for _, on := range n.Depends {
		if day, ok := s[on.On]; ok && on.Lag >= toNextDay {
			from = max(from, day+1+civil.Date((on.Lag-toNextDay)/(24*60)))
		}
	}
	s[n.ID] = dayFrom(from, n.Deadline, has)
	if s[n.ID] <= n.Deadline {
		return true
	}
	s[n.ID] = from - 1 // the next one is as if this one were not there
	return false
}

// dayFrom is the first day in a stretch with something; the one after the stretch if there is none.
func dayFrom(from, to civil.Date, has func(civil.Date) bool) civil.Date {
	for from <= to && !has(from) {
		from++
	}
	return from
}

// dayHours are the longest times for work on each day that has any, in minutes: those of streams
// with hours of their own, and under "" those of all other work.
type dayHours map[string]map[civil.Date]problem.Minute

func (h dayHours) of(stream string) map[civil.Date]problem.Minute {
	if own, ok := h[stream]; ok {
		return own
	}
	return h[""]
}

// longest are the longest times for work beside what is held.
func (d *Draft) longest(held []timeline.Commitment) (dayHours, error) {
	zone := d.person.Zone
	line, goal, err := d.line(d.person, d.Start.In(zone), (d.End + 1).In(zone), held)
	if err != nil {
		return nil, err
	}
	spans := maps.Clone(goal.Streams)
	if spans == nil {
		spans, goal.Windows = map[string][]problem.Span{}, line.Free
	}
	spans[""] = goal.Windows
	out := dayHours{}
	for stream, free := range spans {
		out[stream] = map[civil.Date]problem.Minute{}
		for _, s := range free {
			for s.From < s.To {
				day := civil.DateOf(d.Frame.Time(s.From))
				next := min(s.To, d.Frame.Minute((day + 1).In(zone)))
				out[stream][day], s.From = max(out[stream][day], next-s.From), next
			}
		}
	}
	return out, nil
}

func named(days []civil.Date) string {
	days = slices.Compact(slices.Sorted(slices.Values(days)))
	var out []string
	for _, day := range days[:min(len(days), closedNamed)] {
		out = append(out, day.Weekday().String()[:3]+" "+day.String())
	}
	if n := len(days) - len(out); n > 0 {
		out = append(out, fmt.Sprintf("and %d more days", n))
	}
	return strings.Join(out, ", ")
}
