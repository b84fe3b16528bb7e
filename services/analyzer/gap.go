package analyzer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

const (
	critical = commonv1.Severity_SEVERITY_CRITICAL
	nice     = commonv1.Severity_SEVERITY_NICE_TO_HAVE
	// maxTerms bounds the words of a gap; a retrieval takes no more than 64.
	maxTerms = 24
	maxSlug  = 80
	// maxDescription bounds what a gap says, in bytes; the contract takes no more
	// than 2,000 characters.
	maxDescription = 1_000
)

// A lack is what the notes on something do not tell.
type lack struct {
	part *part
	kind string // what of it: its number, how it came out, …
	gap  *commonv1.Gap
}

// lacks notes what the notes of a stance do not tell, which without them is not
// known.
func (q *inquiry) lacks(p *part, kind string, st stance, format string, args ...any) *commonv1.Gap {
	g := &commonv1.Gap{
		Id: kind + ":" + slug(st.subject.About()) + "@" + st.span.key(), Type: commonv1.GapType_GAP_TYPE_TOPICAL, Severity: critical,
		Description: fmt.Sprintf(format, args...), DateRange: dateRange(st.span.days),
	}
	if st.subject != nil {
		g.SearchTerms = termsOf(st.subject)
	}
	q.missing = append(q.missing, lack{p, kind, g})
	return g
}

// lacksNumber notes that notes on a subject are without the number that was asked
// for.
func (q *inquiry) lacksNumber(p *part, st stance) {
	if st.subject == nil {
		q.lacks(p, "measure", st, "No note in %s has a number that the question asks for.", st.span.name())
		return
	}
	g := q.lacks(p, "measure", st, "The notes on %s in %s have no number that the question asks for.", st.subjectName(), st.span.name())
	q.outside(g, g.GetSearchTerms())
}

// gaps returns what is missing: for what was asked, for what would explain, and
// what only the user knows.
func (q *inquiry) gaps() []*commonv1.Gap {
	var out []*commonv1.Gap
	for _, c := range q.covers {
		if g := q.uncovered(c); g != nil {
			out = append(out, g)
		}
	}
	for _, l := range q.missing {
		out = append(out, l.gap)
	}
	for _, p := range q.parts {
		out = append(out, q.ofTheQuestion(p)...)
	}
	out = append(out, q.doubts...)
	out = append(out, q.taken()...)
	for _, words := range slices.Concat(q.unheeded, q.unplaced()) {
		out = append(out, unheededGap(words))
	}
	out = append(out, q.unresolvedGaps()...)
	return q.settle(distinctGaps(out))
}

// uncovered is the gap of a subject that a span's notes do not tell of.
func (q *inquiry) uncovered(c cover) *commonv1.Gap {
	if c.answered() {
		return nil
	}
	if c.subject == nil {
		return &commonv1.Gap{
			Id: "time:notes@" + c.span.key(), Type: commonv1.GapType_GAP_TYPE_TEMPORAL, Severity: critical,
			Description: fmt.Sprintf("There are no notes of %s.", c.span.name()), DateRange: dateRange(c.span.days),
		}
	}
	terms := termsOf(c.subject)
	for k := range c.subject.Keys {
		for _, of := range q.lexicon.Measured[k] { // whose notes have the measure
			terms = append([]string{of}, terms...)
		}
	}
	terms = terms[:min(len(terms), maxTerms)]
	severity := critical
	if q.beside(c) {
		severity = nice
	}
	if told, _ := note.On(c.subject, q.notes); len(told) > 0 {
		return &commonv1.Gap{
			Id: "time:" + slug(c.subject.Name) + "@" + c.span.key(), Type: commonv1.GapType_GAP_TYPE_TEMPORAL, Severity: severity,
			Description: fmt.Sprintf("No note of %s tells of %s.", c.span.name(), c.subject.Name),
			SearchTerms: terms, DateRange: dateRange(c.span.days),
		}
	}
	g := &commonv1.Gap{
		Id: "topic:" + slug(c.subject.Name), Type: commonv1.GapType_GAP_TYPE_TOPICAL, Severity: severity,
		Description: fmt.Sprintf("No note tells of %s.", c.subject.Name), SearchTerms: terms,
	}
	q.outside(g, terms)
	return g
}

// beside reports whether what is not covered is a word that no domain knows,
// beside a subject that is covered: a word of the question rather than what it
// is about. Who compares means both, who asks whether something was so means all
// of it, and a thing that is named is meant.
func (q *inquiry) beside(c cover) bool {
	if c.part.attributed && c.part.Attribute != nil && c.part.Attribute.Topic {
		return true // a note tells what was said of it
	}
	if c.subject.Known || c.part.Kind == commonv1.QueryType_QUERY_TYPE_COMPARISON {
		return false
	}
	if t, _ := q.outsider(termsOf(c.subject)); t || c.part.head(c.subject) || c.part.Aggregate == ask.Whether && !c.part.does(c.subject) {
		return false
	}
	if c.part.Kind == commonv1.QueryType_QUERY_TYPE_SIMPLE && c.part.thing(c.subject) {
		return false
	}
	return slices.ContainsFunc(q.covers, func(o cover) bool {
		return o.part == c.part && o.subject != nil && o.subject != c.subject && o.told > 0
	})
}

