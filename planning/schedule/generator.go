package schedule

import (
	"math/rand/v2"
	"slices"
)

// maxBlocks bounds a schedule, and with it its memory: what needs more of them is
// not found.
const maxBlocks = 100_000

// generator lays tasks of a model. Its state is one schedule, complete or not.
type generator struct {
	m        *model
	profiles []profile
	left     []Minute // what each cap leaves
	blocks   [][]Span // of each task, locked ones apart, by time
	start    []Minute
	finish   []Minute
	laid     []bool
	floor    []bounds // that tasks laid later put on those laid before
	late     Minute   // minutes after deadlines, all tasks together
	missing  int      // tasks that found no place
	end      Minute   // of the last block
	count    int      // blocks that were laid
	steps    int      // looks at spans, steps and caps: the measure of work
	empty    *state
	// loose, if there is one, lays tasks not always as early as they fit.
	loose *rand.Rand
	grain Minute // what it draws are multiples of, in minutes; 0: one

	spare   []Span
	scratch []int
}

// state is what locked blocks leave: where each schedule begins.
type state struct {
	profiles []profile
	left     []Minute
	end      Minute
}

// bounds of a task's start and finish, from below.
type bounds struct{ start, finish Minute }

func newGenerator(m *model) *generator {
	n := len(m.tasks)
	g := &generator{
		m: m, blocks: make([][]Span, n), start: make([]Minute, n), finish: make([]Minute, n),
		laid: make([]bool, n), floor: make([]bounds, n), left: make([]Minute, len(m.p.Caps)),
		profiles: make([]profile, len(m.capacity)),
	}
	for i := range g.profiles {
		g.profiles[i] = newProfile()
	}
	for i, c := range m.p.Caps {
		g.left[i] = c.Most
	}
	for i := range m.tasks {
		t := &m.tasks[i]
		for _, s := range t.locked {
			g.occupy(t, s, 1)
			g.end = max(g.end, s.To)
		}
	}
	g.empty = &state{profiles: make([]profile, len(g.profiles)), left: slices.Clone(g.left), end: g.end}
	for i := range g.profiles {
		g.empty.profiles[i].copyFrom(&g.profiles[i])
	}
	return g
}

// reset takes away all that is not locked.
func (g *generator) reset() {
	for i := range g.profiles {
		g.profiles[i].copyFrom(&g.empty.profiles[i])
	}
	copy(g.left, g.empty.left)
	g.late, g.missing, g.end, g.count = 0, 0, g.empty.end, 0
	for i := range g.m.tasks {
		t := &g.m.tasks[i]
		if g.blocks[i] = g.blocks[i][:0]; cap(g.blocks[i]) > 256 {
			g.blocks[i] = nil // what one schedule needs there, the next may not
		}
		if g.laid[i] = t.fixed(); g.laid[i] {
			g.start[i], g.finish[i] = t.locked[0].From, t.locked[len(t.locked)-1].To
		}
	}
	g.steps += len(g.m.tasks)
}

func (g *generator) occupy(t *task, s Span, sign int) {
	for _, u := range t.uses {
		g.profiles[u.resource].add(s, sign*u.amount)
	}
	g.charge(t, s, sign)
}

// bound is what the links of task i to those that are laid leave it: from below,
// and from above.
func (g *generator) bound(i int) (low, high bounds) {
	t := &g.m.tasks[i]
	low = bounds{max(t.release, g.floor[i].start), g.floor[i].finish}
	high = bounds{never, never}
	for _, k := range g.m.in[i] {
		l := &g.m.links[k]
		if !g.laid[l.from] {
			continue
		}
		e := l.earliest(g.side(l.from, l.fromStart))
		if l.toStart {
			low.start = max(low.start, e)
		} else {
			low.finish = max(low.finish, e)
		}
	}
	for _, k := range g.m.out[i] {
		l := &g.m.links[k]
		var at Minute
		switch locked := g.m.tasks[l.to].locked; {
		case g.laid[l.to]:
			at = g.side(l.to, l.toStart)
		case l.toStart && len(locked) > 0: // begun: it starts no later than there
			at = locked[0].From
		default:
			continue
		}
		e := l.latest(at)
		if l.fromStart {
			high.start = min(high.start, e)
		} else {
			high.finish = min(high.finish, e)
		}
	}
	return low, high
}

// side is the start or the finish of a task that is laid.
func (g *generator) side(i int, start bool) Minute {
	if start {
		return g.start[i]
	}
	return g.finish[i]
}

