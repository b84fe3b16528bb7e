package synthesizer

import (
	"slices"

	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// How many notes one prompt shows, of the best. What one note answers is nearly always
// among the first 40; what has to be listed, added up or compared takes more of them.
const usualNotes, manyNotes = 40, 60

// shown are the notes that a model is shown, best first: those that the analysis quotes,
// the best of the search, those that it has computed from, and those of which parts have
// gathered something.
func (t *transcript) shown() []*commonv1.EvidenceNote {
	var out []*commonv1.EvidenceNote
	add := func(n *commonv1.EvidenceNote, most int) {
		if n != nil && len(out) < most && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	most := usualNotes
	if t.many() {
		most = manyNotes
	}
	for _, f := range t.req.GetAnalysis().GetFindings() {
		for _, q := range f.GetQuotes() {
			add(t.byID[q.GetEntryId()], most)
		}
	}
	for _, n := range t.all {
		add(n, most)
	}
	for _, f := range t.req.GetAnalysis().GetFacts() {
		for _, id := range shownBy(f) {
			add(t.byID[id], manyNotes)
		}
	}
	return out
}

// many reports whether many notes together answer the question.
func (t *transcript) many() bool {
	return query.Many(t.req.GetForm()) || len(t.req.GetSubQueries()) > 1
}

// bearing are the notes of the question's days that name something that it is about,
// best first. Where it names nothing, all of its days are.
func (t *transcript) bearing() []*commonv1.EvidenceNote {
	form := t.req.GetForm()
	var names [][]search.Token
	for _, f := range append([]*commonv1.QueryForm{form}, form.GetSides()...) {
		for _, s := range f.GetSubjects() {
			for _, name := range append([]string{s.GetName(), s.GetWords()}, s.GetForms()...) {
				if tokens := search.Tokens(name); len(tokens) > 0 {
					names = append(names, tokens)
				}
			}
		}
	}
	var out []*commonv1.EvidenceNote
	for _, n := range t.all {
		words := search.Tokens(n.GetEntry().GetText())
		named := func(name []search.Token) bool { return search.Contains(words, name) }
		if onDays(n, form) && (len(names) == 0 || slices.ContainsFunc(names, named)) {
			out = append(out, n)
		}
	}
	return out
}

// onDays reports whether a note is of the days that a question names, if it names any.
// What has no day may be of them.
func onDays(n *commonv1.EvidenceNote, form *commonv1.QueryForm) bool {
	day, ranges := n.GetEntry().GetDate(), form.GetRanges()
	for _, side := range form.GetSides() {
		ranges = append(ranges[:len(ranges):len(ranges)], side.GetRanges()...)
	}
	return day == "" || len(ranges) == 0 || slices.ContainsFunc(ranges, func(r *commonv1.ScopeRange) bool {
		return r.GetStart() <= day && (r.GetEnd() == "" || day <= r.GetEnd())
	})
}
