package analyzer

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A note is one of the evidence with what is looked up in it.
type note struct {
	*commonv1.EvidenceNote
	words wordSet
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
	return &note{n, wordsOf(slices.Concat([]string{e.GetText()}, e.GetHeadings(), e.GetTags(), n.GetTerms())...)}
}

func (n *note) id() string   { return n.GetEntry().GetId() }
func (n *note) day() string  { return n.GetEntry().GetDate() }
func (n *note) text() string { return n.GetEntry().GetText() }

// within reports whether a day, YYYY-MM-DD, is of one of these ranges; with none,
// every day is. Hours don't count: the time of a note is when it was written as
// often as when it happened.
func within(date string, ranges []*commonv1.ScopeRange) bool {
	if len(ranges) == 0 {
		return true
	}
	day, err := notes.ParseDay(date)
	if err != nil || day.IsZero() {
		return false
	}
	return slices.ContainsFunc(ranges, func(r *commonv1.ScopeRange) bool {
		days, err := notes.ParseRange(r.GetStart(), r.GetEnd())
		return err == nil && days.Contains(day) && (len(r.GetWeekdays()) == 0 ||
			slices.ContainsFunc(r.GetWeekdays(), func(w commonv1.Weekday) bool { return weekday(w) == day.Weekday() }))
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
