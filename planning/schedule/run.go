package schedule

import (
	"context"
	"sort"
)

// A schedule that later tasks need to be different (links that bound a gap from
// both sides) is begun again with what they need as a floor, this often at most.
const maxRestarts = 40

// fitness is what a schedule is compared by.
type fitness struct {
	bad  int64 // 0: it keeps everything
	cost int64
}

func (a fitness) less(b fitness) bool {
	if a.bad != b.bad {
		return a.bad < b.bad
	}
	return a.cost < b.cost
}

// run lays all tasks of list in its order. likes makes tasks go for the time that
// they prefer where it costs less. It tells how many schedules it began, and
// whether it came to an end before ctx.
func (g *generator) run(ctx context.Context, list []int, likes bool) (began int, ok bool) {
	clear(g.floor)
	for began = 1; ; began++ {
		g.reset()
		again := false
		for n, i := range list {
			if n%256 == 255 && (g.steps > maxSteps || ctx.Err() != nil) {
				return began, false
			}
			if again = !g.place(i, likes, began <= maxRestarts); again {
				break
			}
		}
		if !again {
			return began, true
		}
	}
}

// place lays task i, after its deadline if it must be, or leaves it out. It is
// false if the schedule has to be begun again, with other floors.
func (g *generator) place(i int, likes, restart bool) bool {
	t := &g.m.tasks[i]
	if g.laid[i] {
		return true
	}
	low, high := g.bound(i)
	if g.best(i, low, high, likes) {
		g.end = max(g.end, g.finish[i])
		return true
	}
	if high.start < never || high.finish < never {
		free := bounds{never, never}
		if g.lay(i, low, free, t.deadline, false) {
			if restart && g.raise(i) {
				return false
			}
			g.lift(i, 0)
			g.laid[i] = false
		}
		if !g.lay(i, low, high, g.m.horizon, false) {
			g.missing++
			return true
		}
	} else if !g.lay(i, low, high, g.m.horizon, false) {
		g.missing++
		return true
	}
	g.late += max(0, g.finish[i]-t.deadline)
	g.end = max(g.end, g.finish[i])
	return true
}

// raise puts floors under those tasks that were laid too early for where task i
// has to lie now, and tells whether it could.
func (g *generator) raise(i int) bool {
	raised := false
	for _, k := range g.m.out[i] {
		l := &g.m.links[k]
		if !g.laid[l.to] || g.m.tasks[l.to].fixed() {
			continue
		}
		e := l.earliest(g.side(i, l.fromStart))
		if g.side(l.to, l.toStart) >= e {
			continue
		}
		f := &g.floor[l.to]
		if l.toStart && f.start < e {
			f.start, raised = e, true
		} else if !l.toStart && f.finish < e {
			f.finish, raised = e, true
		}
	}
	return raised
}

// best lays task i in the better of the places that are considered: the first
// that fits, and the first that it prefers.
func (g *generator) best(i int, low, high bounds, likes bool) bool {
	t := &g.m.tasks[i]
	if !likes || t.prefer == nil || g.m.p.Costs.Unliked == 0 {
		return g.lay(i, low, high, t.deadline, false)
	}
	if !g.lay(i, low, high, t.deadline, true) {
		return g.lay(i, low, high, t.deadline, false)
	}
	liked := g.price(i)
	g.lift(i, 0)
	if !g.lay(i, low, high, t.deadline, false) || g.price(i) >= liked {
		g.lift(i, 0)
		return g.lay(i, low, high, t.deadline, true)
	}
	return true
}

// price is what task i costs where it lies, and by how much it puts off the end.
func (g *generator) price(i int) int64 {
	c := &g.m.p.Costs
	return g.own(i) + c.Makespan*int64(max(0, g.finish[i]-g.end))
}

// own is what task i costs by itself.
func (g *generator) own(i int) int64 {
	t, c := &g.m.tasks[i], &g.m.p.Costs
	sum := g.m.costOfDelay(t, g.finish[i])
	for _, blocks := range [2][]Span{t.locked, g.blocks[i]} {
		for _, b := range blocks {
			sum += g.m.costOfUnlikedHours(t, b)
			if t.was != nil && c.Moved > 0 && !contains(t.was, b) {
				sum += c.Moved
			}
		}
	}
	return sum
}

// costOfDelay is what a task costs by when it ends: after its due, and after the end that it had before.
func (m *model) costOfDelay(t *task, finish Minute) (sum int64) {
	const day = 24 * 60
	if t.due > 0 && finish > t.due {
		sum += t.weight * int64(finish-t.due)
	}
	if late := int64(finish - t.wasEnd); t.wasEnd > 0 && late > 0 {
		sum += m.p.Costs.PutOff * late * late / (day * day)
	}
	return sum
}

// costOfUnlikedHours is what a block of a task costs outside of what it prefers.
func (m *model) costOfUnlikedHours(t *task, b Span) int64 {
	if t.prefer == nil || m.p.Costs.Unliked == 0 {
		return 0
	}
	return m.p.Costs.Unliked * int64(b.To-b.From-overlap(t.prefer, b))
}

// fitness of what is laid now.
func (g *generator) fitness() fitness {
	f := fitness{bad: int64(g.missing)<<40 + int64(g.late)}
	for i := range g.m.tasks {
		if g.laid[i] {
			f.cost += g.own(i)
		}
	}
	f.cost += g.m.p.Costs.Makespan * int64(g.end)
	return f
}

// contains tells whether s is among sorted spans.
func contains(sorted []Span, s Span) bool {
	i := sort.Search(len(sorted), func(i int) bool {
		return sorted[i].From > s.From || sorted[i].From == s.From && sorted[i].To >= s.To
	})
	return i < len(sorted) && sorted[i] == s
}
