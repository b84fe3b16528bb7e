package analyzer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// entries holds a stance to what the question says of its entries: those that
// tell of what the part before was about, of the sizes it names, of a value, within a
// limit, the last few. It is false where none is within the limit or has the
// value, which is then told.
func (q *inquiry) entries(p *part, st stance) (stance, bool) {
	st = q.within(p, st)
	for _, keep := range p.filters {
		st.told = keep(st.told)
	}
	if len(p.Sizes) > 0 {
		st.told = note.Filter(st.told, func(n *note.Note) bool { return sized(n, p.Sizes) })
		st.limit = "of " + strings.TrimSpace(p.Sizes[0].Text)
	}
	st, l, own := q.ofValue(p, st)
	if l == nil {
		st, l, own = q.limited(p, st)
	}
	if l != nil {
		q.tellNever(p, st, *l, own)
		return st, false
	}
	return q.fewOf(p, st), true
}

// within keeps the notes that tell of what the part before is about, if any do.
func (q *inquiry) within(p *part, st stance) stance {
	if told := note.TellingAll(p.within, st.told); len(told) > 0 {
		st.told = told
	}
	return st
}

// besideStates keeps, where a question names a state beside its topic, as in
// "which meetings drain me", the notes that tell of both.
func (q *inquiry) besideStates(p *part, st stance) stance {
	topics, states := states(p.subjects)
	if len(topics) == 0 || len(states) == 0 || p.Aggregate != ask.List {
		return st
	}
	both := note.Filter(st.told, func(n *note.Note) bool {
		return slices.ContainsFunc(states, func(s *note.Subject) bool { yes, _ := s.On(n); return yes })
	})
	if len(both) > 0 {
		st.told = both
	}
	return st
}

// alike is how far, as a share, a distance may lie from the one that a question
// names and still be it: 3.1 miles are 5 km to whoever runs them.
const alike = 0.03

// sized reports whether a note measures one of the sizes.
func sized(n *note.Note, sizes []quantity.Quantity) bool {
	return slices.ContainsFunc(sizes, func(size quantity.Quantity) bool {
		same := func(v float64, unit string) bool {
			w, ok := quantity.Convert(v, unit, size.Unit)
			return ok && math.Abs(w-size.Value) <= alike*size.Value
		}
		return slices.ContainsFunc(n.Numbers, func(v note.Number) bool { return v.Measure == "distance" && same(v.Value, v.Unit) }) ||
			slices.ContainsFunc(n.Amounts(), func(a note.Amount) bool { return same(a.Value, a.Unit) })
	})
}

// isAmount reports whether a term is nothing but an amount, as "5 km".
func isAmount(term string) bool {
	qs := quantity.Scan(term)
	return len(qs) == 1 && strings.TrimSpace(qs[0].Text) == strings.TrimSpace(term) && quantity.Dimension(qs[0].Unit) != ""
}

// fewOf keeps of a stance its last few notes, or its first, where the question
// asks for these: "my last 3 runs".
func (q *inquiry) fewOf(p *part, st stance) stance {
	told := note.Events(st.subject, st.told)
	if st.subject == nil || p.Few.N == 0 || len(told) <= p.Few.N {
		return st
	}
	if p.Few.First() {
		st.told = told[:p.Few.N]
	} else {
		st.told = told[len(told)-p.Few.N:]
	}
	st.limit = fmt.Sprintf("(the %s %d)", p.Few.Word, p.Few.N)
	st.days = notes.Range{Start: st.told[0].Day, End: st.told[len(st.told)-1].Day}
	st.span = span{days: st.days}
	return st
}

// A limit is an amount that notes are held to.
type limit struct{ *ask.Limit }

// of reports whether a number is of what the limit limits, in any unit of it. A
// bare amount limits loads and distances.
func (l limit) of(n note.Number) (v float64, ok bool) {
	if l.Unit == "" {
		return n.Value, n.Measure == "load" || n.Measure == "distance"
	}
	if quantity.Dimension(n.Unit) != quantity.Dimension(l.Unit) || n.Measure == "volume" {
		return 0, false
	}
	return quantity.Convert(n.Value, n.Unit, l.Unit)
}

func (l limit) holds(n note.Number) bool {
	v, ok := l.of(n)
	return ok && l.Admits(v, l.Unit)
}

// measures returns what the limit limits, of a stance.
func (l limit) measures(st stance) []*measure {
	return measuresOf(st.told, func(v note.Number) bool {
		_, ok := l.of(v)
		return ok && (st.subject == nil || st.subject.Holds(v))
	})
}

// limited keeps of a stance the notes within the question's limit. Where there
// are none it returns the limit, and what it limits.
func (q *inquiry) limited(p *part, st stance) (stance, *limit, []*measure) {
	if p.Limit == nil || len(st.told) == 0 {
		return st, nil, nil
	}
	l := limit{p.Limit}
	within := st
	within.limit = l.Text
	within.told = note.Filter(st.told, func(n *note.Note) bool {
		return slices.ContainsFunc(n.Numbers, func(v note.Number) bool { return (st.subject == nil || st.subject.Holds(v)) && l.holds(v) })
	})
	own := l.measures(st)
	if len(own) == 0 || len(own[0].series) < len(st.told) {
		if m := q.limitedMeasure(p, st); m != nil && (len(own) == 0 || len(m.series) > len(own[0].series)) {
			own = []*measure{m}
			in := note.IDSet(within.told)
			for _, pt := range m.series {
				if l.Admits(pt.Value, m.unit) {
					in[pt.ID] = true
				}
			}
			within.told = note.Filter(st.told, func(n *note.Note) bool { return in[n.Entry.GetId()] })
		}
	}
	if len(within.told) == 0 {
		return st, &l, own
	}
	if l.Share {
		q.tellShare(p, st, within, own)
	}
	return within, nil, nil
}

