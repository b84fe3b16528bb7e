package check

import (
	"fmt"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// chain: along the links the last task can't end before Need, and has to by Room.
func (p *proof) chain() (need, room minute, err error) {
	if len(p.tasks) == 0 || len(p.c.Links) != len(p.tasks)-1 {
		return 0, 0, fmt.Errorf("a chain of %d tasks has %d links", len(p.tasks), len(p.c.Links))
	}
	start, finish, ends := p.earliest(p.tasks[0], p.tasks[0].Release, 0)
	for i, k := range p.c.Links {
		l, t := p.p.Links[k], p.tasks[i+1]
		if l.From != p.tasks[i].ID || l.To != t.ID {
			return 0, 0, fmt.Errorf("link %d does not lead from %s to %s", k, p.tasks[i].ID, t.ID)
		}
		if !ends {
			break // and no later task does
		}
		x := finish
		if l.Kind == network.StartStart || l.Kind == network.StartFinish {
			x = start
		}
		y, never := p.plus(x, l)
		if never {
			return p.p.Horizon + 1, p.last(p.tasks[len(p.tasks)-1]), nil
		}
		if l.Kind == network.FinishStart || l.Kind == network.StartStart {
			start, finish, ends = p.earliest(t, max(t.Release, y), 0)
		} else {
			start, finish, ends = p.earliest(t, t.Release, y)
		}
	}
	room = p.last(p.tasks[len(p.tasks)-1])
	if !ends {
		return p.p.Horizon + 1, room, nil
	}
	return finish, room, nil
}

// last is when a task has to have ended.
func (p *proof) last(t problem.Task) minute {
	if t.Deadline > 0 {
		return min(t.Deadline, p.p.Horizon)
	}
	return p.p.Horizon
}

// earliest returns bounds that no schedule is below: of the start of a task that
// starts no earlier than from, and of its end, which is no earlier than to;
// ends is false if there is too little time for it.
func (p *proof) earliest(t problem.Task, from, to minute) (start, finish minute, ends bool) {
	left := rest(t)
	for _, l := range t.Locked {
		to = max(to, l.To)
	}
	if left == 0 && len(t.Locked) > 0 {
		from = max(from, t.Locked[0].From)
	}
	if left == 0 {
		return from, max(from, to), true
	}
	where := domain(p.p, t, at(from, p.p.Horizon))
	finish, ok := where.after(from, left)
	if !ok {
		return 0, 0, false
	}
	first, _ := where.after(from, 1)
	start = first - 1
	if len(t.Locked) > 0 {
		start = min(start, t.Locked[0].From)
	}
	finish = max(finish, to)
	if unsplit(t) && len(t.Locked) == 0 {
		start = max(start, finish-left)
	}
	return max(start, from), finish, true
}

// plus returns the earliest time that keeps a link from x; never if none does.
func (p *proof) plus(x minute, l network.Link) (y minute, never bool) {
	if l.Calendar == "" {
		return x + l.Lag, false
	}
	w := spans(p.p.Calendars[l.Calendar])
	want := w.before(x) + l.Lag
	if l.Lag < 0 {
		if want <= 0 {
			return 0, false
		}
		y, _ = w.after(0, want)
		return y, false
	}
	if l.Lag == 0 {
		return x, false
	}
	y, ok := w.after(x, l.Lag)
	return y, !ok
}

// cycle: going round the links and through the tasks, each end has to come
// after itself.
func (p *proof) cycle() error {
	if len(p.c.Links) == 0 {
		return fmt.Errorf("a circle has links")
	}
	var sum minute
	for i, k := range p.c.Links {
		l, next := p.p.Links[k], p.p.Links[p.c.Links[(i+1)%len(p.c.Links)]]
		if l.To != next.From {
			return fmt.Errorf("link %d leads to %s, and the next begins at %s", k, l.To, next.From)
		}
		if l.Calendar != "" && l.Lag < 0 {
			return fmt.Errorf("link %d has a lead in the calendar %s, which may be any time", k, l.Calendar)
		}
		sum += l.Lag
		t := p.task[l.To]
		comesIn := l.Kind == network.FinishFinish || l.Kind == network.StartFinish       // at its finish
		goesOut := next.Kind == network.FinishStart || next.Kind == network.FinishFinish // from its finish
		switch {
		case !comesIn && goesOut:
			sum += t.Work
		case comesIn && !goesOut && unsplit(t) && len(t.Locked) == 0:
			sum -= t.Work
		case comesIn && !goesOut:
			return fmt.Errorf("task %s may be split, so that its start says nothing of its end", t.ID)
		}
	}
	if sum <= 0 {
		return fmt.Errorf("going round leaves %d minutes: it can be kept", -sum)
	}
	return nil
}

// locks: blocks that are locked break a rule by themselves.
func (p *proof) locks() error {
	named := func(t problem.Task) []span {
		for _, n := range p.tasks {
			if n.ID == t.ID {
				return t.Locked
			}
		}
		return nil
	}
	if r := p.c.Resource; r >= 0 {
		if _, used := peak(p.p, r, named); used > p.p.Resources[r].Capacity {
			return nil
		}
	}
	for _, i := range p.c.Caps {
		if lockedWork(p.p, p.p.Caps[i]) > p.p.Caps[i].Most {
			return nil
		}
	}
	for _, k := range p.c.Links {
		if l := p.p.Links[k]; p.broken(l) {
			return nil
		}
	}
	for _, t := range p.tasks {
		if len(t.Locked) > 0 && (t.Locked[0].From < t.Release || last(t.Locked) > p.last(t)) {
			return nil
		}
	}
	return fmt.Errorf("the locked blocks can stay where they are")
}

// broken tells whether the locked blocks of two tasks break a link, wherever
// the rest of them lies: no start is after the first locked block, no end
// before the last.
func (p *proof) broken(l network.Link) bool {
	from, to := p.task[l.From], p.task[l.To]
	if len(from.Locked) == 0 || len(to.Locked) == 0 {
		return false
	}
	x, y := last(from.Locked), to.Locked[0].From
	if l.Kind == network.StartStart || l.Kind == network.StartFinish {
		if rest(from) > 0 {
			return false
		}
		x = from.Locked[0].From
	}
	if l.Kind == network.FinishFinish || l.Kind == network.StartFinish {
		if rest(to) > 0 {
			return false
		}
		y = last(to.Locked)
	}
	return !kept(p.p, l, x, y)
}
