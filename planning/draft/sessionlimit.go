package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// sessionLimits are the bounds that follow from how long a session is and how often there is one:
// "30 minutes a day" is about all of the plan, whatever a template has beside its practice. An outline
// of a model keeps its sessions by their days, and kinds of work with a length of their own by that.
func (d *Draft) sessionLimits() []timeline.Most {
	w := d.Wish
	often := w.Sessions > 0 && w.Sessions < len(w.Days()) && w.Sessions >= d.leastSessions()
	if !d.boundsSessions() {
		if often && w.MostADay > 0 && w.Length == 0 && len(w.Streams) == 0 && !drawn(d.Outline) {
			return []timeline.Most{{Per: timeline.PerWeek, Minutes: w.Sessions * w.MostADay}}
		}
		return nil
	}
	aDay := max(1, (w.Sessions+6)/7)
	for _, b := range w.Bounds {
		if !b.Week {
			aDay = max(aDay, b.Times)
		}
	}
	out := []timeline.Most{{Per: timeline.PerDay, Minutes: min(w.Length*aDay, 24*60)}}
	if often {
		out = append(out, timeline.Most{Per: timeline.PerWeek, Minutes: w.Sessions * w.Length})
	}
	return out
}

// boundsSessions tells whether the length of a session that was said bounds all work of the draft.
func (d *Draft) boundsSessions() bool {
	return d.Wish.Length > 0 && !d.Wish.Unbound && len(d.Wish.Streams) == 0 && !drawn(d.Outline)
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
	d.fitOwnDays(o)
	for i := range o.Nodes {
		n := &o.Nodes[i]
		longest := least(cmp.Or(chunks[streams[n.ID]], d.Wish.Longest), d.Wish.MostOfDay(), cmp.Or(d.Wish.MostAWeek, d.Wish.AWeek), d.sessionLength())
		if d.isTrainingSession(*n) && n.Estimate > 0 {
			first, peak, most = least(first, n.Estimate), max(peak, n.Estimate), longest
		}
		switch {
		case longest == 0:
		case n.Estimate > longest && shrinks(*n, longest):
			n.Estimate, n.MinChunk = longest, min(n.MinChunk, longest)
		case n.Estimate > longest:
			d.divide(n, longest)
		}
	}
	if most > 0 && first < peak && (most <= first || !grows(*o)) {
		return fmt.Errorf("sessions of %s are too short for this training: its shortest session takes %s and its longest %s; allow longer ones, or name your own steps",
			civil.Length(most), civil.Length(first), civil.Length(peak))
	}
	if after := outline.Work(outline.Expand(*o, d.Start))[goal]; after < before {
		d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: fmt.Sprintf(
			"sessions are shorter than this plan needs, to keep to the length you gave: %s of work instead of %s", civil.Length(after), civil.Length(before))})
	}
	return nil
}

// fitOwnDays has tasks of a template that have days of their own take no longer than the sessions on these.
func (d *Draft) fitOwnDays(o *outline.Outline) {
	limits, windows := d.sessionLimits(), ownDays(*o)
	if len(limits) == 0 {
		return
	}
	for i := range o.Nodes {
		n := &o.Nodes[i]
		days, bound := windows[n.ID]
		if !bound || n.Origin != outline.Template || n.Level != outline.Task {
			continue
		}
		if most := d.mostWithin(days, limits); most < n.Estimate && (most*2 >= n.Estimate || most > 0 && d.scalesToSessions()) {
			n.Estimate = most
		}
	}
}

// shortestPiece is how long a part of a task is at least where nothing says that, in minutes.
const shortestPiece = 30

// divide has a task that is longer than a session done in as few equal parts as it takes: parts that
// are shorter only where that is not enough would leave a rest that is too short to stand alone. A
// template's task has parts of whole five minutes.
func (d *Draft) divide(n *outline.Node, longest problem.Minute) {
	parts := (n.Estimate + longest - 1) / longest
	part := n.Estimate / parts
	if n.Origin == outline.Template && d.scalesToSessions() {
		n.Estimate, n.MinChunk = n.Estimate/longest*longest, longest
		return
	}
	if whole := (n.Estimate + parts - 1) / parts; n.Origin == outline.Template && d.Wish.Total == 0 && d.sessionLength() > 0 {
		if whole = (whole + shareLength - 1) / shareLength * shareLength; whole <= longest && whole*parts*4 <= n.Estimate*5 {
			part, n.Estimate = whole, whole*parts
		}
	}
	n.MinChunk = min(cmp.Or(n.MinChunk, shortestPiece), part)
}

