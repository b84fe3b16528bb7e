package parser

import (
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
)

// fits reports whether a field holds what the claim says stood there or, where
// the claim only says what is right, could hold that.
func (c claim) fits(f extract.Field, ex *extract.Extractor) bool {
	if c.before == nil {
		return c.after.couldBe(f, ex)
	}
	b := c.before
	if b.form != isNumber {
		return !f.Numeric && strings.EqualFold(f.Text, b.text)
	}
	if !f.Numeric {
		return b.clock != "" && f.Text == b.clock
	}
	v, ok := b.in(f)
	return ok && same(v, f.Value)
}

// couldBe reports whether a term is of the kind that a field holds.
func (t *term) couldBe(f extract.Field, ex *extract.Extractor) bool {
	switch {
	case t.form == isText:
		return false
	case t.form == isName:
		if f.Numeric || strings.EqualFold(f.Text, t.text) {
			return false
		}
		for _, n := range ex.Names(f.Text) {
			if n.Domain == f.Domain && n.Kind == t.name.Kind && n.Domain == t.name.Domain {
				return true
			}
		}
		return false
	case !f.Numeric:
		return t.clock != "" && len(f.Text) == len("00:00") && f.Text[2] == ':'
	}
	v, ok := t.in(f)
	// A bare number could be anything; only quantities take it.
	return ok && !same(v, f.Value) && (t.unit != "" || f.Quantity)
}

// in returns the term's number in the unit of a field.
func (t *term) in(f extract.Field) (float64, bool) {
	if t.clock != "" && f.Unit == "h" {
		return t.hours, true
	}
	if t.unit == "" || f.Unit == "" || t.unit == f.Unit {
		// "85 pounds" is no count of 85 sets.
		if t.unit != "" && !f.Quantity && f.Kept == "" && !counts(t.unit) {
			return 0, false
		}
		return t.number, true
	}
	return quantity.Convert(t.number, t.unit, f.Unit)
}

// counts reports whether a plain number may be told with this unit: steps, a
// pulse, a share.
func counts(unit string) bool {
	switch quantity.Dimension(unit) {
	case quantity.Steps, quantity.Rate, quantity.Ratio:
		return true
	}
	return false
}
