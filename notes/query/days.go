package query

import (
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// ranges returns the days that spans of time mean. Hours and weekdays that stand by
// themselves apply to every span of days, and alone to all days.
func ranges(spans []timespan.Span) []*commonv1.ScopeRange {
	var days, parts []*commonv1.ScopeRange
	for _, s := range spans {
		if r := scope(s); r.GetStart() == "" && r.GetEnd() == "" {
			parts = append(parts, r)
		} else {
			days = append(days, r)
		}
	}
	if len(days) == 0 || len(parts) == 0 {
		return atMost(append(days, parts...), mostRanges)
	}
	var out []*commonv1.ScopeRange
	for _, d := range days {
		if d.GetStartHour() != d.GetEndHour() || len(d.GetWeekdays()) > 0 {
			out = append(out, d)
			continue
		}
		for _, p := range parts {
			out = append(out, &commonv1.ScopeRange{
				Start: d.GetStart(), End: d.GetEnd(), Label: p.GetLabel() + ", " + d.GetLabel(), Assumed: d.GetAssumed(),
				StartHour: p.GetStartHour(), EndHour: p.GetEndHour(), Weekdays: p.GetWeekdays(),
			})
		}
	}
	return atMost(out, mostRanges)
}

func scope(s timespan.Span) *commonv1.ScopeRange {
	label := Label(s)
	for _, w := range s.Apart {
		label += ", " + w.Text
	}
	t := s.Proto()
	return &commonv1.ScopeRange{
		Start: t.GetStart(), End: t.GetEnd(), Label: label,
		StartHour: t.GetStartHour(), EndHour: t.GetEndHour(), Weekdays: t.GetWeekdays(),
	}
}

// Label returns how to name a span in a sentence: without the preposition that
// leads into it, and with the capitals of days and months.
func Label(s timespan.Span) string {
	words := strings.Fields(s.Text)
	if len(words) > 1 {
		if t := search.Tokens(words[0]); len(t) == 1 && grammarOnce().leads(t[0]) {
			words = words[1:]
		}
	}
	for i, w := range words {
		if capital(w) {
			words[i] = strings.ToUpper(w[:1]) + strings.ToLower(w[1:])
		}
	}
	return strings.Join(words, " ")
}

// capital reports whether a word is the name of a month or of a day of the week.
func capital(word string) bool {
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(word, m.String()) || strings.EqualFold(word, m.String()[:3]) {
			return true
		}
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.EqualFold(strings.TrimSuffix(word, "s"), d.String()) {
			return true
		}
	}
	return false
}

// since returns the days from the end of a span to today, which is what "more than
// last month" holds it against.
func (r *reader) since(then *commonv1.ScopeRange) (*commonv1.ScopeRange, bool) {
	today := notes.DayOf(r.ref.Now)
	end, err := notes.ParseDay(then.GetEnd())
	if err != nil || end.IsZero() || !end.Before(today) || len(then.GetWeekdays()) > 0 || then.GetStartHour() != then.GetEndHour() {
		return nil, false
	}
	from := end.AddDays(1)
	label := "since then"
	if from == today {
		label = "today"
	}
	return &commonv1.ScopeRange{Start: from.String(), End: today.String(), Label: label, Assumed: true}, true
}

func atMost[T any](all []T, n int) []T { return all[:min(len(all), n)] }
