package schedule

import (
	"math"
	"slices"
)

const (
	// repairsPerSchedule is how many repairs are tried for each schedule of the budget: one lays a
	// few tasks anew, and all others stay.
	repairsPerSchedule = 20
	// maxRepairSteps bounds the work of all repairs, in steps. It is about half a second.
	maxRepairSteps = maxSteps / 2
	// patience is after how many repairs without a gain a search ends.
	patience = 3000
	// handful is how many tasks may move without a look for a schedule in which fewer do.
	handful = 2
	// repairGrain is what random times and lengths of a repair are multiples of, in minutes.
	repairGrain = 5
	// missingWeight is what a minute of work without a place weighs, against Costs.Moved of 100.
	missingWeight = 20
	// missingMilestone is for how many minutes of work a task without work counts.
	missingMilestone = 60
)

// repair goes on from where all tasks were. Those that can't stay have no place at first; then
// again and again a few tasks, near to each other in time or by their links, are taken out and laid
// anew in another order, and what came of it is kept if it has more of the work, or moves less.
type repair struct {
	*search
	at   [][]Span // of each task, nil where it has no place
	kept [][]Span // the best of them
	is   worth
	top  worth // of the best
	most int   // repairs
	stay int   // how often a task goes back to where it was, in percent
}

// worth is what the schedule of a repair is compared by.
type worth struct {
	missing Minute // work without a place
	moved   int    // tasks that are not where they were
	cost    int64
}

// energy is what a repair lessens: first the work without a place, and once all has one what moves.
func (w worth) energy(complete bool) float64 {
	moves := float64(w.cost) + 100*float64(w.moved)
	if complete {
		return 1000*float64(w.missing) + moves
	}
	return missingWeight*float64(w.missing) + moves/10
}

// repairFrom looks for a schedule in which less moves than in the best one, or that keeps everything
// where none does yet. It tells whether there is one that keeps everything.
func (s *search) repairFrom() bool {
	r := &repair{search: s, at: make([][]Span, len(s.forward.m.tasks)), most: repairsPerSchedule * s.budget}
	r.startFromWas()
	r.tryRepairs()
	if r.top.missing > 0 {
		return s.found && s.best.bad == 0
	}
	before := worth{moved: math.MaxInt}
	if s.found && s.best.bad == 0 {
		before = worth{moved: s.movedOf(s.blocks), cost: s.best.cost}
	}
	if r.top.energy(true) < before.energy(true) {
		r.layBlocks(r.kept, nil)
		s.found = false // it is better by what moves, whatever it costs
		s.remember(s.forward.fitness(), s.byWas)
	}
	return true
}

// startFromWas has all tasks where they were, as far as they may be there.
func (r *repair) startFromWas() {
	g := r.forward
	clear(g.floor)
	g.reset()
	for _, i := range r.byWas {
		if was := g.m.tasks[i].stayed(); was != nil {
			low, high := g.bound(i)
			g.put(i, was, low, high)
		}
	}
	for _, i := range r.loose {
		r.takeLaid(i)
	}
	r.is = r.weighLaid()
	r.top, r.kept = r.is, slices.Clone(r.at)
}

// takeLaid has a task where the generator has laid it.
func (r *repair) takeLaid(i int) {
	r.at[i] = nil
	if r.forward.laid[i] {
		r.at[i] = slices.Clone(r.forward.blocks[i])
	}
}

// weighLaid is the worth of what the generator has laid.
func (r *repair) weighLaid() (w worth) {
	g := r.forward
	for _, i := range r.loose {
		if !g.laid[i] {
			w.missing += g.m.tasks[i].work
			if g.m.tasks[i].work == 0 { // without it what it holds in order is free
				w.missing += missingMilestone
			}
		}
	}
	w.moved, w.cost = r.movedOf(g.blocks), g.fitness().cost
	return w
}

// movedOf is how many tasks could stay where they were by themselves, and don't.
func (s *search) movedOf(blocks [][]Span) (n int) {
	for _, i := range s.loose {
		if was := s.forward.m.tasks[i].stayed(); was != nil && s.forward.m.tasks[i].work > 0 && !slices.Equal(was, blocks[i]) {
			n++
		}
	}
	return n
}

func (r *repair) tryRepairs() {
	g := r.forward
	began, seed := g.steps, g.loose
	g.grain = repairGrain
	defer func() { g.steps, g.loose, g.grain = began, seed, 0 }()
	idle := 0
	for n := range r.most {
		if n%64 == 0 && r.ctx.Err() != nil || g.steps-began > maxRepairSteps || idle > patience || r.top.missing == 0 && r.top.moved == 0 {
			return
		}
		idle++
		out := r.chooseTasks()
		r.stay = []int{0, 50, 80, 95}[r.rand.IntN(4)]
		r.layBlocks(r.at, out)
		r.layAgain(out)
		next := r.weighLaid()
		heat := 150 * (1 - float64(n)/float64(r.most))
		complete := r.top.missing == 0
		if gain := r.is.energy(complete) - next.energy(complete); gain >= 0 || heat > 1 && r.rand.Float64() < math.Exp(gain/heat) {
			for i := range out {
				r.takeLaid(i)
			}
			r.is = next
		}
		if r.is.energy(complete) < r.top.energy(complete) {
			r.top, idle = r.is, 0
			copy(r.kept, r.at)
		}
	}
}

