package analyzer

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// heed notes which words of a part the values that findings tell of it do not take
// into account: those that restrict what is asked, and that no reading took, no
// subject stands for, and the notes behind the values do not share. It reports
// whether there are any.
func (q *inquiry) heed(p *part, findings []*commonv1.Finding) bool {
	told := q.valuesOf(findings)
	if len(told) == 0 {
		return false
	}
	ns := q.standingOn(told)
	named, apart := make([]bool, len(p.Tokens)), make([]bool, len(p.Tokens))
	for _, s := range slices.Concat(p.subjects, p.within, p.implied) {
		for _, m := range append([]*note.Subject{s}, s.All...) {
			at, n := p.place(m)
			switch {
			case at < 0:
			case p.Negates(at) && !p.Counts(), slices.Contains(p.subjects, s) && !q.rests(p, told, s):
				fill(apart[at : at+n])
			default:
				fill(named[at : at+n])
			}
		}
	}
	known := map[string]bool{} // by word, whether it is shared: a page has the same ones over and over
	shared := func(t search.Token) bool {
		if _, asked := known[t.Folded]; !asked {
			known[t.Folded] = q.shared(p, t, told, ns)
		}
		return known[t.Folded]
	}
	for _, r := range p.restricted {
		fill(named[r.From:r.To])
	}
	for _, words := range slices.Concat(q.unresolved(), q.placed) { // that their days are not known is told, or which they are
		if at := search.IndexOf(p.Tokens, search.Tokens(words)); at >= 0 {
			fill(named[at : at+len(search.Tokens(words))])
		}
	}
	words := p.Phrased(func(i int) bool {
		t := p.Tokens[i]
		switch {
		case named[i], note.Companion(t.Folded), slices.Contains(errands, t.Stem):
			return false
		case apart[i]:
			return !p.Reads(i) && note.Saying(t) && !p.Acts(i) && !note.Calendar.MatchString(t.Folded)
		}
		return p.Restricts(i) && (p.Negates(i) || !shared(t))
	})
	q.unheeded = append(q.unheeded, words...)
	return len(words) > 0
}

func fill(places []bool) {
	for i := range places {
		places[i] = true
	}
}

// rests reports whether the facts are of a subject of a part, by name or since all
// notes that they stand on tell of it: each of them, unless one is of all subjects.
func (q *inquiry) rests(p *part, facts []*commonv1.Fact, s *note.Subject) bool {
	loose := s.Loosely()
	if own := slices.DeleteFunc(slices.Clone(facts), func(f *commonv1.Fact) bool { return p.ofVerb(f) }); len(own) > 0 {
		facts = own
	}
	of := func(f *commonv1.Fact) bool {
		return factOf(loose, f) || slices.ContainsFunc(s.Phrases, func(ph ask.Phrase) bool { return search.Contains(search.Tokens(f.GetText()), ph) }) || !slices.ContainsFunc(q.standingOn([]*commonv1.Fact{f}), func(n *note.Note) bool { told, denied := loose.On(n); return !told && !denied })
	}
	if len(p.subjects) < 2 {
		return slices.ContainsFunc(facts, of)
	}
	return !slices.ContainsFunc(facts, func(f *commonv1.Fact) bool { return !of(f) }) || slices.ContainsFunc(facts, func(f *commonv1.Fact) bool {
		said := search.Tokens(f.GetText() + " " + f.GetUnit())
		return !slices.ContainsFunc(p.subjects, func(o *note.Subject) bool {
			return !slices.ContainsFunc(o.Phrases, func(ph ask.Phrase) bool { return search.Contains(said, ph) })
		})
	})
}

// ofVerb reports whether a fact is only of what somebody does in the question: of
// playing, where it asks for badminton.
func (p *part) ofVerb(f *commonv1.Fact) bool {
	return slices.ContainsFunc(p.subjects, func(s *note.Subject) bool { return p.does(s) && factOf(s, f) })
}

// factOf reports whether a fact is of a subject by its name.
func factOf(s *note.Subject, f *commonv1.Fact) bool {
	of := search.Tokens(f.GetSubject() + " " + f.GetMeasure() + " " + f.GetUnit())
	return slices.ContainsFunc(s.Phrases, func(ph ask.Phrase) bool { return search.Contains(of, ph) })
}

// valuesOf are the facts of findings that tell a value rather than words.
func (q *inquiry) valuesOf(findings []*commonv1.Finding) []*commonv1.Fact {
	named := map[string]bool{}
	for _, f := range findings {
		for _, id := range f.GetFactIds() {
			named[id] = true
		}
	}
	var out []*commonv1.Fact
	for _, f := range q.facts {
		if named[f.GetId()] && f.GetKind() != kindMention && f.GetKind() != kindCross {
			out = append(out, f)
		}
	}
	return out
}

// standingOn are the notes that facts stand on.
func (q *inquiry) standingOn(facts []*commonv1.Fact) []*note.Note {
	in := map[string]bool{}
	for _, f := range facts {
		for _, id := range f.GetEntryIds() {
			in[id] = true
		}
	}
	return note.Filter(q.notes, func(n *note.Note) bool { return in[n.Entry.GetId()] })
}

// shared reports whether a word is what facts say they are of, or all of the notes
// that they stand on tell of it.
func (q *inquiry) shared(p *part, t search.Token, facts []*commonv1.Fact, ns []*note.Note) bool {
	if _, err := strconv.ParseFloat(t.Folded, 64); err == nil { // a note may have the same number of something else
		return slices.ContainsFunc(p.held, func(to string) bool { return search.Contains(search.Tokens(to), []search.Token{t}) })
	}
	s := q.lexicon.Subject(t.Folded).Loosely()
	return slices.ContainsFunc(facts, func(f *commonv1.Fact) bool { return factOf(s, f) }) || !slices.ContainsFunc(ns, func(n *note.Note) bool { told, denied := s.On(n); return !told && !denied })
}

// unheededID begins the ids of the gaps of words that were not heeded.
const unheededID = "unheeded:"

// unheededGap is the gap of words that were not taken into account.
func unheededGap(words string) *commonv1.Gap {
	return &commonv1.Gap{
		Id: unheededID + slug(words), Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: nice, Searched: true,
		Description: fmt.Sprintf("“%s” was not taken into account.", words),
	}
}
