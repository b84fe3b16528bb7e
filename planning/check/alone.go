package check

import (
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// gaps returns where blocks of a task that are not locked may lie, by Free, its
// windows and its locked blocks.
func (p *proof) gaps(t problem.Task) spans {
	if g, ok := p.free[t.ID]; ok {
		return g
	}
	g := domain(p.p, t)
	if len(t.Locked) > 0 {
		g = g.less(t.Locked)
	}
	p.free[t.ID] = g
	return g
}

// shortest is the shortest block that a task may have.
func shortest(t problem.Task) minute {
	if unsplit(t) {
		return rest(t)
	}
	return t.MinChunk
}

// alone narrows the reach of a task to what it could have if it were alone.
func (p *proof) alone(t problem.Task, r reach) reach {
	first, final := never, -never // of its locked blocks
	if len(t.Locked) > 0 {
		first, final = t.Locked[0].From, last(t.Locked)
	}
	var can reach
	switch {
	case first < r.start.early || final > r.finish.late:
		return nowhere
	case rest(t) == 0 && len(t.Locked) > 0:
		can = reach{when{first, first}, when{final, final}}
	case unsplit(t):
		can = oneBlock(p.gaps(t), rest(t), first, final, r)
	default:
		can = manyBlocks(p.gaps(t), t, first, final, r)
	}
	if can = (reach{can.start.and(r.start), can.finish.and(r.finish)}); can.empty() {
		return nowhere
	}
	return can
}

// oneBlock puts a block of n minutes as early and as late as may be: into the
// first and the last of the gaps that hold it, beside locked ones from first to
// final.
func oneBlock(gaps spans, n, first, final minute, r reach) reach {
	in := func(g span) reach {
		low, high := max(g.From, r.start.early), min(g.To, r.finish.late)-n
		if final < r.finish.early { // the block has to be the last
			low = max(low, r.finish.early-n)
		}
		if first > r.start.late { // the block has to be the first
			high = min(high, r.start.late)
		}
		if low > high {
			return nowhere
		}
		return reach{when{min(low, first), min(high, first)}, when{max(low+n, final), max(high+n, final)}}
	}
	fits := func(g span) bool { return !in(g).empty() }
	i := slices.IndexFunc(gaps, fits)
	if i < 0 {
		return nowhere
	}
	k := len(gaps) - 1
	for !fits(gaps[k]) {
		k--
	}
	early, late := in(gaps[i]), in(gaps[k])
	return reach{when{early.start.early, late.start.late}, when{early.finish.early, late.finish.late}}
}

// manyBlocks counts the minutes of the gaps that hold the shortest block, from
// the front for the finish and from the back for the start.
func manyBlocks(gaps spans, t problem.Task, first, final minute, r reach) reach {
	x := at(r.start.early, r.finish.late)
	gaps = gaps.meeting(x)
	begin, start, finish, end := never, never, never, -never
	for i, left := 0, rest(t); i < len(gaps) && left > 0; i++ {
		if g := both(gaps[i], x); length(g) >= t.MinChunk {
			begin, finish = min(begin, g.From), g.From+left
			left -= length(g)
		}
	}
	left := rest(t)
	for i := len(gaps) - 1; i >= 0 && left > 0; i-- {
		if g := both(gaps[i], x); length(g) >= t.MinChunk {
			end, start = max(end, g.To), g.To-left
			left -= length(g)
		}
	}
	if left > 0 {
		return nowhere
	}
	return reach{when{min(begin, first), min(start, first)}, when{max(finish, final), max(end, final)}}
}
