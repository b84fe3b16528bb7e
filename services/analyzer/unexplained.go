package analyzer

import (
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// unexplained notes what is missing for a question for reasons: something to
// compare with, surroundings that its notes say nothing of, and a reason. They are
// critical as long as nothing explains.
func (q *inquiry) unexplained(p *part, focus span, baseline *span, explained bool) {
	severity := critical
	if explained {
		severity = nice
	}
	missing := func(g *commonv1.Gap) { q.missing = append(q.missing, lack{p, "reason", g}) }
	if baseline == nil {
		if g := q.baselineGap(focus, severity); g != nil {
			missing(g)
		}
	}
	if p.Is(ask.Bodily) {
		in := q.in(focus)
		for _, c := range note.Contexts() {
			if c.ToldIn(in) || p.Has(c.Phrases...) {
				continue
			}
			explained = true // what is missing would
			g := &commonv1.Gap{
				Id: "context:" + slug(c.Name) + "@" + focus.key(), Type: commonv1.GapType_GAP_TYPE_CONTEXTUAL, Severity: severity,
				Description: fmt.Sprintf("No note of %s tells of %s, which often bears on such a thing.", focus.name(), c.Name),
				SearchTerms: c.Words, DateRange: dateRange(focus.days),
			}
			q.outside(g, append([]string{c.Name}, c.Words...))
			missing(g)
		}
	}
	if !explained {
		missing(&commonv1.Gap{
			Id: "reason@" + focus.key(), Type: commonv1.GapType_GAP_TYPE_SUBJECTIVE, Severity: critical,
			Description: fmt.Sprintf("Nothing in the notes of %s differs enough from before to explain it.", focus.name()),
			DateRange:   dateRange(focus.days),
		})
	}
}

// baselineGap is the gap of days to compare with; nil where the question has none.
func (q *inquiry) baselineGap(focus span, severity commonv1.Severity) *commonv1.Gap {
	before, ok := focus.preceding()
	if len(q.baseline) > 0 {
		before, ok = q.baseline[0], true
	}
	if !ok {
		return nil
	}
	g := &commonv1.Gap{
		Id: "time:baseline@" + before.key(), Type: commonv1.GapType_GAP_TYPE_TEMPORAL, Severity: severity,
		Description: fmt.Sprintf("There are no notes of %s to compare %s with.", before.name(), focus.name()),
		DateRange:   dateRange(before.days),
	}
	if q.searched(g) {
		g.Severity = nice // there is no more to be found, and less to be told
	}
	return g
}
