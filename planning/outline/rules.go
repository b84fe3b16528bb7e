package outline

import (
	"slices"
	"strconv"

	"github.com/weft-mesh/weft/planning/civil"
)

// place checks where a node stands.
func (c *checker) place(i int) {
	n := &c.o.Nodes[i]
	if n.Level.Depth() == 0 {
		c.add("unknown_level", i, &Change{Action: SetLevel, At: i}, "%.40q is no level", n.Level)
		return
	}
	parent := c.t.parent[i]
	home := &Change{Action: SetParent, At: i}
	if len(c.t.roots) > 0 {
		home.Value = c.o.Nodes[c.t.roots[0]].ID
		home.Sure = home.Value != "" && n.Level == MicroGoal && len(c.t.children[i]) == 0
	}
	switch {
	case n.Parent == "" && n.Level != Goal:
		c.add("no_parent", i, home, "a %s has to be part of something", n.Level)
	case n.Parent == "":
	case parent < 0:
		c.add("unknown_parent", i, home, "its parent %.70q isn't there", n.Parent)
	case c.o.Nodes[parent].Level == MicroGoal:
		c.add("micro_goal_not_leaf", i, &Change{Action: SetParent, At: i, Value: c.o.Nodes[parent].Parent}, "nothing stands below a micro-goal")
	case c.o.Nodes[parent].Level.Depth() > 0 && !n.Level.Below(c.o.Nodes[parent].Level):
		c.add("wrong_level", i, &Change{Action: SetLevel, At: i}, "a %s can't stand below a %s", n.Level, c.o.Nodes[parent].Level)
	case n.Level == Task && !c.t.reached[i] && len(c.t.roots) > 0:
		c.add("unreachable", i, home, "it belongs to nothing that belongs to the goal")
	}
}

// below checks that there is something to do below a node that is no work.
func (c *checker) below(i int) {
	n := &c.o.Nodes[i]
	if d := n.Level.Depth(); d < 1 || d > 3 || c.hasTask(i) {
		return
	}
	fix := &Change{Action: AddTask, At: i}
	if n.Level == Goal {
		c.add("goal_without_task", i, fix, "there is nothing to do for the goal: it needs a task")
		return
	}
	c.add("no_work", i, fix, "this %s has no task below it", n.Level)
}

func (c *checker) hasTask(i int) bool {
	for _, child := range c.t.children[i] {
		switch d := c.o.Nodes[child].Level.Depth(); {
		case c.o.Nodes[child].Level == Task:
			return true
		case d > c.o.Nodes[i].Level.Depth() && d < 4 && c.hasTask(child):
			return true
		}
	}
	return false
}

func (c *checker) estimate(i int) {
	n := &c.o.Nodes[i]
	works := c.t.works(i)
	set := &Change{Action: SetEstimate, At: i}
	switch {
	case n.Milestone && (n.Estimate != 0 || !works || n.Level == SubTask):
		c.add("milestone_with_work", i, set, "a milestone is a task without work and without sub-tasks")
	case n.Estimate < 0:
		c.add("estimate_negative", i, set, "an estimate of %d minutes is not possible", n.Estimate)
	case n.Estimate > 0 && !works && n.Level.Depth() > 0:
		set.Value, set.Sure = "0", c.t.reached[i] && n.Estimate == c.t.work[i]
		c.add("estimate_on_parent", i, set, "it has an estimate of %d minutes, and what is below it %d; only the latter count", n.Estimate, c.t.work[i])
	case n.Estimate > MaxEstimate:
		c.add("estimate_too_long", i, &Change{Action: Split, At: i}, "%d minutes are more than the %d of one task; split it", n.Estimate, MaxEstimate)
	case n.Estimate == 0 && works && !n.Milestone && n.Level != MicroGoal:
		c.add("estimate_missing", i, set, "how long does it take?")
	}
	if n.MinChunk < 0 || n.MinChunk > MaxEstimate {
		c.add("chunk_out_of_bounds", i, set, "its shortest block is %d minutes; 0 to %d are possible", n.MinChunk, MaxEstimate)
	}
}

func (c *checker) dates(i int) {
	n := &c.o.Nodes[i]
	fix := &Change{Action: SetDates, At: i}
	last := n.NotBefore
	for _, d := range []civil.Date{n.Due, n.Deadline} {
		if d == 0 {
			continue
		}
		if d < last {
			c.add("dates_out_of_order", i, fix, "first day, due day and deadline have to be in this order, but %s is before %s", d, last)
			return
		}
		last = d
	}
	if n.Deadline == 0 || !c.t.reached[i] {
		return
	}
	for p, steps := c.t.parent[i], 0; p >= 0 && steps < deepest; p, steps = c.t.parent[p], steps+1 {
		if d := c.o.Nodes[p].Deadline; d != 0 {
			if n.Deadline > d {
				fix.Value = d.String()
				c.add("date_after_parent", i, fix, "its deadline, %s, is after the deadline of %q, %s", n.Deadline, c.o.Nodes[p].Title, d)
			}
			return
		}
	}
}

func (c *checker) repeat(i int) {
	n := &c.o.Nodes[i]
	fix := &Change{Action: SetRepeat, At: i}
	r := n.Repeat
	switch {
	case n.Level != Cycle && r != Repeat{}:
		c.add("repeat_not_cycle", i, fix, "only a cycle repeats; this is a %s", n.Level)
	case n.Level != Cycle:
	case r == Repeat{}:
		c.add("repeat_missing", i, fix, "how often does this cycle come?")
	case r.Unit != Day && r.Unit != Week && r.Unit != Month || r.Every < 1 || r.Every > 366 || r.Times < 1 || r.Times > MaxTimes:
		c.add("repeat_out_of_bounds", i, fix, "every %d %.10q, %d times: it has to be 1 to 366 days, weeks or months, 1 to %d times", r.Every, r.Unit, r.Times, MaxTimes)
	case n.NotBefore != 0 && n.Deadline != 0 && r.step(n.NotBefore, r.Times-1) > n.Deadline:
		c.add("repeat_out_of_bounds", i, fix, "it would begin for the last time on %s, after its deadline %s", r.step(n.NotBefore, r.Times-1), n.Deadline)
	}
}

// parentCycles tells each circle of parents once, on its first node.
func (c *checker) parentCycles() {
	state := make([]int, len(c.o.Nodes)) // 0: unseen; else the walk that saw it
	for i := range c.o.Nodes {
		at := i
		for at >= 0 && state[at] == 0 {
			state[at] = i + 1
			at = c.t.parent[at]
		}
		if at < 0 || state[at] != i+1 {
			continue
		}
		circle := []int{at}
		for p := c.t.parent[at]; p != at; p = c.t.parent[p] {
			circle = append(circle, p)
		}
		first := slices.Min(circle)
		c.add("parent_cycle", first, &Change{Action: SetParent, At: first}, "its parents go in a circle of %s", strconv.Itoa(len(circle)))
	}
}
