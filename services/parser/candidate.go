package parser

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
)

// A candidate is an entry that a correction may mean.
type candidate struct {
	entry *commonv1.Entry
	fit   fit
	// several is true if more than one value of the entry could be meant.
	several bool
	changes []*pb.FieldChange
	says    string // what changes, in a sentence for the user to check
	subject string // what the value that changes is of; empty if that isn't known
}

// A fit tells how many words of the correction speak for a candidate.
type fit struct {
	words int // for the subject, anywhere in the entry
	near  int // of them, at the value that changes
	// lacking is true if the entry leaves out a part of what the correction is
	// about.
	lacking bool
	// slip is true if what changes looks like a slip of what is right.
	slip bool
	// likely is true if what changes is of the size of what is right, or named.
	likely bool
	// textual is true where only the entry's text holds what is corrected; then
	// nothing tells how near its words are.
	textual bool
}

func (c candidate) confidence() float64 {
	switch {
	case len(c.changes) > 0:
		return 0.9
	case c.fit.textual:
		return 0.7
	}
	return 0.5
}

// choose returns the candidate that a correction means or, where several fit
// equally well, the ids of their entries.
//
// Words decide first. Then the note just written is meant by "that", and without
// it the only one that fits on the day of writing; beyond that the user is asked.
func choose(in *input, c claim, found []candidate) (best *candidate, rivals []string) {
	found = fittest(found)
	if len(found) == 0 {
		return nil, nil
	}
	if found[0].fit.lacking {
		return nil, ids(found)
	}
	if !found[0].several && (len(found) == 1 || clear(in, c, found)) {
		return &found[0], nil
	}
	if len(found) > 1 && clear(in, c, found) {
		found = found[:1]
	}
	return nil, ids(found)
}

func ids(found []candidate) []string {
	var out []string
	for _, f := range found {
		out = append(out, f.entry.GetId())
	}
	return out
}

// fittest keeps the candidates that nothing speaks against more than another.
func fittest(found []candidate) []candidate {
	found = slices.Clone(found)
	if slices.ContainsFunc(found, func(c candidate) bool { return !c.fit.lacking }) {
		found = slices.DeleteFunc(found, func(c candidate) bool { return c.fit.lacking })
	}
	words := most(found, func(f fit) int { return f.words })
	found = slices.DeleteFunc(found, func(c candidate) bool { return c.fit.words < words })
	found = slipped(found)
	nearest := most(found, func(f fit) int { return f.near })
	return slices.DeleteFunc(found, func(c candidate) bool { return !c.fit.textual && c.fit.near < nearest })
}

// slipped keeps the candidates that hold a slip of what is right, if there are any.
func slipped(found []candidate) []candidate {
	if !slices.ContainsFunc(found, func(c candidate) bool { return c.fit.slip }) {
		return found
	}
	return slices.DeleteFunc(found, func(c candidate) bool { return !c.fit.slip })
}

func most(found []candidate, of func(fit) int) int {
	n := 0
	for _, c := range found {
		n = max(n, of(c.fit))
	}
	return n
}

// clear reports whether the newest of several candidates is meant. That one thing was noted
// later than another one does not tell which of them is.
func clear(in *input, c claim, found []candidate) bool {
	newest := found[0].entry
	if c.deictic && newest == latest(in) && justWritten(in, newest) {
		return true
	}
	date, subject := newest.GetDate(), found[0].subject
	if slices.ContainsFunc(found[1:], func(f candidate) bool {
		return f.entry.GetDate() == date || subject != "" && f.subject != "" && f.subject != subject
	}) {
		return false
	}
	day, err := notes.ParseDay(date)
	return err == nil && notes.DayOf(in.writtenAt).Sub(day) == 0
}

// freshFor is how long a note counts as the one just written.
const freshFor = 3 * time.Hour

func justWritten(in *input, e *commonv1.Entry) bool {
	return in.writtenAt.Sub(e.GetTime().AsTime()) <= freshFor
}

// latest returns the newest entry that is no correction itself, nil if there is
// none.
func latest(in *input) *commonv1.Entry {
	for _, e := range in.req.GetRecent() {
		if !e.GetCorrection() {
			return e
		}
	}
	return nil
}
