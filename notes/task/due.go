package task

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/eventtime"
	"github.com/weft-mesh/weft/notes/timespan"
)

// due returns the last day of the time in a text that stands behind one of the
// reader's words or a sign of what is due, or that a link to a day ahead names.
func (r Reader) due(text string, ref timespan.Ref) (notes.Day, bool) {
	linked := linkedDay.FindStringSubmatch(text)
	if linked == nil && !r.mentioned(text) && !dueSign.MatchString(text) {
		return notes.Day{}, false
	}
	for _, at := range assertion.FindStruckOut(text) { // "by ~~20 Feb~~ 27 Feb"
		text = text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + text[at[1]:]
	}
	spans := timespan.Scan(text, ref)
	for i, span := range spans {
		before := clockBefore.ReplaceAllString(strings.TrimRight(text[:span.Offset], " \t["), "")
		if !r.leads(before) && !r.begins(span.Text) && !endsInSign.MatchString(before) || asks(text[:span.Offset], span.Text) {
			continue
		}
		for _, next := range spans[i+1:] {
			end := span.Offset + len(span.Text)
			if dated := strings.Trim(text[end:next.Offset], " ,") == "" && next.Explicit && next.Range.Days() == 1; !dated && !eventtime.Renews(text[end:next.Offset]) {
				break
			}
			span = next // "Sunday night 7th June", "by Monday, moved to Wednesday"
		}
		if day := ahead(span, ref); !day.IsZero() {
			return day, true
		}
	}
	if linked != nil {
		if day, err := notes.ParseDay(linked[1]); err == nil && !day.Before(notes.DayOf(ref.Now)) {
			return day, true
		}
	}
	return notes.Day{}, false
}

var (
	// dueSign stands before the day that a task is due, however it is written.
	dueSign    = regexp.MustCompile(`(?i)(?:[📅📆🗓]\x{FE0F}?|@due\(|\bdue::?)[ \t]*`)
	endsInSign = regexp.MustCompile(dueSign.String() + `$`)
	// clockBefore is a time of day between a word and a day: "by 18:00 tomorrow".
	clockBefore = regexp.MustCompile(`(?i)\s*(?:\b(?:at|noon|midnight)|\b\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\b\.?|h\b|o'clock)?)(?:\s+on)?$`)
	linkedDay   = regexp.MustCompile(`\[\[(\d{4}-\d\d-\d\d)(?:\|[^\]]*)?\]\]`)
)

// unreadDue returns what stands behind a sign of the day that a task is due, where no day
// can be read there.
func unreadDue(text string) string {
	at := dueSign.FindStringIndex(text)
	if at == nil {
		return ""
	}
	return strings.Trim(dueWords.FindString(text[at[1]:]), " \t[](")
}

// dueWords are the words behind such a sign.
var dueWords = regexp.MustCompile(`^[^)\]#📅📆🗓⏳⌛🛫✅🔼🔽⏫🔁]{0,40}`)

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

// justPassed is how many days ago a date without a year may lie to be the one that is meant:
// what should have been done by it is overdue.
const justPassed = 31

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
	if ref.Now.IsZero() || last.IsZero() || !span.Assumed {
		return last
	}
	if ago := last.AddMonths(-12); span.Explicit && span.Range.Days() == 1 && ago.Before(today) && today.Sub(ago) <= justPassed {
		return ago
	}
	if !last.Before(today) {
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
