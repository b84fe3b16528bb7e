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

// A claim is what a correction says: what stood there, what is right.
type claim struct {
	before, after *term
	// rest is the text without both, where words for the subject stand.
	rest string
	// beside are the words of the values themselves: units, counted things.
	beside string
	// deictic is true for "that was …", which means the note just written.
	deictic bool
}

// A term is a value in a claim.
type term struct {
	form       termForm
	number     float64
	unit       string  // canonical, "" if none is told
	clock      string  // HH:MM, for "6:30"
	hours      float64 // of clock
	name       extract.Named
	text       string
	written    string // as it stands in the text, of a number without its unit
	start, end int    // in the whole text
}

type termForm uint8

const (
	isNumber termForm = iota
	isName
	isText
)

// A turn is a way of putting a correction. The groups a and b are what is right
// and what stood there; pick says which of several values in them is meant.
type turn struct {
	form         *regexp.Regexp
	lastA, lastB bool
}

var turns = []turn{
	// "not 85 but 185", "it wasn't 85, it was 185"
	{regexp.MustCompile(`(?is)^\W*not\s+(?P<b>[^,.;]+)[,;–—-]+\s*(?P<a>.+)`), false, false},
	{regexp.MustCompile(`(?is)\b(?:not|wasn't|was not|isn't|weren't|didn't \w+|wasn’t)\s+(?P<b>[^.;]+?)(?:\s*[,;—–-]+\s*|\s+)(?:but|it was|it's|it is|that was|they were|rather)\s+(?P<a>.+)`), false, false},
	// "wrote 85 but meant 185"
	{regexp.MustCompile(`(?is)\b(?:said|wrote|typed|put|logged|recorded|entered)\s+(?P<b>.+?)[\s,;.]+(?:but\s+)?(?:(?:i|it|that|which)\s+)?(?:meant|should be|should have been|is|was|actually)\s+(?P<a>.+)`), false, false},
	// "185 not 85", "185 instead of 85"
	{regexp.MustCompile(`(?is)(?P<a>.+?)[\s,;(]+(?:and\s+|and was\s+)?(?:not|instead of|rather than)\s+(?P<b>.+)`), true, false},
	// "change bench from 85 to 185"
	{regexp.MustCompile(`(?is)\b(?:change|correct|update|fix|replace|edit|set|make|move)\s+(?P<b>.+?)\s+(?:to|with|by|into)\s+(?P<a>.+)`), false, true},
	// "85 should be 185", "85 → 185"
	{regexp.MustCompile(`(?is)(?P<b>.+?)\s*(?:\bshould(?: have|'ve|’ve)? be(?:en)?\b|→|->|=>|\bwas meant to be\b|\bwas supposed to be\b|\b(?:is|was|were) actually\b)\s*(?P<a>.+)`), false, true},
}

var deictic = regexp.MustCompile(`(?i)^\W*(?:(?:actually|oops|sorry|no|wait|correction|edit|typo|i mean|i meant|ah|hm)\W+)*(?:that|it|this|i meant|i mean)\b`)

// readClaim finds what a correction says. It is false if no value is named that
// could be right.
func readClaim(text string, ex *extract.Extractor) (claim, bool) {
	values := terms(text, ex)
	c := claim{deictic: deictic.MatchString(text)}
	for _, t := range turns {
		m := t.form.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		a, b := t.form.SubexpIndex("a"), t.form.SubexpIndex("b")
		right := within(values, m[2*a], m[2*a+1])
		stood := within(values, m[2*b], m[2*b+1])
		if t.lastA && len(stood) == 0 {
			stood = otherUnit(text[m[2*b]:m[2*b+1]], right, m[2*b])
		}
		if c.pair(right, stood, t) {
			c.finish(text)
			return c, true
		}
		if t.lastA && c.words(text, m[2*a], m[2*a+1], m[2*b], m[2*b+1]) {
			c.finish(text)
			return c, true
		}
		if len(right) > 0 && t.lastB { // "the bench should be 87.5"
			c.after = pick(right, right[0].form, false)
			c.finish(text)
			return c, true
		}
	}
	// Only what is right is told: the last number, else the last name.
	if c.after = pick(values, isNumber, true); c.after == nil {
		c.after = pick(values, isName, true)
	}
	c.finish(text)
	return c, c.after != nil
}

// pair takes a number from each side, or else names of one kind.
func (c *claim) pair(right, stood []term, t turn) bool {
	c.after, c.before = pick(right, isNumber, t.lastA), pick(stood, isNumber, t.lastB)
	if c.after != nil && c.before != nil {
		c.share()
		return true
	}
	c.after, c.before = nil, nil
	for _, a := range right {
		for _, b := range stood {
			if a.form == isName && b.form == isName && a.name.Domain == b.name.Domain && a.name.Kind == b.name.Kind && a.text != b.text {
				c.after, c.before = &a, &b
				return true
			}
		}
	}
	return false
}

