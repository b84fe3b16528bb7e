package network

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// CycleError is a circle of links that leaves no time to start.
type CycleError struct {
	// Links are indexes of the links, each beginning where the one before ends;
	// the last ends where the first begins.
	Links []int
	// IDs are the activities from which the links go, in the same order.
	IDs []string
	// Open says that the circle counts lags in a calendar and did not settle,
	// rather than that it takes time.
	Open bool
}

func (e *CycleError) Error() string {
	ids := append(slices.Clone(e.IDs), e.IDs[0])
	why := "each would have to start after itself"
	if e.Open {
		why = "its lags count in a calendar, and no times were found that keep them"
	}
	return fmt.Sprintf("the dependencies go in a circle, %s: %s; remove one of them", strings.Join(ids, " → "), why)
}

// maxSteps bounds the search for a shorter circle, in arcs looked at.
const maxSteps = 5_000_000

// positive finds a circle that takes time among arcs of which none takes less
// than none, without going round. It is what people's mistakes are like.
func (g *graph) positive() []int32 {
	use := func(a *arc) bool { return a.length() >= 0 && !a.shrinks() }
	groups, of := g.components(use)
	for i := range g.arcs {
		a := &g.arcs[i]
		if use(a) && a.length() > 0 && of[a.from] == of[a.to] {
			inside := func(b *arc) bool { return use(b) && of[b.from] == of[a.to] && of[b.to] == of[a.to] }
			back, _ := g.way(a.to, a.from, len(groups[of[a.to]]), math.MaxInt, inside)
			return append([]int32{int32(i)}, back...)
		}
	}
	return nil
}

// way returns the arcs of a way with the fewest links, at most most, and how
// many arcs it looked at.
func (g *graph) way(from, to, most, budget int, use func(*arc) bool) (arcs []int32, steps int) {
	if from == to {
		return nil, 0
	}
	by := map[int]int32{from: -1}
	for level := []int{from}; len(level) > 0 && most > 0; most-- {
		var next []int
		for _, v := range level {
			for _, i := range g.leaving[v] {
				steps++
				a := &g.arcs[i]
				if _, seen := by[a.to]; seen || !use(a) {
					continue
				}
				by[a.to] = i
				if a.to == to {
					for at := to; at != from; at = g.arcs[by[at]].from {
						arcs = append(arcs, by[at])
					}
					slices.Reverse(arcs)
					return arcs, steps
				}
				next = append(next, a.to)
			}
			if steps > budget {
				return nil, steps
			}
		}
		level = next
	}
	return nil, steps
}

// shorter looks for an impossible circle with fewer links. It finds one with the
// fewest unless some circles hold, which may hide it, or the budget ends.
func (g *graph) shorter(circle []int32) []int32 {
	_, of := g.components(every)
	mine := of[g.arcs[circle[0]].from]
	inside := func(a *arc) bool { return of[a.from] == mine && of[a.to] == mine }
	budget := maxSteps
	for i := range g.arcs {
		a := &g.arcs[i]
		if budget <= 0 || len(circle) == 1 {
			break
		}
		if !inside(a) {
			continue
		}
		back, steps := g.way(a.to, a.from, len(circle)-2, budget, inside)
		budget -= steps + 1
		if back == nil && a.from != a.to {
			continue
		}
		if c := append([]int32{int32(i)}, back...); len(c) < len(circle) && g.takesTime(c) {
			circle = c
		}
	}
	return circle
}

func (g *graph) takesTime(circle []int32) bool {
	sum := 0
	for _, i := range circle {
		if g.arcs[i].shrinks() {
			return false
		}
		sum += g.arcs[i].length()
	}
	return sum > 0
}

func (g *graph) cycleError(circle []int32, activities []Activity) *CycleError {
	if g.takesTime(circle) {
		circle = g.shorter(circle)
	}
	e := &CycleError{Open: !g.takesTime(circle)}
	for _, i := range circle {
		e.Links = append(e.Links, g.arcs[i].link)
		e.IDs = append(e.IDs, activities[g.arcs[i].from].ID)
	}
	return e
}
