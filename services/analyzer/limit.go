package analyzer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A limit is an amount that a question holds its notes to: "over 100 kg".
type limit struct {
	text  string
	least bool // at least or more; else at most or less
	open  bool // the amount itself does not count
	quantity.Quantity
}

var limiting = regexp.MustCompile(`(?i)\b(over|above|more than|heavier than|longer than|farther than|at least|under|below|less than|lighter than|shorter than|faster than|at most)\s+(\d)`)

// limitOf reads the limit of a question; nil if it has none.
func limitOf(question string) *limit {
	m := limiting.FindStringSubmatchIndex(question)
	if m == nil {
		return nil
	}
	amounts := quantity.Scan(question[m[4]:])
	if len(amounts) == 0 || amounts[0].Start != 0 {
		return nil
	}
	switch amounts[0].Unit {
	case "day", "week", "month", "year":
		return nil // "over 3 weeks" is a span
	}
	words := strings.ToLower(question[m[2]:m[3]])
	l := &limit{text: words + " " + strings.TrimSpace(amounts[0].Text), Quantity: amounts[0]}
	l.least = !slices.Contains([]string{"under", "below", "less than", "lighter than", "shorter than", "faster than", "at most"}, words)
	l.open = words != "at least" && words != "at most"
	return l
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
	if p.limit == nil || len(st.told) == 0 {
		return st, true
	}
	within := st
	within.limit = p.limit.text
	within.told = filter(st.told, func(n *note) bool {
		return slices.ContainsFunc(n.numbers, func(v number) bool { return (st.subject == nil || st.subject.holds(v)) && p.limit.holds(v) })
	})
	if len(within.told) > 0 {
		return within, true
	}
	own := measuresOf(st.told, func(v number) bool {
		_, ok := p.limit.of(v)
		return ok && (st.subject == nil || st.subject.holds(v))
	})
	of := ""
	if st.subject != nil {
		of = " on " + st.subject.name
	}
	text := fmt.Sprintf("None of the %s%s %s tells of %s.", plural(len(st.told), "note"), of, st.span.during(), p.limit.text)
	f := q.fact(newFact(kindCount, st.subject.about(), p.limit.text, 0, "days", st.days, len(st.told), ids(st.told), "%s", text))
	q.find(p, sure, text, f)
	for _, m := range own[:min(len(own), 1)] {
		e := q.extremeFact(st, m, p.limit.least)
		q.find(p, sure, e.GetText(), e)
	}
	return st, false
}
