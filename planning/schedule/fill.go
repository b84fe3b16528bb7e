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
	m := compile(&p, false)
	g := newGenerator(m)
	g.reset()
	var list []int
	for i, blocks := range blocksOf(&p, s) {
		t := &m.tasks[i]
		switch {
		case t.fixed():
		case len(blocks) <= len(t.locked):
			list = append(list, i)
		default:
			for _, b := range blocks {
				if !contains(t.locked, b) {
					g.book(i, b)
				}
			}
			g.settle(i)
			g.end = max(g.end, g.finish[i])
		}
	}
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
