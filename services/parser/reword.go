package parser

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A figure is a number as it stands in a text.
type figure struct {
	start, end int
	written    string
	counted    string // stem of the word behind it: "glass" in "two glasses"
	labelled   string // stem of the word before it: "INR" in "INR 2.4"
}

var (
	figureForm = regexp.MustCompile(`\d+(?:[.,:/-]\d+)*`)
	anyDigit   = regexp.MustCompile(`\d`)
)

// figures returns the numbers of a text, in digits and in words.
func figures(text string) []figure {
	var out []figure
	for _, form := range []*regexp.Regexp{figureForm, spokenNumber} {
		for _, m := range form.FindAllStringIndex(text, -1) {
			f := figure{start: m[0], end: m[1], written: text[m[0]:m[1]]}
			if next := search.Tokens(text[m[1]:]); len(next) > 0 && strings.TrimLeft(text[m[1]:m[1]+next[0].Start], " -") == "" {
				f.counted = next[0].Stem
			}
			if last := search.Tokens(text[:m[0]]); len(last) > 0 && strings.Trim(text[last[len(last)-1].End:m[0]], " :") == "" {
				f.labelled = last[len(last)-1].Stem
			}
			out = append(out, f)
		}
	}
	return out
}

// stands reports whether a figure could stand where another stands: they count the
// same thing, or are of one shape, such as "138/88".
func (f figure) stands(other figure) bool {
	if f.written == other.written {
		return false
	}
	shape := anyDigit.ReplaceAllString(f.written, "9")
	return f.counted != "" && f.counted == other.counted ||
		strings.ContainsAny(shape, ":/-") && shape == anyDigit.ReplaceAllString(other.written, "9")
}

// byRewording finds an entry in whose own words the right number can stand: "three
// glasses" in "two glasses of red", "128/88" in "BP 138/88". What changes is what the
// domains then read otherwise.
func byRewording(h *hunt, text string) []candidate {
	after := h.claim.after
	if h.claim.before != nil || after == nil || after.form != isNumber {
		return nil
	}
	var found []candidate
	for _, right := range figures(text) {
		if right.start > after.start || right.end < after.start {
			continue
		}
		for _, e := range h.entries() {
			if c, ok := h.rewordedIn(e, right); ok {
				found = append(found, c)
			}
		}
	}
	return h.unnamed(found)
}

// lately is how long ago an entry was written at most that a correction means
// without naming anything of it.
const lately = 24 * time.Hour

// double reports whether a figure is two, "128/88", which few things are.
func double(f figure) bool { return strings.ContainsAny(f.written, "/-") }

func (h *hunt) rewordedIn(e *commonv1.Entry, right figure) (candidate, bool) {
	words := wordsOf(e.GetText())
	near := h.named() && h.about(words)
	if !near && (h.headed() && !double(right) || len(h.days) == 0 && h.in.writtenAt.Sub(e.GetTime().AsTime()) > lately) {
		return candidate{}, false
	}
	if _, another := h.lacks(words); another {
		return candidate{}, false
	}
	all := figures(e.GetText())
	var like []figure
	for _, f := range all {
		if right.stands(f) {
			like = append(like, f)
		}
	}
	if len(like) == 0 && near {
		like = h.labelled(all, right)
	}
	if len(like) == 0 {
		return candidate{}, false
	}
	c := h.mentioned(e, words)
	c.several, c.fit.likely = len(like) > 1, near || double(right) || like[0].compares(right)
	if !c.several {
		h.reword(&c, like[0], right.written)
	}
	return c, true
}

// labelled returns the figures that could be of what the correction names: those that
// stand behind a word of it, else the only one there is, else those of about its size.
func (h *hunt) labelled(all []figure, right figure) []figure {
	others := slices.DeleteFunc(slices.Clone(all), func(f figure) bool { return f.written == right.written })
	keep := func(meant func(figure) bool) []figure {
		return slices.DeleteFunc(slices.Clone(others), func(f figure) bool { return !meant(f) })
	}
	named := keep(func(f figure) bool {
		return slices.ContainsFunc(h.cues, func(c cue) bool { return c.role >= subject && c.in(wordset{f.labelled: true}) })
	})
	switch {
	case len(named) > 0:
		return named
	case len(all) == 1:
		return others
	}
	return keep(func(f figure) bool { return f.compares(right) })
}

// compares reports whether a figure is of the size of another: no more than double or
// half of it.
func (f figure) compares(other figure) bool {
	a, errA := strconv.ParseFloat(f.written, 64)
	b, errB := strconv.ParseFloat(other.written, 64)
	return errA == nil && errB == nil && a != b && a <= 2*b && b <= 2*a
}

// reword tells what changes in the data of a candidate if its text has another figure.
func (h *hunt) reword(c *candidate, was figure, right string) {
	text := c.entry.GetText()
	before := extract.Fields(h.made(c.entry), h.schemas)
	after := extract.Fields(h.ex.Extract(text[:was.start]+right+text[was.end:]).Data, h.schemas)
	if len(before) != len(after) {
		return
	}
	for i, f := range after {
		if b := before[i]; b.Path == f.Path && f.Numeric && b.Numeric && !same(b.Value, f.Value) {
			c.changes = append(c.changes, changes(b, &term{number: f.Value, unit: f.Unit})...)
			c.says = fmt.Sprintf("Corrects the entry of %s: %s from %s to %s.", c.entry.GetDate(), f.Measure, was.written, right)
		}
	}
	c.fit.textual = len(c.changes) == 0
}