// answered reports whether the notes cover what was asked: they tell of it, say
// that it did not happen, or are dense enough for their silence to be an answer.
func (c cover) answered() bool { return c.told > 0 || c.denied > 0 || c.noted }

// outside marks a gap that a domain which is not loaded could interpret, while
// none of the loaded can.
func (q *inquiry) outside(g *commonv1.Gap, terms []string) {
	g.OutsideCurrentExpertise, g.SuspectedDomain = q.outsider(terms)
}

// outsider returns the domain that knows one of the terms, if only one that is
// not loaded does.
func (q *inquiry) outsider(terms []string) (outside bool, domain string) {
	dc := q.req.GetDomainContext()
	keys := map[string]bool{}
	for _, t := range terms {
		keys[ask.Key(t)] = true
		if q.lexicon.Names[ask.Key(t)] != nil {
			return false, ""
		}
	}
	for _, loaded := range dc.GetLoaded() {
		if keys[ask.Key(loaded)] {
			return false, ""
		}
	}
	for _, d := range dc.GetAvailable() {
		if slices.Contains(dc.GetLoaded(), d.GetName()) {
			continue
		}
		for _, term := range append([]string{d.GetName()}, d.GetTerms()...) {
			if keys[ask.Key(term)] {
				return true, d.GetName()
			}
		}
	}
	return false, ""
}

// ofTheQuestion are the gaps that no note can fill: how the user is now, and
// what an unclear question means.
func (q *inquiry) ofTheQuestion(p *part) []*commonv1.Gap {
	switch p.Kind {
	case commonv1.QueryType_QUERY_TYPE_RECOMMENDATION:
		g := &commonv1.Gap{
			Id: "feeling:now", Type: commonv1.GapType_GAP_TYPE_SUBJECTIVE, Severity: nice,
			Description: "How you feel right now is in no note.",
		}
		if len(q.notes) == 0 {
			g.Severity = critical
		}
		return []*commonv1.Gap{g}
	case commonv1.QueryType_QUERY_TYPE_COMPARISON:
		if len(p.subjects) == 0 && len(q.focus)+len(q.baseline) < 2 && p.Aggregate != ask.Trend {
			return []*commonv1.Gap{{
				Id: "question:compare", Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: critical,
				Description: "The question does not say what to compare.",
			}}
		}
	case commonv1.QueryType_QUERY_TYPE_SIMPLE:
		if len(p.subjects) == 0 && len(q.req.GetScope().GetRanges()) == 0 && !p.hasContent() {
			return []*commonv1.Gap{{
				Id: "question:subject", Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: critical,
				Description: "The question does not say what it is about.",
			}}
		}
	}
	return nil
}

// hasContent reports whether the question has a word that says something.
func (p *part) hasContent() bool {
	return slices.ContainsFunc(p.Tokens, func(t search.Token) bool {
		return !search.Stopword(t.Folded) && !search.Stopword(t.Stem)
	})
}

// termsOf are the words to search for a subject, its own name first, or those of
// all its parts.
func termsOf(s *note.Subject) []string {
	var out []string
	for _, m := range s.All {
		out = append(out, termsOf(m)...)
	}
	if len(s.All) == 0 {
		out = []string{s.Name}
		for _, p := range s.Phrases {
			if w := note.NameOf(p); !strings.EqualFold(w, s.Name) {
				out = append(out, w)
			}
		}
	}
	return out[:min(len(out), maxTerms)]
}

// slug writes a name for use in a gap's id.
func slug(name string) string {
	fields := strings.FieldsFunc(search.Fold(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	s := strings.Join(fields, "-")
	for len([]rune(s)) > maxSlug {
		s = string([]rune(s)[:maxSlug])
	}
	if s == "" {
		return "it"
	}
	return s
}

// distinctGaps keeps of gaps with one id the most severe.
func distinctGaps(in []*commonv1.Gap) []*commonv1.Gap {
	var out []*commonv1.Gap
	at := map[string]int{}
	for _, g := range in {
		g.Description = clip(g.GetDescription(), maxDescription)
		i, seen := at[g.GetId()]
		switch {
		case !seen:
			at[g.GetId()] = len(out)
			out = append(out, g)
		case g.GetSeverity() < out[i].GetSeverity():
			out[i] = g
		}
	}
	return out
}

// clip cuts a text to at most so many bytes, at a word.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	cut := strings.ToValidUTF8(s[:most], "")
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return cut + " …"
}
