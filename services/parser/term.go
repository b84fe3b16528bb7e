package parser

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
)

// A term is a value in a claim.
type term struct {
	form       termForm
	number     float64
	unit       string  // canonical, "" if none is told
	clock      string  // HH:MM, for "6:30"
	hours      float64 // of clock
	half       bool    // clock may be of either half of the day
	name       extract.Named
	text       string
	written    string // as it stands in the text, of a number without its unit
	start, end int    // in the whole text
}

type termForm uint8

const (
	isNumber termForm = iota
	isUnit            // without a number: "that's lbs"
	isName
	isText
)

// leading is how many bytes before a name are read for what leads into it.
const leading = 24

var (
	ratingForm = regexp.MustCompile(`\b(\d{1,2}(?:\.\d)?)\s?(?:/|out of )\s?(10|5)\b`)
	clockForm  = regexp.MustCompile(`\b(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap]m))?(/|\s?min)?`)
	// spokenHour is a time of day in words.
	spokenHour = regexp.MustCompile(`(?i)\b(half past|quarter past|quarter to) (\pL+|\d{1,2})\b`)
	// namedHour is a time of day that has a name.
	namedHour = regexp.MustCompile(`(?i)\b(?:(midnight)|noon|midday)\b`)
	// spokenTimes is how often something was.
	spokenTimes = regexp.MustCompile(`(?i)\b(?:(twice)|thrice)\b`)
	// spokenNumber leaves out "one", which is a pronoun more often.
	spokenNumber = regexp.MustCompile(`(?i)\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\pL+)?)\b`)
	// denied stands before a name that is wrong, not right: "no toast".
	denied   = regexp.MustCompile(`(?i)\b(?:no|nothing (?:on|for|at|to|in)|not (?:on|for|at)|without|wasn't any|didn't have(?: any)?)\s+$`)
	unitForm = regexp.MustCompile(`(?i)(?:^\W*|\b(?:in|that's|that’s|it's|it’s|was|were|is|are|be|mean|meant)\s+)(\pL{2,}|%)(?:\s*,?\s*not\s+(?:in\s+)?(\pL{2,}|%))?(?:\W+(?:obviously|of course|sorry|lol|haha|btw|please))?\W*$`)
)

// terms returns the numbers and names of a text.
func terms(text string, ex *extract.Extractor) []term {
	out := numbers(text)
	for _, n := range ex.Names(text) {
		if !taken(out, n.Start, n.End) && !denied.MatchString(text[max(0, n.Start-leading):n.Start]) {
			out = append(out, term{form: isName, name: n, text: n.Name, start: n.Start, end: n.End})
		}
	}
	return out
}

// taken reports whether a number is read between two places already.
func taken(terms []term, start, end int) bool {
	return slices.ContainsFunc(terms, func(t term) bool { return t.form == isNumber && start < t.end && end > t.start })
}

// numbers returns the numbers of a text.
func numbers(text string) []term {
	out := ratings(text)
	for _, m := range clockForm.FindAllStringSubmatchIndex(text, -1) {
		if m[10] < 0 && !taken(out, m[0], m[1]) {
			out = append(out, clockTerm(text, m))
		}
	}
	out = append(out, hours(text)...)
	// Numbers of a notation such as 3x5 are no values by themselves.
	parts := notation.FindAllStringIndex(text, -1)
	for _, q := range quantity.Scan(text) {
		inNotation := slices.ContainsFunc(parts, func(p []int) bool { return q.Start >= p[0] && q.Start < p[1] })
		if taken(out, q.Start, q.End) || inNotation {
			continue
		}
		if q.Unit == "s" && !strings.Contains(q.Text, " ") { // "the 850s" are several
			q.Unit = ""
		}
		out = append(out, term{number: q.Value, unit: q.Unit, start: q.Start, end: q.End})
	}
	for _, m := range spokenNumber.FindAllStringIndex(text, -1) {
		if v, ok := quantity.NumberWord(text[m[0]:m[1]]); ok && !taken(out, m[0], m[1]) {
			out = append(out, term{number: v, start: m[0], end: m[1]})
		}
	}
	for _, m := range spokenTimes.FindAllStringSubmatchIndex(text, -1) {
		t := term{number: 3, start: m[0], end: m[1]}
		if m[2] >= 0 {
			t.number = 2
		}
		out = append(out, t)
	}
	return out
}

