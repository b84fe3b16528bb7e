package schedule

import (
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// proveLocks is a certificate that what is locked, the links or the gaps by
// themselves can't be kept. A search relies on it for what is locked.
func (m *model) proveLocks() *problem.Certificate {
	return firstOf(m.lockedAlone, m.lockedLinks, m.lockedCaps, m.lockedResources, m.circle, m.noGap)
}

// Locks is a certificate that what is locked can't be kept by itself, or nil.
func Locks(p problem.Problem) *problem.Certificate { return compile(&p, false).proveLocks() }

// prove is a certificate that there is no schedule, or nil where it has none:
// which says nothing.
func (m *model) prove(mirror *model, backward *early) *problem.Certificate {
	forward := m.earliest()
	return firstOf(
		func() *problem.Certificate { return m.chain(forward) },
		func() *problem.Certificate { return m.overload(mirror, forward, backward) })
}

func firstOf(tries ...func() *problem.Certificate) *problem.Certificate {
	for _, try := range tries {
		if c := try(); c != nil {
			return c
		}
	}
	return nil
}

func (m *model) ids(tasks ...int) []string {
	ids := make([]string, len(tasks))
	for i, t := range tasks {
		ids[i] = m.p.Tasks[t].ID
	}
	return ids
}

// lockedAlone finds a locked block before its task's release, or after its
// deadline.
func (m *model) lockedAlone() *problem.Certificate {
	for i := range m.tasks {
		t := &m.tasks[i]
		if len(t.locked) == 0 {
			continue
		}
		first, last := t.locked[0], t.locked[len(t.locked)-1]
		c := &problem.Certificate{Reason: problem.LockConflict, Tasks: m.ids(i), Resource: -1}
		switch {
		case first.From < t.release:
			c.Span, c.Need, c.Room = first, t.release, first.From
			return c
		case last.To > t.deadline:
			c.Span, c.Need, c.Room = last, last.To, t.deadline
			return c
		}
	}
	return nil
}

// lockedLinks finds a link that locked blocks break: its beginning is no earlier
// than they say, its end no later.
func (m *model) lockedLinks() *problem.Certificate {
	for k := range m.links {
		l := &m.links[k]
		from, to := &m.tasks[l.from], &m.tasks[l.to]
		if len(from.locked) == 0 || len(to.locked) == 0 ||
			l.fromStart && !from.fixed() || !l.toStart && !to.fixed() {
			continue
		}
		begin, end := from.locked[len(from.locked)-1].To, to.locked[len(to.locked)-1].To
		if l.fromStart {
			begin = from.locked[0].From
		}
		if l.toStart {
			end = to.locked[0].From
		}
		if need := min(l.earliest(begin), m.horizon+1); need > end {
			return &problem.Certificate{
				Reason: problem.LockConflict, Tasks: m.ids(l.from, l.to), Links: []int{k}, Resource: -1,
				Span: Span{From: min(begin, end), To: max(begin, end)}, Need: need, Room: end,
			}
		}
	}
	return nil
}

// lockedCaps finds a cap that locked blocks use more than there is of.
func (m *model) lockedCaps() *problem.Certificate {
	used := make([]Minute, len(m.p.Caps))
	each := func(see func(i, c int, n Minute)) {
		for i := range m.tasks {
			for _, s := range m.tasks[i].locked {
				for _, li := range m.tasks[i].layers {
					l := &m.layers[li]
					for k := firstAfter(l.spans, s.From); k < len(l.spans) && l.spans[k].From < s.To; k++ {
						see(i, l.caps[k], min(s.To, l.spans[k].To)-max(s.From, l.spans[k].From))
					}
				}
			}
		}
	}
	each(func(_, c int, n Minute) { used[c] += n })
	for c, n := range used {
		if most := m.p.Caps[c].Most; n > most {
			out := &problem.Certificate{
				Reason: problem.LockConflict, Span: m.p.Caps[c].Span, Need: n, Room: most, Caps: []int{c}, Resource: -1,
			}
			each(func(i, k int, _ Minute) {
				if id := m.p.Tasks[i].ID; k == c && !slices.Contains(out.Tasks, id) {
					out.Tasks = append(out.Tasks, id)
				}
			})
			return out
		}
	}
	return nil
}

// lockedResources finds a minute when locked blocks use more than there is of a
// resource.
func (m *model) lockedResources() *problem.Certificate {
	type change struct {
		at     Minute
		amount int
	}
	for r, most := range m.capacity {
		var changes []change
		for i := range m.tasks {
			for _, u := range m.tasks[i].uses {
				for _, s := range m.tasks[i].locked {
					if u.resource == r {
						changes = append(changes, change{s.From, u.amount}, change{s.To, -u.amount})
					}
				}
			}
		}
		slices.SortFunc(changes, func(a, b change) int {
			if a.at != b.at {
				return a.at - b.at
			}
			return a.amount - b.amount
		})
		used := 0
		for k, c := range changes {
			if used += c.amount; used > most && c.at < changes[k+1].at { // with all that begin then
				return m.lockedAt(r, Span{From: c.at, To: changes[k+1].at}, used)
			}
		}
	}
	return nil
}

// lockedAt are those that use too much of r within s.
func (m *model) lockedAt(r int, s Span, used int) *problem.Certificate {
	c := &problem.Certificate{
		Reason: problem.LockConflict, Span: s, Resource: r,
		Need: used * (s.To - s.From), Room: m.capacity[r] * (s.To - s.From),
	}
	for i := range m.tasks {
		for _, u := range m.tasks[i].uses {
			if u.resource == r && overlap(m.tasks[i].locked, s) > 0 {
				c.Tasks = append(c.Tasks, m.p.Tasks[i].ID)
			}
		}
	}
	return c
}
