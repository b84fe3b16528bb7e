package analyzer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

// An amount is a number as a note's text gives it.
type amountIn struct {
	value      float64
	unit       string // canonical, "" for a bare number
	start, end int    // bytes of the text
	priced     bool   // it is written as prices are, with two decimals
}

// clocked is a time that something took, written as a clock shows it. What is
// below a day's hours is a time of day, unless a distance stands before it.
var (
	clocked = regexp.MustCompile(`(\d{1,2}):([0-5]\d)(?::([0-5]\d))?`)
	atClock = regexp.MustCompile(`(?i)(?:\b(?:at|by|until|till|from|to|around|before|after|since)\s|[~-])$`)
	noClock = regexp.MustCompile(`(?i)^\s?(?:am|pm|a\.m|p\.m|/|min/|per\b|uhr)`)
)

// rated is a mark out of ten or five; its unit is what it is out of.
var rated = regexp.MustCompile(`(?:^|[\s(,;:])(\d{1,2}(?:[.,]\d)?)\s?(/\s?(?:10|5))(?:$|[^\d/])`)

// countedBehind is a number behind what it counts.
var countedBehind = regexp.MustCompile(`^(?::\s?(\d+)(?:$|[^\d:.,/-])|,?\s(\d+) of them\b|\s(\d+)(?:$|[,;.!]\s|\n))`)

// labelling stands before a number that only says which one is meant: "invoice 1042".
var labelling = regexp.MustCompile(`(?i)(?:\b(?:invoice|inv|order|room|ward|bed|seat|gate|platform|court|apartment|apt|locker|terminal|chapter|episode|flight|lane|block|floor|no\.?|nr\.?)\s?|#)$`)

// A number with a "k" counts thousands rather than kilometres where it is more than
// hardly anybody runs and stands before what it counts.
var thousands = regexp.MustCompile(`^\d[\d.,]*[kK]$`)

var plurals = regexp.MustCompile(`^ \pL{3,}s\b`)

const marathon = 42.2

// amountsOf returns the amounts of a text in its order, in the words' own units.
func amountsOf(text string) []amountIn {
	var out []amountIn
	distance := false
	for _, q := range quantity.Scan(text) {
		if thousands.MatchString(q.Text) && q.Value > marathon && plurals.MatchString(text[q.End:]) {
			q.Value, q.Unit = q.Value*1000, "" // "71k platelets"
		}
		if q.Unit == "" && labelling.MatchString(text[:q.Start]) {
			continue
		}
		out = append(out, amountIn{q.Value, q.Unit, q.Start, q.End, twoDecimals.MatchString(text[q.Start:q.End])})
		distance = distance || quantity.Dimension(q.Unit) == quantity.Length
	}
	for _, m := range rated.FindAllStringSubmatchIndex(text, -1) {
		v, err := strconv.ParseFloat(strings.Replace(text[m[2]:m[3]], ",", ".", 1), 64)
		if err != nil {
			continue
		}
		out = slices.DeleteFunc(out, func(a amountIn) bool { return a.start < m[5] && m[2] < a.end })
		out = append(out, amountIn{v, strings.ReplaceAll(text[m[4]:m[5]], " ", ""), m[2], m[5], false})
	}
	for _, c := range extract.ClockSpans(text) {
		net := func(a amountIn) bool { // "6 to 9pm … 2.5h"
			m, ok := quantity.Convert(a.value, a.unit, "min")
			return ok && m <= c.Minutes && m >= c.Minutes/2
		}
		if !c.Bare && !slices.ContainsFunc(out, net) {
			out = slices.DeleteFunc(out, func(a amountIn) bool { return a.start < c.End && c.Start < a.end })
			out = append(out, amountIn{c.Minutes, "min", c.Start, c.End, false})
		}
	}
	for _, m := range clocked.FindAllStringSubmatchIndex(text, -1) {
		if atClock.MatchString(text[max(0, m[0]-8):m[0]]) || noClock.MatchString(text[m[1]:]) ||
			slices.ContainsFunc(out, func(a amountIn) bool { return a.start < m[1] && m[0] < a.end }) {
			continue
		}
		first, _ := strconv.ParseFloat(text[m[2]:m[3]], 64)
		second, _ := strconv.ParseFloat(text[m[4]:m[5]], 64)
		minutes := first + second/60
		switch {
		case m[6] >= 0:
			third, _ := strconv.ParseFloat(text[m[6]:m[7]], 64)
			minutes = first*60 + second + third/60
		case first <= 24 && !distance:
			continue
		}
		out = append(out, amountIn{minutes, "min", m[0], m[1], false})
	}
	slices.SortStableFunc(out, func(a, b amountIn) int { return a.start - b.start })
	return out
}

