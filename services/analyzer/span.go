package analyzer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A span is days, and perhaps hours of them, that a question is about.
type span struct {
	label              string
	days               notes.Range
	startHour, endHour int                  // equal: whole days
	weekdays           []time.Weekday       // empty for all
	only               func(notes.Day) bool // nil for all
}

// weekdayName is a label that names nothing but a day of the week.
var weekdayName = regexp.MustCompile(`(?i)^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$`)

// fromWeekday is a label that names nothing but some days of the week in a row.
var fromWeekday = regexp.MustCompile(`(?i)^(?:from )?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\s*(?:to|till|until|through|thru|-|–)\s*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$`)

// onWeekdays reads a bare day of the week beside a longer span as those days of
// it: "Sunday runs, in January".
func onWeekdays(focus []span) []span {
	var days []time.Weekday
	var rest []span
	for _, s := range focus {
		if weekdayName.MatchString(s.label) && s.days.Days() == 1 || fromWeekday.MatchString(s.label) && s.days.Days() < 7 {
			for d := s.days.Start; !d.After(s.days.End); d = d.AddDays(1) {
				days = append(days, d.Weekday())
			}
		} else {
			rest = append(rest, s)
		}
	}
	if len(days) == 0 || len(rest) == 0 || slices.ContainsFunc(rest, func(s span) bool { return s.days.Days() < 14 || len(s.weekdays) > 0 }) {
		return focus
	}
	for i := range rest {
		rest[i].weekdays = days
	}
	return rest
}

// everything is the span of a question that names none.
var everything = span{label: "all notes"}

func spanOf(r *commonv1.ScopeRange) (span, error) {
	days, err := notes.ParseRange(r.GetStart(), r.GetEnd())
	if err != nil {
		return span{}, err
	}
	s := span{label: r.GetLabel(), days: days, startHour: int(r.GetStartHour()), endHour: int(r.GetEndHour())}
	for _, w := range r.GetWeekdays() {
		s.weekdays = append(s.weekdays, time.Weekday(int(w)%7)) // Sunday is 7 there and 0 here
	}
	return s, nil
}

// holds reports whether the note lies in the span. Of hours that run past
// midnight, those behind it belong to the day before.
func (s span) holds(n *note.Note) bool {
	switch {
	case s.startHour == s.endHour:
		return s.contains(n.Day)
	case s.startHour < s.endHour:
		return s.contains(n.Day) && n.Hour >= s.startHour && n.Hour < s.endHour
	case n.Hour < s.endHour:
		return s.contains(n.Day.AddDays(-1))
	}
	return s.contains(n.Day) && n.Hour >= s.startHour
}

// contains reports whether the span has the day.
func (s span) contains(d notes.Day) bool {
	return s.days.Contains(d) && (len(s.weekdays) == 0 || slices.Contains(s.weekdays, d.Weekday())) && (s.only == nil || s.only(d))
}

// count is how many days a closed range of the span's has.
func (s span) count(r notes.Range) int {
	if len(s.weekdays) == 0 && s.only == nil || r.Days() == 0 {
		return r.Days()
	}
	n := 0
	for d := r.Start; !d.After(r.End); d = d.AddDays(1) {
		if s.contains(d) {
			n++
		}
	}
	return n
}

func (s span) of(ns []*note.Note) []*note.Note { return note.Filter(ns, s.holds) }

// name names the span with its days: "last week (2026-02-16 to 2026-02-22)".
func (s span) name() string {
	days := dates(s.days)
	switch {
	case s.label == "" || s.label == days:
		return days
	case s.days.IsZero():
		return s.label
	}
	return fmt.Sprintf("%s (%s)", s.label, days)
}

// during is the span as a sentence says when: "last week (…)", "in the week
// before (…)".
func (s span) during() string { return s.preposition() + s.name() }

// when is during without the days, where they have been told.
func (s span) when() string {
	if s.label == "" {
		return s.during()
	}
	return s.preposition() + s.label
}