// ownDays are the days that a task may be on, of those that have both a first and a last one.
func ownDays(o outline.Outline) map[string]wish.Days {
	out, of := map[string]wish.Days{}, map[string]wish.Days{}
	for _, n := range outline.Walk(o) { // from the goal down
		days := wish.Days{First: max(n.NotBefore, of[n.Parent].First), Last: cmp.Or(n.Deadline, of[n.Parent].Last)}
		if of[n.ID] = days; n.NotBefore != 0 && days.Last >= days.First {
			out[n.ID] = days
		}
	}
	return out
}

// mostWithin is how much work bounds of sessions allow on some days.
func (d *Draft) mostWithin(days wish.Days, limits []timeline.Most) (sum problem.Minute) {
	open, week := d.Wish.Days(), problem.Minute(0)
	for day := days.First; day <= days.Last; day++ {
		if slices.Contains(open, day.Weekday()) {
			week += limits[0].Minutes
		}
		if day.Weekday() == time.Sunday || day == days.Last {
			if len(limits) > 1 {
				week = min(week, limits[1].Minutes)
			}
			sum, week = sum+week, 0
		}
	}
	return sum
}

// grows tells whether the load of a training still grows.
func grows(o outline.Outline) bool {
	fixed, _ := outline.Fix(o)
	return !slices.ContainsFunc(outline.Check(fixed), func(v outline.Violation) bool { return v.Code == "pattern_mismatch" })
}

// isTrainingSession tells whether a node is a session of a training.
func (d *Draft) isTrainingSession(n outline.Node) bool {
	return d.Selection.Template.Arc != nil && weekOfArc.MatchString(n.Parent)
}

// shrinking returns what tells whether a node gets shorter where it is longer than a session may be:
// sessions of a training, what comes each day, and what comes again and is not long enough for two.
func (d *Draft) shrinking(o outline.Outline) func(n outline.Node, longest problem.Minute) bool {
	daily, cycles := map[string]bool{}, inCycles(o)
	for _, n := range outline.Walk(o) {
		daily[n.ID] = n.Level == outline.Cycle && n.Repeat.Unit == outline.Day && n.Repeat.Every == 1 || daily[n.Parent]
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
	if len(d.said) > 0 { // the most of each day of the week by itself
		longest = least(longest, d.Wish.MostOfDay())
	}
	return longest
}

// divideLong has tasks that can't be done in one go divided, where a block may be no longer than was said, or
// no window of the week is as long.
func (d *Draft) divideLong(o outline.Outline) outline.Outline {
	o.Nodes = slices.Clone(o.Nodes)
	chunks, streams := d.chunks(), roadmap.StreamsOf(o)
	window := problem.Minute(0)
	for _, w := range d.person.Windows {
		window = max(window, w.Hours.To-w.Hours.From)
	}
	for i := range o.Nodes {
		n := &o.Nodes[i]
		longest := least(cmp.Or(chunks[streams[n.ID]], d.longestBlock()), window)
		if stream, own := d.Wish.Stream(streams[n.ID]); own && stream.Timed() {
			longest = cmp.Or(chunks[streams[n.ID]], d.longestBlock())
		}
		if longest > 0 && n.Estimate > longest && (n.MinChunk == 0 || n.MinChunk > longest) {
			n.MinChunk = min(shortestPiece, n.Estimate/((n.Estimate+longest-1)/longest))
		}
	}
	return o
}

// saidLimits tells the bounds that were said in words, as "30 min a day and 2 h a week".
func (d *Draft) saidLimits() string {
	return strings.Join(slices.Compact(each(d.said)), " and ")
}
