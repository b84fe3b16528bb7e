// Package adapt makes the changes of a roadmap that a person asks for: what is done or
// dropped, where a block lies, what stays. Each leaves a line in the roadmap's log.
// What the roadmap doesn't keep any more is for whoever asks to look at: a person may
// move a block where the solver would not.
package adapt

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/roadmapfile"
)

// Asked is a change that a person asks for, and why.
type Asked struct {
	Kind   Kind
	Node   string     // of Done, Reopen and Drop; of Shift, "" for all
	Block  string     // of BlockDone, BlockReopen, Move, Lock and Unlock
	From   time.Time  // of Move
	To     time.Time  // of Move; zero: it stays as long as it is
	Day    civil.Date // of Done and Drop, 0: today; of BlockDone, 0: that of the block; of LastDay
	Days   int        // of Shift
	State  roadmapfile.State
	What   string // of Limits: what holds now, in words; of Undo: what is taken back
	Reason string
}

// Kind is that of a change.
type Kind string

// The kinds.
const (
	Done        Kind = "done"           // a task; its hours that are left are free again
	Reopen      Kind = "reopen"         // a task
	Drop        Kind = "drop"           // a task
	BlockDone   Kind = "block_done"     // a block; with the last of them its task
	BlockReopen Kind = "block_reopened" // a block, and its task if that is done
	Move        Kind = "move"           // a block, which stays there then
	Lock        Kind = "lock"           // a block
	Unlock      Kind = "unlock"         // a block
	Shift       Kind = "shift"          // all blocks that have not begun and are not locked, with the days of their tasks
	SetState    Kind = "state"          // of the roadmap
	LastDay     Kind = "last_day"       // of the roadmap; what hangs on it follows
	Limits      Kind = "limits"         // of the roadmap: when and how much there may be; what is said is kept elsewhere
	Undo        Kind = "undo"           // of the last change; the roadmap is as it was already
	longest          = 366 * 24 * time.Hour
)

// What the log says of a change that is taken back, and of one that then is made once more.
const takenBack, madeAgain = "taken back: ", "made again: "

// An Error says which change can't be made, counted from 0, and why.
type Error struct {
	Index  int
	Field  string // of Asked, in lower case
	Reason string
}

// Error tells the field and the reason.
func (e *Error) Error() string { return fmt.Sprintf("change %d: %s: %s", e.Index+1, e.Field, e.Reason) }

// MoveLastDay returns a roadmap with another last day, and what that has changed in words.
type MoveLastDay func(roadmapfile.Document, civil.Date) (roadmapfile.Document, string, error)

// Apply returns the next version of a roadmap, with all changes made by somebody at a time.
// Its error is an *Error.
func Apply(d roadmapfile.Document, changes []Asked, who string, now time.Time, last MoveLastDay) (roadmapfile.Document, error) {
	d.Nodes, d.Blocks, d.Log = slices.Clone(d.Nodes), slices.Clone(d.Blocks), slices.Clone(d.Log)
	zone, err := time.LoadLocation(d.Zone)
	if err != nil {
		return d, &Error{0, "zone", err.Error()}
	}
	a := &adaptation{Document: &d, now: now, zone: zone, last: last}
	for i, c := range changes {
		what, problem := a.make(c)
		if problem != nil {
			problem.Index = i
			return d, problem
		}
		d.Log = append(d.Log, roadmapfile.Entry{Time: now, Who: who, Code: string(c.Kind), What: what, Why: c.Reason})
		if a.also != nil {
			d.Log = append(d.Log, roadmapfile.Entry{Time: now, Who: who, Code: string(a.also.kind), What: a.also.what, Why: c.Reason})
			a.also = nil
		}
	}
	d.Version++
	return roadmapfile.Form(d), nil
}

type adaptation struct {
	*roadmapfile.Document
	now  time.Time
	zone *time.Location
	last MoveLastDay
	also *effect // of the change that is made, on the task of a block
}

// An effect is what a change has brought with it.
type effect struct {
	kind Kind
	what string
}

// make makes a change, and tells it in words.
func (a *adaptation) make(c Asked) (string, *Error) {
	switch c.Kind {
	case Done, Reopen, Drop:
		return a.task(c)
	case BlockDone, BlockReopen, Move, Lock, Unlock:
		return a.block(c)
	case Shift:
		return a.shift(c)
	case SetState:
		return a.state(c)
	case Limits:
		return c.What, nil
	case Undo:
		if what, twice := strings.CutPrefix(c.What, takenBack); twice {
			return madeAgain + what, nil
		}
		return takenBack + strings.TrimPrefix(c.What, madeAgain), nil
	case LastDay:
		moved, what, err := a.last(*a.Document, c.Day)
		if err != nil {
			return "", &Error{Field: "day", Reason: err.Error()}
		}
		*a.Document = moved
		return what, nil
	}
	return "", &Error{Field: "kind", Reason: fmt.Sprintf("%q is no kind of change", c.Kind)}
}

