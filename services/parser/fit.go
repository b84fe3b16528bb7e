package parser

import (
	"math"
	"slices"
	"strconv"
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
	if b.form == isUnit {
		return f.Quantity && f.Unit == b.unit
	}
	if b.form != isNumber {
		return !f.Numeric && (strings.EqualFold(f.Text, b.text) || b.isCalled(f, ex))
	}
	if !f.Numeric {
		return b.clock != "" && f.Text == b.clock || b.onTheHour(f.Text) != ""
	}
	v, ok := b.in(f)
	return ok && same(v, f.Value)
}

// isCalled reports whether a word is another one for what a field holds: the
// "tiramisu" that was kept as a cake.
func (t *term) isCalled(f extract.Field, ex *extract.Extractor) bool {
	return ex != nil && slices.ContainsFunc(ex.Names(t.text), func(n extract.Named) bool {
		return n.Domain == f.Domain && n.Name == f.Text && n.End-n.Start == len(t.text)
	})
}

// onTheHour returns the clock time that a bare number stands for in a field that
// holds one of the same hour: 6 is "18:00" where that stands.
func (t *term) onTheHour(clock string) string {
	if t.unit != "" || t.clock != "" || t.number != math.Trunc(t.number) || t.number < 1 || t.number > 24 || len(clock) != len("00:00") || clock[2:] != ":00" {
		return ""
	}
	h, err := strconv.Atoi(clock[:2])
	if err != nil || (h-int(t.number))%12 != 0 {
		return ""
	}
	return clock
}

// sameHalf returns a bare hour as a clock time in the half of the day of
// another: 5 for "18:00" is "17:00".
func (t *term) sameHalf(clock string) string {
	h, err := strconv.Atoi(clock[:2])
	if err != nil {
		return ""
	}
	n := int(t.number)
	switch {
	case h >= 12 && n < 12:
		n += 12
	case h >= 18 && n == 12: // of the night
		n = 0
	}
	return pad(float64(n)) + ":00"
}

// couldBe reports whether a term is of the kind that a field holds.
func (t *term) couldBe(f extract.Field, ex *extract.Extractor) bool {
	switch {
	case t.form == isText:
		return false
	case t.form == isUnit:
		return f.Quantity && f.Unit != t.unit && quantity.Dimension(f.Unit) == quantity.Dimension(t.unit)
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
		return t.clock != "" && isClock(f.Text) && f.Text != t.at(f.Text)
	}
	v, ok := t.in(f)
	return ok && !same(v, f.Value)
}

// stands reports whether a field holds the term.
func (t *term) stands(f extract.Field) bool {
	v, ok := t.in(f)
	return f.Numeric && ok && same(v, f.Value)
}

// sized reports whether a term is of about the size of what a field holds.
func (t *term) sized(f extract.Field) bool {
	v, ok := t.in(f)
	return ok && (!f.Numeric || v <= 2*f.Value && f.Value <= 2*v)
}

// telling reports whether a term says by itself what kind of value it is.
func (t *term) telling() bool { return t != nil && (t.unit != "" || t.clock != "") }

// vague reports whether a term says so little that a field must be named for it:
// a bare number could be any count.
func (t *term) vague(f extract.Field) bool {
	return t.form == isNumber && t.unit == "" && t.clock == "" && f.Numeric && !f.Quantity
}

// in returns the term's number in the unit of a field.
func (t *term) in(f extract.Field) (float64, bool) {
	if t.clock != "" && (f.Unit == "h" || quantity.Dimension(f.Unit) == quantity.Pace) { // "5:02" of a pace
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

// at returns a term as the clock time that takes the place of another.
func (t *term) at(clock string) string {
	switch {
	case t.clock == "" && isClock(clock):
		return t.sameHalf(clock)
	case t.half && isClock(clock):
		if later, ok := clockHours(clock); ok && later >= 12 {
			return pad(math.Mod(math.Floor(t.hours)+12, 24)) + t.clock[2:]
		}
	}
	return t.clock
}

func isClock(text string) bool { return len(text) == len("00:00") && text[2] == ':' }