// otherUnit reads "dollars" in "120 euros, not dollars": the same number in
// another unit.
func otherUnit(stood string, right []term, at int) []term {
	after := pick(right, isNumber, true)
	word := oneWord.FindString(stood)
	if after == nil || after.unit == "" || word == "" {
		return nil
	}
	number := strconv.FormatFloat(after.number, 'f', -1, 64)
	for _, q := range quantity.Scan(number + " " + word) {
		if q.Unit != "" && q.Unit != after.unit {
			return []term{{number: after.number, unit: q.Unit, start: at, end: at + len(word)}}
		}
	}
	return nil
}

// share gives a number without a unit the one of the other: "185 not 85 pounds".
func (c *claim) share() {
	a, b := c.after, c.before
	switch {
	case a.unit == "":
		a.unit = b.unit
	case b.unit == "":
		b.unit = a.unit
	case a.unit == "km" && quantity.Dimension(b.unit) != quantity.Length:
		// "10k not 9k steps": the k is a thousand of what the other counts.
		a.number, a.unit = a.number*1000, b.unit
	}
}

var oneWord = regexp.MustCompile(`[\pL\d][\pL\d'’-]*`)

// words takes the words around "not", for values that no domain knows:
// "with Anna not Maria".
func (c *claim) words(text string, a, aEnd, b, bEnd int) bool {
	left := oneWord.FindAllStringIndex(text[a:aEnd], -1)
	right := oneWord.FindStringIndex(text[b:bEnd])
	if len(left) == 0 || right == nil {
		return false
	}
	l := left[len(left)-1]
	c.after = &term{form: isText, text: text[a+l[0] : a+l[1]], start: a + l[0], end: a + l[1]}
	c.before = &term{form: isText, text: text[b+right[0] : b+right[1]], start: b + right[0], end: b + right[1]}
	return true
}

// finish keeps the text without the values, for hints.
func (c *claim) finish(text string) {
	out := []byte(text)
	for _, t := range []*term{c.before, c.after} {
		if t != nil {
			t.written = text[t.start:t.end]
			if t.form == isNumber {
				c.beside += " " + t.written
				if n := firstNumber(t.written); n != "" {
					t.written = n
				}
			}
			for i := t.start; i < t.end; i++ {
				out[i] = ' '
			}
		}
	}
	c.rest = string(out)
}

func pick(ts []term, form termForm, last bool) *term {
	var out *term
	for i := range ts {
		if ts[i].form == form && (out == nil || last) {
			t := ts[i]
			out = &t
		}
	}
	return out
}

func within(ts []term, start, end int) []term {
	var out []term
	for _, t := range ts {
		if t.start >= start && t.end <= end {
			out = append(out, t)
		}
	}
	return out
}

var (
	ratingForm = regexp.MustCompile(`\b(\d{1,2}(?:\.\d)?)\s?(?:/|out of )\s?(10|5)\b`)
	clockForm  = regexp.MustCompile(`\b(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap]m))?(/|\s?min)?`)
)

// terms returns the numbers and names of a text.
func terms(text string, ex *extract.Extractor) []term {
	var out []term
	taken := func(start, end int) bool {
		for _, t := range out {
			if t.form == isNumber && start < t.end && end > t.start {
				return true
			}
		}
		return false
	}
	// Numbers of a notation such as 3x5 are no values by themselves.
	parts := notation.FindAllStringIndex(text, -1)
	inNotation := func(start int) bool {
		return slices.ContainsFunc(parts, func(p []int) bool { return start >= p[0] && start < p[1] })
	}
	for _, m := range ratingForm.FindAllStringSubmatchIndex(text, -1) {
		v, _ := strconv.ParseFloat(text[m[2]:m[3]], 64)
		top, _ := strconv.ParseFloat(text[m[4]:m[5]], 64)
		out = append(out, term{number: v * 10 / top, start: m[0], end: m[1]})
	}
	for _, m := range clockForm.FindAllStringSubmatchIndex(text, -1) {
		if m[10] < 0 && !taken(m[0], m[1]) {
			out = append(out, clockTerm(text, m))
		}
	}
	for _, q := range quantity.Scan(text) {
		if !taken(q.Start, q.End) && !inNotation(q.Start) {
			out = append(out, term{number: q.Value, unit: q.Unit, start: q.Start, end: q.End})
		}
	}
	for _, n := range ex.Names(text) {
		if !taken(n.Start, n.End) {
			out = append(out, term{form: isName, name: n, text: n.Name, start: n.Start, end: n.End})
		}
	}
	return out
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

func pad(v float64) string {
	s := strconv.Itoa(int(v))
	if len(s) < 2 {
		return "0" + s
	}
	return s
}

// same reports whether two numbers are one for somebody who wrote them down.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-3*math.Max(math.Abs(a), math.Abs(b))+1e-9 }
