package analyzer

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// measured returns the measures that answer: those of the parsed data that the
// question asks for, and what the text gives beyond it.
func (q *inquiry) measured(p *part, st stance) []*measure {
	ms := slices.DeleteFunc(withUnits(q.measuredIn(p, st)), p.misses)
	for i, m := range ms {
		ms[i] = m.in(p.Unit)
		ms[i].sought = &st
	}
	return ms
}

// measuredIn is measured in the units of the notes. What was paid is read from
// their text where the question asks for it, or most notes give that.
func (q *inquiry) measuredIn(p *part, st stance) []*measure {
	switch {
	case st.subject != nil && p.NamesDimension(st.subject.Name):
		return q.measuredOf(p, st) // all that was spent
	case p.Dimension == quantity.Money && st.subject != nil:
		if m := q.paidMeasure(p, st); m != nil {
			return []*measure{m}
		}
		return nil
	case p.Dimension != "" || p.Noun != "" || st.subject == nil:
		return q.measuredOf(p, st)
	}
	ms := q.measuredOf(p, st)
	if len(ms) == 0 && p.Aggregate != ask.Sum || len(ms) > 0 && ms[0].dimension() != quantity.Money && ms[0].unit != "" {
		return ms
	}
	if m := q.paidMeasure(p, st); m != nil && (len(ms) == 0 || len(m.series) >= len(ms[0].series)) {
		return []*measure{m}
	}
	return ms
}

// measuredOf is what the parsed data gives, and the text beyond it.
func (q *inquiry) measuredOf(p *part, st stance) []*measure {
	if ms := repetitionsOf(st.subject, st.told); len(ms) > 0 && p.counts(st.subject) {
		return ms[:1]
	}
	ms := chosen(p, st.subject, measures(st.subject, st.told))
	switch p.Aggregate {
	case ask.Sum, ask.Average, ask.Median, ask.Best, ask.Least, ask.Spread, ask.Trend:
	default:
		if p.By == "" && !p.Valued() {
			return ms
		}
	}
	if len(ms) == 0 && p.Dimension != "" {
		ms = p.beside(st)
	}
	if m := q.countedMeasure(p, st); m != nil && len(ms) == 0 {
		return []*measure{m} // "total drops", "most guests"
	}
	if len(ms) == 0 && p.amountAsked(q, st) {
		if m := q.writtenMeasure(p, st); m != nil && !p.misses(m) {
			return []*measure{m}
		}
	}
	for i, m := range ms {
		ms[i] = q.filled(p, st, m)
	}
	return ms
}

// misses reports whether a measure is not of what the question asks for or counts:
// hours are no height of a bill, and no number of patients.
func (p *part) misses(m *measure) bool {
	d := quantity.Dimension(m.unit)
	switch {
	case d == quantity.Money && slices.ContainsFunc(p.implied, func(s *note.Subject) bool { return note.Among(unpriced, s.Name) }):
		return true // what an exam costs is no score of it
	case p.names(cmp.Or(m.name, m.subject)):
		return false
	}
	return !p.Fits(d) || p.Noun != "" && p.Dimension == "" && d != "" && d != quantity.Money && !ask.Same(p.Noun, m.unit)
}

// unpriced are the companions that are no amount of money.
var unpriced = ask.Phrases("score", "result", "grade", "mark", "length", "level", "duration", "size", "finish", "attempt")

// beside returns the measures of the dimension that is asked for in short notes
// on the subject, which then are of it: the pace of the turkey trot.
func (p *part) beside(st stance) []*measure {
	if st.subject == nil || p.Dimension == quantity.Money {
		return nil
	}
	short := note.Filter(st.told, func(n *note.Note) bool { return len(n.Entry.GetText()) <= note.Short })
	return measuresOf(short, func(v note.Number) bool { return quantity.Dimension(v.Unit) == p.Dimension && v.Measure != "volume" })
}

// onlyPriced reports whether a question only names what is paid for: "rent in
// December".
func (q *inquiry) onlyPriced(p *part, st stance) bool {
	return p.Aggregate == ask.List && st.subject != nil && !p.Is(ask.Asking) && (q.priced(st.subject) || q.mostlyPaid(p, st))
}

// paid is what was paid for the subject.
func (q *inquiry) paid(p *part, st stance) []*measure {
	return q.measured(p.asking(func(q *ask.Query) { q.Dimension, q.Aggregate = quantity.Money, ask.Sum }), st)
}

// chosen returns the measures that a question asks for: by name, by the
// dimension of its words, or else the most observed.
func chosen(p *part, s *note.Subject, all []*measure) []*measure {
	byName := slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
		return m.name == "" || !p.names(m.name)
	})
	if len(byName) > 0 {
		return byName
	}
	if p.Dimension != "" && !(p.Is(ask.Fast) && p.Dimension == quantity.Length) {
		return slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
			return m.dimension() != p.Dimension && !(m.name == "distance" && p.Dimension == quantity.Duration && p.Is(ask.HowLong)) || m.name == "volume"
		})
	}
	all = telling(p, all)
	if s == nil && len(all) > topMeasures {
		return all[:topMeasures]
	}
	return all
}

// totalOf asks for the sum of what it names.
var totalOf = regexp.MustCompile(`(?i)\b(?:total|altogether|number of|in all|sum of)\b`)

// counts reports whether the question asks how many there were of the subject:
// "how many push-ups", "total swings".
func (p *part) counts(s *note.Subject) bool {
	at, n := p.place(s)
	return at >= 0 && p.Dimension == "" && (p.Noun != "" && p.Tokens[at+n-1].Folded == p.Noun || p.Aggregate == ask.Sum && totalOf.MatchString(p.Text))
}

// names reports whether the question names a measure. "When did I set" names no
// sets.
func (p *part) names(name string) bool {
	if name == "sets" || name == "reps" {
		return slices.ContainsFunc(p.Tokens, func(t search.Token) bool { return t.Folded == name }) && !p.inSets()
	}
	return search.Contains(p.Tokens, search.Tokens(name))
}

// telling leaves out what hardly anybody means who does not name it: how many
// sets and repetitions where there is a load, and for a record or a progress
// anything but the load.
func telling(p *part, all []*measure) []*measure {
	loaded := map[string]bool{}
	for _, m := range all {
		loaded[m.subject] = loaded[m.subject] || m.name == "load"
	}
	record := slices.Contains([]ask.Aggregate{ask.Best, ask.Least, ask.Spread, ask.Trend}, p.Aggregate)
	return slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
		return loaded[m.subject] && (m.name == "sets" || m.name == "reps" || record && m.name != "load")
	})
}

// fasterIsLess reports whether the best of a measure is its lowest value.
func (q *inquiry) fasterIsLess(m *measure) bool { return m.dimension() == "pace" }

// within restricts a measure to notes.
func (m *measure) within(in map[string]bool) *measure {
	c := *m
	c.series = pick(m.series, in)
	return &c
}

// amountAsked reports whether the text may be read for an amount that the parsed
// data lacks: not where the question counts things, or asks what something is
// that nobody gives amounts of.
func (p *part) amountAsked(q *inquiry, st stance) bool {
	switch {
	case p.Noun != "" && p.Aggregate != ask.Trend:
		return false
	case p.Aggregate == ask.List:
		return p.Dimension != "" || p.Is(ask.HowMuch) || p.ValuedNow() || st.subject != nil && q.priced(st.subject)
	}
	return true
}
