package draft

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/wish"
)

// Structure completes an outline that was drafted by somebody who knows the words of a request,
// by what was said: its title, its first and its last day, and how long a session may be. It
// returns what is still wrong with it, by the grammar and by what was said.
func Structure(r Request, o outline.Outline) (*Draft, []outline.Violation, error) {
	d, err := Read(r)
	if err != nil {
		return d, nil, err
	}
	o.Nodes = slices.Clone(o.Nodes)
	if len(o.Nodes) > 0 {
		goal := &o.Nodes[0]
		goal.NotBefore, goal.Deadline = d.Start, d.Wish.By
		if goal.Title == "" {
			goal.Title = sentence(d.Wish.Title)
		}
		if goal.Deadline == 0 {
			goal.Deadline = end(o, d.Start)
			d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Derived, Text: "you gave no last day, so the work ends by " + goal.Deadline.String()})
		}
	}
	d.single(o)
	d.visits(&o)
	if err := d.fitSessions(&o); err != nil {
		return d, nil, &InputError{err}
	}
	d.separate(&o)
	if err := d.parts(r, o); err != nil {
		return d, nil, err
	}
	d.Outline, d.Adapted = outline.Fix(without(o, r.Out))
	violations := outline.Check(d.Outline)
	if len(violations) == 0 {
		violations = d.Against(d.Outline)
	}
	return d, violations, nil
}

// single settles what is said of a session for an outline of a model: none is longer. Where nothing
// comes again, how often a week is kept by the days of the work, whoever made the outline.
func (d *Draft) single(o outline.Outline) {
	if !drawn(o) {
		if w := &d.Wish; !comesAgain(o) && (w.Sessions > 0 || w.EveryOther) {
			w.Single = true
			if w.EveryOther {
				w.Apart = max(w.Apart, 1)
			}
		}
		return
	}
	d.Wish.Longest = cmp.Or(d.Wish.Longest, d.Wish.Length)
	d.Wish.Single = !comesAgain(o)
}

// comesAgain tells whether an outline has work that keeps a rhythm of its own: a cycle, or the weeks of
// a training.
func comesAgain(o outline.Outline) bool {
	return slices.ContainsFunc(o.Nodes, func(n outline.Node) bool {
		return n.Level == outline.Cycle || isRepeated(n)
	})
}

// isRepeated tells whether a node is one time of what comes again: a repetition of a cycle, or what a week
// of a training has.
func isRepeated(n outline.Node) bool {
	return strings.Contains(n.ID, "@") || weekOfArc.MatchString(n.Parent)
}

// visits have work that is fixed take as long as it does.
func (d *Draft) visits(o *outline.Outline) {
	streams := roadmap.StreamsOf(*o)
	for i := range o.Nodes {
		n := &o.Nodes[i]
		s, own := d.Wish.Stream(streams[n.ID])
		if length := s.Visit(); own && length > 0 && n.Estimate > 0 {
			n.Estimate, n.MinChunk = (n.Estimate+length-1)/length*length, 0
			if n.Estimate > length {
				n.MinChunk = length
			}
		}
	}
}

// toNextDay is from the end of a session to the earliest hour of the next day on which there is
// one, in minutes: who ends after eight in the morning goes on the day after.
const toNextDay = 16 * 60

// separate puts the sessions of a week on days of their own, as far from each other as the days that
// there are hours on allow: a session waits for the one before it.
func (d *Draft) separate(o *outline.Outline) {
	cycles := map[string][]int{} // the tasks of weekly cycles
	for i, n := range o.Nodes {
		if n.Level == outline.Cycle && n.Repeat.Unit == outline.Week && n.Repeat.Every == 1 {
			cycles[n.ID] = nil
		} else if tasks, ok := cycles[n.Parent]; ok && n.Level == outline.Task && n.Estimate > 0 {
			cycles[n.Parent] = append(tasks, i)
		}
	}
	streams := roadmap.StreamsOf(*o)
	for _, tasks := range cycles {
		if len(tasks) < 2 {
			continue
		}
		first := o.Nodes[tasks[0]]
		waits := func(i int) bool { // for anything but a session like it
			n := o.Nodes[i]
			return slices.ContainsFunc(n.Depends, func(on outline.Dependency) bool {
				return on.Lag != 0 || n.Title != first.Title || !slices.ContainsFunc(tasks, func(k int) bool { return o.Nodes[k].ID == on.On })
			})
		}
		if slices.ContainsFunc(tasks, waits) {
			continue
		}
		w := d.Wish
		if s, own := w.Stream(streams[first.ID]); own && s.Timed() {
			w = w.Of(s)
		}
		days, gap := roadmap.Gap(w, len(tasks))
		if days < len(tasks) {
			continue // there are no days enough
		}
		for k, i := range tasks[1:] {
			o.Nodes[i].Depends = []outline.Dependency{{On: o.Nodes[tasks[k]].ID, Lag: toNextDay + gap*24*60}}
		}
	}
}

