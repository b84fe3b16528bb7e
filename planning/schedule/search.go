package schedule

import (
	"context"
	"math/rand/v2"
	"slices"
)

// maxSteps bounds the work of a search beside the number of schedules, for
// problems whose single schedule is long; a step is a look at a span, a cap or a
// step of a resource. It is about a second of work.
const maxSteps = 70_000_000

// search keeps the best schedule that it generated, and its budget.
type search struct {
	ctx       context.Context
	forward   *generator
	backward  *generator // in the mirror
	rand      *rand.Rand
	budget    int
	generated int

	loose               []int    // tasks that have to be laid
	latest, latestStart []Minute // bounds of each task's finish and start
	byWas               []int    // those by where they were
	tardy, liking       bool     // there are dues that weigh; preferences that cost
	moving              bool     // tasks lay somewhere before

	best   fitness
	blocks [][]Span // of the best
	list   []int    // that gave the best
	found  bool
}

// one is a list and what its schedule is worth.
type one struct {
	list  []int
	likes bool
	fitness
}

func newSearch(ctx context.Context, m, mirror *model, backward *early, o Options) *search {
	s := &search{
		ctx: ctx, forward: newGenerator(m), backward: newGenerator(mirror), budget: o.Schedules,
		rand: rand.New(rand.NewPCG(o.Seed, 0x57656674)),
	}
	s.latest, s.latestStart = make([]Minute, len(m.tasks)), make([]Minute, len(m.tasks))
	for i := range m.tasks {
		t := &m.tasks[i]
		s.latest[i], s.latestStart[i] = m.horizon-backward.start[i], m.horizon-backward.finish[i]
		if !t.fixed() {
			s.loose = append(s.loose, i)
		}
		s.moving = s.moving || t.was != nil
		s.tardy = s.tardy || t.due > 0 && t.weight > 0
		s.liking = s.liking || t.prefer != nil && m.p.Costs.Unliked > 0
	}
	return s
}

// over tells that no more schedules may be generated, or that none can be better.
func (s *search) over() bool {
	return s.found && s.best == (fitness{}) || s.generated >= s.budget || s.forward.steps+s.backward.steps > maxSteps || s.ctx.Err() != nil
}

// generate makes the schedule of a list, and keeps it if it is the best.
func (s *search) generate(list []int, likes bool) (fitness, bool) {
	began, ok := s.forward.run(s.ctx, list, likes)
	s.generated += began
	if !ok {
		return fitness{}, false
	}
	f := s.forward.fitness()
	s.remember(f, list)
	return f, true
}

// remember keeps what the forward generator has laid, if it is the best.
func (s *search) remember(f fitness, list []int) {
	if s.found && !f.less(s.best) {
		return
	}
	s.best, s.found = f, true
	s.list = append(s.list[:0], list...)
	s.blocks = resize(s.blocks, len(s.forward.blocks))
	for i, b := range s.forward.blocks {
		s.blocks[i] = append(s.blocks[i][:0], b...)
		if !s.forward.laid[i] {
			s.blocks[i] = s.blocks[i][:0]
		}
	}
}

func resize(b [][]Span, n int) [][]Span {
	for len(b) < n {
		b = append(b, nil)
	}
	return b
}

// justify shifts the schedule of the forward generator to the right, then to the
// left again, which often makes it shorter, and never needs a new order. It
// returns the list by start of the last.
func (s *search) justify(likes bool) (fitness, bool) {
	f, b := s.forward, s.backward
	end := f.end
	list := f.byFinish(s.loose)
	b.presetFloors(func(i int) Minute {
		t := &f.m.tasks[i]
		if t.due > 0 && t.weight > 0 {
			return b.m.horizon - max(f.finish[i], min(t.due, end))
		}
		return b.m.horizon - end
	})
	if !b.back(b.m.feasible(list)) {
		s.generated++
		return fitness{}, false
	}
	s.generated++
	return s.generate(f.m.feasible(b.byFinish(s.loose)), likes)
}

// byFinish are tasks by finish, the last first: by start, seen in the mirror.
func (g *generator) byFinish(tasks []int) []int {
	g.scratch = append(g.scratch[:0], tasks...)
	slices.SortStableFunc(g.scratch, func(a, b int) int {
		if d := g.finish[b] - g.finish[a]; d != 0 {
			return d
		}
		return g.start[b] - g.start[a]
	})
	return g.scratch
}

// byStart are tasks by start.
func (g *generator) byStart(tasks []int) []int {
	g.scratch = append(g.scratch[:0], tasks...)
	slices.SortStableFunc(g.scratch, func(a, b int) int {
		if d := g.start[a] - g.start[b]; d != 0 {
			return d
		}
		return g.finish[a] - g.finish[b]
	})
	return g.scratch
}

func (g *generator) presetFloors(start func(i int) Minute) {
	for i := range g.floor {
		g.floor[i] = bounds{start: start(i)}
	}
}

// back lays all tasks of list once, from the floors on, and tells whether each
// found a place in time.
func (g *generator) back(list []int) bool {
	g.reset()
	for _, i := range list {
		if g.laid[i] {
			continue
		}
		low, high := g.bound(i)
		if g.steps > maxSteps || !g.lay(i, low, high, g.m.tasks[i].deadline, false) {
			return false
		}
	}
	return true
}

// evaluate generates a list's schedule, justifies it while that pays, and puts
// the order that it came to in the list's place.
func (s *search) evaluate(o *one) bool {
	f, ok := s.generate(o.list, o.likes)
	if !ok {
		return false
	}
	o.fitness = f
	if s.over() {
		return true
	}
	o.list = slices.Clone(s.forward.m.feasible(s.forward.byStart(s.loose)))
	// Justification makes schedules shorter; what is late gains by it rarely.
	if f.bad > 0 || s.generated+2 > s.budget || s.tardy && s.rand.IntN(8) > 0 {
		return true
	}
	if j, ok := s.justify(o.likes); ok && !f.less(j) {
		o.fitness = j
		o.list = slices.Clone(s.forward.m.feasible(s.forward.byStart(s.loose)))
	}
	return true
}
