package schedule

import (
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// capped is the room that caps of a layer leave of a resource (or, with -1, that
// they leave by themselves).
type capped struct {
	layer    *layer
	resource int
	left     []Minute         // of each cap, after locked blocks
	before   func(Minute) int // room before a time, if there were no caps
}

// overCapped is overloaded, with the room that caps of a layer leave of resource
// r, for tasks that use one of it; or with nothing but the caps (-1).
func (m *model) overCapped(li, r int, from, to []Minute) *problem.Certificate {
	all := m.demands(from, to, func(i int) int {
		if slices.Contains(m.tasks[i].layers, li) && (r < 0 || m.tasks[i].amount(r) == 1) {
			return 1
		}
		return 0
	})
	c := m.newCapped(li, r)
	// Each window costs a look at each cap in it.
	if len(all) == 0 || len(all)*len(all)*(1+len(c.layer.spans)) > maxPairs {
		return nil
	}
	s, need, room := sweep(all, func(k int, from Minute, _ int) int {
		n, _ := c.room(from, all[k].to)
		return n
	}, c.before)
	if s.To == 0 {
		return nil
	}
	_, caps := c.room(s.From, s.To)
	return &problem.Certificate{
		Reason: problem.CapOverload, Span: s, Need: need, Room: room, Resource: r, Caps: caps, Tasks: m.ids(within(all, s)...),
	}
}

func (m *model) newCapped(li, r int) *capped {
	l := &m.layers[li]
	c := &capped{layer: l, resource: r, left: make([]Minute, len(m.p.Caps)), before: newCalendar(m.free).minutes}
	if r >= 0 {
		c.before = m.newRoom(r, m.free).before
	}
	for i := range m.p.Caps {
		c.left[i] = m.p.Caps[i].Most
	}
	for i := range m.tasks {
		if !slices.Contains(m.tasks[i].layers, li) {
			continue
		}
		for _, s := range m.tasks[i].locked {
			for k := firstAfter(l.spans, s.From); k < len(l.spans) && l.spans[k].From < s.To; k++ {
				c.left[l.caps[k]] -= min(s.To, l.spans[k].To) - max(s.From, l.spans[k].From)
			}
		}
	}
	return c
}

// room between two times, and the caps that bound it.
func (c *capped) room(from, to Minute) (room int, caps []int) {
	at := from
	for k := firstAfter(c.layer.spans, from); k < len(c.layer.spans) && c.layer.spans[k].From < to; k++ {
		a, b := max(from, c.layer.spans[k].From), min(to, c.layer.spans[k].To)
		outside, inside := c.before(a)-c.before(at), c.before(b)-c.before(a)
		if c.resource < 0 && outside > 0 {
			return never, nil // nothing bounds how much may lie there at once
		}
		if left := max(0, c.left[c.layer.caps[k]]); left < inside || c.resource < 0 && inside > 0 {
			inside, caps = left, append(caps, c.layer.caps[k])
		}
		room += outside + inside
		at = b
	}
	rest := max(0, c.before(to)-c.before(at))
	if c.resource < 0 && rest > 0 {
		return never, nil
	}
	return room + rest, caps
}
