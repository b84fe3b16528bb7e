package schedule

import (
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// maxPairs bounds the windows that are looked at for an overload: what is missed
// by it is not proved, no more.
const maxPairs = 100_000_000

// demand is a task that has to lie between two times.
type demand struct {
	task     int
	from, to Minute
	need     int
}

// overload finds tasks that have to lie in a span that has too little room, by
// their own bounds first, then by what links make of those.
func (m *model) overload(mirror *model, forward, backward *early) *problem.Certificate {
	budget := maxPairs
	for _, linked := range []bool{false, true} {
		from, to := make([]Minute, len(m.tasks)), make([]Minute, len(m.tasks))
		for i := range m.tasks {
			from[i] = begins(&m.tasks[i])
			to[i] = m.horizon - begins(&mirror.tasks[i])
			if linked && len(m.tasks[i].locked) == 0 {
				from[i] = max(from[i], forward.start[i])
				to[i] = max(0, min(to[i], m.horizon-backward.start[i]))
			}
		}
		for r := range m.capacity {
			for _, allTime := range []bool{false, true} {
				if c := m.overloaded(r, allTime, from, to, &budget); c != nil {
					return m.withLinks(mirror, forward, backward, linked, c)
				}
			}
		}
		for li := range m.layers {
			for r := -1; r < len(m.capacity); r++ {
				if c := m.overCapped(li, r, from, to, &budget); c != nil {
					return m.withLinks(mirror, forward, backward, linked, c)
				}
			}
		}
	}
	return nil
}

// begins is the first minute that a task could lie in.
func begins(t *task) Minute {
	w := t.where(false)
	s, ok := w.next(t.release)
	if !ok {
		return t.release
	}
	return s.From
}

// demands are the tasks that ask counts, by their latest end.
func (m *model) demands(from, to []Minute, ask func(i int) int) []demand {
	var out []demand
	for i := range m.tasks {
		if n := ask(i); n > 0 && m.tasks[i].work > 0 {
			out = append(out, demand{i, from[i], to[i], n * m.tasks[i].work})
		}
	}
	slices.SortFunc(out, func(a, b demand) int { return a.to - b.to })
	return out
}

// overloaded sweeps windows: for each begin, demand by latest end against room.
func (m *model) overloaded(r int, allTime bool, from, to []Minute, budget *int) *problem.Certificate {
	if *budget -= 32 * (len(m.free) + len(m.tasks)); *budget < 0 {
		return nil
	}
	some := false
	all := m.demands(from, to, func(i int) int {
		some = some || m.p.Tasks[i].AllTime
		if m.p.Tasks[i].AllTime && !allTime {
			return 0
		}
		return m.tasks[i].amount(r)
	})
	spans := m.free
	if allTime {
		if spans = []Span{{From: 0, To: m.horizon}}; !some {
			return nil
		}
	}
	if len(all) == 0 {
		return nil
	}
	room := m.newRoom(r, spans)
	ends := make([]int, len(all))
	for k, d := range all {
		ends[k] = room.before(d.to)
	}
	s, need, left := sweep(all, func(k int, _ Minute, begin int) int { return ends[k] - begin }, room.before, budget)
	if s.To == 0 {
		return nil
	}
	return &problem.Certificate{
		Reason: problem.Overload, Span: s, Need: need, Room: left, Resource: r, Tasks: m.ids(within(all, s)...),
	}
}

// sweep finds the first window in which more is needed than there is.
func sweep(all []demand, room func(k int, from Minute, begin int) int, before func(Minute) int, budget *int) (s Span, need, left int) {
	var begins []Minute
	for _, d := range all {
		begins = append(begins, d.from)
	}
	slices.Sort(begins)
	begins = slices.Compact(begins)
	if len(all) > 0 {
		begins = begins[:min(len(begins), max(0, *budget)/len(all))]
		*budget -= len(begins) * len(all)
	}
	for _, from := range begins {
		begin, need := before(from), 0
		for k, d := range all {
			if d.from < from {
				continue
			}
			need += d.need
			if k+1 < len(all) && all[k+1].to == d.to {
				continue
			}
			if left := max(0, room(k, from, begin)); need > left {
				return Span{From: from, To: max(d.to, from+1)}, need, left
			}
		}
	}
	return Span{}, 0, 0
}

func within(all []demand, s Span) []int {
	var out []int
	for _, d := range all {
		if d.from >= s.From && d.to <= s.To {
			out = append(out, d.task)
		}
	}
	slices.Sort(out)
	return out
}

// amount is what a task uses of resource r.
func (t *task) amount(r int) int {
	for _, u := range t.uses {
		if u.resource == r {
			return u.amount
		}
	}
	return 0
}

// withLinks adds the links by which tasks have to lie in the span of c; nil, if
// they can't be named.
func (m *model) withLinks(mirror *model, forward, backward *early, linked bool, c *problem.Certificate) *problem.Certificate {
	if !linked {
		return c
	}
	if !forward.settled || !backward.settled {
		return nil
	}
	seen := map[int]bool{}
	index := make(map[string]int, len(m.tasks))
	for i := range m.p.Tasks {
		index[m.p.Tasks[i].ID] = i
	}
	for _, id := range c.Tasks {
		i := index[id]
		_, before, ok1 := m.derive(forward, i, true)
		_, after, ok2 := mirror.derive(backward, i, true)
		if !ok1 || !ok2 {
			return nil
		}
		for _, k := range slices.Concat(before, after) {
			seen[k] = true
		}
	}
	for k := range seen {
		c.Links = append(c.Links, k)
	}
	slices.Sort(c.Links)
	return c
}
