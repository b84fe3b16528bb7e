package schedule

import (
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// noGap finds a task whose shortest block is longer than each gap where it may
// lie.
func (m *model) noGap() *problem.Certificate {
	looks := maxLooks
	for i := range m.tasks {
		t := &m.tasks[i]
		if t.work == 0 {
			continue
		}
		w := t.where(false)
		var most Span
		at := t.release
		for most.To-most.From < t.least {
			if looks--; looks < 0 {
				return nil
			}
			s, ok := w.next(at)
			if !ok || s.From >= t.deadline {
				break
			}
			at = s.To
			s.To = min(s.To, t.deadline)
			if s.To-s.From > most.To-most.From {
				most = s
			}
		}
		if room := most.To - most.From; room < t.least {
			return &problem.Certificate{
				Reason: problem.NoGap, Tasks: m.ids(i), Span: Span{From: t.release, To: t.deadline}, Need: t.least, Room: room, Resource: -1,
			}
		}
	}
	return nil
}

// chain finds a task that can't end before its deadline even alone with the links
// that lead to it.
func (m *model) chain(e *early) *problem.Certificate {
	if !e.settled {
		return nil
	}
	for i := range m.tasks {
		t := &m.tasks[i]
		if e.finish[i] <= t.deadline {
			continue
		}
		tasks, links, ok := m.derive(e, i, false)
		if !ok {
			continue
		}
		return &problem.Certificate{
			Reason: problem.Chain, Tasks: m.ids(tasks...), Links: links, Resource: -1,
			Need: e.finish[i], Room: t.deadline, Span: Span{From: m.tasks[tasks[0]].release, To: t.deadline},
		}
	}
	return nil
}

// derive goes back from the earliest start or finish of task i along the links
// that it came by.
func (m *model) derive(e *early, i int, start bool) (tasks, links []int, ok bool) {
	tasks = []int{i}
	for range len(m.tasks) + 1 {
		t := &m.tasks[i]
		own, want := bounds{start: t.release}, e.finish[i]
		if start {
			want = e.start[i]
		}
		reached := func(low bounds) bool {
			s, f := m.first(t, low, &e.looks)
			if start {
				return s >= want
			}
			return f >= want
		}
		if reached(own) {
			slices.Reverse(tasks)
			slices.Reverse(links)
			return tasks, links, true
		}
		found := false
		for _, k := range m.in[i] {
			l := &m.links[k]
			from := e.finish[l.from]
			if l.fromStart {
				from = e.start[l.from]
			}
			at, low := min(l.earliest(from), m.horizon+1), own
			if l.toStart {
				low.start = max(low.start, at)
			} else {
				low.finish = at
			}
			if reached(low) && !slices.Contains(tasks, l.from) {
				i, start, found = l.from, l.fromStart, true
				tasks, links = append(tasks, i), append(links, k)
				break
			}
		}
		if !found {
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// edge of the graph of starts and finishes: to comes at least weight after from.
type edge struct{ from, to, weight, link int }

// circle finds links that follow each other in a circle longer than nothing, by
// the rule of Bellman and Ford over the starts (2i) and finishes (2i+1) of tasks.
func (m *model) circle() *problem.Certificate {
	group := m.circles()
	size := map[int]int{}
	for _, g := range group {
		size[g]++
	}
	var edges []edge
	nodes := 0
	for i := range m.tasks {
		if size[group[i]] < 2 {
			continue
		}
		nodes += 2
		t := &m.tasks[i]
		if len(t.locked) > 0 {
			edges = append(edges, edge{2 * i, 2*i + 1, 0, -1})
			continue
		}
		edges = append(edges, edge{2 * i, 2*i + 1, t.work, -1})
		if !t.split {
			edges = append(edges, edge{2*i + 1, 2 * i, -t.work, -1})
		}
	}
	for k := range m.links {
		l := &m.links[k]
		if group[l.from] != group[l.to] || l.calendar != nil && l.lag < 0 {
			continue // a lead by a calendar may be any time long
		}
		from, to := 2*l.from, 2*l.to
		if !l.fromStart {
			from++
		}
		if !l.toStart {
			to++
		}
		edges = append(edges, edge{from, to, l.lag, k})
	}
	return m.positive(edges, nodes)
}

func (m *model) positive(edges []edge, nodes int) *problem.Certificate {
	length := make([]Minute, 2*len(m.tasks))
	by := make([]int, 2*len(m.tasks))
	for i := range by {
		by[i] = -1
	}
	raised := -1
	// A long circle among very many links is left to the search: its rounds are bounded.
	rounds := min(nodes+1, 1+100_000_000/(1+len(edges)))
	for range rounds {
		raised = -1
		for k, e := range edges {
			if n := length[e.from] + e.weight; n > length[e.to] {
				length[e.to], by[e.to], raised = n, k, e.to
			}
		}
		if raised < 0 {
			return nil
		}
	}
	// Whatever was raised once more hangs on a circle: go back until one is closed.
	seen := map[int]bool{}
	at := raised
	for !seen[at] {
		seen[at] = true
		if by[at] < 0 {
			return nil
		}
		at = edges[by[at]].from
	}
	c := &problem.Certificate{Reason: problem.Cycle, Resource: -1}
	for end := at; ; {
		e := edges[by[at]]
		c.Need += e.weight
		if e.link >= 0 {
			c.Links = append(c.Links, e.link)
			c.Tasks = append(c.Tasks, m.p.Tasks[m.links[e.link].to].ID)
		}
		if at = e.from; at == end {
			break
		}
	}
	if c.Need <= 0 {
		return nil
	}
	slices.Reverse(c.Links)
	slices.Reverse(c.Tasks)
	return c
}
