// Package terse reads notes that are nothing but amounts. Who has written
// "bgl 8.1" and "swam 700 m, 25 min" writes "7.9" and "800 m, 28:40" a week
// later and means the same; what they mean is learned from the notes that say it.
package terse

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A Note is a text with when in its day it was written.
type Note struct {
	Text   string
	Minute int // of the day
}

// A Sample is the amounts that a note gives together of a thing that it names.
type Sample struct {
	Amounts []Amount
	Minute  int // of the day
}

// sentence ends where a new one begins; "3.4" has none.
var sentence = regexp.MustCompile(`[.!?;]+\s+|\n+`)

// Samples returns the amounts of each sentence of a note that has any.
func (n Note) Samples() []Sample {
	var out []Sample
	for _, s := range sentence.Split(n.Text, -1) {
		if given := amounts(s); len(given) > 0 {
			out = append(out, Sample{given, n.Minute})
		}
	}
	return out
}

// An Amount is one of those that a note begins with.
type Amount struct {
	Value float64
	Unit  string // canonical, "" for a bare number
	End   int    // byte offset behind it in the text
	last  bool   // a new sentence may begin behind it
}

// kind is what two amounts have to share to be of one thing: their dimension,
// and for bare numbers whether they have decimals.
func (a Amount) kind() string {
	if a.Unit != "" {
		return quantity.Dimension(a.Unit)
	}
	if a.Value != math.Trunc(a.Value) {
		return "."
	}
	return ""
}

var (
	// opening are words before the amounts that say nothing of what they are of.
	opening = regexp.MustCompile(`(?i)^(?:\W*\b(?:only|just|about|today|now|another|again)\b)*\W*`)
	// elapsed is a time as a watch shows it.
	elapsed = regexp.MustCompile(`^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?:\s|$|[.,;!)])`)
	// between may stand between amounts and behind the last of a clause.
	between  = regexp.MustCompile(`^(?:[\s!?]*(?:[,/|–-]|\bin\b)?[\s]*)`)
	clauseAt = regexp.MustCompile(`(?i)^(?: (?:again|today|only|total|flat|exactly|ish))?[\s!?]*(?:$|[.,;()\n!?–—-])`)
)

// preamble is up to how many bytes may stand in sentences before that of the
// amounts: "night shift. 5h".
const preamble = 24

// Lead returns the amounts that make up the first clause of the first sentence
// of a note that has any; none if the clause has a word.
func Lead(text string) []Amount {
	at := 0
	for !strings.ContainsAny(text[at:sentenceEnd(text, at)], "0123456789") {
		if at = sentenceEnd(text, at); at >= len(text) || at > preamble {
			return nil
		}
	}
	at += len(opening.FindString(text[at:]))
	if at >= len(text) || text[at] < '0' || text[at] > '9' {
		return nil
	}
	var out []Amount
	for {
		a, ok := amountAt(text, at, len(out) > 0)
		if !ok {
			return nil
		}
		out = append(out, a)
		rest := text[a.End:]
		next := a.End + len(between.FindString(rest))
		if next < len(text) && text[next] >= '0' && text[next] <= '9' {
			if _, ok := amountAt(text, next, true); ok {
				out[len(out)-1].last = strings.ContainsAny(text[a.End:next], "!?")
				at = next
				continue
			}
		}
		if !clauseAt.MatchString(rest) {
			return nil
		}
		return out
	}
}

// sentenceEnd returns where the sentence that a place is in ends.
func sentenceEnd(text string, at int) int {
	if m := sentence.FindStringIndex(text[at:]); m != nil {
		return at + m[1]
	}
	return len(text)
}

// amountAt reads the amount at a place; a time on a watch only behind another
// amount, since alone it is a time of day.
func amountAt(text string, at int, watch bool) (Amount, bool) {
	if m := elapsed.FindStringSubmatchIndex(text[at:]); m != nil {
		if !watch {
			return Amount{}, false
		}
		number := func(g int) float64 { v, _ := strconv.ParseFloat(text[at+m[2*g]:at+m[2*g+1]], 64); return v }
		minutes, end := number(1)+number(2)/60, m[5]
		if m[6] >= 0 {
			minutes, end = number(1)*60+number(2)+number(3)/60, m[7]
		}
		return Amount{Value: minutes, Unit: "min", End: at + end}, true
	}
	for _, q := range quantity.Scan(text[at:]) {
		return Amount{Value: q.Value, Unit: q.Unit, End: at + q.Start + len(strings.TrimRight(q.Text, " "))}, q.Start == 0
	}
	return Amount{}, false
}

// A Habit is what somebody's notes on one thing give amounts of, by which kinds
// of amount they give together: who always gives the time of a run with its
// distance means no run by "5h".
type Habit map[string]*manner

