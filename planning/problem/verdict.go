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
	// it has room for Room.
	Overload Reason = "overload"
	// CapOverload: like Overload, and it is Caps that leave so little room.
	CapOverload Reason = "cap_overload"
	// Chain: the tasks follow each other by Links, the last can't end before
	// Need, and its deadline is Room.
	Chain Reason = "chain"
	// NoGap: the shortest block of the task is Need minutes, and the longest
	// gap where it may lie has Room.
	NoGap Reason = "no_gap"
	// Cycle: the Links follow each other in a circle that leaves no time to start.
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
	// Span is the time that it is about; for NoGap the gap with most room.
	Span Span
	// Need and Room are minutes, as the reason says. Need is more than Room.
	Need, Room Minute
	// Links are indexes of Problem.Links: of the chain, of the circle, or the
	// one that locked blocks break.
	Links []int
	// Caps are indexes of Problem.Caps that leave so little room, or that locked
	// blocks break.
	Caps []int
	// Resource is the index of the resource that is short; -1: none is.
	Resource int
}
