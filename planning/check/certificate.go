package check

import (
	"fmt"
	"slices"
	"sort"

	"github.com/weft-mesh/weft/planning/problem"
)

// Certificate tells what is wrong with a certificate: nil if it shows that the
// problem has no schedule. Its minutes have to be those that the problem gives:
// at least Need are needed, at most Room are there, and Need is more than Room.
func Certificate(p problem.Problem, c problem.Certificate) error {
	proof, err := newProof(p, c)
	if err != nil {
		return err
	}
	var need, room minute
	switch c.Reason {
	case problem.Overload, problem.CapOverload:
		need, room, err = proof.overload()
	case problem.Chain:
		need, room, err = proof.chain()
	case problem.NoGap:
		need, room, err = proof.noGap()
	case problem.Cycle:
		return proof.cycle()
	case problem.LockConflict:
		return proof.locks()
	default:
		return fmt.Errorf("no certificate has the reason %q", c.Reason)
	}
	switch {
	case err != nil:
		return err
	case c.Need <= c.Room:
		return fmt.Errorf("it needs %d and has room for %d: that is no contradiction", c.Need, c.Room)
	case need < c.Need:
		return fmt.Errorf("it says that %d are needed, and shows %d", c.Need, need)
	case room > c.Room:
		return fmt.Errorf("it says that there is room for %d, and there is for %d", c.Room, room)
	}
	return nil
}

// proof is a certificate whose names and indexes are there.
type proof struct {
	p     problem.Problem
	c     problem.Certificate
	task  map[string]problem.Task
	tasks []problem.Task
}

func newProof(p problem.Problem, c problem.Certificate) (*proof, error) {
	out := &proof{p: p, c: c, task: map[string]problem.Task{}}
	for _, t := range p.Tasks {
		out.task[t.ID] = t
	}
	for i, id := range c.Tasks {
		t, ok := out.task[id]
		if !ok || slices.Contains(c.Tasks[:i], id) && c.Reason != problem.Cycle {
			return nil, fmt.Errorf("task %q is unknown, or named twice", id)
		}
		out.tasks = append(out.tasks, t)
	}
	for _, i := range c.Links {
		if i < 0 || i >= len(p.Links) {
			return nil, fmt.Errorf("there is no link %d", i)
		}
	}
	for i, at := range c.Caps {
		if at < 0 || at >= len(p.Caps) || slices.Contains(c.Caps[:i], at) {
			return nil, fmt.Errorf("there is no cap %d, or it is named twice", at)
		}
	}
	if c.Resource < -1 || c.Resource >= len(p.Resources) {
		return nil, fmt.Errorf("there is no resource %d", c.Resource)
	}
	return out, nil
}

// place returns where what is left of a task may lie.
func (p *proof) place(t problem.Task) spans {
	end := p.p.Horizon
	if t.Deadline > 0 {
		end = min(end, t.Deadline)
	}
	return domain(p.p, t, at(t.Release, end))
}

// overload: what is left of the tasks has to lie in Span, at least so much of
// it as can't lie elsewhere, and the caps or the resource have less room there.
func (p *proof) overload() (need, room minute, err error) {
	var union spans
	for _, t := range p.tasks {
		inside := p.place(t).within(p.c.Span)
		elsewhere := p.place(t).total() - inside.total()
		part := max(0, rest(t)-elsewhere)
		if p.c.Resource >= 0 {
			if p.c.Resource >= len(t.Uses) {
				return 0, 0, fmt.Errorf("task %s does not use the resource", t.ID)
			}
			part *= t.Uses[p.c.Resource]
		}
		need += part
		union = append(union, inside...)
	}
	union = union.joined()
	if err := p.capsFit(); err != nil {
		return 0, 0, err
	}
	if p.c.Resource >= 0 {
		return need, p.resourceRoom(union), nil
	}
	for _, i := range p.c.Caps {
		union = union.less(spans{p.p.Caps[i].Span})
	}
	if len(union) > 0 {
		return 0, 0, fmt.Errorf("there is time from %d to %d that no cap bounds, and no resource", union[0].From, union[0].To)
	}
	for _, i := range p.c.Caps {
		room += p.capRoom(i)
	}
	return need, room, nil
}

