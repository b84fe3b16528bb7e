package ask

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A Limit is an amount that a question holds its notes to: "over 100 kg".
type Limit struct {
	Text  string
	Share bool // the question asks how large a part of all they are
	Least bool // at least or more; else at most or less
	Open  bool // the amount itself does not count
	quantity.Quantity
}

var (
	limiting = regexp.MustCompile(`(?i)\b(over|above|more than|greater than|heavier than|longer than|farther than|further than|higher than|at least|no less than|under|below|beneath|less than|fewer than|lighter than|shorter than|lower than|faster than|cheaper than|at most|no more than|up to|crack(?:ed)?|hit|reach(?:ed)?|exceed(?:ed)?|top(?:ped)?|beat|pass(?:ed)?|surpass(?:ed)?|managed?)\s+(?:the )?[$€£]?(\d)`)
	// bounded has the word behind the amount: "6 km or more".
	bounded = regexp.MustCompile(`(?i)^\s+(?:or|and)\s+(more|longer|over|above|heavier|higher|better|up|upwards|less|shorter|under|below|lighter|lower|fewer|faster|cheaper)\b`)
	// parted asks how large a part of all it is.
	parted = regexp.MustCompile(`(?i)\b(?:percent(?:age)?|what (?:share|fraction|part|proportion)|%) of\b|\bwhat %`)
	upper  = []string{"no more than", "up to", "at most", "under", "below", "beneath", "less than", "fewer than", "lighter than", "shorter than", "lower than", "faster than", "cheaper than",
		"less", "shorter", "under", "below", "lighter", "lower", "fewer", "faster", "cheaper"}
	open = []string{"over", "above", "more than", "greater than", "heavier than", "longer than", "farther than", "further than", "higher than", "under", "below", "beneath", "less than", "fewer than", "lighter than", "shorter than", "lower than", "faster than", "cheaper than"}
)

// limit reads the limit of the question; nil if it has none.
func (q *Query) limit() *Limit {
	question := q.Text
	m := limiting.FindStringSubmatchIndex(question)
	if m == nil {
		return q.bound()
	}
	amounts := quantity.Scan(question[m[4]:])
	if c := question[m[4]-1]; c == '$' { // the sign stands before the number
		amounts = quantity.Scan(question[m[4]-1:])
	}
	if len(amounts) == 0 || amounts[0].Start != 0 || spanned(amounts[0].Unit) {
		return nil
	}
	q.find(parted)
	q.span(m[2], m[4]+amounts[0].End)
	words := strings.ToLower(question[m[2]:m[3]])
	return &Limit{
		Text: words + " " + strings.TrimSpace(amounts[0].Text), Quantity: amounts[0], Share: parted.MatchString(question),
		Least: !slices.Contains(upper, words), Open: slices.Contains(open, words),
	}
}

// bound reads a limit whose word stands behind its amount.
func (q *Query) bound() *Limit {
	for _, a := range quantity.Scan(q.Text) {
		m := bounded.FindStringSubmatch(q.Text[a.End:])
		if m == nil || spanned(a.Unit) {
			continue
		}
		q.find(parted)
		q.span(a.Start, a.End+len(m[0]))
		word := strings.ToLower(m[1])
		return &Limit{Text: strings.TrimSpace(a.Text) + " or " + word, Quantity: a, Share: parted.MatchString(q.Text), Least: !slices.Contains(upper, word)}
	}
	return nil
}

// spanned reports whether amounts of a unit are spans: "over 3 weeks".
func spanned(unit string) bool {
	return slices.Contains([]string{"day", "week", "month", "year"}, unit)
}

// Admits reports whether a value is within the limit; false where it can't be
// compared.
func (l *Limit) Admits(v float64, unit string) bool {
	if l.Unit != "" && l.Unit != unit {
		c, ok := quantity.Convert(v, unit, l.Unit)
		if !ok {
			return false
		}
		v = c
	}
	if v == l.Value {
		return !l.Open
	}
	return l.Least == (v > l.Value)
}
