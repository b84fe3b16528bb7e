package timespan

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Ref is what an expression is relative to.
type Ref struct {
	Now       time.Time    // in the user's time zone
	WeekStart time.Weekday // first day of the user's week
}

// A Span is one time expression of a text and the days that it stands for.
type Span struct {
	Text      string         // the words, as they stand in the text
	Offset    int            // where they stand, in bytes
	Range     notes.Range    // the days; open at both ends for "in the mornings"
	Grain     commonv1.Grain // how fine the expression is
	Assumed   bool           // the words allow another reading
	StartHour int            // first hour of each day, 0 to 24
	EndHour   int            // hour before which it ends; equal to StartHour for whole days
	Explicit  bool           // the user named a date, a month, a year or a holiday
	Weekdays  []time.Weekday // the days of the range that are meant, Sunday first; none for all: "on Mondays"
	Apart     []Words        // words elsewhere in the text that narrow it or say of which days it is
}

// Words are words of a text.
type Words struct {
	Text   string
	Offset int // in bytes
}

// Hourly reports whether only a part of each day is meant.
func (s Span) Hourly() bool { return s.StartHour != s.EndHour }

// Proto returns the span as it goes over the wire.
func (s Span) Proto() *commonv1.TimeRange {
	return &commonv1.TimeRange{
		Text:      s.Text,
		Start:     s.Range.Start.String(),
		End:       s.Range.End.String(),
		Assumed:   s.Assumed,
		Grain:     s.Grain,
		StartHour: int32(s.StartHour),
		EndHour:   int32(s.EndHour),
		Weekdays:  wireWeekdays(s.Weekdays),
	}
}

func wireWeekdays(days []time.Weekday) []commonv1.Weekday {
	var out []commonv1.Weekday
	for _, d := range days {
		out = append(out, commonv1.Weekday((int(d)+6)%7+1)) // ISO counts Sunday as 7, Go as 0
	}
	return out
}

// An Unresolved is an expression that names a time, but none that there is or
// that the text alone can tell: "February 30", "on my birthday".
type Unresolved struct {
	Text   string // the words, as they stand in the text
	Offset int    // where they stand, in bytes
	Reason string // why, for people: "February has no day 30"
}

// A Reading is all that a text says about time.
type Reading struct {
	Spans      []Span // in the order of the text; they do not overlap
	Unresolved []Unresolved
}

// WeekStart returns the weekday that w names, Monday if it names none.
func WeekStart(w commonv1.Weekday) time.Weekday {
	if w < commonv1.Weekday_WEEKDAY_MONDAY || w > commonv1.Weekday_WEEKDAY_SUNDAY {
		return time.Monday
	}
	return time.Weekday(int(w) % 7) // ISO counts Sunday as 7, Go as 0
}

// Strip returns the text without its time expressions and the prepositions that
// lead into them, with single blanks.
func Strip(text string, spans []Span) string {
	var b strings.Builder
	at := 0
	for _, s := range places(spans) {
		if s.Offset < at || s.Offset+len(s.Text) > len(text) {
			continue
		}
		b.WriteString(dropLead(text[at:s.Offset]))
		b.WriteByte(' ')
		at = s.Offset + len(s.Text)
		for _, possessive := range []string{"'s", "’s"} {
			if rest, ok := strings.CutPrefix(text[at:], possessive); ok {
				at = len(text) - len(rest)
			}
		}
	}
	b.WriteString(text[at:])
	return tidy(b.String())
}

// places returns where the words of the spans stand, in the order of the text.
func places(spans []Span) []Words {
	words := make([]Words, 0, len(spans))
	for _, s := range spans {
		words = append(words, Words{s.Text, s.Offset})
		words = append(words, s.Apart...)
	}
	slices.SortStableFunc(words, func(a, b Words) int { return cmp.Compare(a.Offset, b.Offset) })
	return words
}

// dropLead removes the words at the end of s that only lead into a time.
func dropLead(s string) string {
	for {
		trimmed := strings.TrimRight(s, " \t\n")
		word := trimmed[strings.LastIndexAny(trimmed, " \t\n(")+1:]
		if !leads[strings.ToLower(word)] {
			return s
		}
		s = trimmed[:len(trimmed)-len(word)]
	}
}

// tidy joins what Strip left over: single blanks, none before punctuation.
func tidy(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for _, p := range []string{",", ".", "?", "!", ";", ":"} {
		s = strings.ReplaceAll(s, " "+p, p)
	}
	return strings.TrimSpace(s)
}
