package network

import "slices"

// An arc is a link between the starts of two activities: to starts no earlier
// than calendar.after(start of from + out, lag) - in.
type arc struct {
	link     int // its index among the links
	from, to int
	out, in  Minute
	lag      Minute
	calendar *calendar
}

// forward returns the earliest start of to if from starts at s.
func (a *arc) forward(s Minute) Minute {
	return min(far, a.calendar.after(s+a.out, a.lag)) - a.in
}

// backward returns the latest start of from if to starts at s.
func (a *arc) backward(s Minute) Minute {
	return a.calendar.latest(s+a.in, a.lag) - a.out
}

// length is the least time from one start to the other. A lead of a calendar
// may be longer.
func (a *arc) length() Minute { return a.out + a.lag - a.in }

// shrinks says that its length may be below the one that length says.
func (a *arc) shrinks() bool { return a.calendar != nil && a.lag < 0 }

// A graph is activities and arcs by the activity that they leave and reach.
type graph struct {
	arcs    []arc
	leaving [][]int32
	coming  [][]int32
}

func build(activities []Activity, links []Link, at map[string]int, known map[string]*calendar) (*graph, error) {
	if len(links) > MaxLinks {
		return nil, refuse("there are %d links; at most %d are analysed", len(links), MaxLinks)
	}
	g := &graph{make([]arc, 0, len(links)), make([][]int32, len(activities)), make([][]int32, len(activities))}
	for i, l := range links {
		from, ok := at[l.From]
		to, ok2 := at[l.To]
		if !ok || !ok2 {
			return nil, refuse("link %d (%s %q to %q) names an activity that there is not", i, l.Kind, l.From, l.To)
		}
		if l.Lag < -MaxLag || l.Lag > MaxLag {
			return nil, refuse("link %d (%q to %q) has a lag of %d minutes; from %d to %d are allowed", i, l.From, l.To, l.Lag, -MaxLag, MaxLag)
		}
		c, ok := known[l.Calendar]
		if !ok && l.Calendar != "" {
			return nil, refuse("link %d (%q to %q) counts in the calendar %q, which there is not", i, l.From, l.To, l.Calendar)
		}
		a := arc{link: i, from: from, to: to, lag: l.Lag, calendar: c}
		switch l.Kind {
		case FinishStart:
			a.out = activities[from].Duration
		case StartStart:
		case FinishFinish:
			a.out, a.in = activities[from].Duration, activities[to].Duration
		case StartFinish:
			a.in = activities[to].Duration
		default:
			return nil, refuse("link %d (%q to %q) is of the kind %q; there are FS, SS, FF, SF", i, l.From, l.To, l.Kind)
		}
		g.leaving[from] = append(g.leaving[from], int32(len(g.arcs)))
		g.coming[to] = append(g.coming[to], int32(len(g.arcs)))
		g.arcs = append(g.arcs, a)
	}
	return g, nil
}

// components returns the strongly connected components in topological order
// (Tarjan's algorithm, without recursion), and that of each activity. Arcs for
// which use is false don't count.
func (g *graph) components(use func(*arc) bool) (groups [][]int32, of []int32) {
	n := len(g.leaving)
	number, low, next := make([]int32, n), make([]int32, n), make([]int32, n)
	of = make([]int32, n)
	for i := range of {
		of[i] = -1
	}
	var stack, path []int32
	counter := int32(0)
	for root := range n {
		if number[root] != 0 {
			continue
		}
		path = append(path, int32(root))
		for len(path) > 0 {
			v := path[len(path)-1]
			if number[v] == 0 {
				counter++
				number[v], low[v] = counter, counter
				stack = append(stack, v)
			}
			if int(next[v]) < len(g.leaving[v]) {
				a := &g.arcs[g.leaving[v][next[v]]]
				next[v]++
				switch {
				case !use(a):
				case number[a.to] == 0:
					path = append(path, int32(a.to))
				case of[a.to] < 0:
					low[v] = min(low[v], number[a.to])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1]
				low[up] = min(low[up], low[v])
			}
			if low[v] != number[v] {
				continue
			}
			from := len(stack) - 1
			for stack[from] != v {
				from--
			}
			group := slices.Clone(stack[from:])
			stack = stack[:from]
			for _, w := range group {
				of[w] = int32(len(groups))
			}
			groups = append(groups, group)
		}
	}
	slices.Reverse(groups)
	for i := range of {
		of[i] = int32(len(groups)) - 1 - of[i]
	}
	return groups, of
}

func every(*arc) bool { return true }