// lay puts task i where it fits first within the bounds: its blocks, its start
// and its finish. by is the latest finish. It tells whether it found a place, and
// changes nothing otherwise.
func (g *generator) lay(i int, low, high bounds, by Minute, preferred bool) bool {
	t := &g.m.tasks[i]
	g.steps += 16 // what it takes beside the looks
	by = min(by, high.finish)
	w := t.where(preferred)
	if t.work == 0 {
		at, ok := w.instant(max(low.start, low.finish))
		if !ok || at > by || at > high.start {
			return false
		}
		g.book(i, Span{From: at, To: at})
		g.settle(i)
		return true
	}
	return g.layWork(i, &w, low, high, by)
}

// layWork lays what task i has left to do. A split task that would end before
// low.finish keeps its last block back for then, or starts so late that it has to
// last until then.
func (g *generator) layWork(i int, w *where, low, high bounds, by Minute) bool {
	t := &g.m.tasks[i]
	late := max(low.start, low.finish-t.work)
	if late == low.start || len(t.locked) > 0 && t.locked[len(t.locked)-1].To >= low.finish {
		return g.layFrom(i, w, low.start, low, high, by, false)
	}
	if t.split {
		if g.layFrom(i, w, low.start, low, high, by, false) {
			if g.finish[i] >= low.finish {
				return true
			}
			g.lift(i, 0)
			g.laid[i] = false
		}
		w.at = [3]int{-1, -1, -1}
		if g.layFrom(i, w, low.start, low, high, by, true) {
			return true
		}
		w.at = [3]int{-1, -1, -1}
	}
	return g.layFrom(i, w, late, low, high, by, false)
}

// layFrom lays task i from at on. hold keeps its last block back for low.finish.
func (g *generator) layFrom(i int, w *where, at Minute, low, high bounds, by Minute, hold bool) bool {
	t := &g.m.tasks[i]
	left, before := t.work, len(g.blocks[i])
	begun := len(t.locked) > 0 || before > 0
	own := g.mine(i)
	for _, s := range g.blocks[i] {
		left -= s.To - s.From
	}
	for left > 0 {
		if g.loose != nil && g.loose.IntN(3) == 0 {
			at += g.drawn(1 + max(1, min(by, g.m.horizon)-at))
		}
		least, most := t.shortest(left), min(left, t.most)
		if hold {
			if most = t.chunk(left, left-t.least); most == 0 || most < least {
				hold, least, most, at = false, left, left, max(at, low.finish-left)
			}
		}
		s, ok := g.fit(t, own, w, at, least, most, by)
		if !ok || (!begun && s.From > high.start) {
			g.lift(i, before)
			return false
		}
		s.To = s.From + g.cut(t, left, s.To-s.From)
		if g.count++; g.count > maxBlocks {
			g.lift(i, before)
			return false
		}
		g.book(i, s)
		left -= s.To - s.From
		begun = true
		at = s.To
	}
	sortSpans(g.blocks[i])
	g.settle(i)
	// What is locked may lie where no block of today could be put.
	if len(t.locked) > 0 && (g.start[i] < low.start || g.start[i] > high.start || g.finish[i] > by) {
		g.lift(i, before)
		g.laid[i] = false
		return false
	}
	return true
}

// mine are the blocks that task i has already, locked ones too.
func (g *generator) mine(i int) []Span {
	t := &g.m.tasks[i]
	if len(g.blocks[i]) == 0 {
		return t.locked
	}
	g.spare = append(append(g.spare[:0], t.locked...), g.blocks[i]...)
	sortSpans(g.spare)
	return g.spare
}

// cut is how much of room the next block takes.
func (g *generator) cut(t *task, left, room Minute) Minute {
	n := t.chunk(left, room)
	if g.loose != nil && t.split && g.loose.IntN(3) == 0 {
		if c := t.chunk(left, t.shortest(left)+g.drawn(n)); c > 0 {
			n = min(n, c)
		}
	}
	return n
}

// drawn is a random number of minutes below n.
func (g *generator) drawn(n int) Minute {
	m := g.loose.IntN(n)
	return m - m%max(1, g.grain)
}

func (g *generator) book(i int, s Span) {
	g.steps += 8
	g.blocks[i] = append(g.blocks[i], s)
	g.occupy(&g.m.tasks[i], s, 1)
}

// lift takes back the blocks of task i from the n-th on.
func (g *generator) lift(i, n int) {
	for _, s := range g.blocks[i][n:] {
		g.occupy(&g.m.tasks[i], s, -1)
	}
	g.blocks[i] = g.blocks[i][:n]
}

// settle says where task i starts and ends, by its blocks.
func (g *generator) settle(i int) {
	t := &g.m.tasks[i]
	g.laid[i] = true
	g.start[i], g.finish[i] = never, 0
	for _, blocks := range [][]Span{t.locked, g.blocks[i]} {
		if len(blocks) > 0 {
			g.start[i] = min(g.start[i], blocks[0].From)
			g.finish[i] = max(g.finish[i], blocks[len(blocks)-1].To)
		}
	}
}
