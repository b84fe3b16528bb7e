package network

import "slices"

// Times are those of one activity.
type Times struct {
	EarliestStart, EarliestFinish Minute
	// The latest that keep the end of the whole and all deadlines.
	LatestStart, LatestFinish Minute
	// Total is by how much it can start later than at the earliest; below 0 if a
	// deadline can't be kept.
	Total Minute
	// Free is by how much it can, if all others start at their earliest; never
	// more than Total.
	Free Minute
}

// Timing is what a network means for dates.
type Timing struct {
	Times []Times // in the order of the activities
	End   Minute  // the earliest finish of all

	activities []Activity
	graph      *graph
}

// Analyse works out the times of activities, none of which starts before 0.
// Links count lags in calendars by name. Its error is a *CycleError or an
// *InputError.
func Analyse(activities []Activity, links []Link, spans map[string][]Span) (*Timing, error) {
	at, err := index(activities)
	if err != nil {
		return nil, err
	}
	known, err := calendars(spans)
	if err != nil {
		return nil, err
	}
	g, err := build(activities, links, at, known)
	if err != nil {
		return nil, err
	}
	if circle := g.positive(); circle != nil {
		return nil, g.cycleError(circle, activities)
	}
	t := &Timing{Times: make([]Times, len(activities)), activities: activities, graph: g}
	groups, of := g.components(every)
	if err := t.early(groups, of); err != nil {
		return nil, err
	}
	if err := t.late(groups, of); err != nil {
		return nil, err
	}
	t.slack()
	return t, nil
}

func (t *Timing) early(groups [][]int32, of []int32) error {
	start := make([]Minute, len(t.activities))
	for i, a := range t.activities {
		start[i] = a.Release
	}
	for _, group := range groups {
		by := make(map[int32]int32, len(group)) // the arc that set each start last
		raise := func(v int32) (changed bool) {
			for _, i := range t.graph.coming[v] {
				a := &t.graph.arcs[i]
				if s := a.forward(start[a.from]); s > start[v] {
					start[v], changed = s, true
					if of[a.from] == of[v] {
						by[v] = i
					}
				}
			}
			return changed
		}
		if v, ok := settle(group, raise); !ok {
			return t.graph.cycleError(t.graph.round(by, v, false), t.activities)
		}
		for _, v := range group {
			if start[v] > far/2 {
				return refuse("activity %q: the calendar of a lag before it ends too early; give it more spans", t.activities[v].ID)
			}
		}
	}
	for i, a := range t.activities {
		t.Times[i].EarliestStart, t.Times[i].EarliestFinish = start[i], start[i]+a.Duration
		t.End = max(t.End, start[i]+a.Duration)
	}
	return nil
}

func (t *Timing) late(groups [][]int32, of []int32) error {
	start := make([]Minute, len(t.activities))
	for i, a := range t.activities {
		start[i] = t.End - a.Duration
		if a.Deadline > 0 {
			start[i] = min(start[i], a.Deadline-a.Duration)
		}
	}
	for k := len(groups) - 1; k >= 0; k-- {
		by := make(map[int32]int32, len(groups[k]))
		lower := func(v int32) (changed bool) {
			for _, i := range t.graph.leaving[v] {
				a := &t.graph.arcs[i]
				if s := a.backward(start[a.to]); s < start[v] {
					start[v], changed = s, true
					if of[a.to] == of[v] {
						by[v] = i
					}
				}
			}
			return changed
		}
		if v, ok := settle(groups[k], lower); !ok {
			return t.graph.cycleError(t.graph.round(by, v, true), t.activities)
		}
	}
	for i, a := range t.activities {
		t.Times[i].LatestStart, t.Times[i].LatestFinish = start[i], start[i]+a.Duration
	}
	return nil
}

// settle goes over a component until nothing changes. As many rounds as it has
// activities are enough unless a circle takes time (Bellman and Ford); then it
// returns one that still changed.
func settle(group []int32, step func(int32) bool) (int32, bool) {
	changed := int32(-1)
	for range len(group) + 1 {
		changed = -1
		for _, v := range group {
			if step(v) {
				changed = v
			}
		}
		if changed < 0 {
			return 0, true
		}
	}
	return changed, false
}

// round follows the arcs that set each start last until one comes again, and
// returns that circle in the direction of its arcs.
func (g *graph) round(by map[int32]int32, v int32, ahead bool) []int32 {
	seen := map[int32]int{}
	var arcs []int32
	for {
		if from, ok := seen[v]; ok {
			arcs = arcs[from:]
			break
		}
		seen[v] = len(arcs)
		i := by[v]
		arcs = append(arcs, i)
		if ahead {
			v = int32(g.arcs[i].to)
		} else {
			v = int32(g.arcs[i].from)
		}
	}
	if !ahead {
		slices.Reverse(arcs)
	}
	return arcs
}

func (t *Timing) slack() {
	for i := range t.Times {
		x := &t.Times[i]
		x.Total = x.LatestStart - x.EarliestStart
		x.Free = min(x.Total, t.End-x.EarliestFinish)
		for _, k := range t.graph.leaving[i] {
			if a := &t.graph.arcs[k]; a.to != i {
				x.Free = min(x.Free, a.backward(t.Times[a.to].EarliestStart)-x.EarliestStart)
			}
		}
	}
}
