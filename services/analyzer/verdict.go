package analyzer

import (
	"fmt"
	"strings"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// judge gives the verdict, from the gaps and from how far the notes cover what
// was asked, and says why. It is the last thing that an analysis works out.
func (q *inquiry) judge(gaps []*commonv1.Gap) (commonv1.Verdict, string) {
	found := map[string]bool{}
	var open []string
	for _, g := range gaps {
		found[g.GetId()] = g.GetFound()
		if g.GetSeverity() == critical && !g.GetFound() {
			open = append(open, strings.TrimSuffix(g.GetDescription(), "."))
		}
	}
	if len(open) > 0 {
		return commonv1.Verdict_VERDICT_INSUFFICIENT, "An answer would be a guess. " + strings.Join(open, ". ") + "."
	}
	var holes []string
	for _, c := range q.covers {
		if g := q.uncovered(c); g != nil && !found[g.GetId()] && !q.beside(c) {
			holes = append(holes, strings.TrimSuffix(g.GetDescription(), "."))
		}
	}
	if len(holes) > 0 {
		return commonv1.Verdict_VERDICT_INSUFFICIENT, "The question stays open, and you did not want to say more. " + strings.Join(holes, ". ") + "."
	}
	return commonv1.Verdict_VERDICT_SUFFICIENT, q.groundsFor(gaps)
}

// groundsFor says what a sufficient verdict rests on.
func (q *inquiry) groundsFor(gaps []*commonv1.Gap) string {
	read, cited := len(q.notes), map[string]bool{}
	for _, f := range q.findings {
		for _, id := range f.GetEntryIds() {
			cited[id] = true
		}
	}
	why := fmt.Sprintf("%s rest on %s, of %d read, and on %s; every subject and span that was asked for is covered.",
		capital(plural(len(q.findings), "finding")), plural(len(cited), "note"), read, plural(len(q.facts), "computed fact"))
	n := 0
	for _, g := range gaps {
		if !g.GetFound() {
			n++
		}
	}
	if n > 0 {
		why += fmt.Sprintf(" %s would make the answer better and is not needed for it.", capital(plural(n, "missing thing")))
	}
	return why
}

// intent restates the question.
func (q *inquiry) intent() string {
	var out []string
	for _, p := range q.parts {
		out = append(out, q.intentOf(p))
	}
	return strings.Join(out, " ")
}

func (q *inquiry) intentOf(p *part) string {
	var about, spans []string
	for _, s := range p.subjects {
		about = append(about, s.Name)
	}
	for _, s := range q.focus {
		spans = append(spans, s.name())
	}
	what := list(about)
	if what == "" {
		what = "whatever was noted"
	}
	when := list(spans)
	if q.focus[0].days.IsZero() {
		when = "all notes"
	}
	switch p.Kind {
	case commonv1.QueryType_QUERY_TYPE_INSIGHT:
		s := fmt.Sprintf("Find what coincides with how it went: %s in %s", what, when)
		if len(q.baseline) > 0 {
			s += ", compared with " + q.baseline[0].name()
		}
		return s + "."
	case commonv1.QueryType_QUERY_TYPE_COMPARISON:
		for _, b := range q.baseline {
			when = b.name() + " and " + when
		}
		return fmt.Sprintf("Compare: %s in %s.", what, when)
	case commonv1.QueryType_QUERY_TYPE_RECOMMENDATION:
		return fmt.Sprintf("Gather what the notes say for a recommendation on %s, as of %s.", what, q.today)
	}
	return fmt.Sprintf("Tell from the notes: %s in %s.", what, when)
}
