package draft

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/timeline"
)

// leastRepeated is the share of the work that comes again that has to find room, in percent: a plan that
// leaves out more is another plan, and a person had better choose what gives.
const leastRepeated = 25

// thinned are the shares of what comes each day that are left out besides, in percent, one after the
// other: whole days leave room where the parts of days did not.
var thinned = []int{0, 4, 10, 25, 40, 60, 75}

// leaveOutRepeated leaves out what comes again where a template wants more than the hours and the
// limits that were said, until there is a schedule: what comes once goes first, then what comes each
// week, then what comes each day. Where that is not enough the draft stays as it is.
func (d *Draft) leaveOutRepeated(ctx context.Context, r Request) error {
	repeats := d.repeatedTasks()
	if drawn(d.Outline) || len(repeats) == 0 {
		return nil // a model drafts anew
	}
	whole := *d
	if found, err := d.tryThinned(ctx, r, whole, repeats, nil, nil); found || err != nil {
		return err
	}
	// Where the days of what comes once were guessed wrong, a schedule of that alone tells them.
	*d = whole
	if d.Goal.Outline = d.withoutTasks(whole, slices.Collect(maps.Keys(repeats))); len(outline.CheckExpanded(d.Goal.Outline)) == 0 {
		if err := d.tryAll(ctx, r); err != nil {
			return err
		}
		if d.Result.Verdict == problem.Feasible {
			once := d.Result.Schedule.Blocks
			for _, first := range []map[string]bool{nil, whole.mainTasks(repeats)} {
				if found, err := d.tryThinned(ctx, r, whole, repeats, once, first); found || err != nil {
					return err
				}
			}
			d.Result = whole.Result
		}
	}
	took, once := d.Took, d.Result
	*d = whole
	if d.Took = took; once.Verdict == problem.Impossible { // what comes again is not what stands against it
		d.Result = once
	}
	return nil
}

// withoutTasks is the outline of a draft without some tasks, by their ids in its problem.
func (d *Draft) withoutTasks(whole Draft, ids []string) outline.Outline {
	return without(whole.Goal.Outline, ownIDs(d.Goal.Prefix, ids))
}

// tryThinned leaves out more and more of what comes again, and reports whether there is a schedule then. laid
// are the days of what comes once, where they are known, and first is what goes before all else that comes again.
func (d *Draft) tryThinned(ctx context.Context, r Request, whole Draft, repeats map[string]bool, laid []problem.Block, first map[string]bool) (bool, error) {
	for _, percent := range thinned {
		*d = whole
		room := newDayRoom(whole.Problem, whole.Frame, whole.Start, whole.End, repeats)
		room.placeBlocks(laid)
		room.goFirst = first
		out := room.withoutRoom(percent)
		if !d.worthLeaving(whole, repeats, out) {
			continue
		}
		d.Goal.Outline = d.withoutTasks(whole, out)
		if len(outline.CheckExpanded(d.Goal.Outline)) > 0 {
			continue
		}
		if err := d.tryAll(ctx, r); err != nil {
			return false, err
		}
		if d.Result.Verdict == problem.Feasible {
			stay, err := d.putBack(whole, out)
			if err != nil {
				return false, err
			}
			if d.Out = append(d.Out, ownIDs(d.Goal.Prefix, stay)...); len(stay) > 0 {
				d.tellLeftOut(whole.Goal.Outline)
			}
			return true, nil
		}
	}
	return false, nil
}

// repeatedTasks are the ids in a problem of each time of what comes again: repetitions of a cycle, and the
// sessions of a training.
func (d *Draft) repeatedTasks() map[string]bool {
	out := map[string]bool{}
	for _, n := range d.Goal.Outline.Nodes {
		if n.Level == outline.Task && n.Estimate > 0 && isRepeated(n) {
			out[d.Goal.Prefix+n.ID] = true
		}
	}
	return out
}

// leastShare is the least share of the work that comes again that has to find room, in percent. Where it
// was said how long a session is, the person has chosen how much there is of it.
func (d *Draft) leastShare() int {
	if d.sessionLength() > 0 {
		return 0
	}
	return leastRepeated
}

