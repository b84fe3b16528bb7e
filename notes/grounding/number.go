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
		if n.word || k.knowsNumber(n) || among(n, k.asked) && k.claimsNothing(sentences, n.start) {
			continue
		}
		what := "number"
		if len(n.readings) > 0 && n.readings[0].clock {
			what = "time"
		}
		words := n.of(t.raw)
		report(Number, n.start, words, "the %s %q is not in the evidence", what, words)
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
		k.asks(sentence) || k.asks(line)
}

// asks reports whether a line is a question, or its beginning with "…" behind it.
func (k *knowledge) asks(line string) bool {
	head, cut := strings.CutSuffix(strings.TrimRight(line, " *_#?"), "…")
	for q := range k.questions {
		if q == bare(line) || cut && strings.HasPrefix(q, bare(head)) {
			return true
		}
	}
	return false
}

// bare is a question without what tells apart two ways to write it.
func bare(s string) string { return strings.Trim(normal(s), " *_#:.?") }

func (k *knowledge) knowsNumber(n number) bool {
	return k.finds(func(_ []date, numbers []number) bool { return among(n, numbers) })
}

func among(n number, known []number) bool {
	return slices.ContainsFunc(known, func(e number) bool { return matches(n, e) })
}

// matches reports whether the shown number n is the known number e, rounded to
// the digits that n shows. One of several readings is enough.
func matches(n, e number) bool {
	if n.readings != nil {
		return slices.ContainsFunc(n.readings, func(r number) bool { return matches(r, e) })
	}
	if e.readings != nil {
		return slices.ContainsFunc(e.readings, func(r number) bool { return matches(n, r) })
	}
	v := e.value
	switch {
	case e.clock && !n.clock:
		return false // seven o'clock is no seven hours
	case n.unit == "" || n.unit == e.unit:
	case e.calendar:
		return false
	case e.count:
		if n.unit != "day" {
			return false
		}
	case e.unit == "":
		// A note's bare number takes its unit from the field: "bench 80".
	default:
		if c, ok := quantity.Convert(e.value, e.unit, n.unit); ok {
			v = c
		} else if n.unit != "min" || quantity.Dimension(e.unit) != quantity.Pace { // 5:30 for 5.5 min/km
			return false
		}
	}
	return abs(v-n.value) <= n.tolerance+epsilon*max(1, n.value)
}