// numberOf stands before a number by which a thing goes: it is no amount of it.
var numberOf = regexp.MustCompile(`(?i)\b(?:court|room|rm|bus|tram|line|route|bed|bay|ward|seat|row|coach|gate|platform|terminal|table|desk|locker|flat|apt|apartment|unit|house|floor|lane|pitch|track|bin|junction|exit|stop|tooth|chapter|page|level|lesson|module|season|episode|volume|figure|door|block|tower|stand|stall|booth|hut|cabin|site|plot|pump|machine|channel|form|grade|class|year)\s(?:no\.?\s?|nr\.?\s?|number\s|#)?$`)

// amounts are the amounts of the note's text, as corrected.
func (n *note) amounts() []amountIn {
	if n.scanned {
		return n.written
	}
	n.scanned = true
	text := n.entry.GetText()
	n.written = slices.DeleteFunc(amountsOf(text), func(a amountIn) bool { return a.unit == "" && numberOf.MatchString(text[:a.start]) })
	for i := range n.written {
		for _, r := range n.continues {
			if n.written[i].start == r.At && r.Unit != "" {
				n.written[i].unit = r.Unit
			}
		}
		n.written[i].value = n.mend(n.written[i].value)
	}
	return n.written
}

// pays reports whether a note gives an amount of money, or a number that stands
// for itself and so may be one: "Aldi 97".
func (n *note) pays() bool {
	text := n.entry.GetText()
	return slices.ContainsFunc(n.amounts(), func(a amountIn) bool {
		return quantity.Dimension(a.unit) == quantity.Money || a.unit == "" && !before.MatchString(text[a.end:])
	})
}

// before is a word that a number counts.
var before = regexp.MustCompile(`^\s?\pL`)

// tokenAt returns the index of the first token at or behind a byte of the text.
func (n *note) tokenAt(at int) int {
	return slices.IndexFunc(n.tokens, func(t search.Token) bool { return t.End > at })
}

// counted returns the number that stands right before a token, or before one
// word that describes it: "three glasses", "40 new cards".
func (n *note) counted(token int) (float64, bool) {
	text := n.entry.GetText()
	for back := 1; back <= 2 && token-back >= 0; back++ {
		t := n.tokens[token-back]
		if clauseBreak(text, n.tokens, token-back+1) {
			break
		}
		if v, err := strconv.ParseFloat(t.Folded, 64); err == nil {
			return n.mend(v), v >= 0
		}
		if v, ok := quantity.NumberWord(t.Folded); ok {
			return v, true
		}
		if back == 1 && (t.Folded == "a" || t.Folded == "an") {
			return 1, true
		}
		if search.Stopword(t.Folded) && t.Folded != "of" {
			break
		}
	}
	// "Flashcards, 40 of them", "push-ups: 30"
	if behind := countedBehind.FindStringSubmatch(text[n.tokens[token].End:]); behind != nil {
		if v, err := strconv.ParseFloat(behind[1]+behind[2]+behind[3], 64); err == nil {
			return n.mend(v), true
		}
	}
	// "Two glasses of wine": the number counts what the wine is in.
	if token >= 2 && strings.EqualFold(n.tokens[token-1].Folded, "of") {
		return n.counted(token - 2)
	}
	return 0, false
}