// A manner is one way to give amounts.
type manner struct {
	values  map[string][]float64 // by kind of amount
	minutes []int
}

const (
	fewest = 2   // notes that make a habit
	band   = 2.5 // how many times more or less than ever an amount may be
	// minutes between the times of day of bare numbers, and of other lone amounts
	closeTo, within = 120, 240
)

// Learn reads samples of one thing.
func Learn(samples []Sample) Habit {
	h := Habit{}
	for _, s := range samples {
		h.learn(s)
	}
	return h
}

func (h Habit) learn(s Sample) {
	key := kinds(s.Amounts)
	m := h[key]
	if m == nil {
		m = &manner{values: map[string][]float64{}}
		h[key] = m
	}
	for _, a := range s.Amounts {
		a = a.inBase()
		m.values[a.kind()] = append(m.values[a.kind()], a.Value)
	}
	m.minutes = append(m.minutes, s.Minute)
}

// kinds names the kinds of amounts, whatever their order.
func kinds(amounts []Amount) string {
	var out []string
	for _, a := range amounts {
		out = append(out, a.inBase().kind())
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

// Continues returns which of the notes are nothing but amounts of the habit. What
// continues it is learned as well: who swims 600 m in January may swim 1500 in May.
func (h Habit) Continues(all []Note) []int {
	var out []int
	leads := make([][]Amount, len(all))
	for i, n := range all {
		leads[i] = Lead(n.Text)
	}
	for grown := true; grown; {
		grown = false
		for i, n := range all {
			if lead := h.Of(n, leads[i]); len(lead) > 0 {
				h.learn(Sample{lead, n.Minute})
				out, leads[i], grown = append(out, i), nil, true
			}
		}
	}
	slices.Sort(out)
	return out
}

// Known reports whether there is a habit at all.
func (h Habit) Known() bool {
	for _, m := range h {
		if len(m.minutes) >= fewest {
			return true
		}
	}
	return false
}

// Shows reports whether a note gives amounts in a manner of the habit: it is a key
// to the notes that say less.
func (h Habit) Shows(n Note) bool {
	return slices.ContainsFunc(n.Samples(), func(s Sample) bool {
		m := h[kinds(s.Amounts)]
		return m != nil && len(m.minutes) >= fewest
	})
}

// amounts are all of a text, in its order; a dimension is compared in one unit.
func amounts(text string) []Amount {
	var out []Amount
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' || i > 0 && (text[i-1] == '.' || text[i-1] == ':' || text[i-1] >= '0' && text[i-1] <= '9') {
			continue
		}
		if a, ok := amountAt(text, i, len(out) > 0); ok {
			out = append(out, a)
			i = a.End
		}
	}
	return out
}

// bases are the units that amounts of a dimension are compared in.
var bases = map[string]string{quantity.Length: "m", quantity.Duration: "min", quantity.Mass: "kg"}

func (a Amount) inBase() Amount {
	if base := bases[quantity.Dimension(a.Unit)]; base != "" {
		if v, ok := quantity.Convert(a.Value, a.Unit, base); ok {
			a.Value, a.Unit = v, base
		}
	}
	return a
}

// Of returns those of the amounts that a note begins with that are of the habit:
// all, or those before a new sentence, as in "8h30! 91.8 kg".
func (h Habit) Of(n Note, lead []Amount) []Amount {
	for end := len(lead); end > 0; end-- {
		if (end == len(lead) || lead[end-1].last) && h.fits(n, lead[:end]) {
			return lead[:end]
		}
	}
	return nil
}

// fits reports whether the amounts that a note begins with are those of the habit.
func (h Habit) fits(n Note, lead []Amount) bool {
	m := h[kinds(lead)]
	if len(lead) == 0 || m == nil || len(m.minutes) < fewest {
		return false
	}
	apart := 24 * 60
	if len(lead) == 1 {
		if apart = within; lead[0].Unit == "" {
			apart = closeTo
		}
	}
	if !m.at(n.Minute, apart) {
		return false
	}
	return !slices.ContainsFunc(lead, func(a Amount) bool {
		values := m.values[a.inBase().kind()]
		v := a.inBase().Value
		return v < slices.Min(values)/band || v > slices.Max(values)*band || a.Unit == "" && year(v)
	})
}

// year reports whether a bare number may be one.
func year(v float64) bool { return v == math.Trunc(v) && v >= 1900 && v < 2100 }

// at reports whether notes of that manner are written at about this time of day.
func (m *manner) at(minute, apart int) bool {
	return slices.ContainsFunc(m.minutes, func(at int) bool {
		d := (at - minute + 1440) % 1440
		return min(d, 1440-d) <= apart
	})
}