func (a *adaptation) task(c Asked) (string, *Error) {
	i := slices.IndexFunc(a.Nodes, func(n roadmapfile.Node) bool { return n.ID == c.Node })
	if i < 0 || a.Nodes[i].Level.Depth() < outline.Task.Depth() {
		return "", &Error{Field: "node", Reason: fmt.Sprintf("there is no task %q", c.Node)}
	}
	n := &a.Nodes[i]
	today := civil.DateOf(a.now.In(a.zone))
	if c.Day > today {
		return "", &Error{Field: "day", Reason: c.Day.String() + " is not past yet"}
	}
	if c.Day == 0 {
		c.Day = today
	}
	change := roadmapfile.Change{Title: n.Title, Is: roadmapfile.Value{Day: c.Day}}
	switch c.Kind {
	case Reopen:
		if n.Status == roadmapfile.Open {
			return "", &Error{Field: "node", Reason: "it is already open, so there is nothing to reopen"}
		}
		n.Status, n.On, change.Kind = roadmapfile.Open, 0, roadmapfile.TaskReopened
		return change.String() + a.takeBack(c.Node) + a.openTicked(c.Node), nil
	case Done:
		n.Status, change.Kind = roadmapfile.Done, roadmapfile.TaskDone
	default:
		n.Status, change.Kind = roadmapfile.Dropped, roadmapfile.TaskDropped
	}
	n.On = c.Day
	return change.String() + a.free(c.Node, c.Kind == Done), nil
}

// Free takes the blocks to come of a task that is done, or dropped, out of a roadmap, and tells
// them as the log does.
func Free(d *roadmapfile.Document, node string, done bool, now time.Time) string {
	zone, err := time.LoadLocation(d.Zone)
	if err != nil {
		return ""
	}
	d.Blocks = slices.Clone(d.Blocks)
	return (&adaptation{Document: d, now: now, zone: zone}).free(node, done)
}

// free takes away the blocks of a task that have not begun, and ticks the others if it is
// done. It tells those that went, so that they can be taken back.
func (a *adaptation) free(node string, done bool) string {
	var went []string
	a.Blocks = slices.DeleteFunc(a.Blocks, func(b roadmapfile.Block) bool {
		goes := b.Node == node && !b.Done && a.now.Before(b.From)
		if goes {
			went = append(went, a.blockInWords(b))
		}
		return goes
	})
	var ticked []string
	for i := range a.Blocks {
		if b := &a.Blocks[i]; b.Node == node && done && !b.Done {
			b.Done, ticked = true, append(ticked, a.blockInWords(*b))
		}
	}
	out := ""
	if len(ticked) > 0 {
		out = tickedWithIt + strings.Join(ticked, ", ")
	}
	if len(went) > 0 {
		out += freed + strings.Join(went, ", ")
	}
	return out
}

const (
	tickedWithIt = "; ticked with it: "
	freed        = "; free again: "
	minuteForm   = "2006-01-02 15:04"
)

// toldBlock matches a block as the log tells it.
var toldBlock = regexp.MustCompile(`block (\S+) of (\S+) \((\d{4}-\d\d-\d\d \d\d:\d\d) – (\d{4}-\d\d-\d\d \d\d:\d\d)\)`)

func (a *adaptation) blockInWords(b roadmapfile.Block) string {
	return fmt.Sprintf("block %s of %s (%s – %s)", b.ID, b.Node, b.From.In(a.zone).Format(minuteForm), b.To.In(a.zone).Format(minuteForm))
}

// openTicked has the blocks of a task that is open again open too, where all of them are ticked: else it would
// have neither work nor time left.
func (a *adaptation) openTicked(node string) string {
	var ticked []int
	for i, b := range a.Blocks {
		if b.Node == node && !b.Done {
			return ""
		}
		if b.Node == node {
			ticked = append(ticked, i)
		}
	}
	for _, i := range ticked {
		a.Blocks[i].Done = false
	}
	if len(ticked) == 0 {
		return ""
	}
	return "; its blocks are open again"
}

// TimesAsSaid is a line of the log with the times of its blocks as people say them: the log itself has what it
// takes to put a block back.
func TimesAsSaid(what string) string {
	return toldBlock.ReplaceAllStringFunc(what, func(block string) string {
		said := toldBlock.FindStringSubmatch(block)
		from, wrongFrom := time.Parse(minuteForm, said[3])
		to, wrongTo := time.Parse(minuteForm, said[4])
		if wrongFrom != nil || wrongTo != nil { // somebody has written it
			return block
		}
		return from.Format("Mon 2 Jan 15:04") + "–" + to.Format("15:04")
	})
}

