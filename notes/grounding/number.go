package grounding

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

var negation = regexp.MustCompile(`(?i)\b(?:no|not|never|none|nothing|without|cannot)\b|n['’]t\b`)

func checkNumbers(t text, k *knowledge, sentences claims, report reporter) {
	for _, n := range t.numbers {
		words := n.of(t.raw)
		if k.knowsNumber(n) {
			continue
		}
		if asked(n, k.asked) && k.claimsNothing(sentences, n.start) {
			continue
		}
		report(Number, n.start, words, "the number %q is not in the evidence", words)
	}
	for _, c := range t.clocks {
		if !k.knowsClock(c) && !(slices.ContainsFunc(k.askedClocks, c.is) && k.claimsNothing(sentences, c.start)) {
			words := c.of(t.raw)
			report(Number, c.start, words, "the time %q is not in the evidence", words)
		}
	}
}

// claimsNothing reports whether a sentence only takes up what was asked: it is a
// question, as over a part of an answer, or denies something: "There is no note
// of 100 kg".
func (k *knowledge) claimsNothing(in claims, offset int) bool {
	sentence := in.around(offset)
	start := strings.LastIndexByte(in.text[:offset], '\n') + 1
	line, _, _ := strings.Cut(in.text[start:], "\n")
	return strings.HasSuffix(strings.TrimRight(sentence, " *_#"), "?") || negation.MatchString(sentence) ||
		k.questions[question(sentence)] || k.questions[question(line)]
}

// question is a question without what tells apart two ways to write it.
func question(s string) string { return strings.Trim(normal(s), " *_#:.?") }

func (k *knowledge) knowsNumber(n number) bool {
	return k.finds(func(_ []date, numbers []number, _ []clock) bool { return asked(n, numbers) })
}

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