// worthLeaving tells whether something of what comes again is left out, and enough of it stays: at least so
// many in a hundred, and some of what there is most of, which the plan is about.
func (d *Draft) worthLeaving(whole Draft, repeats map[string]bool, out []string) bool {
	if !worthLeaving(whole.Problem, repeats, out, d.leastShare()) {
		return false
	}
	for id := range whole.mainTasks(repeats) {
		if !slices.Contains(out, id) {
			return true
		}
	}
	return false
}

// mainTasks are those of what comes again that there is most work of.
func (d *Draft) mainTasks(repeats map[string]bool) map[string]bool {
	titles, work, main := d.Titles(), map[string]problem.Minute{}, ""
	for _, t := range d.Problem.Tasks {
		if title := titles[t.ID]; repeats[t.ID] {
			if work[title] += t.Work; work[title] > work[main] {
				main = title
			}
		}
	}
	out := map[string]bool{}
	for id := range repeats {
		if titles[id] == main {
			out[id] = true
		}
	}
	return out
}

// worthLeaving tells whether something of what comes again is left out, and at least so many in a hundred stay.
func worthLeaving(p problem.Problem, repeats map[string]bool, out []string, percent int) bool {
	all, left := problem.Minute(0), problem.Minute(0)
	for _, t := range p.Tasks {
		if !repeats[t.ID] {
			continue
		}
		if all += t.Work; slices.Contains(out, t.ID) {
			left += t.Work
		}
	}
	return left > 0 && (all-left)*100 >= all*percent
}

// tellLeftOut tells how much of the work fits, and what is left out.
func (d *Draft) tellLeftOut(whole outline.Outline) {
	goal := whole.Nodes[0].ID
	of, times := map[string]int{}, map[string]int{}
	for _, n := range whole.Nodes {
		if of[n.Title]++; slices.Contains(d.Out, n.ID) {
			times[n.Title]++
		}
	}
	var left []string
	for _, title := range slices.Sorted(maps.Keys(times)) {
		left = append(left, fmt.Sprintf("“%s” %d of %s", title, times[title], civil.Times(of[title])))
	}
	limits := "your hours"
	if len(d.said) > 0 {
		limits = d.saidLimits()
	}
	d.Assumptions = append(d.Assumptions, pattern.Assumption{Kind: pattern.Warning, Text: fmt.Sprintf(
		"%s of %s fit into %s: one-off tasks go first, then those that recur least often. Left out: %s. To fit all of it, allow more time or a later last day",
		civil.Length(outline.Work(d.Goal.Outline)[goal]), civil.Length(outline.Work(whole)[goal]), limits, strings.Join(left, ", "))})
}

// dayRoom is how much work each day of a problem still has room for.
type dayRoom struct {
	problem problem.Problem
	repeats map[string]bool           // the ids of what comes again
	goFirst map[string]bool           // and of those that go before the others
	starts  []problem.Minute          // when each day begins
	hours   []taskHours               // those that tasks have, each once
	hoursOf map[*problem.Span]int     // which of them, by where their list begins
	all     []problem.Minute          // free of each day, within any hours
	caps    []problem.Minute          // what is left of each cap
	capsOf  [][]int                   // of each day
	before  map[string][]network.Link // what each task waits for
	after   map[string][]network.Link // what waits for it
	begins  map[string]int            // the day on which a task begins, of those that have a place
	ends    map[string]int            // and the one on which it ends
}

// newDayRoom is the room of a problem from one day to another, which are within its frame.
func newDayRoom(p problem.Problem, f timeline.Frame, first, last civil.Date, repeats map[string]bool) *dayRoom {
	r := &dayRoom{problem: p, repeats: repeats, hoursOf: map[*problem.Span]int{}, before: map[string][]network.Link{}, after: map[string][]network.Link{}, begins: map[string]int{}, ends: map[string]int{}}
	for day := first; day <= last; day++ {
		r.starts = append(r.starts, max(0, f.Minute(day.In(f.Time(0).Location()))))
	}
	r.capsOf, r.all = make([][]int, len(r.starts)), r.minutesOfDays(p.Free)
	for _, l := range p.Links {
		r.before[l.To], r.after[l.From] = append(r.before[l.To], l), append(r.after[l.From], l)
	}
	for i, c := range p.Caps {
		r.caps = append(r.caps, c.Most)
		for day := r.dayOf(c.From); day < len(r.starts) && r.starts[day] < c.To; day++ {
			r.capsOf[day] = append(r.capsOf[day], i)
		}
	}
	return r
}

