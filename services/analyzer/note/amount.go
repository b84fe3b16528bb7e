package note

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/money"
)

// An Amount is a number as a note's text gives it.
type Amount struct {
	Value      float64
	Unit       string // canonical, "" for a bare number
	Start, End int    // bytes of the text
	Priced     bool   // it is written as prices are, with two decimals
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

// lead is how many bytes before a number are read for what leads into it: more
// than the longest words that do.
const lead = 48

// leading returns the end of a text before an offset.
func leading(text string, at int) string { return text[max(0, at-lead):at] }

// AmountsIn returns the amounts of a text in its order, in the words' own units.
func AmountsIn(text string) []Amount {
	var out []Amount
	distance := false
	for _, q := range quantity.Scan(text) {
		if thousands.MatchString(q.Text) && q.Value > marathon && plurals.MatchString(text[q.End:]) {
			q.Value, q.Unit = q.Value*1000, "" // "71k platelets"
		}
		if q.Unit == "" && labelling.MatchString(leading(text, q.Start)) {
			continue
		}
		out = append(out, Amount{q.Value, q.Unit, q.Start, q.End, twoDecimals.MatchString(text[q.Start:q.End])})
		distance = distance || quantity.Dimension(q.Unit) == quantity.Length
	}
	for _, m := range rated.FindAllStringSubmatchIndex(text, -1) {
		v, err := strconv.ParseFloat(strings.Replace(text[m[2]:m[3]], ",", ".", 1), 64)
		if err != nil {
			continue
		}
		out = slices.DeleteFunc(out, func(a Amount) bool { return a.Start < m[5] && m[2] < a.End })
		out = append(out, Amount{v, strings.ReplaceAll(text[m[4]:m[5]], " ", ""), m[2], m[5], false})
	}
	for _, c := range extract.ClockSpans(text) {
		net := func(a Amount) bool { // "6 to 9pm … 2.5h"
			m, ok := quantity.Convert(a.Value, a.Unit, "min")
			return ok && m <= c.Minutes && m >= c.Minutes/2
		}
		if !c.Bare && !slices.ContainsFunc(out, net) {
			out = slices.DeleteFunc(out, func(a Amount) bool { return a.Start < c.End && c.Start < a.End })
			out = append(out, Amount{c.Minutes, "min", c.Start, c.End, false})
		}
	}
	for _, m := range clocked.FindAllStringSubmatchIndex(text, -1) {
		if atClock.MatchString(text[max(0, m[0]-8):m[0]]) || noClock.MatchString(text[m[1]:]) ||
			slices.ContainsFunc(out, func(a Amount) bool { return a.Start < m[1] && m[0] < a.End }) {
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
		out = append(out, Amount{minutes, "min", m[0], m[1], false})
	}
	slices.SortStableFunc(out, func(a, b Amount) int { return a.Start - b.Start })
	return out
}

// numberOf stands before a number by which a thing goes: it is no amount of it.
var numberOf = regexp.MustCompile(`(?i)\b(?:court|room|rm|bus|tram|line|route|bed|bay|ward|seat|row|coach|gate|platform|terminal|table|desk|locker|flat|apt|apartment|unit|house|floor|lane|pitch|track|bin|junction|exit|stop|tooth|chapter|page|level|lesson|module|season|episode|volume|figure|door|block|tower|stand|stall|booth|hut|cabin|site|plot|pump|machine|channel|form|grade|class|year)\s(?:no\.?\s?|nr\.?\s?|number\s|#)?$`)

// Amounts are the amounts of the note's text, as corrected.
func (n *Note) Amounts() []Amount {
	if n.scanned {
		return n.written
	}
	n.scanned = true
	text := n.Entry.GetText()
	n.written = slices.DeleteFunc(AmountsIn(text), func(a Amount) bool { return a.Unit == "" && numberOf.MatchString(leading(text, a.Start)) })
	for i := range n.written {
		for _, r := range n.Continues {
			if n.written[i].Start == r.At && r.Unit != "" {
				n.written[i].Unit = r.Unit
			}
		}
		n.written[i].Value = n.mend(n.written[i].Value)
	}
	return n.written
}

// Pays reports whether a note gives an amount of money, or a number that stands
// for itself and so may be one: "Aldi 97".
func (n *Note) Pays() bool {
	text := n.Entry.GetText()
	return slices.ContainsFunc(n.Amounts(), func(a Amount) bool {
		return quantity.Dimension(a.Unit) == quantity.Money || a.Unit == "" && !before.MatchString(text[a.End:])
	})
}

// before is a word that a number counts.
var before = regexp.MustCompile(`^\s?\pL`)

// TokenAt returns the index of the first token at or behind a byte of the text,
// -1 if there is none.
func (n *Note) TokenAt(at int) int {
	i, _ := slices.BinarySearchFunc(n.Tokens, at, func(t search.Token, at int) int { return cmp.Compare(t.End, at+1) })
	if i == len(n.Tokens) {
		return -1
	}
	return i
}

// Counted returns the number that stands right before a token, or before one
// word that describes it: "three glasses", "40 new cards".
func (n *Note) Counted(token int) (float64, bool) {
	text := n.Entry.GetText()
	for back := 1; back <= 2 && token-back >= 0; back++ {
		t := n.Tokens[token-back]
		if ClauseBreak(text, n.Tokens, token-back+1) {
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
	if behind := countedBehind.FindStringSubmatch(text[n.Tokens[token].End:]); behind != nil {
		if v, err := strconv.ParseFloat(behind[1]+behind[2]+behind[3], 64); err == nil {
			return n.mend(v), true
		}
	}
	// "Two glasses of wine": the number counts what the wine is in.
	if token >= 2 && strings.EqualFold(n.Tokens[token-1].Folded, "of") {
		return n.Counted(token - 2)
	}
	return 0, false
}

// Counted reports whether a bare number counts days, people or pieces rather
// than money: a unit or a date stands by it.
func (a Amount) Counted(text string) bool {
	return months.MatchString(text[max(0, a.Start-6):a.Start]) || pieces.MatchString(text[a.End:])
}

// Of reports whether an amount may be of a dimension.
func (a Amount) Of(dimension string) bool {
	if dimension == "" {
		return a.Unit != "day" && a.Unit != "week"
	}
	return quantity.Dimension(a.Unit) == dimension
}

// twoDecimals is how people write prices.
var twoDecimals = regexp.MustCompile(`^\d+[.,]\d\d$`)

// Payments are the amounts of money of the note's text, as corrected.
func (n *Note) Payments() []money.List {
	if n.lists == nil {
		numbers := make([]money.Number, 0, len(n.Amounts()))
		for _, a := range n.Amounts() {
			numbers = append(numbers, money.Number{Value: a.Value, Unit: a.Unit, Start: a.Start, End: a.End})
		}
		n.lists = append([]money.List{}, money.Read(n.Entry.GetText(), numbers)...)
	}
	return n.lists
}

var (
	months = regexp.MustCompile(`(?i)\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s?$`)
	pieces = regexp.MustCompile(`(?i)^\s?(?:x\b|times|pcs|people|of us|of them|shifts|nights)`)
)
