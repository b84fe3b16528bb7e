package evaluator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/evaluator/v1"
)

func relevance(m *matter) verdict {
	v := verdict{dimension: pb.Dimension_DIMENSION_RELEVANCE, reasoning: "The answer speaks of what was asked."}
	if strings.TrimSpace(m.answer) == "" {
		v.reasoning = "There is no answer."
		v.issues = append(v.issues, issue{what: "the answer is empty", todo: "Answer the question, or say that the notes don't."})
		return v
	}
	v.issues = append(m.subjects(), m.spans()...)
	if len(v.issues) > 0 {
		v.reasoning = "The answer leaves aside what was asked."
	}
	return v
}

// subjects finds what was asked about and is not spoken of. A comparison needs
// all its subjects, any other question one.
func (m *matter) subjects() []issue {
	all := m.req.GetScope().GetSubjects()
	var left []string
	for _, s := range all {
		if !m.addresses(s) {
			left = append(left, s)
		}
	}
	compares := m.req.GetScope().GetType() == commonv1.QueryType_QUERY_TYPE_COMPARISON
	if len(left) == 0 || len(left) < len(all) && !compares {
		return nil
	}
	var out []issue
	for _, s := range left {
		out = append(out, issue{
			what: fmt.Sprintf("the answer does not speak of %q", s),
			todo: fmt.Sprintf("Say what the notes have on %q, or that they have nothing.", s),
			// Without a finding on it there is nothing to write from.
			context: !m.found(s),
		})
	}
	return out
}

func (m *matter) addresses(subject string) bool {
	// "bench" speaks of the bench press as well as its whole name.
	if m.speaks(subject) {
		return true
	}
	named := func(e *commonv1.Entry) bool {
		return slices.ContainsFunc(m.names[subject], func(n string) bool { return entryNames(e, search.Tokens(n)) })
	}
	if slices.ContainsFunc(m.cited, named) {
		return true
	}
	if slices.ContainsFunc(m.req.GetAnalysis().GetFindings(), m.tells) && len(m.req.GetScope().GetSubjects()) == 1 {
		return true
	}
	// A list of notes answers a question for notes whose kind no note names:
	// "workouts".
	simple := m.req.GetScope().GetType() == commonv1.QueryType_QUERY_TYPE_SIMPLE
	return simple && len(m.cited) > 0 && !slices.ContainsFunc(m.req.GetEntries(), named)
}

func (m *matter) found(subject string) bool {
	a := m.req.GetAnalysis()
	tokens := search.Tokens(subject)
	return slices.ContainsFunc(a.GetFacts(), func(f *commonv1.Fact) bool { return f.GetSubject() == subject }) ||
		slices.ContainsFunc(a.GetFindings(), func(f *commonv1.Finding) bool { return search.Contains(search.Tokens(f.GetClaim()), tokens) })
}

// spans finds the spans of the question that the answer leaves aside: it names
// the span, cites a note of it, or tells what was computed over it. What a span
// is compared with has to be spoken of only where the question names it.
func (m *matter) spans() []issue {
	var out []issue
	for _, r := range m.req.GetScope().GetRanges() {
		switch r.GetRole() {
		case commonv1.RangeRole_RANGE_ROLE_CONTEXT:
			continue
		case commonv1.RangeRole_RANGE_ROLE_BASELINE:
			if m.req.GetPartial() || m.req.GetScope().GetType() != commonv1.QueryType_QUERY_TYPE_COMPARISON || !m.asksFor(r) {
				continue
			}
		}
		span, err := notes.ParseRange(r.GetStart(), r.GetEnd())
		if err != nil || span.IsZero() || m.speaksOf(span, r) {
			continue
		}
		name := r.GetLabel()
		if name == "" {
			name = r.GetStart() + " to " + r.GetEnd()
		}
		out = append(out, issue{
			what: fmt.Sprintf("the answer does not speak of %s", name),
			todo: fmt.Sprintf("Say what the notes of %s have, or that they have nothing.", name),
		})
	}
	return out
}

// asksFor reports whether the question names a span in words of its own. What
// a change "since December" is held against was not asked for.
func (m *matter) asksFor(r *commonv1.ScopeRange) bool {
	asked := search.Meaning(m.req.GetScope().GetQuery())
	for w := range search.Meaning(r.GetLabel()) {
		if !asked[w] {
			return false
		}
	}
	return r.GetLabel() != ""
}

func (m *matter) speaksOf(span notes.Range, r *commonv1.ScopeRange) bool {
	for _, d := range day.FindAllString(m.answer, -1) {
		if at, err := notes.ParseDay(d); err == nil && span.Contains(at) {
			return true
		}
	}
	for _, words := range []string{r.GetLabel(), r.GetStart(), r.GetEnd()} {
		if words != "" && m.share(words) == 1 && search.Contains(search.Tokens(m.answer), search.Tokens(words)) {
			return true
		}
	}
	// Findings are about the spans of the question.
	inside := slices.ContainsFunc(m.req.GetEntries(), func(e *commonv1.Entry) bool {
		at, err := notes.ParseDay(e.GetDate())
		return err == nil && span.Contains(at)
	})
	told := slices.ContainsFunc(m.req.GetAnalysis().GetFindings(), m.tells)
	return inside && (told || len(m.cited) == 0 && m.denies) || !inside && m.denies
}
