package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// Code is the kind of a fault.
type Code string

// What can be wrong with a schedule.
const (
	UnknownTask Code = "unknown_task" // a block of no task
	Outside     Code = "outside"      // before 0, after the horizon, not in the person's time or the task's windows, before its release
	Late        Code = "late"         // after the deadline
	Amount      Code = "amount"       // more or less work than the task has
	Chunk       Code = "chunk"        // a block too short, too long, or one of many of a task that is not split
	Unlocked    Code = "unlocked"     // a locked block is not where it is locked
	Overlap     Code = "overlap"      // more at once than a resource allows, or a task beside itself
	OverCap     Code = "over_cap"     // more work than a cap allows
	Link        Code = "link"         // a dependency is not kept
	Cost        Code = "cost"         // the cost is another one
)

// Fault is one thing that a schedule does not keep.
type Fault struct {
	Code Code
	Task string // "" if it is about no single one
	Span problem.Span
	Says string
}

// Schedule returns what a schedule does not keep of a problem; none if it holds.
func Schedule(p problem.Problem, s problem.Schedule) []Fault {
	c := &checker{p: p, blocks: map[string][]span{}}
	known := map[string]bool{}
	for _, t := range p.Tasks {
		known[t.ID] = true
	}
	for _, b := range s.Blocks {
		if !known[b.Task] {
			c.fault(UnknownTask, b.Task, b.Span, "there is no such task")
		}
		c.blocks[b.Task] = append(c.blocks[b.Task], b.Span)
	}
	for _, t := range p.Tasks {
		slices.SortFunc(c.blocks[t.ID], func(a, b span) int { return cmp.Or(a.From-b.From, a.To-b.To) })
		c.task(t)
	}
	for _, l := range p.Links {
		c.link(l)
	}
	c.caps()
	for i := range p.Resources {
		c.resource(i)
	}
	if cost := c.cost(); len(c.faults) == 0 && cost != s.Cost {
		c.fault(Cost, "", span{}, "the cost is %d, not %d", cost, s.Cost)
	}
	return c.faults
}

type checker struct {
	p      problem.Problem
	blocks map[string][]span // by task, sorted
	faults []Fault
}

func (c *checker) fault(code Code, task string, where span, format string, args ...any) {
	c.faults = append(c.faults, Fault{Code: code, Task: task, Span: where, Says: fmt.Sprintf(format, args...)})
}

func (c *checker) task(t problem.Task) {
	free := slices.Clone(c.blocks[t.ID])
	for _, l := range t.Locked {
		i := slices.Index(free, l)
		if i < 0 {
			c.fault(Unlocked, t.ID, l, "a locked block has been moved")
			continue
		}
		free = slices.Delete(free, i, i+1)
	}
	rest := rest(t)
	var work minute
	for _, b := range free {
		work += length(b)
		c.block(t, b, rest)
	}
	switch {
	case work != rest:
		c.fault(Amount, t.ID, span{}, "%d minutes are planned, %d are left to do", work, rest)
	case rest == 0 && len(t.Locked) > 0 && len(free) > 0:
		c.fault(Amount, t.ID, free[0], "its locked blocks are all that it has, and there is another")
	case t.Work == 0 && len(t.Locked) == 0 && len(free) != 1:
		c.fault(Amount, t.ID, span{}, "a milestone has one block, not %d", len(free))
	case unsplit(t) && len(free) > 1:
		c.fault(Chunk, t.ID, free[1], "a task that is not split has %d blocks", len(free))
	}
	all := c.blocks[t.ID]
	if len(all) == 0 {
		return
	}
	for i, b := range all[1:] {
		if b.From < all[i].To {
			c.fault(Overlap, t.ID, b, "two blocks of one task overlap")
		}
	}
	if all[0].From < t.Release {
		c.fault(Outside, t.ID, all[0], "it begins %d minutes before it may", t.Release-all[0].From)
	}
	if end := last(all); t.Deadline > 0 && end > t.Deadline {
		c.fault(Late, t.ID, at(t.Deadline, end), "it ends %d minutes after its deadline", end-t.Deadline)
	}
}

// block looks at a block that is not locked.
func (c *checker) block(t problem.Task, b span, rest minute) {
	switch {
	case b.From < 0 || b.To > c.p.Horizon || b.To < b.From:
		c.fault(Outside, t.ID, b, "it is not within the timeline")
	case !domain(c.p, t).holds(b):
		c.fault(Outside, t.ID, b, "it is outside of the time that is free for it")
	}
	switch n := length(b); {
	case n == 0 && t.Work > 0:
		c.fault(Chunk, t.ID, b, "a block has no length")
	case n < min(t.MinChunk, rest):
		c.fault(Chunk, t.ID, b, "a block of %d minutes is shorter than %d", n, min(t.MinChunk, rest))
	case t.MaxChunk > 0 && n > t.MaxChunk:
		c.fault(Chunk, t.ID, b, "a block of %d minutes is longer than %d", n, t.MaxChunk)
	}
}

func (c *checker) link(l network.Link) {
	from, to := c.blocks[l.From], c.blocks[l.To]
	if len(from) == 0 || len(to) == 0 {
		return // told as too little work, or as a task that is unknown
	}
	x, y := last(from), to[0].From
	if l.Kind == network.StartStart || l.Kind == network.StartFinish {
		x = from[0].From
	}
	if l.Kind == network.FinishFinish || l.Kind == network.StartFinish {
		y = last(to)
	}
	if !kept(c.p, l, x, y) {
		c.fault(Link, l.To, at(min(x, y), max(x, y)), "%s %s %+d is not kept: %d, then %d", l.From, l.Kind, l.Lag, x, y)
	}
}

func (c *checker) caps() {
	for _, limit := range c.p.Caps {
		var work minute
		for _, t := range c.p.Tasks {
			if !t.AllTime && strings.HasPrefix(t.Group, limit.Group) {
				for _, b := range c.blocks[t.ID] {
					work += length(both(b, limit.Span))
				}
			}
		}
		if work > limit.Most {
			c.fault(OverCap, "", limit.Span, "%d minutes are planned where %d are the most", work, limit.Most)
		}
	}
}

func (c *checker) resource(i int) {
	if where, used := peak(c.p, i, func(t problem.Task) []span { return c.blocks[t.ID] }); used > c.p.Resources[i].Capacity {
		c.fault(Overlap, "", where, "%d of %s are used at once, and there are %d", used, c.p.Resources[i].Name, c.p.Resources[i].Capacity)
	}
}

// change is one of how much of a resource is used.
type change struct {
	when minute
	by   int
}

// changes are those that the blocks of all tasks make, in their order.
func changes(p problem.Problem, i int, blocks func(problem.Task) []span) []change {
	var out []change
	for _, t := range p.Tasks {
		if i < len(t.Uses) && t.Uses[i] > 0 {
			for _, b := range blocks(t) {
				if b.From < b.To {
					out = append(out, change{b.From, t.Uses[i]}, change{b.To, -t.Uses[i]})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b change) int { return cmp.Or(a.when-b.when, a.by-b.by) })
	return out
}

// peak returns where most of a resource is used by the blocks of all tasks.
func peak(p problem.Problem, i int, blocks func(problem.Task) []span) (where span, used int) {
	changes, now := changes(p, i, blocks), 0
	for k, ch := range changes {
		if now += ch.by; now > used {
			used, where = now, at(ch.when, changes[k+1].when)
		}
	}
	return where, used
}
