package problem

// Verdict is what is known about a problem. There are three, and "not found"
// is never told as "impossible".
type Verdict string

// The verdicts.
const (
	Feasible   Verdict = "feasible"   // a schedule that keeps everything is there
	Impossible Verdict = "impossible" // none can be, and a certificate shows why
	NotFound   Verdict = "not_found"  // none was found among so many schedules
)

// Reason is the kind of a certificate.
type Reason string

// Why no schedule can be.
const (
	// Overload: the tasks have to lie within Span, need Need minutes there, and
	// it has room for Room. They have to by their releases, deadlines and windows
	// and by Links, which carry those from task to task (Chain says how). A task
	// that they leave no time at all has no room in any span: Room may be 0 then.
	//
	// With a Resource, each counts for what it has left to do (work less what is
	// locked) times what it uses, and the room is capacity times the free minutes
	// of Span (all minutes, where one of the tasks is AllTime), less what the
	// locked blocks of any task use in those. Without, it is about one task, and
	// the room is the minutes where that task may lie, as for NoGap.
	Overload Reason = "overload"
	// CapOverload: like Overload, and it is Caps that leave so little room. Need
	// is work alone. The caps don't overlap, and each counts all the tasks: within
	// its span there is room for what it has left after locked blocks, and for no
	// more than capacity times the free minutes of it that are within Span;
	// outside of them for capacity times the free minutes. Without a Resource
	// nothing but the caps bounds the work, and they hold all that is free.
	CapOverload Reason = "cap_overload"
	// Chain: the tasks follow each other by Links, the last can't end before
	// Need, and its deadline (or the horizon) is Room. Each starts and ends as
	// early as its release, its links, its locked blocks and the time where it
	// may lie allow, as if it were alone: caps and resources are not asked. One
	// block lies in the first gap that holds it; of a task that may be split only
	// the minutes are counted, in gaps that hold its shortest block. Links[i]
	// leads from Tasks[i] to Tasks[i+1].
	Chain Reason = "chain"
	// NoGap: the shortest block of the task is Need minutes, and the longest
	// gap where it may lie has Room: within Free (unless it is AllTime) and one
	// of its windows, after its release, before its deadline.
	NoGap Reason = "no_gap"
	// Cycle: the Links follow each other in a circle that leaves no time to start:
	// the lags and the works that it goes along add up to Need, more than Room,
	// which is 0. Work is gone along from the start of a task to its end, and
	// backwards (subtracted) where the task is one block.
	Cycle Reason = "cycle"
	// LockConflict: blocks that are locked do not go together: two at once on a
	// resource, more than a cap, after a deadline, against a link.
	LockConflict Reason = "lock_conflict"
)

// Certificate shows that no schedule can be, so that it can be verified without
// searching.
type Certificate struct {
	Reason Reason
	// Tasks that it is about, by id; for Chain in the order of the links.
	Tasks []string
	// Span is the time that it is about; for NoGap from the task's release to its
	// deadline.
	Span Span
	// Need and Room are minutes, as the reason says. Need is more than Room.
	Need, Room Minute
	// Links are indexes of Problem.Links: of the chain, of the circle, those that
	// make tasks lie within Span, or the one that locked blocks break.
	Links []int
	// Caps are indexes of Problem.Caps that leave so little room, or that locked
	// blocks break.
	Caps []int
	// Resource is the index of the resource that is short; -1: none is.
	Resource int
}
