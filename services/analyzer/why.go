package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/observation"
	"github.com/weft-mesh/weft/notes/query"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// explain quotes sentences that give a reason in words, then tells what goes
// together over declared values. It claims no other cause: where a note only gives a
// reason for something near to it, it is the closest there is.
func (q *inquiry) explain() {
	passages := q.reasons("reason")
	if len(passages) == 0 {
		passages = q.reasons("reason weak")
	}
	reasons := &commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_REASON}
	for _, p := range passages {
		if len(reasons.Quotes) < few && !q.shown[p.id()] {
			q.putPassage(reasons, p.note, p.words)
		}
	}
	reasoned := q.add(reasons)
	if !q.correlate() && !reasoned {
		q.approach(few)
	}
	if len(q.findings) > 0 {
		q.noteBeside()
	}
}

// maxBesideDays is how many days are told of what else was noted, the latest ones.
const maxBesideDays = 7

// noteBeside tells what else was noted on the days of the question: the values that domains
// declare to bear on its subject, each once. It says nothing of why anything is so.
func (q *inquiry) noteBeside() {
	told := map[*commonv1.Observation]bool{}
	var facts []*commonv1.Fact
	for _, b := range query.BearingsOn(q.form, q.req.GetDomainContext().GetBearings()) {
		selects := observation.Selects(b.GetSelection())
		var rows []*commonv1.Observation
		for _, r := range q.req.GetObservations() {
			if within(r.GetDate(), query.NamedDays(q.form)) && selects(r) && !told[r] {
				told[r], rows = true, append(rows, r)
			}
		}
		if len(rows) > 0 {
			facts = append(facts, besideFact(b, rows))
		}
	}
	q.add(&commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_ALSO_NOTED, FactIds: q.learn(facts)})
}

// besideFact is the fact that values were noted which bear on something, with those of the
// latest days.
func besideFact(b *commonv1.Bearing, rows []*commonv1.Observation) *commonv1.Fact {
	shown := latestDays(rows, maxBesideDays)
	f := &commonv1.Fact{
		Kind: commonv1.FactKind_FACT_KIND_VALUES, Subject: b.GetWhat(), Measure: &commonv1.Measure{Domain: b.GetSelection().GetDomain()},
		SampleSize: int32(len(rows)), Observations: shown,
	}
	for _, r := range shown {
		if n := len(f.EntryIds); n == 0 || f.EntryIds[n-1] != r.GetEntryId() {
			f.EntryIds = append(f.EntryIds, r.GetEntryId())
		}
	}
	return f
}

// latestDays returns the rows, in the order of time, of the last so many days that have some.
func latestDays(rows []*commonv1.Observation, most int) []*commonv1.Observation {
	days := 0
	for i := len(rows) - 1; i >= 0; i-- {
		if i == len(rows)-1 || rows[i].GetDate() != rows[i+1].GetDate() {
			if days++; days > most {
				return rows[i+1:]
			}
		}
	}
	return rows
}

// correlate tells what goes together, and reports whether something does.
func (q *inquiry) correlate() bool {
	if !q.whole() {
		return false
	}
	ids := q.learn(observation.CoOccur(q.form, q.ofAllDays()))
	return q.add(&commonv1.Finding{Kind: commonv1.FindingKind_FINDING_KIND_CORRELATION, FactIds: ids})
}

// ofAllDays returns the values but for those of domains of which only the days of the question
// were looked up: beside other days they would seem to go together with anything.
func (q *inquiry) ofAllDays() []*commonv1.Observation {
	partial := map[string]bool{}
	for _, b := range query.BearingsOn(q.form, q.req.GetDomainContext().GetBearings()) {
		partial[b.GetSelection().GetDomain()] = !slices.Contains(q.req.GetDomainContext().GetLoaded(), b.GetSelection().GetDomain())
	}
	return slices.DeleteFunc(slices.Clone(q.req.GetObservations()), func(r *commonv1.Observation) bool { return partial[r.GetDomain()] })
}

// A passage is a part of a note.
type passage struct {
	*note
	words *commonv1.TextRange
}

// reasons returns the sentences with a cue that name all of what the question asks
// about before the clause of the cue ends, or follow one that does and begin with the
// cue: "Slept badly. Because of the heat." The best notes come first.
func (q *inquiry) reasons(cue string) []passage {
	var out []passage
	for _, n := range q.which(q.ofDays) {
		sentences := sentencesOf(n.text())
		for i, s := range sentences {
			from := i
			switch words, leads := s.until(cue, n.text()); {
			case words != nil && allIn(q.terms, words):
			case leads && i > 0 && allIn(q.terms, sentences[i-1].words()):
				from--
			default:
				continue
			}
			if q.denied(n, s) || from < i && q.denied(n, sentences[from]) {
				continue
			}
			end := s.end
			if i+1 < len(sentences) && strings.HasSuffix(n.text()[s.start:s.end], "?") { // "Because of the wine? More likely the weather."
				end = sentences[i+1].end
			}
			out = append(out, passage{n, trimmed(n.text(), sentences[from].start, end)})
			break
		}
	}
	return out
}

// denied reports whether a sentence of a note says that what the question names was not so, by
// words that the question does not have and unless it denies it, too, or that it was somebody else where the writer asks.
func (q *inquiry) denied(n *note, s sentence) bool {
	own, asked := q.ofWriter(), wordsOf(q.form.GetText())
	denies := slices.ContainsFunc(assertion.Scan(q.form.GetText()), func(span assertion.Span) bool { return span.Kind == assertion.Negated })
	unreal := slices.DeleteFunc(assertion.Scan(n.text()), func(span assertion.Span) bool {
		if span.Kind == assertion.Negated && span.From >= 0 {
			return denies || anyOf(asked, search.Tokens(n.text()[span.From:span.To]))
		}
		return span.Kind != assertion.Others || !own
	})
	return slices.ContainsFunc(s.tokens, func(t search.Token) bool {
		return meets(unreal, s.start+t.Start, s.start+t.End) && slices.ContainsFunc(q.terms, func(of term) bool {
			return slices.ContainsFunc(of.forms, func(form []search.Token) bool { return search.Contains(form, []search.Token{t}) })
		})
	})
}

func anyOf(words wordSet, tokens []search.Token) bool {
	return slices.ContainsFunc(tokens, func(t search.Token) bool { return words[t.Stem] })
}
