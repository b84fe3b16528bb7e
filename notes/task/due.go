package task

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

// due returns the last day of the time in a text that stands behind one of the
// reader's words.
func (r Reader) due(text string, ref timespan.Ref) (notes.Day, bool) {
	if !r.mentioned(text) {
		return notes.Day{}, false
	}
	for _, span := range timespan.Scan(text, ref) {
		if !r.leads(text[:span.Offset]) && !r.begins(span.Text) || asks(text[:span.Offset], span.Text) {
			continue
		}
		if day := ahead(span, ref); !day.IsZero() {
			return day, true
		}
	}
	return notes.Day{}, false
}

var (
	// question is a clause that asks, up to where a time stands.
	question = regexp.MustCompile(`(?i)(?:^|[:;,.!?])\s*(?:is|are|was|were|does|do|did|has|have|can|will)\b[^:;,.!?]*$`)
	// lasting is what is so until some time.
	lasting = regexp.MustCompile(`(?i)\b(?:is|are)\b[^:;,.!?]*\b(?:until|till)\b`)
)

// asks reports whether a time stands in a question of a task, or says how long
// something is so: "ask Jo: is the shed free until April". It is no day of the task.
func asks(before, span string) bool {
	return question.MatchString(before) || lasting.MatchString(clauseEnd.FindString(before)+" "+span)
}

// clauseEnd is the last clause of a text.
var clauseEnd = regexp.MustCompile(`[^:;,.!?]*$`)

// Day returns the last day of a time in words, such as "friday" or "next week", as
// what is still to be done means it: ahead of ref. It reports false if the words
// are not one time.
func Day(words string, ref timespan.Ref) (notes.Day, bool) {
	if _, ok := onlyTime(words, ref, words); !ok {
		return notes.Day{}, false
	}
	span, ok := onlyTime("due "+words, ref, words) // which looks ahead: "Friday week" is none of the past
	if !ok {
		return notes.Day{}, false
	}
	day := ahead(span, ref)
	return day, !day.IsZero()
}

// onlyTime returns the one time of a text if it takes up all of some words.
func onlyTime(text string, ref timespan.Ref, words string) (timespan.Span, bool) {
	spans := timespan.Scan(text, ref)
	if len(spans) != 1 || len(spans[0].Apart) > 0 || len(spans[0].Text) < len(strings.TrimSpace(words)) {
		return timespan.Span{}, false
	}
	return spans[0], true
}

// week is the longest time that comes again every week: a weekday, a weekend.
const week = 7

// ahead returns the last day of a span. Where its words allow another reading, one
// that is over is taken for the next one: what is to be done lies ahead. Without a
// time to count from, as in an undated note, only a date in full is a day.
func ahead(span timespan.Span, ref timespan.Ref) notes.Day {
	last, today := span.Range.End, notes.DayOf(ref.Now)
	if ref.Now.IsZero() && (span.Assumed || !span.Explicit) {
		return notes.Day{}
	}
	if last.IsZero() || !span.Assumed || !last.Before(today) {
		return last
	}
	if span.Explicit || span.Range.Start.IsZero() || span.Range.Days() > week {
		return notes.Day{}
	}
	for last.Before(today) {
		last = last.AddDays(week)
	}
	return last
}

// mentioned reports whether a text has any of the words at all.
func (r Reader) mentioned(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(r.words, func(w string) bool { return strings.Contains(text, w) })
}

// leads reports whether a text ends in one of the words, which a colon may follow.
func (r Reader) leads(before string) bool {
	before = strings.ToLower(strings.TrimRight(before, " \t:"))
	for _, w := range r.words {
		if rest, ok := strings.CutSuffix(before, w); ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], " \t([,;.:-")) {
			return true
		}
	}
	return false
}

// begins reports whether the words of a time begin with one of the words.
func (r Reader) begins(span string) bool {
	span = strings.ToLower(span)
	return slices.ContainsFunc(r.words, func(w string) bool { return strings.HasPrefix(span, w+" ") })
}
