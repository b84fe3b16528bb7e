package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/problem"
)

// overload: what is left of the tasks has to lie in Span, at least so much of
// it as can't lie elsewhere, and the caps or the resource have less room there.
func (p *proof) overload() (need, room minute, err error) {
	r := p.c.Resource
	for _, t := range p.tasks {
		if r >= 0 && (r >= len(t.Uses) || t.Uses[r] == 0) {
			return 0, 0, fmt.Errorf("task %s does not use the resource", t.ID)
		}
	}
	if p.c.Reason == problem.Overload && len(p.c.Caps) > 0 {
		return 0, 0, fmt.Errorf("it names caps, which is %s", problem.CapOverload)
	}
	if err := p.capsFit(); err != nil {
		return 0, 0, err
	}
	reach, ok := p.reaches()
	if !ok { // a task that can't be at all lacks room in any span
		return never, 0, nil
	}
	var union spans
	for _, t := range p.tasks {
		where := p.gaps(t).within(at(reach[t.ID].start.early, reach[t.ID].finish.late)).holding(shortest(t))
		inside := where.within(p.c.Span)
		part := max(0, rest(t)-(where.total()-inside.total()))
		if p.c.Reason == problem.Overload && r >= 0 {
			part *= t.Uses[r]
		}
		need += part
		if more := inside.less(union); len(more) > 0 {
			union = append(union, more...).joined()
		}
	}
	room, err = p.room(union)
	return need, room, err
}

// room is what there is in s for the tasks: the minutes of it where there is
// but one task, no resource and no cap.
func (p *proof) room(s spans) (room minute, err error) {
	for _, i := range p.c.Caps {
		inside := s.within(p.p.Caps[i].Span)
		n := p.capRoom(i)
		if p.c.Resource >= 0 {
			n = min(n, p.left(inside))
		}
		room += n
		s = s.less(inside)
	}
	switch {
	case p.c.Resource >= 0:
		return room + p.left(s), nil
	case p.c.Reason == problem.Overload && len(p.tasks) == 1:
		return room + s.total(), nil
	case len(s) > 0:
		return 0, fmt.Errorf("there is time from %d to %d that no cap bounds, and no resource", s[0].From, s[0].To)
	}
	return room, nil
}

// left is how much of the resource locked blocks leave in s.
func (p *proof) left(s spans) minute {
	r := p.c.Resource
	room := s.total() * p.p.Resources[r].Capacity
	for _, t := range p.p.Tasks {
		if r < len(t.Uses) {
			room -= t.Uses[r] * s.and(t.Locked).total()
		}
	}
	return max(0, room)
}

// capsFit tells whether the caps are apart from each other and bound each of
// the tasks, so that their rooms may be summed up.
func (p *proof) capsFit() error {
	order := slices.Clone(p.c.Caps)
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p.p.Caps[a].From, p.p.Caps[b].From) })
	for i, k := range order {
		if i > 0 && p.p.Caps[k].From < p.p.Caps[order[i-1]].To {
			return fmt.Errorf("caps %d and %d overlap", order[i-1], k)
		}
		for _, t := range p.tasks {
			if t.AllTime || !strings.HasPrefix(t.Group, p.p.Caps[k].Group) {
				return fmt.Errorf("cap %d does not bound task %s", k, t.ID)
			}
		}
	}
	return nil
}

// capRoom is what locked blocks leave of a cap.
func (p *proof) capRoom(i int) minute {
	limit := p.p.Caps[i]
	return max(0, limit.Most-lockedWork(p.p, limit))
}

func lockedWork(p problem.Problem, limit problem.Cap) minute {
	var work minute
	for _, t := range p.Tasks {
		if !t.AllTime && strings.HasPrefix(t.Group, limit.Group) {
			for _, l := range t.Locked {
				work += length(at(max(l.From, limit.From), min(l.To, limit.To)))
			}
		}
	}
	return work
}