// capsFit tells whether the caps are apart from each other and bound each of
// the tasks, so that their rooms may be summed up.
func (p *proof) capsFit() error {
	for i, k := range p.c.Caps {
		limit := p.p.Caps[k]
		for _, t := range p.tasks {
			if t.AllTime || limit.Group != "" && limit.Group != t.Group {
				return fmt.Errorf("cap %d does not bound task %s", k, t.ID)
			}
		}
		for _, other := range p.c.Caps[:i] {
			if len(spans{limit.Span}.within(p.p.Caps[other].Span)) > 0 {
				return fmt.Errorf("caps %d and %d overlap", k, other)
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
		if !t.AllTime && (limit.Group == "" || limit.Group == t.Group) {
			for _, l := range t.Locked {
				work += length(at(max(l.From, limit.From), min(l.To, limit.To)))
			}
		}
	}
	return work
}

// resourceRoom is how much of the resource is left in s: within each cap as
// much as the cap leaves, else all that locked blocks leave.
func (p *proof) resourceRoom(s spans) minute {
	capacity := p.p.Resources[p.c.Resource].Capacity
	left := func(s spans) minute {
		room := s.total() * capacity
		for _, t := range p.p.Tasks {
			if p.c.Resource < len(t.Uses) {
				for _, l := range t.Locked {
					room -= t.Uses[p.c.Resource] * s.within(l).total()
				}
			}
		}
		return max(0, room)
	}
	most := 0
	for _, t := range p.tasks {
		most = max(most, t.Uses[p.c.Resource])
	}
	var room minute
	for _, i := range p.c.Caps {
		inside := s.within(p.p.Caps[i].Span)
		room += min(left(inside), p.capRoom(i)*most)
		s = s.less(inside)
	}
	return room + left(s)
}

// noGap: the shortest block that the task may have is longer than any gap.
func (p *proof) noGap() (need, room minute, err error) {
	if len(p.tasks) != 1 {
		return 0, 0, fmt.Errorf("it is about %d tasks, not one", len(p.tasks))
	}
	t := p.tasks[0]
	if need = rest(t); !unsplit(t) {
		need = t.MinChunk
	}
	if err := p.capsFit(); err != nil {
		return 0, 0, err
	}
	for _, gap := range p.place(t).less(p.taken(t)).joined() {
		room = max(room, p.capped(gap, need))
	}
	return need, room, nil
}

// capped is the longest block of at most n minutes in a gap that the caps allow.
func (p *proof) capped(gap span, n minute) minute {
	return sort.Search(min(n, length(gap)), func(less int) bool { return !p.fits(gap, less+1) })
}

func (p *proof) fits(gap span, n minute) bool {
	for start := gap.From; start+n <= gap.To; start++ {
		if !slices.ContainsFunc(p.c.Caps, func(i int) bool {
			limit := p.p.Caps[i]
			return length(at(max(start, limit.From), min(start+n, limit.To))) > p.capRoom(i)
		}) {
			return true
		}
	}
	return false
}

// taken is where locked blocks leave too little of a resource for the task.
func (p *proof) taken(t problem.Task) spans {
	out := spans(t.Locked)
	for i, r := range p.p.Resources {
		if i >= len(t.Uses) || t.Uses[i] == 0 {
			continue
		}
		var ends []minute
		for _, o := range p.p.Tasks {
			for _, l := range o.Locked {
				ends = append(ends, l.From, l.To)
			}
		}
		slices.Sort(ends)
		for k := 1; k < len(ends); k++ {
			piece, used := at(ends[k-1], ends[k]), 0
			for _, o := range p.p.Tasks {
				if i < len(o.Uses) {
					for _, l := range o.Locked {
						if l.From <= piece.From && piece.To <= l.To {
							used += o.Uses[i]
						}
					}
				}
			}
			if used+t.Uses[i] > r.Capacity {
				out = append(out, piece)
			}
		}
	}
	return out.joined()
}
