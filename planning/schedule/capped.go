package schedule

import (
	"slices"
	"sort"

	"github.com/weft-mesh/weft/planning/problem"
)

// capped is the room that caps of a layer leave of a resource (or, with -1, that
// they leave by themselves).
type capped struct {
	layer    *layer
	resource int
	left     []Minute         // of each cap, after locked blocks
	before   func(Minute) int // room before a time, if there were no caps
	from, to []int            // that before each cap's span begins and ends
	sum      []int            // of the rooms of whole caps, and of the time before each
}

// unbounded is more room than any tasks need, and can be added up.
const unbounded = never >> 24

// overCapped is overloaded, with the room that caps of a layer leave of resource
// r, for tasks that use one of it; or with nothing but the caps (-1).
func (m *model) overCapped(li, r int, from, to []Minute, budget *int) *problem.Certificate {
	if *budget -= 32 * (len(m.free) + len(m.tasks)); *budget < 0 {
		return nil
	}
	all := m.demands(from, to, func(i int) int {
		if slices.Contains(m.tasks[i].layers, li) && (r < 0 || m.tasks[i].amount(r) == 1) {
			return 1
		}
		return 0
	})
	if len(all) == 0 {
		return nil
	}
	c := m.newCapped(li, r)
	until, last := make([]int, len(all)), make([]int, len(all))
	for k, d := range all {
		until[k] = c.before(d.to)
		last[k] = sort.Search(len(c.layer.spans), func(i int) bool { return c.layer.spans[i].From >= d.to }) - 1
	}
	first, at := 0, Minute(-1)
	s, need, room := sweep(all, func(k int, from Minute, before int) int {
		if from != at {
			first, at = firstAfter(c.layer.spans, from), from
		}
		return c.room(first, last[k], before, until[k])
	}, c.before, budget)
	if s.To == 0 {
		return nil
	}
	return &problem.Certificate{
		Reason: problem.CapOverload, Span: s, Need: need, Room: room, Resource: r, Caps: c.binding(s), Tasks: m.ids(within(all, s)...),
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
	c.measure()
	return c
}

// measure adds up the rooms of whole caps, and of the time before each.
func (c *capped) measure() {
	spans := c.layer.spans
	c.from, c.to, c.sum = make([]int, len(spans)), make([]int, len(spans)), make([]int, len(spans)+1)
	for k, s := range spans {
		c.from[k], c.to[k] = c.before(s.From), c.before(s.To)
		gap := c.from[k]
		if k > 0 {
			gap -= c.to[k-1]
		}
		c.sum[k+1] = c.sum[k] + c.open(gap) + c.most(k, c.to[k]-c.from[k])
	}
}

// open is the room of time that no cap bounds: by themselves, caps leave any
// work at once there.
func (c *capped) open(room int) int {
	if c.resource < 0 && room > 0 {
		return unbounded
	}
	return room
}

// most is the room within cap k where the resource has so much.
func (c *capped) most(k, inside int) int {
	left := max(0, c.left[c.layer.caps[k]])
	if c.resource < 0 && inside > 0 {
		return left
	}
	return min(left, inside)
}

// room between two times, of which it is told the room before.
func (c *capped) room(first, last, before, until int) int {
	if first > last {
		return c.open(until - before)
	}
	head := c.open(max(0, c.from[first]-before)) + c.most(first, min(c.to[first], until)-max(c.from[first], before))
	tail := c.open(max(0, until-c.to[last]))
	if first == last {
		return head + tail
	}
	return head + c.sum[last] - c.sum[first+1] + c.open(c.from[last]-c.to[last-1]) + c.most(last, min(c.to[last], until)-c.from[last]) + tail
}

// binding are the caps that bound the room between two times.
func (c *capped) binding(s Span) (caps []int) {
	spans := c.layer.spans
	for k := firstAfter(spans, s.From); k < len(spans) && spans[k].From < s.To; k++ {
		inside := c.before(min(s.To, spans[k].To)) - c.before(max(s.From, spans[k].From))
		if c.most(k, inside) < inside || c.resource < 0 && inside > 0 {
			caps = append(caps, c.layer.caps[k])
		}
	}
	return caps
}
