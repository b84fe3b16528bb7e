package observation

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A figure is a number of an entry's data.
type figure struct {
	value float64
	unit  string
}

// figures returns the numbers of an entry's data, of all domains, and what the values
// of one measure come to. A number that lacks its unit is none, for nobody computes
// with it.
func (r *Reader) figures(e *commonv1.Entry, w *wanted) []figure {
	type field struct{ domain, subject, measure, unit string }
	out := []figure{}
	sums := map[field]float64{}
	for _, f := range r.fields.Fields(e.GetDomainData()) {
		if !f.Numeric || !whole(f) || !w.told(e, f) {
			continue
		}
		out = append(out, figure{f.Value, f.Unit})
		for _, at := range []field{{f.Domain, "", f.Measure, f.Unit}, {f.Domain, f.Subject, f.Measure, f.Unit}} {
			sums[at] += f.Value
			out = append(out, figure{sums[at], f.Unit})
		}
	}
	return out
}

// told reports whether a field stands for its number in the text. One of the domain
// and of the measure's dimension that is not the measure does so only in an object
// that has the measure: four times 400 m are a part of the run's 5 km, and alone are a
// distance that no field has.
func (w *wanted) told(e *commonv1.Entry, f extract.Field) bool {
	if f.Domain != w.domain || len(w.measures) == 0 || slices.Contains(w.measures, f.Measure) || !w.classes[classOf(f.Unit)] {
		return true
	}
	return slices.ContainsFunc(w.rows[e.GetId()], func(r *commonv1.Observation) bool { return r.GetObject() == f.Object })
}

// have reports whether a quantity is one of the figures. Its own words may allow
// another unit: "5k".
func have(figures []figure, q quantity.Quantity) bool {
	return slices.ContainsFunc(figures, func(f figure) bool {
		other, ok := q.As(quantity.Dimension(f.unit))
		return near(q.Value, q.Unit, f) || ok && near(other.Value, other.Unit, f)
	})
}

// rounding is how far apart, in parts of one, two notations of a value may be.
const rounding = 0.01

// near reports whether a value is a figure but for rounding. A bare number is the
// same in any unit: its unit may stand elsewhere in the note.
func near(v float64, unit string, f figure) bool {
	if unit != "" {
		converted, ok := convert(v, unit, f.unit)
		if !ok && (f.unit != "" || quantity.Dimension(unit) == quantity.Money) {
			return false
		}
		if ok {
			v = converted
		}
	}
	return math.Abs(v-f.value) <= rounding*math.Abs(f.value)+1e-9
}

// pointless are numbers that measure nothing by their looks: that of a line, a
// telephone's, an account's, a year, what a rating is out of.
var pointless = regexp.MustCompile(`(?m)^[ \t]*\d+[.)] |(?:\+|\b0)\d[\d /()-]{5,}|\b\d{7,}\b|\b(?:19|20)\d\d\b|/(?:5|10|100)\b|\bn[or]\.? ?\d+\b`)

// counting reports whether a bare number counts things that stand behind it: "2 nights",
// "40 flashcards". What is measured has a unit, so it is no such thing. Where values
// have no unit, they may count anything.
func (w *wanted) counting(tokens []search.Token, q quantity.Quantity) bool {
	i := slices.IndexFunc(tokens, func(t search.Token) bool { return t.Start >= q.End })
	if i < 0 || w.classes[""] || w.named(tokens[i:i+1]) {
		return false
	}
	t := tokens[i]
	return t.Start == q.End+1 && strings.HasSuffix(t.Folded, "s") && t.Stem != t.Folded && !search.Stopword(t.Stem)
}

// clock reports whether a bare number tells an hour: "up at 5". A load may stand so, too.
func (w *wanted) clock(tokens []search.Token, q quantity.Quantity) bool {
	i := slices.IndexFunc(tokens, func(t search.Token) bool { return t.Start >= q.Start })
	return i > 0 && tokens[i-1].Folded == "at" && q.Value <= 24 && !w.classes[classOf("kg")] && !w.classes[""]
}

// ordinal reports whether a number stands behind a unit and says which one: "the
// knee hurt at km 5".
func ordinal(tokens []search.Token, q quantity.Quantity) bool {
	i := slices.IndexFunc(tokens, func(t search.Token) bool { return t.Start >= q.Start })
	if i < 1 {
		return false
	}
	_, unit := quantity.Canonical(tokens[i-1].Text)
	return unit && (i < 2 || !strings.ContainsAny(tokens[i-2].Text, "0123456789"))
}

// A span is a part of a text, in bytes; end is excluded.
type span struct{ start, end int }

func spanOf(q quantity.Quantity) span { return span{q.Start, q.End} }

func (s span) meets(t assertion.Span) bool { return s.start < t.End && t.Start < s.end }

// of returns the tokens within a span.
func (s span) of(tokens []search.Token) []search.Token {
	from, _ := slices.BinarySearchFunc(tokens, s.start, func(t search.Token, at int) int { return cmp.Compare(t.Start, at) })
	to := from
	for to < len(tokens) && tokens[to].End <= s.end {
		to++
	}
	return tokens[from:to]
}

// A prose is a text, looked over once for all of its numbers.
type prose struct {
	text       string
	quantities []quantity.Quantity
	tokens     []search.Token
	sentences  []sentencesplit.Part
	pointless  [][]int
	clauses    map[span][][]int // their ends, by sentence
}

func readProse(text string, quantities []quantity.Quantity, tokens []search.Token) *prose {
	return &prose{text, quantities, tokens, sentencesplit.TrimmedParts(text, sentencesplit.Jotted), pointless.FindAllStringIndex(text, -1), map[span][][]int{}}
}

// sentence returns the sentence in which a byte stands, without the mark that ends it.
func (p *prose) sentence(at int) span {
	i, found := slices.BinarySearchFunc(p.sentences, at, func(s sentencesplit.Part, at int) int { return cmp.Compare(s.Start, at) })
	if !found {
		i--
	}
	if i < 0 {
		return span{0, len(p.text)}
	}
	s := p.sentences[i]
	return span{s.Start, s.Start + len(strings.TrimRight(s.In(p.text), ".!?…"))}
}

// clauseEnds stand between the clauses of a sentence.
var clauseEnds = regexp.MustCompile(`[;:()]|,(?:\s|$)`)

// clause returns the clause in which a quantity stands.
func (p *prose) clause(q quantity.Quantity) span {
	s := p.sentence(q.Start)
	ends, known := p.clauses[s]
	if !known {
		ends = clauseEnds.FindAllStringIndex(p.text[s.start:s.end], -1)
		p.clauses[s] = ends
	}
	from := s.start
	for _, m := range ends {
		switch at := from + m[0]; {
		case at < q.Start:
			s.start = from + m[1]
		case at >= q.End:
			s.end = min(s.end, at)
		}
	}
	s.start += len(p.text[s.start:s.end]) - len(strings.TrimLeft(p.text[s.start:s.end], " \t"))
	return s
}
