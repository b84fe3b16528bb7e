package roadmapfile

import (
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
)

// Document is what the file of a roadmap says.
type Document struct {
	ID      string
	State   State
	Version int    // counted from 1
	Zone    string // of all times of the file, as in "Europe/Berlin"
	Wish    string // the words that it began with
	Pattern outline.Pattern
	Source  outline.Pattern // that a pattern of the person's own was made from; "": it is none
	Subtype string
	// Nodes are the goal and all below it, depth first, each kind of part before
	// what belongs to it. The deadline of the goal is that of the roadmap.
	Nodes []Node
	// Blocks are in the order of the nodes whose work they are.
	Blocks      []Block
	Assumptions []string
	Log         []Entry // the oldest first
}

// State is how far a roadmap has come.
type State string

// The states.
const (
	Draft     State = "draft"
	Proposed  State = "proposed"
	Active    State = "active"
	Paused    State = "paused"
	Completed State = "done"
	Abandoned State = "abandoned"
)

func (s State) known() bool {
	switch s {
	case Draft, Proposed, Active, Paused, Completed, Abandoned:
		return true
	}
	return false
}

// Node is a part of the goal, and whether it is done.
type Node struct {
	outline.Node
	// Status is that of a task, a sub-task or a micro-goal.
	Status Status
	// On is the day on which it was done or dropped; zero: nobody said.
	On civil.Date
}

// item says that a node is an item of a list; others are headings.
func (n *Node) item() bool { return n.Level.Depth() >= outline.Task.Depth() }

// holdsTask says that an item of such a level, which a task and a sub-task tell by
// where they stand, is read as part of a node that it is within.
func (n *Node) holdsTask(level outline.Level) bool {
	return n.Level == outline.Task || level == outline.MicroGoal && n.Level == outline.SubTask
}

// Status is what became of a task.
type Status string

// What becomes of a task.
const (
	Open    Status = ""
	Done    Status = "done"
	Dropped Status = "dropped" // it will not be done
)

// Block is a time at which a task is worked on.
type Block struct {
	ID, Node string
	From, To time.Time // in UTC, of whole minutes
	Done     bool
	Locked   bool // it is not moved
}

// Entry is an adaptation: who changed what, when and why.
type Entry struct {
	Time time.Time // in UTC, of whole seconds
	Who  string
	Code string // what kind of change, a word
	What string
	Why  string
}

// IsNew says that an id is only the number of a task or block that a person
// added, which has none yet.
func IsNew(id string) bool { return id != "" && id[0] == '+' }

// Goal returns the goal, which has no id if the file has none.
func (d *Document) Goal() Node {
	if len(d.Nodes) == 0 {
		return Node{Node: outline.Node{Level: outline.Goal}}
	}
	return d.Nodes[0]
}

// Outline returns the tree alone.
func (d *Document) Outline() outline.Outline {
	o := outline.Outline{Pattern: outline.PatternSpec{Pattern: d.Pattern, Subtype: d.Subtype, SourcePattern: string(d.Source)}}
	for _, n := range d.Nodes {
		o.Nodes = append(o.Nodes, n.Node)
	}
	return o
}
