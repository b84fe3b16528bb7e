package draft

import (
	"math"
	"slices"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Days are when a node of a goal can be, by its dates and what it depends on alone:
// as if its work went on without a break.
type Days struct {
	Node             string
	Earliest, Latest civil.Date
	Critical         bool // there is no room between the two
}

// Days returns those of all nodes with work or a date of their own, in the order of
// the outline. Its error is a *network.CycleError where dependencies go in a circle.
func (d *Draft) Days() ([]Days, error) {
	timing, at, err := d.analyse()
	if err != nil {
		return nil, err
	}
	parents := map[string]string{}
	for _, n := range d.Goal.Outline.Nodes {
		parents[n.ID] = n.Parent
	}
	type reach struct {
		from, to problem.Minute
		critical bool
	}
	reached := map[string]reach{}
	for _, n := range d.Goal.Outline.Nodes {
		i, ok := at[n.ID]
		if !ok {
			continue
		}
		t := timing.Times[i]
		for id := n.ID; id != ""; id = parents[id] {
			r, known := reached[id]
			if !known {
				r.from, r.to = math.MaxInt, 0
			}
			reached[id] = reach{min(r.from, t.EarliestStart), max(r.to, t.LatestFinish), r.critical || t.Total <= 0}
		}
	}
	var out []Days
	for _, n := range outline.Walk(d.Goal.Outline) {
		if r, ok := reached[n.ID]; ok {
			last := min(max(r.from, r.to-1), d.Frame.Horizon()-1)
			out = append(out, Days{n.ID, civil.DateOf(d.Frame.Time(r.from)), civil.DateOf(d.Frame.Time(last)), r.critical})
		}
	}
	return out, nil
}

// analyse works out the times of the tasks, by id.
func (d *Draft) analyse() (*network.Timing, map[string]int, error) {
	var activities []network.Activity
	at := map[string]int{}
	for i, t := range d.Problem.Tasks {
		deadline := t.Deadline
		if deadline == 0 {
			deadline = d.Problem.Horizon
		}
		at[t.ID] = i
		activities = append(activities, network.Activity{ID: t.ID, Duration: t.Work, Release: t.Release, Deadline: deadline})
	}
	timing, err := network.Analyse(activities, d.Problem.Links, beyond(d.Problem.Calendars, d.Problem.Horizon))
	return timing, at, err
}

// beyond are calendars that go on after the last day: what is waited for until then comes too late,
// and is told by the proof of that.
func beyond(calendars map[string][]problem.Span, horizon problem.Minute) map[string][]problem.Span {
	const years = 5 * 366 * 24 * 60
	out := map[string][]problem.Span{}
	for name, spans := range calendars {
		after := problem.Span{From: horizon, To: horizon + years}
		if n := len(spans); n > 0 && spans[n-1].To >= horizon {
			after.From, spans = spans[n-1].From, spans[:n-1]
		}
		out[name] = append(slices.Clone(spans), after)
	}
	return out
}

// Load returns the minutes of work of a goal, and how many there are for it within
// its days by the person's hours, commitments and limits.
func (d *Draft) Load() (work, room problem.Minute) {
	for _, t := range d.Problem.Tasks {
		work += t.Work
	}
	days := map[civil.Date]int{}
	for _, s := range d.Problem.Free {
		for s.From < s.To {
			day := civil.DateOf(d.Frame.Time(s.From))
			end := min(s.To, d.Frame.Minute((day + 1).In(d.person.Zone)))
			days[day] += end - s.From
			room += end - s.From
			s.From = end
		}
	}
	for _, most := range d.said {
		if most.Group != "" {
			continue
		}
		within := map[civil.Date]int{} // by its first day
		limited := 0
		for day, minutes := range days {
			switch {
			case !most.Counts(day):
				limited += minutes
				continue
			case most.Per == timeline.PerWeek:
				day -= civil.Date((day.Weekday() + 6) % 7)
			}
			within[day] += minutes
		}
		for _, minutes := range within {
			limited += min(minutes, most.Minutes)
		}
		room = min(room, limited)
	}
	return work, room
}

// Limits are the most that is done in a day or a week, in words, as it was said.
func (d *Draft) Limits() []string { return each(d.said) }
