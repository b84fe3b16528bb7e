package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/timeline"
)

// sessionLimits are the bounds that follow from how long a session is and how often there is one:
// "30 minutes a day" is about all of the plan, whatever a template has beside its practice. An outline
// of a model keeps its sessions by their days, and kinds of work with a length of their own by that.
func (d *Draft) sessionLimits() []timeline.Most {
	w := d.Wish
	if !d.boundsSessions() {
		return nil
	}
	aDay := max(1, (w.Sessions+6)/7)
	for _, b := range w.Bounds {
		if !b.Week {
			aDay = max(aDay, b.Times)
		}
	}
	out := []timeline.Most{{Per: timeline.PerDay, Minutes: min(w.Length*aDay, 24*60)}}
	if days := len(w.Days()); w.Sessions > 0 && w.Sessions < days && w.Sessions >= d.leastSessions() {
		out = append(out, timeline.Most{Per: timeline.PerWeek, Minutes: w.Sessions * w.Length})
	}
	return out
}

// boundsSessions tells whether the length of a session that was said bounds all work of the draft.
func (d *Draft) boundsSessions() bool {
	return d.Wish.Length > 0 && len(d.Wish.Streams) == 0 && !drawn(d.Outline)
}

// leastSessions is how many sessions a week the template has at least; 0 if it doesn't count them.
func (d *Draft) leastSessions() int {
	if d.Selection.Template == nil {
		return 0
	}
	if p := find(d.Selection.Template, daysParam); p != nil {
		return p.Min
	}
	return 0
}

// fitSessions keeps each session within the longest that the wish allows, and within the most a day:
// what comes again or belongs to a training is shorter, all else is split. It tells how much shorter
// the work is. Its error says that a training has nothing left that grows.
func (d *Draft) fitSessions(o *outline.Outline) error {
	chunks, streams, shrinks := d.chunks(), roadmap.StreamsOf(*o), d.shrinking(*o)
	goal := o.Nodes[0].ID
	before := outline.Work(outline.Expand(*o, d.Start))[goal]
	first, peak, most := problem.Minute(0), problem.Minute(0), problem.Minute(0) // of a training, and what a session may take
	for i := range o.Nodes {
		n := &o.Nodes[i]
		longest := least(cmp.Or(chunks[streams[n.ID]], d.Wish.Longest), d.Wish.MostADay, cmp.Or(d.Wish.MostAWeek, d.Wish.AWeek), d.sessionLength())
		if d.isTrainingSession(*n) && n.Estimate > 0 {
			first, peak, most = least(first, n.Estimate), max(peak, n.Estimate), longest
		}
		switch {
		case longest == 0:
		case n.Estimate > longest && shrinks(*n, longest):
			n.Estimate, n.MinChunk = longest, min(n.MinChunk, longest)
		case n.MinChunk > 0:
			n.MinChunk = min(n.MinChunk, longest)
		case n.Estimate > longest:
			n.MinChunk = min(30, longest)
		}
	}
	if most > 0 && most <= first && first < peak {
		return fmt.Errorf("sessions of %s are too short for this training: its shortest session takes %s and its longest %s; allow longer ones, or name your own steps",
			civil.Length(most), civil.Length(first), civil.Length(peak))
	}
	if after := outline.Work(outline.Expand(*o, d.Start))[goal]; after < before {
		d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: fmt.Sprintf(
			"sessions are shorter than this plan needs, to keep to the length you gave: %s of work instead of %s", civil.Length(after), civil.Length(before))})
	}
	return nil
}

// isTrainingSession tells whether a node is a session of a training.
func (d *Draft) isTrainingSession(n outline.Node) bool {
	return d.Selection.Template.Arc != nil && weekOfArc.MatchString(n.Parent)
}

// shrinking returns what tells whether a node gets shorter where it is longer than a session may be:
// sessions of a training, what comes each day, and what comes again and is not long enough for two.
func (d *Draft) shrinking(o outline.Outline) func(n outline.Node, longest problem.Minute) bool {
	daily, cycles := map[string]bool{}, map[string]bool{}
	for _, n := range outline.Walk(o) {
		cycle := n.Level == outline.Cycle
		cycles[n.ID] = cycle || cycles[n.Parent]
		daily[n.ID] = cycle && n.Repeat.Unit == outline.Day && n.Repeat.Every == 1 || daily[n.Parent]
	}
	return func(n outline.Node, longest problem.Minute) bool {
		short := n.MinChunk == 0 || n.Estimate < 2*longest
		return d.isTrainingSession(n) || daily[n.ID] || cycles[n.ID] && d.sessionLength() > 0 && short
	}
}

// least is the smallest of some lengths, of which 0 is none.
func least(lengths ...problem.Minute) problem.Minute {
	out := problem.Minute(0)
	for _, n := range lengths {
		if n > 0 && (out == 0 || n < out) {
			out = n
		}
	}
	return out
}

// sessionLength is how long a session is, where that bounds all work; else 0.
func (d *Draft) sessionLength() problem.Minute {
	if d.boundsSessions() {
		return d.Wish.Length
	}
	return 0
}

// longestBlock is how long a block of work may be at most: as long as a session, and as much as any day
// may have. 0 is as long as there is room.
func (d *Draft) longestBlock() problem.Minute {
	longest := d.Wish.Longest
	for _, m := range d.said {
		if m.Per == timeline.PerDay && m.Always() {
			longest = least(longest, m.Minutes)
		}
	}
	return longest
}

// saidLimits tells the bounds that were said in words, as "30 min a day and 2 h a week".
func (d *Draft) saidLimits() string {
	return strings.Join(slices.Compact(each(d.said)), " and ")
}
