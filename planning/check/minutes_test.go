package check

import (
	"slices"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// What a schedule has to keep, once more: minute by minute, with nothing of the
// package in it.

// minutes tells of each minute of n whether one of the spans holds it.
func minutes(n minute, all []span) []bool {
	out := make([]bool, n)
	for _, s := range all {
		for m := s.From; m < s.To; m++ {
			out[m] = true
		}
	}
	return out
}

// right tells whether s keeps everything of p but for the cost.
func right(p problem.Problem, s problem.Schedule) bool {
	known := map[string]bool{}
	blocks := map[string][]span{}
	for _, t := range p.Tasks {
		known[t.ID] = true
	}
	for _, b := range s.Blocks {
		if !known[b.Task] || b.From < 0 || b.To < b.From || b.To > p.Horizon {
			return false
		}
		blocks[b.Task] = append(blocks[b.Task], b.Span)
	}
	return !slices.ContainsFunc(p.Tasks, func(t problem.Task) bool { return !rightTask(p, t, blocks[t.ID]) }) &&
		!slices.ContainsFunc(p.Links, func(l network.Link) bool { return !rightLink(p, l, blocks[l.From], blocks[l.To]) }) &&
		rightMinutes(p, blocks)
}

// beginning and ending are when the first of the blocks begins and the last ends.
func beginning(blocks []span) minute {
	return slices.MinFunc(blocks, func(a, b span) int { return a.From - b.From }).From
}

func ending(blocks []span) minute {
	return slices.MaxFunc(blocks, func(a, b span) int { return a.To - b.To }).To
}

func rightTask(p problem.Problem, t problem.Task, blocks []span) bool {
	if len(blocks) == 0 || beginning(blocks) < t.Release || t.Deadline > 0 && ending(blocks) > t.Deadline {
		return false
	}
	busy := make([]bool, p.Horizon)
	for _, b := range blocks {
		for m := b.From; m < b.To; m++ {
			if busy[m] {
				return false
			}
			busy[m] = true
		}
	}
	laid, left := slices.Clone(blocks), t.Work
	for _, l := range t.Locked {
		i := slices.Index(laid, l)
		if i < 0 {
			return false
		}
		laid = slices.Delete(laid, i, i+1)
		left -= l.To - l.From
	}
	if left <= 0 && len(t.Locked) > 0 {
		return len(laid) == 0
	}
	free, windows, done := minutes(p.Horizon, p.Free), minutes(p.Horizon, t.Windows), 0
	if t.Work == 0 { // beside a minute of a window
		x := laid[0].From
		return len(laid) == 1 && laid[0].To == x &&
			(t.Windows == nil || x < p.Horizon && windows[x] || x > 0 && windows[x-1])
	}
	for _, b := range laid {
		n := b.To - b.From
		if n == 0 || n < min(left, t.MinChunk) || t.MaxChunk > 0 && n > t.MaxChunk {
			return false
		}
		done += n
		for m := b.From; m < b.To; m++ {
			if !t.AllTime && !free[m] || t.Windows != nil && !windows[m] {
				return false
			}
		}
	}
	return done == left && (len(laid) == 1 || t.MinChunk > 0 && left >= t.MinChunk)
}

func rightLink(p problem.Problem, l network.Link, from, to []span) bool {
	x, y := ending(from), beginning(to)
	if l.Kind == network.StartStart || l.Kind == network.StartFinish {
		x = beginning(from)
	}
	if l.Kind == network.FinishFinish || l.Kind == network.StartFinish {
		y = ending(to)
	}
	if l.Calendar == "" {
		return y >= x+l.Lag
	}
	counted := minutes(p.Horizon, p.Calendars[l.Calendar])
	passed := func(m minute) (n minute) {
		for _, c := range counted[:m] {
			if c {
				n++
			}
		}
		return n
	}
	return passed(y) >= passed(x)+l.Lag && (l.Lag < 0 || y >= x)
}

// rightMinutes looks at what tasks share: the caps, and the resources of each
// minute.
func rightMinutes(p problem.Problem, blocks map[string][]span) bool {
	capped := make([]minute, len(p.Caps))
	for m := range p.Horizon {
		used := make([]int, len(p.Resources))
		for _, t := range p.Tasks {
			if !minutes(p.Horizon, blocks[t.ID])[m] {
				continue
			}
			for r, n := range t.Uses {
				if used[r] += n; used[r] > p.Resources[r].Capacity {
					return false
				}
			}
			for i, c := range p.Caps {
				if c.From <= m && m < c.To && !t.AllTime && (c.Group == "" || len(c.Group) <= len(t.Group) && c.Group == t.Group[:len(c.Group)]) {
					capped[i]++
				}
			}
		}
	}
	for i, n := range capped {
		if n > p.Caps[i].Most {
			return false
		}
	}
	return true
}

// rightCost is what a right schedule costs.
func rightCost(p problem.Problem, s problem.Schedule) (cost int64) {
	var end minute
	blocks := map[string][]span{}
	for _, b := range s.Blocks {
		blocks[b.Task], end = append(blocks[b.Task], b.Span), max(end, b.To)
	}
	for _, t := range p.Tasks {
		liked := minutes(p.Horizon, t.Prefer)
		for _, b := range blocks[t.ID] {
			for m := b.From; m < b.To; m++ {
				if t.Prefer != nil && !liked[m] {
					cost += p.Costs.Unliked
				}
			}
			if t.Was != nil && !slices.Contains(t.Was, b) {
				cost += p.Costs.Moved
			}
		}
		if t.Due > 0 {
			cost += int64(t.Weight) * int64(max(0, ending(blocks[t.ID])-t.Due))
		}
	}
	return cost + p.Costs.Makespan*int64(end)
}
