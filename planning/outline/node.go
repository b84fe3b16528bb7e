package outline

import (
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
)

// Level is the kind of a node.
type Level string

// The levels, from the goal down.
const (
	Goal      Level = "goal"
	Phase     Level = "phase"
	Cycle     Level = "cycle"
	SubGoal   Level = "sub_goal"
	Task      Level = "task"
	SubTask   Level = "sub_task"
	MicroGoal Level = "micro_goal"
)

// Depth is 1 for a goal to 5 for sub-tasks and micro-goals; 0 for no level.
func (l Level) Depth() int {
	switch l {
	case Goal:
		return 1
	case Phase, Cycle:
		return 2
	case SubGoal:
		return 3
	case Task:
		return 4
	case SubTask, MicroGoal:
		return 5
	}
	return 0
}

// Below says whether a node of this level may stand below one of another.
func (l Level) Below(parent Level) bool {
	switch {
	case parent == MicroGoal || parent.Depth() == 0:
		return false
	case l == MicroGoal:
		return true
	case l == SubTask:
		return parent == Task
	}
	return l.Depth() > parent.Depth() && parent != Task
}

// Origin is who brought a node in.
type Origin string

// The origins.
const (
	System     Origin = "system"
	Template   Origin = "template"
	User       Origin = "user"
	Model      Origin = "model"
	Adaptation Origin = "adaptation"
)

// Bounds of an outline.
const (
	MaxNodes        = 20_000
	MaxDependencies = 100_000
	MaxTitle        = 120                      // characters
	MaxID           = 64                       // bytes
	MaxNotes        = 4_000                    // bytes
	MaxEstimate     = network.Minute(200 * 60) // minutes; more is no single task
	MaxTimes        = 1_000
)

// Node is a part of a goal.
type Node struct {
	ID     string
	Level  Level
	Title  string
	Parent string // "": the root
	// Stream is the parallel line of work; "": that of the parent.
	Stream string
	Origin Origin
	// Estimate is minutes of work; MinChunk the shortest block that it may be
	// split into, 0: it isn't split.
	Estimate, MinChunk network.Minute
	// Milestone is a task that takes no time. WholeDay says of one on a day of its own that the day is kept
	// free of other work.
	Milestone, WholeDay bool
	// Office is work that needs others at work: offices, shops, people to call.
	Office bool
	// Daylight is work out of doors that needs light.
	Daylight bool
	// NotBefore is the first day of work; Due the day by which it should be
	// done, and Deadline by which it has to be. Zero: none.
	NotBefore, Due, Deadline civil.Date
	Depends                  []Dependency
	Repeat                   Repeat // of a cycle
	Notes                    string
}

// EventDay is the day of a milestone that is on one day and no other, such as an exam; false: the node is
// none.
func (n Node) EventDay() (civil.Date, bool) {
	return n.NotBefore, n.Milestone && n.NotBefore != 0 && n.NotBefore == n.Deadline
}

// Dependency is on another node: on all below it, if it has parts.
type Dependency struct {
	On   string
	Kind network.Kind // "": FS
	// Lag is in minutes of all time or of a calendar, below 0 a lead.
	Lag      network.Minute
	Calendar string
}

// Unit is of what a cycle is every so many.
type Unit string

// The units of a cycle.
const (
	Day   Unit = "day"
	Week  Unit = "week"
	Month Unit = "month"
)

// Repeat says that a cycle begins anew every so many days, weeks or months,
// so many times in all. The first is on Node.NotBefore, or with the goal.
type Repeat struct {
	Every int // 1 to 366
	Unit  Unit
	Times int // 1 to MaxTimes
}

// Outline is a goal with all that belongs to it. The order of nodes with the
// same parent is the order in which they are told.
type Outline struct {
	Pattern PatternSpec
	Nodes   []Node
}
