package terse

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

var (
	// elapsed is a time as a watch shows it.
	elapsed = regexp.MustCompile(`^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?:$|[^\d:])`)
	// paired is two numbers of one reading: a blood pressure.
	paired = regexp.MustCompile(`^(\d{2,3})/(\d{2,3})(?:$|[^\d/])`)
	// between may stand between amounts.
	between = regexp.MustCompile(`^[\s!?]*(?:[,/|–-]|\bin\b)?\s*`)
)

// onWatch is from how many minutes on "34:48" is no time of day.
const onWatch = 24

// pair is the unit of paired numbers.
const pair = "/"

// bases are the units that amounts of a dimension are compared in.
var bases = map[string]string{quantity.Length: "m", quantity.Duration: "min", quantity.Mass: "kg"}

// amountsAt returns the amounts at a place, one behind the other, and where they
// end. A time on a watch alone is one where words name it.
func amountsAt(text string, from int, named bool) (out []amount, end int) {
	begins := func(rest string) bool {
		return rest != "" && digit(rest) || slices.ContainsFunc(signs, func(s string) bool { return strings.HasPrefix(rest, s) })
	}
	for next := from; begins(text[next:]); {
		a, n, ok := amountAt(text[next:], named || len(out) > 0)
		if !ok {
			break
		}
		out = append(out, a)
		end = next + n
		next = end + len(between.FindString(text[end:]))
	}
	return out, end
}

// longest is how many bytes of a text are read for the amount that it begins
// with: more than any has.
const longest = 64

// beginning returns the words of a text that one amount can have.
func beginning(text string) string {
	if len(text) <= longest {
		return text
	}
	if cut := strings.LastIndexByte(text[:longest], ' '); cut > 0 {
		return text[:cut]
	}
	return text[:longest]
}

// amountAt reads the amount that a text begins with, and how long it is.
func amountAt(text string, watch bool) (a amount, n int, ok bool) {
	number := func(s string) float64 { v, _ := strconv.ParseFloat(s, 64); return v }
	if m := elapsed.FindStringSubmatch(text); m != nil {
		first := number(m[1])
		if first < onWatch && !watch {
			return a, 0, false
		}
		a, n = amount{value: first + number(m[2])/60, unit: "min", written: "min"}, len(m[1])+3
		if m[3] != "" {
			a.value, n = first*60+number(m[2])+number(m[3])/60, n+3
		}
		return a, n, true
	}
	if m := paired.FindStringSubmatch(text); m != nil {
		return amount{value: number(m[1]), unit: pair, written: pair}, len(m[1]) + 1 + len(m[2]), true
	}
	found := quantity.Scan(beginning(text))
	if len(found) == 0 || found[0].Start > 0 {
		return a, 0, false
	}
	q := found[0]
	written := strings.TrimRight(q.Text, " ")
	a = amount{value: q.Value, unit: q.Unit, written: q.Unit, decimals: strings.ContainsAny(written, ".,")}
	if base := bases[quantity.Dimension(q.Unit)]; base != "" {
		if v, ok := quantity.Convert(q.Value, q.Unit, base); ok {
			a.value, a.unit = v, base
		}
	}
	return a, len(written), true
}
