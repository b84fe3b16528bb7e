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
	var r Reading
	for i := 0; i < len(s.toks); {
		if end := max(s.namesake(i), s.trapping(i)); end > i {
			i = end
			continue
		}
		v, end, ok := value{}, i, s.timely(i)
		if ok {
			v, end, ok = s.expression(i)
		}
		if !ok {
			i++
			continue
		}
		v.Offset = s.toks[i].start
		v.Text = text[v.Offset:s.toks[end-1].end]
		switch {
		case v.void != "":
			r.Unresolved = append(r.Unresolved, Unresolved{Text: v.Text, Offset: v.Offset, Reason: v.void})
		case v.sound():
			v.listed = s.prev != nil && (s.prevEnd == i-1 && joins[s.low(i-1)] || s.prevEnd == i && weekdayName(s.low(i)) && s.prev.weekly)
			v = s.elliptic(v, i)
			if v.listed && s.low(i-1) != "than" && !s.comparing || s.guessed(i) {
				v = s.like(v, *s.prev)
			}
			values = append(values, v)
			s.prev, s.prevEnd = &v, end
		}
		i = end
	}
	r.Spans = make([]Span, len(values))
	for i := len(values) - 1; i >= 0; i-- {
		if i+1 < len(values) && values[i+1].listed {
			values[i] = s.alike(values[i], values[i+1])
		}
		r.Spans[i] = values[i].Span
	}
	return r
}

// alike returns v in the year or week that the next item of a list names:
// "March and April 2025", "Monday and Tuesday last week".
func (s *scanner) alike(v, next value) value {
	if v.Range.IsZero() && len(v.Weekdays) == 0 && v.Hourly() && next.Hourly() && next.bounded() { // "mornings vs evenings last week"
		v.Range, v.Assumed, v.Explicit = next.Range, next.Assumed, next.Explicit
		return v
	}
	if !v.loose() && !v.dateOnly || next.loose() && !v.dateOnly || next.dateOnly || v.Grain != next.Grain || !next.bounded() {
		return v
	}
	if v.dateOnly && exists(next.Range.Start.Year, next.Range.Start.Month, v.Range.Start.Date) { // "the 3rd and 4th of June"
		v.Range = single(notes.Day{Year: next.Range.Start.Year, Month: next.Range.Start.Month, Date: v.Range.Start.Date})
		v.Assumed, v.dateOnly = next.Assumed, false
		return v
	}
	switch {
	case v.again != nil && next.Explicit:
		v = s.moved(v, next.Range.Start.Year-v.Range.Start.Year)
	case v.weekly:
		mine, other := s.cal.period(week, v.Range.Start, 0), s.cal.period(week, next.Range.Start, 0)
		v = s.moved(v, other.Start.Sub(mine.Start)/7)
	default:
		return v
	}
	v = v.settled()
	v.Assumed = next.Assumed
	return v
}

// elliptic returns what a bare year after a period of another year stands for:
// "March 2024 vs 2025", "this summer or last year".
func (s *scanner) elliptic(v value, i int) value {
	if v.Grain != commonv1.Grain_GRAIN_YEAR || s.prev == nil || s.prev.again == nil || !s.prev.fixed || !s.joined(i) {
		return v
	}
	w := s.moved(*s.prev, v.Range.Start.Year-s.prev.Range.Start.Year)
	w.Text, w.Offset, w.listed = v.Text, v.Offset, v.listed
	return w
}

// joinedTo reports whether token i is held against the expression before, or
// joined to it.
func (s *scanner) joinedTo(i int) bool {
	if s.prev == nil || i <= s.prevEnd {
		return false
	}
	if s.joined(i) {
		return true
	}
	held := s.low(i-1) == "than" || s.low(i-1) == "vs" || s.comparing && (s.low(i-1) == "to" || s.low(i-1) == "with")
	for k := s.prevEnd; k < i; k++ {
		if s.breaks(k) {
			return false
		}
	}
	return held && i-s.prevEnd <= 8
}

// joined reports whether nothing but words that join stand between the
// expression before and token i.
func (s *scanner) joined(i int) bool {
	for k := s.prevEnd; k < i; k++ {
		if !joins[s.low(k)] && !linking[s.low(k)] {
			return false
		}
	}
	return s.prev != nil && i > s.prevEnd && i-s.prevEnd <= 4
}

var linking = set("with", "against", "compared", "in", "the", "that", "of", ".", "as", "from", "then", "?", "but", "not")

// like returns v in the year that the item before it in a list names: "March
// 2025 and April".
func (s *scanner) like(v, before value) value {
	within := before.Grain == commonv1.Grain_GRAIN_YEAR
	if v.again == nil || !v.loose() || before.loose() || !before.Explicit && !within || !before.bounded() || v.Grain != before.Grain && !within ||
		before.Range.Start.Year != before.Range.End.Year {
		return v
	}
	moved := s.moved(v, before.Range.Start.Year-v.Range.Start.Year)
	if moved.Range.Start.Before(before.Range.Start) {
		moved = s.moved(v, 1)
	}
	if moved.Range.Start.After(s.today) {
		return v
	}
	moved = moved.settled()
	moved.Assumed = before.Assumed
	return moved
}

// guessed reports whether token i begins a part of the year before it: "in 2024,
// was it autumn", "last year I set goals on January 1".
func (s *scanner) guessed(i int) bool {
	if s.prev == nil || s.prev.Grain != commonv1.Grain_GRAIN_YEAR || i-s.prevEnd > 8 || s.contrasts {
		return false
	}
	guess, pause := false, false
	for k := s.prevEnd; k < i; k++ {
		if s.breaks(k) || joins[s.low(k)] && s.low(k) != "," {
			return false
		}
		guess = guess || guesses[s.low(k)]
		pause = pause || s.pauses(k)
	}
	return guess || !pause && i > s.prevEnd
}

