package analyzer

import (
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// measures returns what the limit limits, of a stance.
func (l *limit) measures(st stance) []*measure {
	return measuresOf(st.told, func(v number) bool {
		_, ok := l.of(v)
		return ok && (st.subject == nil || st.subject.holds(v))
	})
}

// tellNever states that none of the notes on a subject is within a limit, with
// what comes closest. Who asks when it was, asks for what the notes don't have.
func (q *inquiry) tellNever(p *part, st stance, l *limit, own []*measure) {
	of := ""
	if st.subject != nil {
		of = " on " + st.subject.name
	}
	text := fmt.Sprintf("None of the %s%s %s tells of %s.", plural(len(st.told), "note"), of, st.span.during(), l.text)
	f := q.fact(newFact(kindCount, st.subject.about(), l.text, 0, "days", st.days, len(st.told), ids(st.told), "%s", text))
	q.find(p, sure, text, f)
	for _, m := range own[:min(len(own), 1)] {
		e := q.extremeFact(st, m, l.least)
		q.find(p, sure, e.GetText(), e)
	}
	if p.want == wantLast || p.want == wantFirst {
		q.unreached = append(q.unreached, unreached{st, l})
	}
}

// An unreached stance is without a note within the limit that was asked for.
type unreached struct {
	stance
	*limit
}

// unreachedGap is the gap of an amount that the notes on a subject never reach.
func (q *inquiry) unreachedGap(n unreached) *commonv1.Gap {
	return &commonv1.Gap{
		Id: "limit:" + slug(n.subjectName()+" "+n.text) + "@" + n.span.key(), Type: commonv1.GapType_GAP_TYPE_TOPICAL, Severity: critical, Searched: true,
		Description: fmt.Sprintf("No note on %s tells of %s.", n.subjectName(), n.text), DateRange: dateRange(n.span.days),
	}
}
