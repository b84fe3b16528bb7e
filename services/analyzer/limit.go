package analyzer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A limit is an amount that a question holds its notes to: "over 100 kg".
type limit struct {
	text  string
	share bool // the question asks how large a part of all they are
	least bool // at least or more; else at most or less
	open  bool // the amount itself does not count
	quantity.Quantity
}

var (
	limiting = regexp.MustCompile(`(?i)\b(over|above|more than|greater than|heavier than|longer than|farther than|further than|higher than|at least|no less than|under|below|beneath|less than|fewer than|lighter than|shorter than|lower than|faster than|cheaper than|at most|no more than|up to)\s+[$€£]?(\d)`)
	// bounded has the word behind the amount: "6 km or more".
	bounded = regexp.MustCompile(`(?i)^\s+(?:or|and)\s+(more|longer|over|above|heavier|higher|better|up|upwards|less|shorter|under|below|lighter|lower|fewer|faster|cheaper)\b`)
	// parted asks how large a part of all it is.
	parted = regexp.MustCompile(`(?i)\b(?:percent(?:age)?|what (?:share|fraction|part|proportion)|%) of\b|\bwhat %`)
	upper  = []string{"no more than", "up to", "at most", "under", "below", "beneath", "less than", "fewer than", "lighter than", "shorter than", "lower than", "faster than", "cheaper than",
		"less", "shorter", "under", "below", "lighter", "lower", "fewer", "faster", "cheaper"}
	closed = []string{"at least", "no less than", "at most", "no more than", "up to"}
)

// limitOf reads the limit of a question; nil if it has none.
func limitOf(question string) *limit {
	m := limiting.FindStringSubmatchIndex(question)
	if m == nil {
		return boundOf(question)
	}
	amounts := quantity.Scan(question[m[4]:])
	if c := question[m[4]-1]; c == '$' { // the sign stands before the number
		amounts = quantity.Scan(question[m[4]-1:])
	}
	if len(amounts) == 0 || amounts[0].Start != 0 {
		return nil
	}
	switch amounts[0].Unit {
	case "day", "week", "month", "year":
		return nil // "over 3 weeks" is a span
	}
	words := strings.ToLower(question[m[2]:m[3]])
	return &limit{
		text: words + " " + strings.TrimSpace(amounts[0].Text), Quantity: amounts[0], share: parted.MatchString(question),
		least: !slices.Contains(upper, words), open: !slices.Contains(closed, words),
	}
}

// boundOf reads a limit whose word stands behind its amount.
func boundOf(question string) *limit {
	for _, a := range quantity.Scan(question) {
		m := bounded.FindStringSubmatch(question[a.End:])
		if m == nil || a.Unit == "day" || a.Unit == "week" || a.Unit == "month" || a.Unit == "year" {
			continue
		}
		return &limit{text: strings.TrimSpace(a.Text) + " or " + strings.ToLower(m[1]), Quantity: a, share: parted.MatchString(question),
			least: !slices.Contains(upper, strings.ToLower(m[1]))}
	}
	return nil
}

// of reports whether a number is of what the limit limits, in any unit of it. A
// bare amount limits loads and distances.
func (l *limit) of(n number) (v float64, ok bool) {
	if l.Unit == "" {
		return n.value, n.measure == "load" || n.measure == "distance"
	}
	if quantity.Dimension(n.unit) != quantity.Dimension(l.Unit) || n.measure == "volume" {
		return 0, false
	}
	return quantity.Convert(n.value, n.unit, l.Unit)
}

func (l *limit) holds(n number) bool {
	v, ok := l.of(n)
	switch {
	case !ok, v == l.Value:
		return ok && !l.open
	case l.least:
		return v > l.Value
	}
	return v < l.Value
}

// limited keeps of a stance the notes within the question's limit. Where there
// are none it states so, with what comes closest, and is false.
func (q *inquiry) limited(p *part, st stance) (stance, bool) {
	st, never := p.ofValue(st)
	if never != nil {
		q.tellNever(p, st, never, never.measures(st))
		return st, false
	}
	if p.limit == nil || len(st.told) == 0 {
		return st, true
	}
	within := st
	within.limit = p.limit.text
	within.told = filter(st.told, func(n *note) bool {
		return slices.ContainsFunc(n.numbers, func(v number) bool { return (st.subject == nil || st.subject.holds(v)) && p.limit.holds(v) })
	})
	own := p.limit.measures(st)
	if len(own) == 0 || len(own[0].series) < len(st.told) {
		if m := q.limitedMeasure(p, st); m != nil && (len(own) == 0 || len(m.series) > len(own[0].series)) {
			own = []*measure{m}
			in := idSet(within.told)
			for _, pt := range m.series {
				if p.limit.admits(pt.Value, m.unit) {
					in[pt.ID] = true
				}
			}
			within.told = filter(st.told, func(n *note) bool { return in[n.entry.GetId()] })
		}
	}
	if len(within.told) > 0 {
		if p.limit.share {
			q.tellShare(p, st, within, own)
		}
		return within, true
	}
	q.tellNever(p, st, p.limit, own)
	return st, false
}

// limitedMeasure is what the limit holds of a subject that no domain has parsed:
// the amounts of its dimension, or for a bare amount those that the notes give.
func (q *inquiry) limitedMeasure(p *part, st stance) *measure {
	if st.subject == nil {
		return nil
	}
	asked := *p
	asked.dimension, asked.noun, asked.want = quantity.Dimension(p.limit.Unit), "", wantAverage
	if p.limit.Unit == "" && q.priced(st.subject) {
		asked.dimension = quantity.Money
	}
	if ms := q.measuredIn(&asked, st); len(ms) > 0 && (ms[0].additive() || p.limit.Unit != "") {
		return ms[0]
	}
	return q.writtenMeasure(&asked, st)
}

// admits reports whether a value of a measure is within the limit.
func (l *limit) admits(v float64, unit string) bool {
	if l.Unit != "" && l.Unit != unit {
		c, ok := quantity.Convert(v, unit, l.Unit)
		if !ok {
			return false
		}
		v = c
	}
	if v == l.Value {
		return !l.open
	}
	return l.least == (v > l.Value)
}

// tellShare tells how large a part of a subject's days is within the limit.
func (q *inquiry) tellShare(p *part, all, within stance, own []*measure) {
	if len(own) > 0 { // notes that don't give it are on neither side
		in := idsIn(own[0])
		all.told = filter(all.told, func(n *note) bool { return in[n.entry.GetId()] })
	}
	n, of := len(daysOf(within.told)), len(daysOf(all.told))
	f := q.fact(newFact(kindRate, within.subject.about(), "share", 100*float64(n)/float64(of), "%", all.days, of, ids(within.told),
		"%s: on %d of the %s %s, that is %s %%.", capital(within.subjectName()), n, plural(of, "day"), all.span.during(), amount(round(100*float64(n)/float64(of)))))
	q.find(p, sure, f.GetText(), f)
}

// idsIn returns the entries that a measure has values of.
func idsIn(m *measure) map[string]bool {
	in := map[string]bool{}
	for _, pt := range m.series {
		in[pt.ID] = true
	}
	return in
}
