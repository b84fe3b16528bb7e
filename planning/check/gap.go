package check

import (
	"fmt"
	"slices"
	"sort"

	"github.com/weft-mesh/weft/planning/problem"
)

// noGap: the shortest block that the task may have is longer than any gap.
func (p *proof) noGap() (need, room minute, err error) {
	if len(p.tasks) != 1 {
		return 0, 0, fmt.Errorf("it is about %d tasks, not one", len(p.tasks))
	}
	t := p.tasks[0]
	if err := p.capsFit(); err != nil {
		return 0, 0, err
	}
	need = shortest(t)
	for _, gap := range p.gaps(t).less(p.taken(t)).within(at(t.Release, p.last(t))) {
		room = max(room, p.capped(gap, need))
	}
	return need, room, nil
}

// capped is the longest block of at most n minutes in a gap that the caps allow.
func (p *proof) capped(gap span, n minute) minute {
	var caps []problem.Cap // with what is left of them
	for _, i := range p.c.Caps {
		if limit := p.p.Caps[i]; limit.From < gap.To && gap.From < limit.To {
			limit.Most = p.capRoom(i)
			caps = append(caps, limit)
		}
	}
	return sort.Search(min(n, length(gap)), func(less int) bool { return !fits(caps, gap, less+1) })
}

// fits tries a block at the start of the gap, and where it has so little of a
// cap as is left there: the first place that there is, is one of these.
func fits(caps []problem.Cap, gap span, n minute) bool {
	starts := []minute{gap.From}
	for _, limit := range caps {
		starts = append(starts, limit.To-limit.Most)
	}
	return slices.ContainsFunc(starts, func(start minute) bool {
		return gap.From <= start && start+n <= gap.To && !slices.ContainsFunc(caps, func(limit problem.Cap) bool {
			return length(both(at(start, start+n), limit.Span)) > limit.Most
		})
	})
}

// taken is where locked blocks leave too little of a resource for the task.
func (p *proof) taken(t problem.Task) spans {
	var out spans
	for i, r := range p.p.Resources {
		if i >= len(t.Uses) || t.Uses[i] == 0 {
			continue
		}
		used := 0
		changes := changes(p.p, i, func(o problem.Task) []span { return o.Locked })
		for k, ch := range changes {
			if used += ch.by; used+t.Uses[i] > r.Capacity && k+1 < len(changes) {
				out = append(out, at(ch.when, changes[k+1].when))
			}
		}
	}
	return out.joined()
}