// limitedMeasure is what the limit holds of a subject that no domain has parsed:
// the amounts of its dimension, or for a bare amount those that the notes give.
func (q *inquiry) limitedMeasure(p *part, st stance) *measure {
	dimension := quantity.Dimension(p.Limit.Unit)
	if p.Limit.Unit == "" && st.subject != nil && q.priced(st.subject) {
		dimension = quantity.Money
	}
	asked := p.asking(func(q *ask.Query) { q.Dimension, q.Noun, q.Aggregate = dimension, "", ask.Average })
	if ms := q.measuredIn(asked, st); len(ms) > 0 && (ms[0].additive() || p.Limit.Unit != "" || ms[0].unit == "") {
		return ms[0]
	}
	return q.writtenMeasure(asked, st)
}

// ofValue keeps, where a question asks when or how often the user had a value of
// a subject ("when did I first bench 80"), the notes that have it. Where none has,
// what was lifted with at least as much is meant; where there is no such note
// either, it returns the value as the limit that none reaches.
func (q *inquiry) ofValue(p *part, st stance) (stance, *limit, []*measure) {
	switch p.Aggregate {
	case ask.First, ask.Last, ask.Count, ask.Whether:
	default:
		return st, nil, nil
	}
	if st.subject == nil || p.Limit != nil || len(p.Sizes) > 0 {
		return st, nil, nil
	}
	for _, a := range quantity.Scan(p.Text) {
		text := strings.TrimSpace(a.Text)
		if d := quantity.Dimension(a.Unit); d != quantity.Mass && a.Unit != "" || strings.Contains(strings.ToLower(st.span.label), text) {
			continue
		}
		if with := note.Filter(st.told, func(n *note.Note) bool { return hasValue(n, a, st.subject) }); len(with) > 0 {
			st.told, st.limit, p.held = with, text, append(p.held, text)
			continue
		}
		l := limit{&ask.Limit{Text: text, Least: true, Quantity: a}}
		if a.Unit == "" || len(l.measures(st)) == 0 {
			continue // the notes measure something else
		}
		more := note.Filter(st.told, func(n *note.Note) bool {
			return slices.ContainsFunc(n.Numbers, func(v note.Number) bool { return v.Measure == "load" && st.subject.Holds(v) && l.holds(v) })
		})
		if len(more) == 0 || p.Aggregate == ask.Count {
			return st, &l, l.measures(st)
		}
		st.told, st.limit, p.held = more, "at least "+text, append(p.held, text)
	}
	return st, nil, nil
}

// hasValue reports whether a note has a value of the subject, in its data or its
// words.
func hasValue(n *note.Note, a quantity.Quantity, s *note.Subject) bool {
	return slices.ContainsFunc(n.Numbers, func(v note.Number) bool {
		w, ok := v.Value, a.Unit == "" && v.Measure == "load"
		if a.Unit != "" {
			w, ok = quantity.Convert(v.Value, v.Unit, a.Unit)
		}
		return ok && s.Holds(v) && math.Abs(w-a.Value) < 1e-6
	}) || a.Value >= 10 && slices.ContainsFunc(n.Amounts(), func(v note.Amount) bool {
		return v.Value == a.Value && (v.Unit == a.Unit || a.Unit == "") && !v.Counted(n.Entry.GetText())
	})
}

// tellShare tells how large a part of a subject's days is within the limit.
func (q *inquiry) tellShare(p *part, all, within stance, own []*measure) {
	if len(own) > 0 { // notes that don't give it are on neither side
		in := idsIn(own[0].series)
		all.told = note.Filter(all.told, func(n *note.Note) bool { return in[n.Entry.GetId()] })
	}
	q.state(p, sure, q.shareFact(all, within))
}

// shareFact is how many of the days of one stance are days of the other.
func (q *inquiry) shareFact(all, within stance) *commonv1.Fact {
	n, of := len(note.DaysOf(within.told)), len(note.DaysOf(all.told))
	share := 100 * float64(n) / float64(of)
	return q.fact(newFact(kindRate, within.subject.About(), "share", share, "%", all.days, of, note.IDs(within.told),
		"%s: on %d of the %s %s, that is %s %%.", capital(within.subjectName()), n, plural(of, "day"), all.span.during(), amount(share)))
}

// idsIn returns the entries of a series.
func idsIn(s stat.Series) map[string]bool {
	in := map[string]bool{}
	for _, pt := range s {
		in[pt.ID] = true
	}
	return in
}

// tellNever states that none of the notes on a subject is within a limit, with
// what comes closest. Who asks when it was, asks for what the notes don't have.
func (q *inquiry) tellNever(p *part, st stance, l limit, own []*measure) {
	of := ""
	if st.subject != nil {
		of = " on " + st.subject.Name
	}
	text := fmt.Sprintf("None of the %s%s %s tells of %s.", plural(len(st.told), "note"), of, st.span.during(), l.Text)
	q.state(p, sure, q.fact(newFact(kindCount, st.subject.About(), l.Text, 0, "days", st.days, len(st.told), note.IDs(st.told), "%s", text)))
	for _, m := range own[:min(len(own), 1)] {
		q.state(p, sure, q.extremeFact(st, m, l.Least))
	}
	if p.Aggregate == ask.Last || p.Aggregate == ask.First {
		g := q.lacks(p, "limit", st, "No note on %s tells of %s.", st.subjectName(), l.Text)
		g.Id, g.Searched, g.SearchTerms = g.GetId()+slug(l.Text), true, nil
	}
}
