package draft

import (
	"slices"

	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/timeline"
)

// loose is how many days a task has to have before it counts as one that may be
// done at any time.
const loose = 14

// pace returns bounds beside those that were said, so that the work is spread
// over weeks and days rather than done as soon as there is time: a quarter more
// than an even share. None if the outline itself says when to do what,
// as a training does, or the words say how much each day has.
func (d *Draft) pace(said []timeline.Most) []timeline.Most {
	var work, bound, longest int
	for _, n := range d.Goal.Outline.Nodes {
		if n.Level.Depth() < outline.Task.Depth() || n.Estimate == 0 {
			continue
		}
		work += n.Estimate
		if n.NotBefore != 0 && n.Deadline != 0 && n.Deadline-n.NotBefore < loose {
			bound += n.Estimate
		}
		if n.MinChunk == 0 {
			longest = max(longest, n.Estimate)
		}
		longest = max(longest, n.MinChunk)
	}
	days := int(d.End-d.Start) + 1
	if work == 0 || bound*2 > work || d.paceSaid() {
		return nil
	}
	week := max(work*7*5/(days*4), longest)
	if half := d.Wish.MostOfDay() / 2; half > 0 { // so that a week has whole days of work and not one more of a rest
		week = (week + half - 1) / half * half
	}
	i := slices.IndexFunc(said, func(m timeline.Most) bool { return m.Per == timeline.PerWeek && m.Always() })
	var out []timeline.Most
	if i >= 0 {
		week = min(week, said[i].Minutes)
	} else {
		out = append(out, timeline.Most{Per: timeline.PerWeek, Minutes: quarters(week)})
	}
	if !slices.ContainsFunc(said, func(m timeline.Most) bool { return m.Per == timeline.PerDay && m.Always() }) {
		open := max(1, min(5, len(d.Wish.Days())))
		out = append(out, timeline.Most{Per: timeline.PerDay, Minutes: quarters(max(week/open, longest, 60))})
	}
	return out
}

// paceSaid tells whether the words say how much is done on each day: "an hour a day on weekdays".
func (d *Draft) paceSaid() bool {
	return d.boundsSessions() && d.Wish.Sessions > 0 || d.Wish.AWeek > 0 && d.Wish.MostOfDay() > 0 && len(d.Wish.Bounds) > 0
}

// A Spread is a way to lay the work on the time that there is.
type Spread struct {
	Name, Text string
	Taken      bool
	Reason     string // why it is not taken
}

// Spreads are the ways that a draft that is laid is looked at in. Schedule takes the
// other one where the work doesn't fit as evenly as that.
func (d *Draft) Spreads() []Spread {
	early := Spread{Name: "early", Text: "each part as early as possible"}
	even := d.pace(d.said)
	if len(even) == 0 {
		early.Taken = true
		reason := "the outline itself says when to do what"
		if d.paceSaid() {
			reason = "you said how much you want to do a day"
		}
		return []Spread{early, {Name: "even", Text: "an even pace", Reason: reason}}
	}
	early.Reason = "it would leave the last weeks empty and the first ones full; it is used if the work does not fit at an even pace"
	return []Spread{{Name: "even", Text: paceText(even), Taken: true}, early}
}

// quarters rounds up to quarters of an hour.
func quarters(minutes int) int { return (minutes + 14) / 15 * 15 }

// twice doubles the bounds, for work that can't be spread so evenly.
func twice(most []timeline.Most) []timeline.Most {
	out := slices.Clone(most)
	for i := range out {
		out[i].Minutes *= 2
	}
	return out
}
