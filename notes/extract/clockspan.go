package extract

import (
	"regexp"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A ClockSpan is the time between two times of day that a text gives: "6 to 9pm".
type ClockSpan struct {
	Minutes    float64
	Start, End int // bytes of the text
	// Bare is a span of two plain numbers, "6-8", which may as well be a score or
	// a range: whether it is one, other notes on the same thing tell.
	Bare bool
}

var (
	// mayHoldSpan is what a text has that gives a span.
	mayHoldSpan = regexp.MustCompile(`(?i)(?:\d|[ap]m|noon|midnight)\.?\s*(?:[-–—]|to\b|till?\b|until\b)\s*(?:\d|half|quarter|noon|midday|midnight)|\b(?:till?|until)\s`)
	// ofOther stands behind two numbers that are no times: a pace, a price, a grade.
	ofOther = regexp.MustCompile(`^\s?(?:[%€$£₹/°]|(?:min|per|km|kg|lbs?|mi|m|x|sets?|reps?|k|in|out)\b)`)
)

// ClockSpans returns the spans between two times of day in a text, in its order.
func ClockSpans(text string) []ClockSpan {
	if !mayHoldSpan.MatchString(text) {
		return nil
	}
	s := scan(text)
	var out []ClockSpan
	for i := 0; i < len(s.tokens); i++ {
		c, to, ok := s.clockSpan(i)
		if !ok {
			continue
		}
		out, i = append(out, c), to-1
	}
	return out
}

// spanning are the words and signs between the two times of a span, and whether
// they stand between times rather than between any two numbers.
var spanning = map[string]bool{"-": false, "to": false, "till": true, "til": true, "until": true}

// clockSpan reads the span that begins at token i, and returns the token behind it.
func (s *scanned) clockSpan(i int) (span ClockSpan, next int, ok bool) {
	from, ok := s.timeAt(i)
	timely, joined := spanning[s.word(from.to)]
	if !ok || !joined {
		return ClockSpan{}, i, false
	}
	to, ok := s.timeAt(from.to + 1)
	if !ok || !timely && (s.spelled(i) || s.spelled(from.to+1)) || s.tokens[to.to-1].clause != s.tokens[i].clause || ofOther.MatchString(s.text[s.tokens[to.to-1].end:]) || s.word(to.to) == "-" {
		return ClockSpan{}, i, false
	}
	written := max(from.to-i, to.to-from.to-1) > 1 || s.tokens[i].kind == word // with minutes, am or pm, or in words
	from, to = settle(from, to)
	span = ClockSpan{Minutes: between(from, to), Start: s.tokens[i].start, End: s.tokens[to.to-1].end, Bare: !timely && !written}
	return span, to.to, span.Minutes > 0
}

// timeAt reads the time of day at token i, unless its number is of something else.
func (s *scanned) timeAt(i int) (value, bool) {
	if i >= len(s.tokens) || s.tokens[i].kind == opaque || s.tokens[i].kind == punct {
		return value{}, false
	}
	if i > 0 && s.tokens[i].glued && (s.tokens[i-1].kind != punct || s.tokens[i-1].text == ":") {
		return value{}, false // "w8r2"
	}
	return clockTime(s, i, false)
}

// spelled reports whether token i is a number in words: "one to two hours".
func (s *scanned) spelled(i int) bool {
	_, ok := quantity.NumberWord(s.word(i))
	return ok
}