// takeBack puts the blocks of a task back that went with it last, by the log, as far as their time
// is still to come, and has those open again that were ticked with it. It tells how many of the former.
func (a *adaptation) takeBack(node string) string {
	back := 0
	for _, e := range slices.Backward(a.Log) {
		with, went, _ := strings.Cut(e.What, freed)
		_, ticked, mine := strings.Cut(with, tickedWithIt)
		mine = mine && strings.Contains(ticked, " of "+node+" (")
		for i := range a.Blocks {
			if b := &a.Blocks[i]; mine && strings.Contains(ticked, a.blockInWords(*b)) {
				b.Done = false
			}
		}
		for _, m := range toldBlock.FindAllStringSubmatch(went, -1) {
			if m[2] != node {
				continue
			}
			mine = true
			b := roadmapfile.Block{ID: m[1], Node: node}
			b.From, _ = time.ParseInLocation(minuteForm, m[3], a.zone) // a line that somebody has changed has no time to come
			b.To, _ = time.ParseInLocation(minuteForm, m[4], a.zone)
			there := slices.ContainsFunc(a.Blocks, func(o roadmapfile.Block) bool { return o.ID == b.ID })
			if there || !a.now.Before(b.From) || !b.From.Before(b.To) {
				continue
			}
			b.From, b.To = b.From.UTC(), b.To.UTC()
			a.Blocks = append(a.Blocks, b)
			back++
		}
		if mine {
			break
		}
	}
	switch back {
	case 0:
		return ""
	case 1:
		return "; one block is put back"
	}
	return fmt.Sprintf("; %d blocks are put back", back)
}

func (a *adaptation) block(c Asked) (string, *Error) {
	i := slices.IndexFunc(a.Blocks, func(b roadmapfile.Block) bool { return b.ID == c.Block })
	if i < 0 {
		return "", &Error{Field: "block", Reason: fmt.Sprintf("there is no block %q", c.Block)}
	}
	b := &a.Blocks[i]
	was := roadmapfile.Value{From: b.From.In(a.zone), To: b.To.In(a.zone)}
	change := roadmapfile.Change{Title: a.title(b.Node), Was: was, Is: was}
	switch c.Kind {
	case BlockDone, BlockReopen:
		return a.tick(c, b, change)
	case Lock:
		if b.Done {
			return "", &Error{Field: "block", Reason: "it is done, so there is nothing to keep"}
		}
		if !a.now.Before(b.To) {
			return "", &Error{Field: "block", Reason: "its time has passed, so there is nothing to keep: mark it done (weft roadmaps done), move it to a later time (weft roadmaps move), or schedule what was not done again (weft roadmaps replan)"}
		}
		b.Locked, change.Kind = true, roadmapfile.BlockLocked
		return change.String(), nil
	case Unlock:
		b.Locked, change.Kind = false, roadmapfile.BlockUnlocked
		return change.String(), nil
	}
	from, to := c.From.Truncate(time.Minute), c.To.Truncate(time.Minute)
	if c.To.IsZero() {
		to = from.Add(b.To.Sub(b.From))
	}
	switch {
	case b.Done:
		return "", &Error{Field: "block", Reason: "it is done; reopen it first"}
	case c.From.IsZero() || !from.Before(to) || to.Sub(from) > 24*time.Hour:
		return "", &Error{Field: "from", Reason: "a block has to end after it begins, and last at most a day"}
	case from.Sub(a.now).Abs() > 5*longest:
		return "", &Error{Field: "from", Reason: "a block has to be within five years of now"}
	}
	b.From, b.To, b.Locked = from.UTC(), to.UTC(), true
	change.Kind, change.Is = roadmapfile.BlockMoved, roadmapfile.Value{From: from.In(a.zone), To: to.In(a.zone)}
	return change.String(), nil
}

// tick says that a block is done, or not after all. A task of which all blocks are done is done
// too, on the day that was said, else on that of the last of them.
func (a *adaptation) tick(c Asked, b *roadmapfile.Block, change roadmapfile.Change) (string, *Error) {
	done := c.Kind == BlockDone
	today := civil.DateOf(a.now.In(a.zone))
	switch {
	case done && b.Done:
		return "", &Error{Field: "block", Reason: "it is already done"}
	case !done && !b.Done:
		return "", &Error{Field: "block", Reason: "it is not done, so there is nothing to reopen"}
	case c.Day > today:
		return "", &Error{Field: "day", Reason: c.Day.String() + " is not past yet"}
	}
	b.Done, change.Kind = done, roadmapfile.BlockReopened
	if done {
		change.Kind = roadmapfile.BlockDone
	}
	i := slices.IndexFunc(a.Nodes, func(n roadmapfile.Node) bool { return n.ID == b.Node })
	if i < 0 {
		return change.String(), nil
	}
	switch n := &a.Nodes[i]; {
	case !done && n.Status == roadmapfile.Done:
		n.Status, n.On = roadmapfile.Open, 0
		a.also = &effect{Reopen, roadmapfile.Change{Kind: roadmapfile.TaskReopened, Title: n.Title}.String()}
	case done:
		if what := FinishTask(a.Document, n.ID, c.Day, a.now.In(a.zone)); what != "" {
			a.also = &effect{Done, what}
		}
	}
	return change.String(), nil
}