// aWeekOfWork is how much a week is taken for without anybody having said, in minutes.
const aWeekOfWork = 5 * 60

// end is a day by which an outline can be done at an easy pace, and not before any of its dates.
func end(o outline.Outline, start civil.Date) civil.Date {
	expanded := outline.Expand(o, start)
	work, last := 0, start
	for _, n := range expanded.Nodes {
		work += n.Estimate
		last = max(last, n.NotBefore, n.Due, n.Deadline)
	}
	return max(last, start+civil.Date(7*(1+work/aWeekOfWork)))
}

// Against tells what of an outline goes against what was said of the goal: a rhythm, the length
// of a session, the time of a week, the last day.
func (d *Draft) Against(o outline.Outline) []outline.Violation {
	expanded := outline.Expand(o, d.Start)
	var out []outline.Violation
	for _, n := range expanded.Nodes {
		if d.Wish.By != 0 && n.NotBefore > d.Wish.By {
			out = append(out, violation("outside_goal", n.ID, outline.SetDates, "it is after the last day, %s", d.Wish.By))
		}
	}
	for _, s := range missing(d.Wish, o) {
		out = append(out, violation("stream_missing", "", outline.SetText, "something was said about %q, but there is no part or task of that stream", s))
	}
	streams := roadmap.StreamsOf(expanded)
	if drawn(o) {
		out = append(out, d.againstTotals(expanded, streams)...)
	}
	var all []outline.Node
	of := map[string][]outline.Node{} // by stream, where how often it is was said
	for _, n := range d.joinSteps(again(expanded, o), streams) {
		s, own := d.Wish.Stream(streams[n.ID])
		length := d.Wish.Length
		if own = own && (s.Timed() || s.Length > 0); own { // such as a rehearsal, of which nothing else that was said is meant
			length, of[streams[n.ID]] = s.Length, append(of[streams[n.ID]], n)
		} else {
			all = append(all, n)
		}
		if length > 0 && n.Estimate != length && n.Estimate > 0 {
			out = append(out, violation("session_differs", n.ID, outline.SetEstimate, "a session was said to take %s, not %s", civil.Length(length), civil.Length(n.Estimate)))
		}
	}
	beside := slices.ContainsFunc(o.Nodes, func(n outline.Node) bool {
		return n.Level == outline.Task && n.Estimate > 0 && !partOf(o.Nodes, n, outline.Cycle)
	})
	out = append(out, rhythm("", d.Wish.Rhythm, all, beside)...)
	for _, s := range d.Wish.Streams {
		out = append(out, rhythm(s.Name+": ", s.Rhythm, of[strings.ToLower(s.Name)], beside)...)
	}
	return out[:min(len(out), mostTold)]
}

// nearTotal is how far the work of an outline may be from what was said in all, in minutes.
const nearTotal = 15

// againstTotals tells where an outline has more or less work than was said in all.
func (d *Draft) againstTotals(o outline.Outline, streams map[string]string) (out []outline.Violation) {
	sums := map[string]problem.Minute{}
	for _, n := range o.Nodes {
		if sums[""] += n.Estimate; streams[n.ID] != "" {
			sums[streams[n.ID]] += n.Estimate
		}
	}
	compare := func(name string, said, has problem.Minute) {
		if said > 0 && max(said-has, has-said) > nearTotal {
			out = append(out, violation("total_differs", "", outline.SetEstimate, "%s%s in all were said, but the tasks take %s", name, civil.Length(said), civil.Length(has)))
		}
	}
	compare("", d.Wish.Total, sums[""])
	for _, s := range d.Wish.Streams {
		compare(s.Name+": ", s.Total, sums[strings.ToLower(s.Name)])
	}
	return out
}

