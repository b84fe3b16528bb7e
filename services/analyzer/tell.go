package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	sure     = commonv1.Confidence_CONFIDENCE_HIGH
	likely   = commonv1.Confidence_CONFIDENCE_MEDIUM
	doubtful = commonv1.Confidence_CONFIDENCE_LOW
)

// tell answers a question that the notes answer directly: show, when, how much,
// how many.
func (q *inquiry) tell(p *part) {
	if len(p.subjects) > 1 && p.has("after", "on days with", "without") {
		q.relate(p) // "how is my mood after runs" asks how two things go together
	}
	if p.disjoint != nil {
		q.tellDisjoint(p)
		return
	}
	whole := p
	if topics, _ := states(p.subjects); len(topics) > 0 && p.want == wantNotes {
		p = p.withoutStates()
	}
	bare := q.bare(p)
	for _, s := range p.subjectsOf() {
		q.tellAcross(p, s)
		for _, sp := range q.spansOf(p) {
			st := q.within(p, q.besideStates(whole, q.look(s, q.nightsOf(s, sp))))
			q.covered(cover{part: p, subject: s, span: sp, told: len(st.told), denied: len(st.denied), noted: q.silenceCounts(p, st), needed: true})
			st, within := q.limited(p, q.likeWithLike(p, st))
			st = p.fewOf(st)
			switch {
			case !within, bare && p.does(s), len(p.subjects) > 1 && p.predicates(s):
			case p.want == wantSkipped && len(st.denied) > 0:
				q.tellSkipped(p, st)
			case len(st.told) > 0:
				q.tellSubject(p, st)
			default:
				q.silence(p, st)
			}
			if !bare {
				q.denials(p, st)
			}
		}
	}
}

// tellAcross adds up what a question for a total asks of several spans: "in
// November and December".
func (q *inquiry) tellAcross(p *part, s *subject) {
	spans := q.spansOf(p)
	if p.want != wantTotal && p.want != wantCount || len(spans) < 2 || len(q.baseline) > 0 {
		return
	}
	var all stance
	for i, sp := range spans {
		st := q.look(s, q.nightsOf(s, sp)).happened()
		if len(st.told) == 0 || i > 0 && !st.days.Start.After(all.days.End) {
			return // nothing to add, or what overlaps
		}
		if i == 0 {
			all = st
			continue
		}
		all.told = slices.Concat(all.told, st.told)
		all.days.End = st.days.End
		all.span.label += " and " + sp.label
	}
	all.span.days, all.span.weekdays = all.days, nil
	for _, m := range q.measured(p, all) {
		if m.additive() {
			f := q.sumFact(all, m)
			q.find(p, sure, f.GetText(), f)
		}
	}
	if p.want == wantCount {
		f := q.countFact(all)
		q.find(p, sure, f.GetText(), f)
	}
}

// bare reports whether a question for yes or no has an object that no note tells
// of: that there was eating is no answer to "did I eat sushi".
func (q *inquiry) bare(p *part) bool {
	return p.want == wantWhether && slices.ContainsFunc(p.subjects, func(s *subject) bool {
		told, denied := q.on(s, q.notes)
		return !p.does(s) && len(told)+len(denied) == 0
	})
}

// likeWithLike keeps the notes of the sizes that a question names.
func (q *inquiry) likeWithLike(p *part, st stance) stance {
	if len(p.sizes) == 0 {
		return st
	}
	st.told = filter(st.told, func(n *note) bool { return n.sized(p.sizes) })
	st.limit = "of " + strings.TrimSpace(p.sizes[0].Text)
	return st
}

// within keeps the notes that tell of what the part before is about, if any do.
func (q *inquiry) within(p *part, st stance) stance {
	told := st.told
	for _, s := range p.within {
		told = filter(told, func(n *note) bool { yes, _ := s.on(n); return yes })
	}
	if len(told) > 0 {
		st.told = told
	}
	return st
}

// besideStates keeps, where a question names a state beside its topic, as in
// "which meetings drain me", the notes that tell of both.
func (q *inquiry) besideStates(p *part, st stance) stance {
	topics, states := states(p.subjects)
	if len(topics) == 0 || len(states) == 0 || p.want != wantNotes {
		return st
	}
	both := filter(st.told, func(n *note) bool {
		return slices.ContainsFunc(states, func(s *subject) bool { yes, _ := s.on(n); return yes })
	})
	if len(both) > 0 {
		st.told = both
	}
	return st
}

// tellSubject answers of one subject in one span by what the question wants.
func (q *inquiry) tellSubject(p *part, st stance) {
	if q.unhappened(p, st) {
		q.open = append(q.open, st)
		q.lookUp(p, st)
		return
	}
	if q.particular(p, st) {
		return
	}
	if p.asksFeeling(st.subject) && q.tellFeelings(p, st) {
		return
	}
	ms := q.measured(p, st)
	if kind := p.asksPeriod(); kind != "" {
		q.tellPeriod(p, st, kind, ms)
		return
	}
	if p.want == wantNotes && st.span.startHour != st.span.endHour && !p.asks() {
		q.accountOn(p, st, ms) // "morning workouts" is one side of a comparison
		return
	}
	switch p.want {
	case wantTotal:
		q.tellTotals(p, st, ms)
	case wantCount, wantWhether:
		q.tellCounts(p, st, ms)
	case wantAverage:
		q.tellAverages(p, st, ms)
	case wantBest, wantLeast:
		q.tellExtremes(p, st, ms)
	case wantLast, wantFirst:
		q.tellWhen(p, st)
	case wantTrend:
		q.progress(p, st)
	case wantGap:
		q.tellGap(p, st)
	case wantStreak:
		q.findIf(p, q.streakFact(st, 1))
	default:
		q.tellNotes(p, st, ms)
	}
	q.regularities(st, ms)
}

// findIf states a fact, if there is one.
func (q *inquiry) findIf(p *part, f *commonv1.Fact) {
	if f != nil {
		q.find(p, sure, f.GetText(), f)
	}
}

// tellNotes answers a question that asks for no computation: with the values,
// the sentence that it looks for, or the notes themselves.
func (q *inquiry) tellNotes(p *part, st stance, ms []*measure) {
	if p.priced(q, st) {
		ms = q.paid(p, st)
	}
	if (p.valued() || p.priced(q, st)) && len(ms) > 0 {
		for _, m := range ms {
			q.tellValues(p, st, m)
		}
		return
	}
	if p.wentHow(st) {
		q.accountOn(p, st, ms[:min(len(ms), 1)])
	}
	if p.sought() && st.subject != nil {
		q.lookUp(p, st)
		switch {
		case p.dimension == quantity.Money:
			q.unmeasuredIn = append(q.unmeasuredIn, unmeasured{st}) // the notes don't give what it cost
		case lying.MatchString(p.question) && !q.dateTold(p, st):
			q.open = append(q.open, st)
		}
		return
	}
	q.show(p, st)
	for _, m := range ms {
		f := q.describe(st, m)
		if st.subject == nil {
			q.find(p, confidence(int(f.GetSampleSize()), st.coverage()), f.GetText(), f)
		}
	}
}