// layBlocks has all tasks in these blocks, but for those that are out.
func (r *repair) layBlocks(at [][]Span, out map[int]bool) {
	g := r.forward
	g.reset()
	for _, i := range r.loose {
		if at[i] != nil && !out[i] {
			g.bookAll(i, at[i])
			g.end = max(g.end, g.finish[i])
		}
	}
}

// chooseTasks are the tasks that are taken out: those without a place, and of all others some that lie
// around a time where one of them could be, or that come after it.
func (r *repair) chooseTasks() map[int]bool {
	g := r.forward
	out := map[int]bool{}
	var without, moved []int
	for _, i := range r.loose {
		switch was := g.m.tasks[i].stayed(); {
		case r.at[i] == nil:
			without = append(without, i)
		case was != nil && !slices.Equal(was, r.at[i]):
			moved = append(moved, i)
		}
	}
	first := r.loose[r.rand.IntN(len(r.loose))]
	switch {
	case len(without) > 0 && r.rand.IntN(4) > 0:
		first = without[r.rand.IntN(len(without))]
	case len(moved) > 0 && r.rand.IntN(4) > 0:
		first = moved[r.rand.IntN(len(moved))]
	}
	for _, i := range without {
		out[i] = true
	}
	out[first] = true
	most := len(without) + 2 + r.rand.IntN(6)
	for range 1 + r.rand.IntN(2) { // around a time or two
		center := r.somewhere(first)
		width := 24 * 60 * (1 + r.rand.IntN(10))
		r.addAround(out, Span{From: center - width/2, To: center + width/2}, most)
	}
	for _, i := range r.loose { // what follows has to be able to wait
		if !out[i] && len(out) < most+6 && r.rand.IntN(3) > 0 && slices.ContainsFunc(g.m.in[i], func(k int) bool { return out[g.m.links[k].from] }) {
			out[i] = true
		}
	}
	return out
}

// somewhere is a time where a task lies, was, or could be.
func (r *repair) somewhere(i int) Minute {
	t := &r.forward.m.tasks[i]
	switch lies := r.at[i]; {
	case len(lies) > 0 && r.rand.IntN(2) == 0:
		return lies[r.rand.IntN(len(lies))].From
	case len(t.was) > 0 && r.rand.IntN(2) == 0:
		return t.was[r.rand.IntN(len(t.was))].From
	}
	return t.release + r.rand.IntN(max(1, r.latest[i]-t.release))
}

// addAround takes out tasks that have a block within a span, in no order.
func (r *repair) addAround(out map[int]bool, within Span, most int) {
	var there []int
	for _, i := range r.loose {
		if !out[i] && overlap(r.at[i], within) > 0 {
			there = append(there, i)
		}
	}
	r.rand.Shuffle(len(there), func(a, b int) { there[a], there[b] = there[b], there[a] })
	for _, i := range there[:min(len(there), max(0, most-len(out)))] {
		out[i] = true
	}
}

// layAgain lays tasks that are out in a random order, as far as they find a place.
func (r *repair) layAgain(out map[int]bool) {
	g := r.forward
	var list []int
	for _, i := range r.loose {
		if out[i] {
			list = append(list, i)
		}
	}
	if r.rand.IntN(3) > 0 {
		r.rand.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
	}
	for _, i := range r.inOrder(list) {
		low, high := g.bound(i)
		if r.placeTask(i, low, high) {
			g.end = max(g.end, g.finish[i])
		}
	}
}

// inOrder is a list with each task after those of it that come before it.
func (r *repair) inOrder(list []int) []int {
	there, done := map[int]bool{}, map[int]bool{}
	for _, i := range list {
		there[i] = true
	}
	var sorted []int
	var add func(i int)
	add = func(i int) {
		if done[i] {
			return
		}
		done[i] = true
		for _, b := range r.forward.m.before[i] {
			if there[b] {
				add(b)
			}
		}
		sorted = append(sorted, i)
	}
	for _, i := range list {
		add(i)
	}
	return sorted
}

// placeTask lays a task where it was, else partly there, else from a random time on, else as early as it fits.
func (r *repair) placeTask(i int, low, high bounds) bool {
	g := r.forward
	t := &g.m.tasks[i]
	if was := t.stayed(); was != nil && r.rand.IntN(100) < r.stay && g.put(i, was, low, high) {
		return true
	}
	if r.rand.IntN(2) == 0 {
		g.loose = r.rand
	}
	defer func() { g.loose = nil }()
	if t.split && len(t.was) > 0 && r.rand.IntN(100) < r.stay && g.partly(i, low, high) {
		return true
	}
	by := t.deadline
	if r.rand.IntN(3) > 0 {
		from := low
		if from.start = max(low.start, r.somewhere(i)/repairGrain*repairGrain); g.lay(i, from, high, by, false) {
			return true
		}
		g.unlay(i)
	}
	if g.lay(i, low, high, by, false) {
		return true
	}
	g.unlay(i)
	g.loose = nil
	if g.lay(i, low, high, by, false) {
		return true
	}
	g.unlay(i)
	return false
}
