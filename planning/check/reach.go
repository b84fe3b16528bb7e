package check

import (
	"math"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// never is later than any time, and far enough from the end of 64 bits for
// lags to be added.
const never minute = math.MaxInt / 4

// rounds is how often the links are gone along at most. What is known by then
// is true; it may be that more could be known.
const rounds = 100

// when is a time that is no earlier and no later than its two.
type when struct{ early, late minute }

// reach is when a task may start (its first block, locked or not) and when it
// may finish (its last). No schedule has it otherwise.
type reach struct{ start, finish when }

// nowhere is the reach of a task that can't be at all.
var nowhere = reach{when{never, -never}, when{never, -never}}

func (r reach) empty() bool {
	return r.start.early > r.start.late || r.finish.early > r.finish.late
}

func (w when) and(o when) when { return when{max(w.early, o.early), min(w.late, o.late)} }

// anyTime is the reach of t by its release and its deadline.
func (p *proof) anyTime(t problem.Task) reach {
	return reach{when{t.Release, p.p.Horizon}, when{t.Release, p.last(t)}}
}

// last is when a task has to have ended.
func (p *proof) last(t problem.Task) minute {
	if t.Deadline > 0 {
		return min(t.Deadline, p.p.Horizon)
	}
	return p.p.Horizon
}

// reaches carries releases and deadlines along the links that are named, there
// and back, until nothing changes. It returns false if a task can't be at all.
func (p *proof) reaches() (map[string]reach, bool) {
	all := map[string]reach{}
	for _, t := range p.tasks {
		all[t.ID] = p.alone(t, p.anyTime(t))
	}
	links := p.inOrder()
	for _, l := range links {
		for _, id := range []string{l.From, l.To} {
			if _, ok := all[id]; !ok {
				all[id] = p.alone(p.task[id], p.anyTime(p.task[id]))
			}
		}
	}
	for changed, n := true, 0; changed && n < rounds; n++ {
		changed = false
		for i := range links {
			changed = p.forwards(links[i], all) || changed
		}
		for i := len(links) - 1; i >= 0; i-- {
			changed = p.backwards(links[i], all) || changed
		}
	}
	for _, r := range all {
		if r.empty() {
			return all, false
		}
	}
	return all, true
}

// forwards narrows when the task at the end of a link may be, and tells whether
// that is news.
func (p *proof) forwards(l network.Link, all map[string]reach) bool {
	from, to := all[l.From], all[l.To]
	x, y := ends(l, &from, &to)
	if from.empty() || to.empty() {
		return false
	}
	early := p.plus(x.early, l)
	if early <= y.early {
		return false
	}
	y.early = early
	all[l.To] = p.alone(p.task[l.To], to)
	return true
}

// backwards does the same for the task at the beginning of a link.
func (p *proof) backwards(l network.Link, all map[string]reach) bool {
	from, to := all[l.From], all[l.To]
	x, y := ends(l, &from, &to)
	if from.empty() || to.empty() {
		return false
	}
	late := p.minus(y.late, l)
	if late >= x.late {
		return false
	}
	x.late = late
	all[l.From] = p.alone(p.task[l.From], from)
	return true
}

// inOrder returns the links that are named, those into a task before those out
// of it as far as they go in no circle, so that few rounds are enough.
func (p *proof) inOrder() []network.Link {
	into, out := map[string]int{}, map[string][]network.Link{}
	for _, k := range p.c.Links {
		l := p.p.Links[k]
		into[l.To]++
		out[l.From] = append(out[l.From], l)
	}
	var ready []string
	for _, k := range p.c.Links {
		if id := p.p.Links[k].From; into[id] == 0 {
			into[id] = -1
			ready = append(ready, id)
		}
	}
	var order []network.Link
	for i := 0; i < len(ready); i++ {
		for _, l := range out[ready[i]] {
			order = append(order, l)
			if into[l.To]--; into[l.To] == 0 {
				ready = append(ready, l.To)
			}
		}
		delete(out, ready[i])
	}
	for _, k := range p.c.Links { // what is left goes in circles
		if l := p.p.Links[k]; len(out[l.From]) > 0 {
			order = append(order, l)
		}
	}
	return order
}
