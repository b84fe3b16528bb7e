package check

import (
	"slices"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// domain returns where blocks of a task that are not locked may lie, as far as
// Free and its windows say.
func domain(p problem.Problem, t problem.Task) spans {
	d := spans(p.Free)
	if t.AllTime || t.Work == 0 {
		d = spans{at(0, p.Horizon)}
	}
	if t.Windows != nil {
		d = d.and(t.Windows)
	}
	return d.within(at(0, p.Horizon))
}

// rest returns the work that is not done by locked blocks.
func rest(t problem.Task) minute { return max(0, t.Work-spans(t.Locked).total()) }

// unsplit tells whether what is left of a task is one block: it may not be
// split, or is too short for two.
func unsplit(t problem.Task) bool { return t.MinChunk == 0 || rest(t) < 2*t.MinChunk }

// last returns the end of the last of the blocks, of which there is one.
func last(blocks []span) minute {
	end := blocks[0].To
	for _, b := range blocks {
		end = max(end, b.To)
	}
	return end
}

func kept(p problem.Problem, l network.Link, x, y minute) bool {
	if l.Calendar == "" {
		return y >= x+l.Lag
	}
	between := func(a, b minute) minute {
		w := spans(p.Calendars[l.Calendar])
		return w.before(b) - w.before(a)
	}
	if l.Lag >= 0 {
		return y >= x && between(x, y) >= l.Lag
	}
	return y >= x || between(y, x) <= -l.Lag
}

// cost is what problem.Costs and the weights make of the blocks.
func (c *checker) cost() int64 {
	var cost, end int64
	for _, t := range c.p.Tasks {
		blocks := c.blocks[t.ID]
		if len(blocks) == 0 {
			continue
		}
		finish := last(blocks)
		end = max(end, int64(finish))
		if t.Due > 0 {
			cost += int64(t.Weight) * int64(max(0, finish-t.Due))
		}
		if late := int64(finish - t.WasEnd); t.WasEnd > 0 && late > 0 {
			const day = 24 * 60
			cost += c.p.Costs.PutOff * late * late / (day * day)
		}
		for _, b := range blocks {
			if t.Prefer != nil {
				cost += c.p.Costs.Unliked * int64(length(b)-spans(t.Prefer).within(b).total())
			}
			if t.Was != nil && !slices.Contains(t.Was, b) {
				cost += c.p.Costs.Moved
			}
		}
	}
	return cost + c.p.Costs.Makespan*end
}
