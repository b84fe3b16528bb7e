package roadmapfile

import (
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// Kind is what a person did.
type Kind string

// The kinds of changes, each with what of Was and Is it uses.
const (
	TaskDone      Kind = "task_done"      // Is.Day, if it was said
	TaskReopened  Kind = "task_reopened"  //
	TaskDropped   Kind = "task_dropped"   // Is.Day, if it was said
	TaskAdded     Kind = "task_added"     // Is.Text, Is.Minutes if it was said; Parent, After
	Removed       Kind = "removed"        // Was.Text; with all that isn't told to be elsewhere
	Moved         Kind = "moved"          // Was.Text and Is.Text are the ids of the parents; Parent
	Reordered     Kind = "reordered"      // Order, of the parts of Node
	Retitled      Kind = "retitled"       // Text
	Estimated     Kind = "estimated"      // Minutes
	StartMoved    Kind = "start_moved"    // Day, as of those below: 0 is none
	DueMoved      Kind = "due_moved"      //
	DeadlineMoved Kind = "deadline_moved" // of the goal, it is the roadmap's
	NotesChanged  Kind = "notes_changed"  // Text
	BlockAdded    Kind = "block_added"    // Is.From, Is.To
	BlockRemoved  Kind = "block_removed"  // Was.From, Was.To
	BlockMoved    Kind = "block_moved"    // From, To
	BlockGiven    Kind = "block_given"    // Was.Text and Is.Text are the ids of the tasks
	BlockDone     Kind = "block_done"     // Is.From, Is.To, as of those below
	BlockReopened Kind = "block_reopened" //
	BlockLocked   Kind = "block_locked"   //
	BlockUnlocked Kind = "block_unlocked" //
	StateAsked    Kind = "state_asked"    // Text
	Assumed       Kind = "assumed"        // Is.Text
	Unassumed     Kind = "unassumed"      // Was.Text
	NoteWritten   Kind = "note_written"   // Is.Text, which stands behind Node
)

// Value is what a change is from or to.
type Value struct {
	Text     string
	Minutes  int
	Day      civil.Date
	From, To time.Time // in the zone of the roadmap
}

// Change is what a person changed against what Weft wrote, and what Weft has not
// taken up yet.
type Change struct {
	Kind Kind
	Line int // in their file; 0: it is gone from there
	// Node is what it is about, or whose block it is. That of a task that was
	// added is new.
	Node   string
	Block  string
	Title  string // of the node, as Weft knows it
	Part   string // the title of what the node is part of
	Was    Value
	Is     Value
	Parent string   // of what was added or moved
	After  string   // what it follows there, "" if it is the first
	Order  []string // the ids
}

// Conflict is what both changed. The person's holds.
type Conflict struct {
	Change
	Ours Value  // what Weft had made of it
	Text string // in plain words
}
