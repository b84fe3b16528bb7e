package search

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A Shape is how a number stands in a note. Whoever writes the same thing every
// day soon leaves out what it is, "7.9" or "800 m, 28:40", and the next such
// note is known by its shape alone.
type Shape struct {
	Form string // the unit, "m" or "$"; else how the digits are set: "0", "0.0", "0:0", "0/0"
	Size int    // the power of two that the number lies above: 9 for 800
	Bare bool   // no word stands beside it that says what it is
}

// Whole reports whether the shape is of a number alone, as a count of anything
// has it.
func (s Shape) Whole() bool { return s.Form == "0" }

// largest is the power of two below which the numbers of notes lie.
const largest = 24

// ShapesOf returns all shapes of one form, nil if the word is no form: "$" or
// "0.00".
func ShapesOf(word string) []Shape {
	if word == "" || strings.Trim(word, "0.:/$€£%") != "" {
		return nil
	}
	out := make([]Shape, 0, 2*largest)
	for size := range largest {
		out = append(out, Shape{Form: word, Size: size}, Shape{Form: word, Size: size, Bare: true})
	}
	return out
}

// Shapes returns the shapes of a text's numbers, each once, in their order.
func Shapes(text string) []Shape {
	if !strings.ContainsAny(text, "0123456789") {
		return nil
	}
	var out []Shape
	for part := range clauses(text) {
		for _, s := range part.shapes() {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// A clause is the tokens between two marks of punctuation, with their kinds.
type clause struct {
	text   string
	tokens []Token
	kinds  []kind
}

func clauses(text string) func(yield func(clause) bool) {
	return func(yield func(clause) bool) {
		c, end := clause{text: text}, 0
		for t, k := range tokens(text) {
			if strings.ContainsAny(text[end:t.Start], ",;.!?()\n–—") && len(c.tokens) > 0 {
				if !yield(c) {
					return
				}
				c = clause{text: text}
			}
			c.tokens, c.kinds, end = append(c.tokens, t), append(c.kinds, k), t.End
		}
		if len(c.tokens) > 0 {
			yield(c)
		}
	}
}

func (c clause) shapes() []Shape {
	var out []Shape
	bare := true
	for i := 0; i < len(c.tokens); i++ {
		switch {
		case c.kinds[i] == number:
			v, err := strconv.ParseFloat(c.tokens[i].Folded, 64)
			if err != nil {
				continue
			}
			form, last := c.form(i)
			out = append(out, Shape{Form: form, Size: size(v)})
			i = last
		case c.kinds[i] == word && len(c.tokens[i].Folded) > 1 && !Stopword(c.tokens[i].Folded):
			bare = false
		}
	}
	for i := range out {
		out[i].Bare = bare
	}
	return out
}

// form returns the form of the number at i, and its last token.
func (c clause) form(i int) (form string, last int) {
	t := c.tokens[i]
	for last = i; last+1 < len(c.tokens) && c.kinds[last+1] == number; last++ { // "28:40", "120/80"
		sign := c.text[c.tokens[last].End:c.tokens[last+1].Start]
		if sign != ":" && sign != "/" {
			break
		}
		form = "0" + sign + "0"
	}
	if form != "" {
		return form, last
	}
	for _, sign := range []string{"$", "€", "£"} {
		if strings.HasSuffix(c.text[:t.Start], sign) {
			return sign, i
		}
	}
	if i+1 < len(c.tokens) && c.kinds[i+1] == word {
		if unit, ok := quantity.Canonical(c.tokens[i+1].Folded); ok {
			return unit, i + 1
		}
	}
	if rest := strings.TrimLeft(c.text[t.End:], " "); strings.HasPrefix(rest, "%") {
		return "%", i
	}
	_, decimals, _ := strings.Cut(joinNumber(t.Text), ".")
	return strings.TrimSuffix("0."+strings.Repeat("0", len(decimals)), "."), i
}

func size(v float64) int {
	if v < 1 {
		return 0
	}
	return math.Ilogb(v)
}
