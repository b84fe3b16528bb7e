package schedule

import (
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// FillIn lays the tasks of p that a schedule has not around all that it has: each where it was, else as
// early as it fits. Those without a place stay without one. s has to keep p, but for the tasks that it lacks.
func FillIn(p problem.Problem, s problem.Schedule) (problem.Schedule, error) {
	if err := problem.Validate(&p); err != nil {
		return s, err
	}
	g, list := withBlocks(&p, s)
	m := g.m
	slices.SortStableFunc(list, func(a, b int) int { return m.tasks[a].deadline - m.tasks[b].deadline })
	for _, i := range m.feasible(list) {
		low, high := g.bound(i)
		if was := m.tasks[i].stayed(); was == nil || !g.put(i, was, low, high) {
			g.lay(i, low, high, m.tasks[i].deadline, false)
		}
		if g.laid[i] {
			g.end = max(g.end, g.finish[i])
		}
	}
	return scheduleOf(&p, g.blocks, g.fitness().cost), nil
}

// MoveBack lays tasks of a schedule of p back to where they were, where nothing is in the way there: a search
// leaves moves that turned out to be of no use. s has to keep p.
func MoveBack(p problem.Problem, s problem.Schedule) (problem.Schedule, error) {
	if err := problem.Validate(&p); err != nil {
		return s, err
	}
	g, _ := withBlocks(&p, s)
	for again := true; again; {
		again = false
		for i := range g.m.tasks {
			t := &g.m.tasks[i]
			was := t.stayed()
			if was == nil || t.work == 0 || !g.laid[i] || slices.Equal(was, g.blocks[i]) {
				continue
			}
			lies := slices.Clone(g.blocks[i])
			g.unlay(i)
			low, high := g.bound(i)
			if g.put(i, was, low, high) {
				again = true
				continue
			}
			g.bookAll(i, lies)
		}
	}
	g.end = g.empty.end
	for i := range g.m.tasks {
		if g.laid[i] {
			g.end = max(g.end, g.finish[i])
		}
	}
	return scheduleOf(&p, g.blocks, g.fitness().cost), nil
}

// withBlocks is a generator that has laid what a schedule has, and the tasks that the schedule lacks.
func withBlocks(p *problem.Problem, s problem.Schedule) (g *generator, without []int) {
	g = newGenerator(compile(p, false))
	g.reset()
	for i, blocks := range blocksOf(p, s) {
		t := &g.m.tasks[i]
		switch {
		case t.fixed():
		case len(blocks) <= len(t.locked):
			without = append(without, i)
		default:
			g.bookAll(i, slices.DeleteFunc(blocks, func(b Span) bool { return contains(t.locked, b) }))
			g.end = max(g.end, g.finish[i])
		}
	}
	return g, without
}

// bookAll lays task i in blocks that keep everything.
func (g *generator) bookAll(i int, blocks []Span) {
	for _, b := range blocks {
		g.book(i, b)
	}
	g.settle(i)
}
