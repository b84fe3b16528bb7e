package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// doubt weighs what a part has found from a place on: of values that may be of
// something else it notes why, and takes back those that hardly can be what was
// asked, and those beside which a better one is told of the same thing.
func (q *inquiry) doubt(p *part, from int) {
	unheeded := q.approach(p) != commonv1.QueryType_QUERY_TYPE_COMPARISON && q.heed(p, q.findings[from:])
	found := slices.Clone(q.findings[from:])
	q.findings = q.findings[:from]
	opinions := make([]opinion, len(found))
	var sound []*measure
	for i, f := range found {
		opinions[i] = q.opinion(p, f, unheeded)
		if o := opinions[i]; o.of != nil && o.trust == trusted {
			sound = append(sound, o.of)
		}
	}
	for i, f := range found {
		o := opinions[i]
		switch {
		case o.trust == withheld:
			q.unmeasured(p, *o.of.sought)
			continue
		case o.trust == reserved && slices.ContainsFunc(sound, o.of.besides):
			continue
		case o.trust == reserved && o.why != "":
			q.doubts = append(q.doubts, doubtGap(o.why))
		}
		q.findings = append(q.findings, f)
	}
}

// An opinion is what is thought of the values of a finding.
type opinion struct {
	trust
	why string
	of  *measure // that the least sure of them is of; nil for a finding without any
}

// opinion weighs the values of a finding.
func (q *inquiry) opinion(p *part, finding *commonv1.Finding, unheeded bool) opinion {
	var out opinion
	for _, f := range q.valuesOf([]*commonv1.Finding{finding}) {
		m := q.values[f.GetId()]
		if m == nil || m.sought == nil || m.sought.subject != nil && len(m.sought.subject.All) == 0 && p.does(m.sought.subject) {
			continue
		}
		e := q.evidence(p, f, m)
		e.unheeded = unheeded
		if t, why := weigh(e); out.of == nil || t > out.trust {
			out = opinion{t, why, m}
		}
	}
	return out
}

// besides reports whether a measure is of the same subject as another, or of the same
// kind and of a thing that the other's names a part of.
func (m *measure) besides(o *measure) bool {
	a, b := m.sought.subject, o.sought.subject
	return a != nil && b != nil && (a.Name == b.Name || m.dimension() == o.dimension() && slices.ContainsFunc(a.Phrases, func(ph ask.Phrase) bool {
		return slices.ContainsFunc(b.Phrases, func(other ask.Phrase) bool { return ask.KeyOf(ph) == ask.KeyOf(other) })
	}))
}

// evidence is what is known of a fact that tells a value of a measure.
func (q *inquiry) evidence(p *part, f *commonv1.Fact, m *measure) evidence {
	st := *m.sought
	sum := f.GetKind() == kindSum
	e := evidence{values: m.series, subject: "what you ask", on: len(st.told),
		asked:  p.Dimension != "" || p.Noun != "" || p.names(m.name) || p.Is(ask.HowMuch) && m.dimension() == quantity.Money,
		domain: m.domain != "",
		lone:   len(m.series) == 1 && (p.overSeveral() || sum && p.Has(totals...) && len(p.subjects) < 2) && !p.narrows(st) && !p.single(st.subject),
		best:   st.subject != nil && f.GetKind() == kindExtreme,
		loose:  m.loose > 0,
		once:   p.Aggregate == ask.Sum && sum && m.domain == "" && m.dimension() == quantity.Money && len(m.series) > 1 && p.single(st.subject),
	}
	switch {
	case m.dimension() == quantity.Money: // people pay for small things and big ones
	case sum:
		e.apart = slices.ContainsFunc(m.series.Values(), func(v float64) bool { return far(v, m.series) })
	case f.GetKind() == kindExtreme, f.GetKind() == kindAverage && f.GetSampleSize() == 1:
		e.apart = far(f.GetValue(), m.series)
	}
	if st.subject == nil {
		e.unnamed = !e.asked && p.Open() && p.overSeveral() && len(p.Sizes) == 0
		return e
	}
	e.subject, e.priced = p.words(st.subject), m.dimension() == quantity.Money
	have := idsIn(m.series)
	if sum && !p.Ranked() { // of the longest three the others are meant to be left out
		e.rest = len(st.told) - len(have)
	}
	for _, n := range st.told {
		if have[n.Entry.GetId()] {
			continue
		}
		for unit := range q.amountsBy(n, st.subject, "") {
			if quantity.Dimension(unit) != m.dimension() {
				e.other++
				break
			}
		}
	}
	return e
}

// narrows reports whether the question holds the notes on its subject to something
// that it names besides.
func (p *part) narrows(st stance) bool {
	return st.limit != "" || len(p.restricted) > 0 || len(p.Sizes) > 0 || p.Limit != nil || p.Occasion != nil || p.Contrast != nil
}

// far reports whether a value lies far from the middle of a series.
func far(v float64, s stat.Series) bool {
	median := stat.Summarize(s.Values()).Median
	return len(s) > 2 && median > 0 && v > 0 && (v >= leap*median || v <= median/leap)
}

// doubtGap is the gap of a reason to doubt a value.
func doubtGap(why string) *commonv1.Gap {
	return &commonv1.Gap{
		Id: "doubt:" + slug(why), Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: nice, Searched: true,
		Description: "It is not sure that this is what was asked: " + why + ".",
	}
}

// totals are words of a question for a sum of more than one value.
var totals = ask.Phrases("total", "in total", "altogether", "all together", "in all", "so far")

// overSeveral reports whether the question supposes several values, of which it asks
// for the first in an order, or what they come to.
func (p *part) overSeveral() bool {
	return slices.Contains([]ask.Aggregate{ask.Best, ask.Least, ask.Average, ask.Median, ask.Spread}, p.Aggregate)
}

// single reports whether the question names the subject as one thing: behind "the"
// or "my", and not in the plural.
func (p *part) single(s *note.Subject) bool {
	if s == nil || len(s.All) > 0 {
		return false
	}
	at, n := p.place(s)
	if at < 1 {
		return false
	}
	last := p.Tokens[at+n-1].Folded
	return slices.Contains([]string{"the", "my", "our", "that"}, p.Tokens[at-1].Folded) && (!strings.HasSuffix(last, "s") || strings.HasSuffix(last, "ss")) && !p.Is(ask.Each)
}