var guesses = set("it", "think", "maybe", "perhaps", "probably", "guess", "around", "about", "like", "possibly")

// A value is what an expression means, with what its neighbours need to know.
type value struct {
	Span
	point      notes.Day // the exact day of "two weeks ago", for "since" and the like
	again      rule      // the same in another year, which may be moved to fit a neighbour
	weekly     bool      // a weekday of any week, if the week may be moved to fit a neighbour
	fixed      bool      // neither may be moved: the text names it
	dateOnly   bool      // a day of any month
	weekNumber bool      // a week by its number
	whole      *value    // what a part was cut from
	anchor     *value    // what it lies before or after
	counted    unit      // the unit of "the last three months"
	void       string    // why there is no such time; empty if there is

	listed bool // only "and" or its like stands before it, after another expression
}

// loose reports whether a neighbour may move v.
func (v value) loose() bool { return !v.fixed && (v.again != nil || v.weekly) }

// settled returns v as one that no neighbour moves.
func (v value) settled() value { v.fixed = true; return v }

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
func (v value) bounded() bool {
	return v.void == "" && !v.Range.Start.IsZero() && !v.Range.End.IsZero()
}

// sound reports whether v can be told: it exists, ends after it starts, and
// lies in years of four digits.
func (v value) sound() bool {
	if v.void != "" {
		return false
	}
	for _, d := range []notes.Day{v.Range.Start, v.Range.End} {
		if !d.IsZero() && (d.Year < 1000 || d.Year > 9999) {
			return false
		}
	}
	if v.Range.IsZero() {
		return v.Hourly() || len(v.Weekdays) > 0
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
	weekdays  int    // how many names of weekdays it has that can be nothing else
	pairs     *bool  // weekdays with numbers are dates, nil while nobody has asked
	contrasts bool   // the text holds spans against each other
	asks      bool   // the text is a question or a request
	states    []bool // the clause of a token is a statement beside it
	comparing bool   // the text compares, so "to" may separate two spans
}

func newScanner(text string, ref Ref) *scanner {
	s := &scanner{
		toks:  tokenize(text),
		cal:   calendar{ref.WeekStart},
		now:   ref.Now,
		today: notes.DayOf(ref.Now),
	}
	for i, t := range s.toks {
		s.sleep = s.sleep || sleepWords[t.low]
		if _, named := weekdays[t.low]; named && (!ambiguous[t.low] || t.low == "sat" && s.endsClause(i)) {
			s.weekdays++
		}
		s.past = s.past || pastTense(t.low)
		s.comparing = s.comparing || strings.HasPrefix(t.low, "compar")
		s.contrasts = s.contrasts || s.comparing || contrasts[t.low]
	}
	s.readQuestions()
	return s
}

// endsClause reports whether "sat" at token i ends a clause of which it is hardly
// the verb: "hike with Paul sat, 14 km".
func (s *scanner) endsClause(i int) bool {
	return i > 0 && s.at(i+1).kind == mark && s.at(i-1).kind != mark && !pronouns[s.low(i-1)] && s.low(i-1) != "and"
}

// contrasts hold spans against each other, as "compare" does.
var contrasts = set("difference", "vs", "versus", "than")

// timely reports whether an expression may begin at token i.
func (s *scanner) timely(i int) bool {
	t := s.toks[i]
	switch t.kind {
	case number:
		return true
	case word:
		return openers()[t.low] || s.owner(i) > i && s.mayOwn(i)
	}
	return false
}

// mayOwn reports whether an occasion may stand after its owner.
func (s *scanner) mayOwn(i int) bool {
	for k := i + 1; k < min(i+5, len(s.toks)); k++ {
		if occasions[s.low(k)] || s.low(k) == "b" {
			return true
		}
	}
	return false
}

// low returns a token in lower case, "" beyond the text.
func (s *scanner) low(i int) string {
	if i < 0 || i >= len(s.toks) {
		return ""
	}
	return s.toks[i].low
}

// at returns a token, beyond the text one that is an empty mark.
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

var closers = set("and", "or", "to", "vs", "versus", "i", "we", "my", "was", "were", "did", "is", "so", "than", "compare", "compared", "in", "on",
	"at", "with", "for", "since", "until", "till", "from", "go", "went", "going", "been", "look", "looked", "looking",
	"like", "but", "because", "when", "how", "what", "that", "it", "as", "by", "through", "of", "the", "a", "there",
	"it's", "i'm", "i've", "ran", "had", "felt", "which", "who", "please", "again", "too", "instead", "then", "if",
	"pls", "plz", "plss", "thx", "thanks", "lol", "haha", "btw", "overall", "though", "tho", "already", "anyway",
	"maybe", "only", "before", "after", "during", "where", "why", "whats", "what's", "whose", "whom", "hmm", "ok",
	"okay", "also", "both", "they", "he", "she", "you", "u", "our", "his", "her", "their", "your", "me", "us", "him",
	"them", "this", "these", "those", "about", "just", "still", "has", "have", "does", "do", "are", "am", "will",
	"would", "can", "could", "should", "not", "never", "actually", "really", "now", "exactly", "while", "im", "ive",
	"its", "everything", "all", "any", "some", "together", "either", "rather", "right", "correct")
