package schedule

import "slices"

// maxStayed is of how many blocks a task may be to stay where it was: each is
// looked at with each.
const maxStayed = 500

// stayed are the blocks that a task had and could have again: those of Was that
// aren't locked, if they are as much work as is left and no chunk is too short or
// too long; nil otherwise.
func (t *task) stayed() []Span {
	blocks := t.unlocked()
	if !t.fixed() && len(blocks) > 0 && length(blocks) == t.work && t.allows(blocks) {
		return blocks
	}
	return nil
}

// unlocked are the blocks of Was that aren't locked.
func (t *task) unlocked() []Span {
	if len(t.was) > maxStayed {
		return nil
	}
	var out []Span
	for _, b := range t.was {
		if !contains(t.locked, b) {
			out = append(out, b)
		}
	}
	return out
}

// allows tells whether all blocks are long and short enough.
func (t *task) allows(blocks []Span) bool {
	if t.work == 0 {
		return len(blocks) == 1
	}
	for _, b := range blocks {
		if n := b.To - b.From; n < t.least || n > t.most {
			return false
		}
	}
	return true
}

func length(spans []Span) Minute {
	var n Minute
	for _, s := range spans {
		n += s.To - s.From
	}
	return n
}

// fits tells whether block b of task i could be exactly there.
func (g *generator) fits(i int, b Span) bool {
	t := &g.m.tasks[i]
	w := t.where(false)
	if t.work == 0 {
		at, ok := w.instant(b.From)
		return ok && at == b.From && b.To == b.From
	}
	n := b.To - b.From
	s, ok := g.fit(t, g.mine(i), &w, b.From, n, n, b.To)
	return ok && s == b
}

// put lays task i in exactly these blocks, if they fit, and it keeps its links.
func (g *generator) put(i int, blocks []Span, low, high bounds) bool {
	for _, b := range blocks {
		if b.From < low.start || b.From < 0 || b.To > g.m.horizon || !g.fits(i, b) {
			g.lift(i, 0)
			return false
		}
		g.book(i, b)
	}
	sortSpans(g.blocks[i])
	return g.settled(i, low, high)
}

// settled settles task i, and lifts it again if it does not keep its bounds.
func (g *generator) settled(i int, low, high bounds) bool {
	g.settle(i)
	if g.start[i] < low.start || g.finish[i] < low.finish || g.start[i] > high.start ||
		g.finish[i] > min(high.finish, g.m.tasks[i].deadline) {
		g.unlay(i)
		return false
	}
	return true
}

func (g *generator) unlay(i int) {
	g.lift(i, 0)
	g.laid[i] = false
}

// near lays a task that can't stay as it was in the place that costs least among:
// its blocks with the last one stretched or cut; those that still fit, and the rest
// anew; all from where it began; all as early as it fits.
func (g *generator) near(i int, low, high bounds) bool {
	t := &g.m.tasks[i]
	ways := []func() bool{
		func() bool { return g.stretch(i, low, high) },
		func() bool { return g.partly(i, low, high) },
		func() bool {
			from := low
			if len(t.was) > 0 {
				from.start = max(low.start, t.was[0].From)
			}
			return g.lay(i, from, high, t.deadline, false)
		},
		func() bool { return g.best(i, low, high, true) },
	}
	chosen, least := -1, int64(0)
	for k, way := range ways {
		if k < 2 && len(t.was) == 0 || !way() {
			continue
		}
		if p := g.price(i); chosen < 0 || p < least {
			chosen, least = k, p
		}
		g.unlay(i)
	}
	return chosen >= 0 && ways[chosen]()
}

// stretch keeps all blocks and makes the last one longer, or the last ones
// shorter.
func (g *generator) stretch(i int, low, high bounds) bool {
	t := &g.m.tasks[i]
	blocks := t.unlocked()
	if len(blocks) == 0 || t.work == 0 {
		return false
	}
	for more := t.work - length(blocks); more != 0; {
		last := &blocks[len(blocks)-1]
		if last.To-last.From+more > 0 {
			last.To += more
			break
		}
		more += last.To - last.From
		if blocks = blocks[:len(blocks)-1]; len(blocks) == 0 {
			return false
		}
	}
	return t.allows(blocks) && g.put(i, blocks, low, high)
}

// partly keeps the blocks that still fit, and lays the rest anew.
func (g *generator) partly(i int, low, high bounds) bool {
	t := &g.m.tasks[i]
	if !t.split {
		return false
	}
	left := t.work
	for _, b := range t.unlocked() {
		n := b.To - b.From
		if n <= left && n <= t.most && t.chunk(left, n) == n && b.From >= low.start && b.To <= t.deadline && g.fits(i, b) {
			g.book(i, b)
			left -= n
		}
	}
	if len(g.blocks[i]) == 0 {
		return false
	}
	w := t.where(false)
	if !g.layFrom(i, &w, low.start, low, high, min(t.deadline, high.finish), false) {
		g.unlay(i)
		return false
	}
	return g.settled(i, low, high)
}

// inTheWay are the kept tasks that share a resource or a cap with task i and have
// blocks within s, those with most time after them first.
func (s *search) inTheWay(i int, within Span, kept []bool) []int {
	g := s.forward
	t := &g.m.tasks[i]
	var out []int
	for _, j := range s.loose {
		o := &g.m.tasks[j]
		if j == i || !kept[j] || !g.laid[j] || overlap(g.blocks[j], within) == 0 {
			continue
		}
		shares := len(t.layers) > 0 && len(o.layers) > 0
		for _, u := range t.uses {
			shares = shares || o.amount(u.resource) > 0
		}
		if shares {
			out = append(out, j)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return s.slack(b) - s.slack(a) })
	return out
}

// slack is how much later a task could end, where those after it stay.
func (s *search) slack(i int) Minute {
	_, high := s.forward.bound(i)
	return min(s.latest[i], high.finish) - s.forward.finish[i]
}
