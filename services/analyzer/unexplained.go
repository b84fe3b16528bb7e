package analyzer

import (
	"fmt"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// unexplained are the gaps of a question for reasons: surroundings that its
// notes say nothing of, and something to compare with. They are critical as
// long as nothing explains.
func (q *inquiry) unexplained(w why) []*commonv1.Gap {
	severity := nice
	if w.answers == 0 {
		severity = critical
	}
	var out []*commonv1.Gap
	if w.baseline == nil {
		if g := q.baselineGap(w, severity); g != nil {
			out = append(out, g)
		}
	}
	missing := 0
	if w.part.Is(ask.Bodily) {
		in := q.in(w.focus)
		for _, c := range contexts() {
			if c.toldIn(in) || c.asked(w.part) {
				continue
			}
			missing++
			g := &commonv1.Gap{
				Id: "context:" + slug(c.name) + "@" + w.focus.key(), Type: commonv1.GapType_GAP_TYPE_CONTEXTUAL, Severity: severity,
				Description: fmt.Sprintf("No note of %s tells of %s, which often bears on such a thing.", w.focus.name(), c.name),
				SearchTerms: c.words, DateRange: dateRange(w.focus.days),
			}
			q.outside(g, append([]string{c.name}, c.words...))
			out = append(out, g)
		}
	}
	if w.answers == 0 && missing == 0 {
		out = append(out, &commonv1.Gap{
			Id: "reason@" + w.focus.key(), Type: commonv1.GapType_GAP_TYPE_SUBJECTIVE, Severity: critical,
			Description: fmt.Sprintf("Nothing in the notes of %s differs enough from before to explain it.", w.focus.name()),
			DateRange:   dateRange(w.focus.days),
		})
	}
	return out
}

func (q *inquiry) baselineGap(w why, severity commonv1.Severity) *commonv1.Gap {
	before, ok := w.focus.preceding()
	if len(q.baseline) > 0 {
		before, ok = q.baseline[0], true
	}
	if !ok {
		return nil
	}
	g := &commonv1.Gap{
		Id: "time:baseline@" + before.key(), Type: commonv1.GapType_GAP_TYPE_TEMPORAL, Severity: severity,
		Description: fmt.Sprintf("There are no notes of %s to compare %s with.", before.name(), w.focus.name()),
		DateRange:   dateRange(before.days),
	}
	if q.searched(g) {
		g.Severity = nice // there is no more to be found, and less to be told
	}
	return g
}

// toldIn reports whether notes tell of the surrounding: by a number of its
// domain or by its words.
func (c surrounding) toldIn(ns []*note) bool {
	for _, n := range ns {
		if slices.ContainsFunc(n.numbers, func(v number) bool { return ask.Same(v.domain, c.name) || ask.Same(v.subject, c.name) }) {
			return true
		}
		if _, said, denied := n.find(c.phrases, nil); said || denied {
			return true
		}
	}
	return false
}

// asked reports whether the question is about the surrounding itself.
func (c surrounding) asked(p *part) bool {
	return p.Has(c.phrases...)
}