// preposition is what stands before the span's name: "last week" and "since
// 2026-01-05" need none.
func (s span) preposition() string {
	first, _, _ := strings.Cut(strings.ToLower(s.label), " ")
	if s.label == "" && !s.days.IsZero() {
		switch {
		case s.days.Start.IsZero() || s.days.End.IsZero():
			return ""
		case s.days.Start == s.days.End:
			return "on "
		}
		return "from "
	}
	switch first {
	case "last", "this", "next", "past", "yesterday", "today", "tonight", "since", "until", "before", "after",
		"between", "from", "up", "on", "in", "during", "over", "every", "previous", "earlier", "within", "at", "around":
		return ""
	case "morning", "afternoon", "evening":
		return "in the "
	case "night", "noon", "midday":
		return "at "
	case "the":
		return "in "
	case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		return "on "
	}
	if !s.days.IsZero() && s.days.Start == s.days.End {
		return "on "
	}
	return "in "
}

// dates names a range of days.
func dates(r notes.Range) string {
	switch {
	case r.IsZero():
		return "all notes"
	case r.Start.IsZero():
		return "up to " + r.End.String()
	case r.End.IsZero():
		return "since " + r.Start.String()
	case r.Start == r.End:
		return r.Start.String()
	}
	return r.Start.String() + " to " + r.End.String()
}

// key names the span within a gap's id.
func (s span) key() string { return s.days.Start.String() + ".." + s.days.End.String() }

func dateRange(r notes.Range) *commonv1.DateRange {
	if r.IsZero() {
		return nil
	}
	return &commonv1.DateRange{Start: r.Start.String(), End: r.End.String()}
}

// closed returns the span's days with open ends brought to the first and last
// of days, and the end not beyond today.
func (s span) closed(days []notes.Day, today notes.Day) notes.Range {
	r := s.days
	if len(days) > 0 {
		if r.Start.IsZero() {
			r.Start = days[0]
		}
		if r.End.IsZero() {
			r.End = days[len(days)-1]
		}
	}
	if !r.End.IsZero() && r.End.After(today) {
		r.End = today
	}
	return r
}

// preceding returns the span of the same length right before s; false for an
// open one.
func (s span) preceding() (span, bool) {
	n := s.days.Days()
	if n == 0 {
		return span{}, false
	}
	return span{
		label:     fmt.Sprintf("the %s before", plural(n, "day")),
		days:      notes.Range{Start: s.days.Start.AddDays(-n), End: s.days.Start.AddDays(-1)},
		startHour: s.startHour, endHour: s.endHour, weekdays: s.weekdays,
	}, true
}

// pick returns what of the series lies in the notes of a span.
func pick(s stat.Series, in map[string]bool) stat.Series {
	var out stat.Series
	for _, p := range s {
		if in[p.ID] {
			out = append(out, p)
		}
	}
	return out
}

// spansOf returns the spans that a part is about.
func (q *inquiry) spansOf(p *part) []span {
	if len(p.spans) > 0 {
		return p.spans
	}
	return q.focus
}

// dated reports whether the question itself names its span, so that nobody has
// assumed it.
func (q *inquiry) dated() bool {
	asked := search.Tokens(q.req.GetScope().GetQuery())
	return slices.ContainsFunc(q.req.GetScope().GetRanges(), func(r *commonv1.ScopeRange) bool {
		label := search.Tokens(r.GetLabel())
		if slices.ContainsFunc(label, func(t search.Token) bool {
			return t.Folded[0] <= '9' && !slices.ContainsFunc(asked, func(a search.Token) bool { return strings.HasPrefix(a.Folded, t.Folded) })
		}) {
			return false // "the last 30 days" is what nobody asked for
		}
		return len(label) == 0 || slices.ContainsFunc(label, func(t search.Token) bool {
			return !search.Stopword(t.Folded) && slices.ContainsFunc(asked, func(a search.Token) bool {
				return a.Stem == t.Stem || len(a.Folded) > 2 && strings.HasPrefix(t.Folded, a.Folded) // "jan"
			})
		})
	})
}

// nightsOf brings the nights of a span to the days on which sleep is told of:
// who writes in the morning writes of the night before.
func (q *inquiry) nightsOf(s *note.Subject, sp span) span {
	if sp.startHour > sp.endHour && s != nil && (s.Domains["sleep"] || s.Keys["sleep"]) {
		sp.startHour, sp.endHour = 0, 0
	}
	return sp
}
