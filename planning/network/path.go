package network

import (
	"cmp"
	"slices"
)

// critical says that an activity can't start later without moving the end or
// missing a deadline.
func (t *Timing) critical(i int) bool { return t.Times[i].Total <= 0 }

// Critical returns the activities that leave no room, by earliest start.
func (t *Timing) Critical() []int {
	var out []int
	for i := range t.Times {
		if t.critical(i) {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Compare(t.Times[a].EarliestStart, t.Times[b].EarliestStart)
	})
	return out
}

// tight says that the end that an arc reaches moves when the one it leaves does.
func (t *Timing) tight(a *arc) bool {
	return a.from != a.to && t.critical(a.from) && t.critical(a.to) &&
		a.backward(t.Times[a.to].EarliestStart) <= t.Times[a.from].EarliestStart
}

// CriticalPaths returns up to most chains of critical activities, each held to
// the next by a link without room. There may be very many.
func (t *Timing) CriticalPaths(most int) [][]int {
	var out [][]int
	var path []int
	on := make([]bool, len(t.Times))
	var follow func(v int)
	follow = func(v int) {
		path = append(path, v)
		on[v] = true
		last, done := true, map[int]bool{}
		for _, i := range t.graph.leaving[v] {
			if a := &t.graph.arcs[i]; len(out) < most && t.tight(a) && !on[a.to] && !done[a.to] {
				last, done[a.to] = false, true
				follow(a.to)
			}
		}
		if last && len(out) < most {
			out = append(out, slices.Clone(path))
		}
		path, on[v] = path[:len(path)-1], false
	}
	tight := func(i int32) bool { return t.tight(&t.graph.arcs[i]) }
	all := t.Critical()
	for _, v := range all {
		if len(out) < most && !slices.ContainsFunc(t.graph.coming[v], tight) {
			follow(v)
		}
	}
	if len(out) == 0 && len(all) > 0 && most > 0 { // a circle that holds has no first
		follow(all[0])
	}
	return out
}