// ratings returns the ratings of a text, as of ten.
func ratings(text string) []term {
	var out []term
	for _, m := range ratingForm.FindAllStringSubmatchIndex(text, -1) {
		v, _ := strconv.ParseFloat(text[m[2]:m[3]], 64)
		top, _ := strconv.ParseFloat(text[m[4]:m[5]], 64)
		out = append(out, term{number: v * 10 / top, start: m[0], end: m[1]})
	}
	return out
}

// hours returns the times of day that a text gives in words.
func hours(text string) []term {
	var out []term
	for _, m := range spokenHour.FindAllStringSubmatchIndex(text, -1) {
		if t, ok := hourTerm(text, m); ok {
			out = append(out, t)
		}
	}
	for _, m := range namedHour.FindAllStringSubmatchIndex(text, -1) {
		t := term{hours: 12, number: 12, unit: "min", clock: "12:00", start: m[0], end: m[1]}
		if m[2] >= 0 {
			t.hours, t.number, t.clock = 0, 0, "00:00"
		}
		out = append(out, t)
	}
	return out
}

// units returns the terms of a text that only corrects a unit: "*meters", "kg
// not lbs", "wrong unit, that's lbs".
func units(text string) (after, before *term) {
	m := unitForm.FindStringSubmatchIndex(text)
	if m == nil {
		return nil, nil
	}
	at := func(start, end int) *term {
		if start < 0 {
			return nil
		}
		u, ok := quantity.Canonical(text[start:end])
		if !ok {
			return nil
		}
		return &term{form: isUnit, unit: u, text: text[start:end], start: start, end: end}
	}
	after, before = at(m[2], m[3]), at(m[4], m[5])
	if after == nil || m[4] >= 0 && before == nil {
		return nil, nil
	}
	return after, before
}

// clockTerm reads "6:30", which may be a time of day or, as in "5k in 25:30",
// minutes and seconds; with three parts it is only the latter.
func clockTerm(text string, m []int) term {
	part := func(i int) float64 {
		if m[2*i] < 0 {
			return 0
		}
		v, _ := strconv.ParseFloat(text[m[2*i]:m[2*i+1]], 64)
		return v
	}
	t := term{unit: "min", start: m[0], end: m[1]}
	if m[6] >= 0 {
		t.number = part(1)*60 + part(2) + part(3)/60
		return t
	}
	h := part(1)
	if m[8] >= 0 && strings.EqualFold(text[m[8]:m[9]], "pm") && h < 12 {
		h += 12
	}
	t.hours = part(1) + part(2)/60
	t.number = t.hours
	if part(1) <= 4 {
		t.number = part(1)*60 + part(2)
	}
	if h < 24 && part(2) < 60 {
		t.clock = pad(h) + ":" + pad(part(2))
	}
	return t
}

// hourTerm reads "half past eleven". Which half of the day is meant is told by
// what stood there.
func hourTerm(text string, m []int) (term, bool) {
	h, ok := quantity.NumberWord(text[m[4]:m[5]])
	if !ok {
		n, err := strconv.Atoi(text[m[4]:m[5]])
		h, ok = float64(n), err == nil
	}
	if !ok || h < 1 || h > 12 {
		return term{}, false
	}
	switch strings.ToLower(text[m[2]:m[3]]) {
	case "half past":
		h += 0.5
	case "quarter past":
		h += 0.25
	default:
		h -= 0.25
	}
	clock := pad(math.Floor(h)) + ":" + pad((h-math.Floor(h))*60)
	return term{hours: h, number: h, unit: "min", clock: clock, half: true, start: m[0], end: m[1]}, true
}

func pad(v float64) string {
	s := strconv.Itoa(int(v))
	if len(s) < 2 {
		return "0" + s
	}
	return s
}

// same reports whether two numbers are one for somebody who wrote them down.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-3*math.Max(math.Abs(a), math.Abs(b))+1e-9 }