// taskHours are hours in which some tasks may be.
type taskHours struct {
	spans  []problem.Span
	free   []problem.Minute   // of each day
	taken  []problem.Minute   // of each day, by tasks with these hours
	common [][]problem.Minute // with each of the hours before them, of each day
}

// hoursFor is which of the hours a task may be in.
func (r *dayRoom) hoursFor(t problem.Task) int {
	if len(t.Windows) > 0 {
		if known, ok := r.hoursOf[&t.Windows[0]]; ok {
			return known
		}
	}
	spans := roadmap.Intersection(t.Windows, r.problem.Free)
	which := slices.IndexFunc(r.hours, func(h taskHours) bool { return slices.Equal(h.spans, spans) })
	if which < 0 {
		h := taskHours{spans: spans, free: r.minutesOfDays(spans), taken: make([]problem.Minute, len(r.starts))}
		for _, o := range r.hours {
			h.common = append(h.common, r.minutesOfDays(roadmap.Intersection(spans, o.spans)))
		}
		which, r.hours = len(r.hours), append(r.hours, h)
	}
	if len(t.Windows) > 0 {
		r.hoursOf[&t.Windows[0]] = which
	}
	return which
}

// minutesOfDays are how many minutes of spans each day has.
func (r *dayRoom) minutesOfDays(spans []problem.Span) []problem.Minute {
	out := make([]problem.Minute, len(r.starts))
	for _, s := range spans {
		for day := r.dayOf(s.From); day < len(r.starts) && r.starts[day] < s.To; day++ {
			out[day] += max(0, min(s.To, r.dayEnd(day))-max(s.From, r.starts[day]))
		}
	}
	return out
}

// dayOf is the day that a minute is in.
func (r *dayRoom) dayOf(m problem.Minute) int {
	day, begins := slices.BinarySearch(r.starts, m)
	if !begins {
		day--
	}
	return max(0, day)
}

func (r *dayRoom) dayEnd(day int) problem.Minute {
	if day+1 < len(r.starts) {
		return r.starts[day+1]
	}
	return r.problem.Horizon
}

// roomOn is how much work of a task a day still has room for: no more than its own hours have beside what can
// only be within them, and no more than all hours have beside all that is in them.
func (r *dayRoom) roomOn(t problem.Task, day int) problem.Minute {
	own := r.hoursFor(t)
	left, all := r.hours[own].free[day], r.all[day]
	for i := range r.hours {
		o := &r.hours[i]
		common := o.free[day]
		if i != own {
			common = r.hours[max(i, own)].common[min(i, own)][day]
		}
		all -= o.taken[day]
		if common == o.free[day] {
			left -= o.taken[day]
		}
	}
	left = min(left, all)
	for _, i := range r.capsOf[day] {
		if strings.HasPrefix(t.Group, r.problem.Caps[i].Group) {
			left = min(left, r.caps[i])
		}
	}
	return max(0, left)
}

func (r *dayRoom) takeRoom(t problem.Task, day int, work problem.Minute) {
	r.hours[r.hoursFor(t)].taken[day] += work
	for _, i := range r.capsOf[day] {
		if strings.HasPrefix(t.Group, r.problem.Caps[i].Group) {
			r.caps[i] -= work
		}
	}
}

// placeBlocks takes the room of blocks that are laid.
func (r *dayRoom) placeBlocks(blocks []problem.Block) {
	tasks := map[string]problem.Task{}
	for _, t := range r.problem.Tasks {
		tasks[t.ID] = t
	}
	for _, b := range blocks {
		first, last := r.dayOf(b.From), r.dayOf(max(b.From, b.To-1))
		r.takeRoom(tasks[b.Task], first, b.To-b.From)
		if begins, placed := r.begins[b.Task]; !placed || first < begins {
			r.begins[b.Task] = first
		}
		r.ends[b.Task] = max(r.ends[b.Task], last)
	}
}

