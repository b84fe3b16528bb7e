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
	// As if nothing had to end: the deadline of the last is Room.
	open := func(t problem.Task) reach { return reach{when{t.Release, never}, when{t.Release, never}} }
	now := p.alone(p.tasks[0], open(p.tasks[0]))
	for i, k := range p.c.Links {
		l, t := p.p.Links[k], p.tasks[i+1]
		if l.From != p.tasks[i].ID || l.To != t.ID {
			return 0, 0, fmt.Errorf("link %d does not lead from %s to %s", k, p.tasks[i].ID, t.ID)
		}
		if now.empty() {
			continue // nor can what follows it be
		}
		next := open(t)
		x, y := ends(l, &now, &next)
		y.early = max(y.early, p.plus(x.early, l))
		now = p.alone(t, next)
	}
	return now.finish.early, p.last(p.tasks[len(p.tasks)-1]), nil
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
	said := map[string]bool{}
	for _, t := range p.tasks {
		said[t.ID] = true
	}
	named := func(t problem.Task) []span {
		if said[t.ID] {
			return t.Locked
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
