package outline

import (
	"fmt"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// Expand returns a valid outline with each cycle as a phase, and below it
// once for each repetition what it has, with ids that end in "@1", "@2" and so
// on. Each copy has the days of its repetition as first day and deadline, and no
// dates of its own. Dependencies within a cycle hold within each repetition;
// those of others on a part of a cycle hold for its last one, and those of a
// part on others for each.
func Expand(o Outline, start civil.Date) Outline {
	t := newTree(&o)
	out := Outline{Pattern: o.Pattern}
	cycle := make([]int, len(o.Nodes)) // the cycle that a node is below; -1: none
	below := map[int][]int{}
	for _, i := range t.order {
		cycle[i] = -1
		if p := t.parent[i]; p >= 0 {
			cycle[i] = cycle[p]
			if o.Nodes[p].Level == Cycle {
				cycle[i] = p
			}
		}
		if cycle[i] >= 0 {
			below[cycle[i]] = append(below[cycle[i]], i)
		}
	}
	last := func(on string, from int) string {
		if i, ok := t.at[on]; ok && cycle[i] >= 0 && cycle[i] != from {
			return copyID(on, o.Nodes[cycle[i]].Repeat.Times)
		}
		return on
	}
	for _, i := range t.order {
		if cycle[i] >= 0 {
			continue
		}
		n := o.Nodes[i]
		n.Depends = nil
		for _, d := range o.Nodes[i].Depends {
			d.On = last(d.On, -1)
			n.Depends = append(n.Depends, d)
		}
		repeat := n.Repeat
		if n.Level == Cycle {
			n.Level, n.Repeat = Phase, Repeat{}
		}
		out.Nodes = append(out.Nodes, n)
		first := n.NotBefore
		if first == 0 {
			first = start
		}
		for k := 1; k <= repeat.Times && o.Nodes[i].Level == Cycle; k++ {
			from, to := repeat.step(first, k-1), repeat.step(first, k)-1
			for _, j := range below[i] {
				m := o.Nodes[j]
				m.ID = copyID(m.ID, k)
				if m.Parent != n.ID {
					m.Parent = copyID(m.Parent, k)
				}
				m.NotBefore, m.Due, m.Deadline = from, 0, to
				if n.Deadline != 0 {
					m.Deadline = max(from, min(to, n.Deadline))
				}
				m.Depends = nil
				for _, d := range o.Nodes[j].Depends {
					if d.On = last(d.On, i); within(t, cycle, d.On, i) {
						d.On = copyID(d.On, k)
					}
					m.Depends = append(m.Depends, d)
				}
				out.Nodes = append(out.Nodes, m)
			}
		}
	}
	return out
}

func within(t *tree, cycle []int, id string, c int) bool {
	i, ok := t.at[id]
	return ok && cycle[i] == c
}

func copyID(id string, k int) string { return fmt.Sprintf("%s@%d", id, k) }

// step returns the day on which a cycle begins for the k-th time after its
// first. A month that has not that day ends it.
func (r Repeat) step(first civil.Date, k int) civil.Date {
	switch r.Unit {
	case Day:
		return first + civil.Date(k*r.Every)
	case Week:
		return first + civil.Date(7*k*r.Every)
	}
	year, month, day := first.Split()
	m := civil.NewDate(year, month+time.Month(k*r.Every), 1)
	y, month, _ := m.Split()
	return m + civil.Date(min(day, civil.DaysIn(y, month))-1)
}
