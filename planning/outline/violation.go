package outline

import (
	"fmt"
	"strings"
)

// Violation is a rule that an outline breaks.
type Violation struct {
	Code string   // one of the package's table
	Path []string // ids from the root to the node, the last 16; nil: the outline as a whole
	Text string   // what is wrong, in plain words
	Fix  *Change  // what would mend it; nil: nothing that can be told
}

func (v Violation) String() string {
	return fmt.Sprintf("%s: %s: %s", v.Code, strings.Join(v.Path, " / "), v.Text)
}

// Action is the kind of a change.
type Action string

// The actions. What they set is Change.Value; without one it has to be found.
const (
	SetID          Action = "set_id"
	SetTitle       Action = "set_title"
	SetParent      Action = "set_parent"
	SetLevel       Action = "set_level"
	SetOrigin      Action = "set_origin"
	SetEstimate    Action = "set_estimate"
	SetDates       Action = "set_dates"
	SetRepeat      Action = "set_repeat"
	SetText        Action = "set_text"
	SetPattern     Action = "set_pattern"
	SetSubtype     Action = "set_subtype"
	WriteRFC       Action = "write_rfc"
	AddTask        Action = "add_task"
	Split          Action = "split"
	Remove         Action = "remove"
	SetDependency  Action = "set_dependency"
	DropDependency Action = "drop_dependency" // on the node Value
	DropDoubled    Action = "drop_doubled"    // doubled ones, and those on itself
)

// Change is a change of one node.
type Change struct {
	Action Action
	Node   string // its id
	At     int    // its index, for ids that are there twice; -1: the outline
	Value  string
	// Sure says that it needs no judgement, so that Fix makes it.
	Sure bool
}

// Adapted is one change of an outline, for the log.
type Adapted struct {
	Who  Origin
	Code string // of the violation that it mends
	Node string // id, as it was
	What string
	Why  string
}
