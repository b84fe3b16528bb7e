package router

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// A figure is a value as a text writes it.
type figure struct {
	start, end int
	text       string  // of a pair: "4:1", "128/88"
	number     float64 // of what is no pair
	unit       string  // canonical, "" if it has none that tells what is measured
}

var (
	// paired is a value of several numbers, such as "30:40", "128/88" or "33-28".
	paired = regexp.MustCompile(`\d+(?:[:/]\d+)+|\d+-\d+`)
	// plain is a number whose unit says nothing of what is measured: a rating of ten
	// or five, a day of a month, an hour.
	plain = regexp.MustCompile(`(?i)(\d+(?:\.\d)?)(?:\s?(?:/|out of )\s?(?:10|5)|(?:st|nd|rd|th)|\s?[ap]m)\b`)
	digit = regexp.MustCompile(`\d`)
)

// figures returns the values of a text in their order.
func figures(text string) []figure {
	var out []figure
	add := func(f figure) {
		if !slices.ContainsFunc(out, func(o figure) bool { return f.start < o.end && o.start < f.end }) {
			out = append(out, f)
		}
	}
	for _, m := range plain.FindAllStringSubmatchIndex(text, -1) {
		n, _ := strconv.ParseFloat(text[m[2]:m[3]], 64)
		add(figure{start: m[0], end: m[1], number: n})
	}
	for _, m := range paired.FindAllStringIndex(text, -1) {
		add(figure{start: m[0], end: m[1], text: text[m[0]:m[1]]})
	}
	for _, q := range quantity.Scan(text) {
		if q.Unit == "m" || q.Unit == "s" { // "45m" lasts, "the 850s" are two
			q.Unit = ""
		}
		add(figure{start: q.Start, end: q.End, number: q.Value, unit: q.Unit})
	}
	for _, t := range search.Tokens(text) {
		if n, ok := quantity.NumberWord(t.Folded); ok && n > 1 {
			add(figure{start: t.Start, end: t.End, number: n})
		}
	}
	stable.Sort(out, func(a, b figure) int { return cmp.Compare(a.start, b.start) })
	return out
}

// same reports whether two figures are one value.
func (f figure) same(o figure) bool { return f.text == o.text && f.number == o.number }

// kin reports whether a figure could stand where another stands.
func (f figure) kin(o figure) bool {
	return (f.text == "") == (o.text == "") && (f.unit == "" || o.unit == "" || quantity.Dimension(f.unit) == quantity.Dimension(o.unit))
}

// nearInSize reports whether two figures are of about one size: 7.6 is no 81.6 kg.
func (f figure) nearInSize(o figure) bool {
	return f.text != "" || f.number <= 2*o.number && o.number <= 2*f.number
}

// alike reports whether two figures are written with the same digits, or differ in
// one of three and more: who measures anew rarely finds that.
func (f figure) alike(o figure) bool {
	a, b := f.digits(), o.digits()
	if len(a) != len(b) || len(a) < 2 {
		return false
	}
	apart := 0
	for i := range a {
		if a[i] != b[i] {
			apart++
		}
	}
	slices.Sort(a)
	slices.Sort(b)
	return apart == 1 && len(a) > 2 || slices.Equal(a, b)
}

func (f figure) digits() []string {
	if f.text != "" {
		return digit.FindAllString(f.text, -1)
	}
	return digit.FindAllString(strconv.FormatFloat(f.number, 'f', -1, 64), -1)
}