// withoutRoom returns the repetitions that find no room beside what comes once, and so many in a
// hundred of those of one day besides.
func (r *dayRoom) withoutRoom(percent int) []string {
	tasks := slices.DeleteFunc(slices.Clone(r.problem.Tasks), func(t problem.Task) bool {
		_, placed := r.ends[t.ID]
		return t.Work == 0 || t.AllTime || placed
	})
	stable.Sort(tasks, func(a, b problem.Task) int {
		longer := 0
		if r.repeats[a.ID] { // the longest session of a week is what the others are for
			longer = b.Work - a.Work
		}
		return cmp.Or(r.placingRank(a)-r.placingRank(b), r.endOf(a)-r.endOf(b), a.Release-b.Release, longer)
	})
	var out []string
	daily, dropped := 0, 0
	for _, t := range tasks {
		again := r.repeats[t.ID]
		if again && r.dayOf(t.Release) == r.dayOf(r.endOf(t)-1) {
			if daily++; dropped*100 < daily*percent {
				dropped++
				out = append(out, t.ID)
				continue
			}
		}
		if !r.placeTask(t) && again {
			out = append(out, t.ID)
		}
	}
	return out
}

// placingRank is which tasks go first: those that come once, then those that are to go first, then those that
// come least often.
func (r *dayRoom) placingRank(t problem.Task) int {
	switch {
	case !r.repeats[t.ID]:
		return 0
	case r.goFirst[t.ID]:
		return 1
	}
	return 2 + r.problem.Horizon - min(r.problem.Horizon, r.endOf(t)-t.Release)
}

func (r *dayRoom) endOf(t problem.Task) problem.Minute {
	return min(cmp.Or(t.Deadline, r.problem.Horizon), r.problem.Horizon)
}

// afterThose is the day on which the last of what a task waits for ends, as far as that has a place.
func (r *dayRoom) afterThose(id string, seen map[string]bool) int {
	day := 0
	for _, l := range r.before[id] {
		end, placed := r.ends[l.From]
		if !placed && !seen[l.From] {
			seen[l.From] = true
			end = r.afterThose(l.From, seen)
		}
		day = max(day, end+lagDays(l))
	}
	return day
}

// beforeThose is the last day on which a task may end, as far as what waits for it has a place.
func (r *dayRoom) beforeThose(id string) int {
	day := len(r.starts) - 1
	for _, l := range r.after[id] {
		if begins, placed := r.begins[l.To]; placed {
			day = min(day, begins-lagDays(l))
		}
	}
	return day
}

// lagDays is a lag in days, rounded.
func lagDays(l network.Link) int { return (l.Lag + 12*60) / (24 * 60) }

// placeTask takes the room for a task, and reports whether there is enough; if not, nothing is taken. What
// follows another time of what comes again lies as late as it can, so that what comes before it has room.
func (r *dayRoom) placeTask(t problem.Task) bool {
	taken, left := map[int]problem.Minute{}, t.Work
	for _, s := range t.Locked {
		r.takeRoom(t, r.dayOf(s.From), s.To-s.From)
		left -= s.To - s.From
	}
	first, last := max(r.dayOf(t.Release), r.afterThose(t.ID, map[string]bool{})), min(r.dayOf(r.endOf(t)-1), r.beforeThose(t.ID))
	late := slices.ContainsFunc(r.before[t.ID], func(l network.Link) bool { return r.repeats[t.ID] && r.repeats[l.From] })
	for i := 0; i <= last-first && left > 0; i++ {
		day := first + i
		if late {
			day = last - i
		}
		room := min(r.roomOn(t, day), left)
		if room < left { // a part of it, which leaves no rest that is too short to stand alone
			room = min(room, left-t.MinChunk)
		}
		if room < left && (t.MinChunk == 0 || room < t.MinChunk) {
			continue
		}
		r.takeRoom(t, day, room)
		taken[day], left = room, left-room
	}
	if left <= 0 {
		days := slices.Sorted(maps.Keys(taken))
		if len(days) > 0 {
			r.begins[t.ID], r.ends[t.ID] = days[0], days[len(days)-1]
		}
		return true
	}
	for day, work := range taken {
		r.takeRoom(t, day, -work)
	}
	return false
}
