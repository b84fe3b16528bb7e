package timespan

import (
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// Scan returns the spans of Read.
func Scan(text string, ref Ref) []Span { return Read(text, ref).Spans }

// Read returns all time expressions of a text, and those that can't be resolved.
func Read(text string, ref Ref) Reading {
	s := newScanner(text, ref)
	var values []value
	for i := 0; i < len(s.toks); {
		v, end, ok := s.expression(i)
		if !ok {
			i++
			continue
		}
		if v.sound() {
			v.Offset = s.toks[i].start
			v.Text = text[v.Offset:s.toks[end-1].end]
			v.listed = s.prev != nil && s.prevEnd == i-1 && joins[s.low(i-1)]
			values = append(values, v)
			s.prev, s.prevEnd = &v, end
		}
		i = end
	}
	spans := make([]Span, len(values))
	for i := len(values) - 1; i >= 0; i-- {
		if i+1 < len(values) && values[i+1].listed {
			values[i] = s.alike(values[i], values[i+1])
		}
		spans[i] = values[i].Span
	}
	return Reading{Spans: spans}
}

// alike returns v in the year or week that the next item of a list names:
// "March and April 2025", "Monday and Tuesday last week".
func (s *scanner) alike(v, next value) value {
	if v.loose == 0 || next.loose != 0 || v.Grain != next.Grain || !next.bounded() {
		return v
	}
	loose := v.loose
	switch {
	case loose == year && next.Explicit:
		v = s.moved(v, next.Range.Start.Year-v.Range.Start.Year)
	case loose == week:
		mine, other := s.cal.period(week, v.Range.Start, 0), s.cal.period(week, next.Range.Start, 0)
		v = s.moved(v, other.Start.Sub(mine.Start)/7)
	default:
		return v
	}
	v.loose, v.Assumed = 0, next.Assumed
	return v
}

// A value is what an expression means, with what its neighbours need to know.
type value struct {
	Span
	point notes.Day // the exact day of "two weeks ago", for "since" and the like
	loose unit      // year or week: by how much the reading may be moved to fit a neighbour
	void  bool      // a date that the calendar does not have

	listed bool // only "and" or its like stands before it, after another expression
}

// start and end are the days that "since" and "until" count from.
func (v value) start() notes.Day {
	if !v.point.IsZero() {
		return v.point
	}
	return v.Range.Start
}

func (v value) end() notes.Day {
	if !v.point.IsZero() {
		return v.point
	}
	return v.Range.End
}

// bounded reports whether v has two ends.
func (v value) bounded() bool { return !v.void && !v.Range.Start.IsZero() && !v.Range.End.IsZero() }

// sound reports whether v can be told: it exists, ends after it starts, and
// lies in years of four digits.
func (v value) sound() bool {
	if v.void {
		return false
	}
	for _, d := range []notes.Day{v.Range.Start, v.Range.End} {
		if !d.IsZero() && (d.Year < 1000 || d.Year > 9999) {
			return false
		}
	}
	if v.Range.IsZero() {
		return v.Hourly()
	}
	return !v.bounded() || !v.Range.End.Before(v.Range.Start)
}

// dated returns a value for a range that leaves no doubt.
func dated(r notes.Range, g commonv1.Grain) value {
	return value{Span: Span{Range: r, Grain: g}}
}

func (v value) assume(yes bool) value { v.Assumed = v.Assumed || yes; return v }

func (v value) explicit() value { v.Explicit = true; return v }

// A scanner reads one text.
type scanner struct {
	toks      []token
	cal       calendar
	now       time.Time
	today     notes.Day
	prev      *value // the expression before, nil at first
	prevEnd   int    // the token after it
	depth     int    // how many expressions the current one stands in
	sleep     bool   // the text is about sleep
	past      bool   // the text tells of the past
	comparing bool   // the text compares, so "to" may separate two spans
}

func newScanner(text string, ref Ref) *scanner {
	s := &scanner{
		toks:  tokenize(text),
		cal:   calendar{ref.WeekStart},
		now:   ref.Now,
		today: notes.DayOf(ref.Now),
	}
	for _, t := range s.toks {
		s.sleep = s.sleep || sleepWords[t.low]
		s.past = s.past || pastTense(t.low)
		s.comparing = s.comparing || strings.HasPrefix(t.low, "compar")
	}
	return s
}

// pastTense reports whether a word is a verb that tells of the past.
func pastTense(low string) bool {
	return pastWords[low] || len(low) > 4 && strings.HasSuffix(low, "ed") && low != "need" && low != "speed" && low != "indeed"
}

// low returns a token in lower case, "" beyond the text.
func (s *scanner) low(i int) string {
	if i < 0 || i >= len(s.toks) {
		return ""
	}
	return s.toks[i].low
}

func (s *scanner) at(i int) token {
	if i < 0 || i >= len(s.toks) {
		return token{}
	}
	return s.toks[i]
}

// seq reports whether the words stand from i on.
func (s *scanner) seq(i int, words ...string) bool {
	for k, w := range words {
		if s.low(i+k) != w {
			return false
		}
	}
	return true
}

// skip returns the index after i if one of the words stands there, else i.
func (s *scanner) skip(i int, words ...string) int {
	for _, w := range words {
		if s.low(i) == w {
			return i + 1
		}
	}
	return i
}

// closed reports whether a phrase can end before token i: the text ends, or no
// word follows that the phrase would describe.
func (s *scanner) closed(i int) bool {
	t := s.at(i)
	return t.kind == mark || s.function(i)
}

// function reports whether token i is a word of grammar.
func (s *scanner) function(i int) bool { return closers[s.low(i)] }

var closers = set("and", "or", "to", "vs", "versus", "i", "we", "my", "was", "were", "did", "is", "so", "than", "compared",
	"in", "on", "at", "with", "for", "since", "until", "till", "from", "go", "went", "going", "been", "look", "looked",
	"looking", "like", "but", "because", "when", "how", "what", "that", "it", "as", "by", "through", "of", "the", "a", "there",
	"it's", "i'm", "i've", "ran", "had", "felt", "which", "who", "please", "again", "too", "instead", "then", "if")
