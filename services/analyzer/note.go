package analyzer

import (
	"cmp"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A note is one of the evidence with what is looked up in it.
type note struct {
	*commonv1.EvidenceNote
	words       wordSet  // of its text and of what stands above it
	found       wordSet  // words of the question that it was found by, of which it may have others in their place
	corrections []*note  // of the evidence, that correct it
	names       *passage // where it names the days of the question, once that was looked for
}

// A wordSet holds the stems of a text.
type wordSet map[string]bool

func wordsOf(texts ...string) wordSet {
	out := wordSet{}
	for _, text := range texts {
		for _, t := range search.Tokens(text) {
			out[t.Stem] = true
		}
	}
	return out
}

func newNote(n *commonv1.EvidenceNote) *note {
	e := n.GetEntry()
	return &note{n, wordsOf(slices.Concat([]string{e.GetText()}, e.GetHeadings(), e.GetTags())...), wordsOf(n.GetTerms()...), nil, nil}
}

func (n *note) id() string   { return n.GetEntry().GetId() }
func (n *note) day() string  { return n.GetEntry().GetDate() }
func (n *note) text() string { return n.GetEntry().GetText() }

// at is the moment that a note is about, as it stood on the writer's clock.
func (n *note) at() time.Time {
	if id, err := notes.ParseID(n.id()); err == nil && !id.Undated() {
		return id.Local
	}
	return n.GetEntry().GetTime().AsTime()
}

// within reports whether a day, YYYY-MM-DD, is of one of these ranges; with none,
// every day is. Hours don't count: the time of a note is when it was written as
// often as when it happened.
func within(date string, ranges []*commonv1.ScopeRange) bool {
	if len(ranges) == 0 {
		return true
	}
	day, err := notes.ParseDay(date)
	return err == nil && !day.IsZero() && dayWithin(day, ranges)
}

func dayWithin(day notes.Day, ranges []*commonv1.ScopeRange) bool {
	return slices.ContainsFunc(ranges, func(r *commonv1.ScopeRange) bool {
		days, err := notes.ParseRange(r.GetStart(), r.GetEnd())
		return err == nil && days.Contains(day) && (len(r.GetWeekdays()) == 0 ||
			slices.ContainsFunc(r.GetWeekdays(), func(w commonv1.Weekday) bool { return time.Weekday(w%7) == day.Weekday() }))
	})
}

// byTime orders notes by their moment, undated ones last.
func byTime(a, b *note) int {
	return cmp.Or(first(a.day() != "", b.day() != ""), a.GetEntry().GetTime().AsTime().Compare(b.GetEntry().GetTime().AsTime()))
}

// latestFirst orders notes by their moment, undated ones last.
func latestFirst(a, b *note) int {
	return cmp.Or(first(a.day() != "", b.day() != ""), b.GetEntry().GetTime().AsTime().Compare(a.GetEntry().GetTime().AsTime()))
}