// FinishTask has an open task be done if all of its blocks are: on a day, 0 for that of the last of them.
// It returns what has changed in words, "" for nothing.
func FinishTask(d *roadmapfile.Document, node string, on civil.Date, now time.Time) string {
	i := slices.IndexFunc(d.Nodes, func(n roadmapfile.Node) bool { return n.ID == node })
	if i < 0 || d.Nodes[i].Status != roadmapfile.Open {
		return ""
	}
	said := on != 0
	for _, b := range d.Blocks {
		if b.Node != node {
			continue
		}
		if !b.Done {
			return ""
		}
		if !said {
			on = max(on, min(civil.DateOf(now), civil.DateOf(b.From.In(now.Location()))))
		}
	}
	n := &d.Nodes[i]
	n.Status, n.On = roadmapfile.Done, on
	return roadmapfile.Change{Kind: roadmapfile.TaskDone, Title: n.Title, Is: roadmapfile.Value{Day: on}}.String()
}

// shift moves blocks by days of the person's zone, so that they stay at their hours. The days of
// their tasks go with them, or what is laid anew would bring them back; none is after the last
// day of the whole.
func (a *adaptation) shift(c Asked) (string, *Error) {
	moved := 0
	for i := range a.Blocks {
		b := &a.Blocks[i]
		if b.Done || b.Locked || b.From.Before(a.now) || c.Node != "" && b.Node != c.Node {
			continue
		}
		length := b.To.Sub(b.From)
		b.From = b.From.In(a.zone).AddDate(0, 0, c.Days).UTC()
		b.To = b.From.Add(length)
		if b.From.Before(a.now) {
			return "", &Error{Field: "days", Reason: "a block would be in the past"}
		}
		moved++
	}
	if c.Days == 0 || moved == 0 {
		return "", &Error{Field: "days", Reason: "nothing would move: blocks that have begun, are done or are locked stay"}
	}
	out := a.shiftDays(c)
	of := "all that is left"
	if c.Node != "" {
		of = "“" + a.title(c.Node) + "”"
	}
	what := fmt.Sprintf("%s moved by %+d days (%d blocks)", of, c.Days, moved)
	if out > 0 {
		what += fmt.Sprintf("; %d recurring sessions would be after the last day, and are left out", out)
	}
	return what, nil
}

// shiftDays moves the days to come of what is shifted. What comes again, and would come after the
// last day, is dropped; it returns how many of it are.
func (a *adaptation) shiftDays(c Asked) (out int) {
	today, last := civil.DateOf(a.now.In(a.zone)), a.Goal().Deadline
	for i := range a.Nodes {
		n := &a.Nodes[i]
		if i == 0 || n.Status != roadmapfile.Open || c.Node != "" && n.ID != c.Node {
			continue
		}
		if comesAgain := strings.Contains(n.ID, "@") && n.NotBefore >= today; comesAgain && last != 0 && n.NotBefore+civil.Date(c.Days) > last {
			n.Status, n.On = roadmapfile.Dropped, today
			a.free(n.ID, false)
			out++
			continue
		}
		for _, day := range []*civil.Date{&n.NotBefore, &n.Due, &n.Deadline} {
			if *day < today {
				continue
			}
			if *day += civil.Date(c.Days); last != 0 {
				*day = min(*day, last)
			}
			*day = max(*day, today)
		}
	}
	return out
}

func (a *adaptation) state(c Asked) (string, *Error) {
	switch c.State {
	case roadmapfile.Active, roadmapfile.Paused, roadmapfile.Completed, roadmapfile.Abandoned:
	default:
		return "", &Error{Field: "state", Reason: fmt.Sprintf("%q can't be set; choose active, paused, done or abandoned", c.State)}
	}
	was := a.State
	a.State = c.State
	return fmt.Sprintf("state %s (was %s)", c.State, was), nil
}

func (a *adaptation) title(node string) string {
	for _, n := range a.Nodes {
		if n.ID == node {
			return n.Title
		}
	}
	return node
}
