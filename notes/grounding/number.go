package grounding

import (
	"regexp"

	"github.com/weft-mesh/weft/notes/quantity"
)

var negation = regexp.MustCompile(`(?i)\b(?:no|not|never|none|nothing|without|cannot)\b|n['’]t\b`)

func checkNumbers(t text, k *knowledge, report reporter) {
	for _, n := range t.numbers {
		words := n.of(t.raw)
		if k.knowsNumber(n) {
			continue
		}
		if asked(n, k.asked) && negation.MatchString(claim(t.raw, n.start)) {
			continue // "There is no note of 100 kg" answers what was asked
		}
		report(Number, n.start, words, "the number %q is not in the evidence", words)
	}
	for _, c := range t.clocks {
		if !k.knowsClock(c) {
			words := c.of(t.raw)
			report(Number, c.start, words, "the time %q is not in the evidence", words)
		}
	}
}

func (k *knowledge) knowsNumber(n number) bool { return asked(n, k.numbers) }

func asked(n number, known []number) bool {
	for _, e := range known {
		if matches(n, e) {
			return true
		}
	}
	return false
}

// matches reports whether the shown number n is the known number e, rounded to
// the digits that n shows.
func matches(n, e number) bool {
	v := e.value
	switch {
	case n.unit == "" || n.unit == e.unit:
	case e.count:
		if n.unit != "day" {
			return false
		}
	case e.unit == "":
		// A note's bare number takes its unit from the field: "bench 80".
	default:
		var ok bool
		if v, ok = quantity.Convert(e.value, e.unit, n.unit); !ok {
			return false
		}
	}
	return abs(v-n.value) <= n.tolerance+epsilon*max(1, n.value)
}