// missing are the streams that a wish has hours for and an outline no work in.
func missing(w wish.Wish, o outline.Outline) []string {
	var out []string
	for _, s := range w.Streams {
		if !slices.ContainsFunc(o.Nodes, func(n outline.Node) bool { return strings.EqualFold(n.Stream, s.Name) }) {
			out = append(out, s.Name)
		}
	}
	return out
}

// rhythm tells the first week of which what comes again goes against what was said. The first and
// the last week may be parts of one; other work beside it may be the rest of what was said.
func rhythm(name string, r wish.Rhythm, repeated []outline.Node, beside bool) []outline.Violation {
	times, minutes := map[civil.Date]int{}, map[civil.Date]int{} // by the first day of a week
	for _, n := range repeated {
		week := n.NotBefore.WeekStart(time.Monday)
		times[week]++
		minutes[week] += n.Estimate
	}
	weeks := slices.Sorted(maps.Keys(times))
	if len(weeks) < 3 {
		return nil
	}
	for _, week := range weeks[1 : len(weeks)-1] {
		if n := times[week]; r.Sessions > 0 && (n > r.Sessions || n < r.Sessions && !beside) { // other work fills the rest
			return []outline.Violation{violation("sessions_differ", "", outline.SetRepeat,
				name+"%s a week was said, but in the week of %s it comes %s", civil.Times(r.Sessions), week, civil.Times(n))}
		}
		if n := minutes[week]; r.MostAWeek > 0 && n > r.MostAWeek {
			return []outline.Violation{violation("week_exceeded", "", outline.SetEstimate,
				name+"at most %s a week was said, but in the week of %s there are %s", civil.Length(r.MostAWeek), week, civil.Length(n))}
		}
	}
	return nil
}

// partOf tells whether a node is part of one of a level.
func partOf(nodes []outline.Node, n outline.Node, l outline.Level) bool {
	for n.Parent != "" {
		i := slices.IndexFunc(nodes, func(p outline.Node) bool { return p.ID == n.Parent })
		if i < 0 || nodes[i].Level == l {
			return i >= 0
		}
		n = nodes[i]
	}
	return false
}

func violation(code, id string, action outline.Action, format string, args ...any) outline.Violation {
	v := outline.Violation{Code: code, Text: fmt.Sprintf(format, args...), Fix: &outline.Change{Action: action, Node: id, At: -1}}
	if id != "" {
		v.Path = []string{id}
	}
	return v
}

// mostTold is how many violations of what was said are told at a time.
const mostTold = 10

// joinSteps has the tasks of what comes each day as one, the steps of one session, but for those that
// are sessions by their length or by the rest between them.
func (d *Draft) joinSteps(nodes []outline.Node, streams map[string]string) []outline.Node {
	type session struct {
		cycle string
		day   civil.Date
	}
	at := map[session]int{}
	var out []outline.Node
	for _, n := range nodes {
		said := d.Wish.Rhythm
		if s, own := d.Wish.Stream(streams[n.ID]); own {
			said = s.Rhythm
		}
		of := session{n.Parent, n.NotBefore}
		if i, ok := at[of]; ok && n.NotBefore == n.Deadline && said.Rest == 0 && n.Estimate != said.Length {
			out[i].Estimate += n.Estimate
			continue
		}
		at[of] = len(out)
		out = append(out, n)
	}
	return out
}

// again are the tasks of an expanded outline that were those of cycles.
func again(expanded, o outline.Outline) []outline.Node {
	whole := map[string]bool{}
	for _, n := range o.Nodes {
		whole[n.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(expanded.Nodes), func(n outline.Node) bool {
		return whole[n.ID] || n.Level.Depth() != outline.Task.Depth() || n.Milestone
	})
}
