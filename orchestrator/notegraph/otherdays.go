package notegraph

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/query"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// otherDays reports whether no note of the days that a question names has its
// words, and what was found is of other days: it stands first, although the days
// named favour their notes, or has every word. Of days alone that is known only if
// all that was found, total in number, is there. A note without a day may be of those days.
// The days of advice and of how the user is are those to come: they are no days of notes.
func otherDays(form *commonv1.QueryForm, refs []*commonv1.EntryRef, total int32) bool {
	ranges := query.NamedDays(form)
	if len(ranges) == 0 {
		return false
	}
	alone := len(form.GetSubjects())+len(form.GetConditions())+len(form.GetUncovered()) == 0
	if alone {
		return len(refs) > 0 && int(total) <= len(refs) && !slices.ContainsFunc(refs, func(r *commonv1.EntryRef) bool { return onDays(r.GetDate(), ranges) })
	}
	words, elsewhere := map[string]bool{}, false
	for i, r := range refs { // words of time, which those of other days need not have, don't count
		if !mayBeOf(r, ranges) && (i == 0 || r.GetCovers()) {
			elsewhere = elsewhere || len(r.GetTerms()) > 0
			for _, w := range r.GetTerms() {
				words[w] = true
			}
		}
	}
	return elsewhere && !slices.ContainsFunc(refs, func(r *commonv1.EntryRef) bool {
		return mayBeOf(r, ranges) && (r.GetCovers() || slices.ContainsFunc(r.GetTerms(), func(w string) bool { return words[w] }))
	})
}

// mayBeOf reports whether a note is of one of the ranges, or has no day.
func mayBeOf(note *commonv1.EntryRef, ranges []*commonv1.ScopeRange) bool {
	return note.GetDate() == "" || onDays(note.GetDate(), ranges)
}

// onDays reports whether a day lies in one of the ranges.
func onDays(date string, ranges []*commonv1.ScopeRange) bool {
	day, err := notes.ParseDay(date)
	if err != nil || day.IsZero() {
		return false
	}
	return slices.ContainsFunc(ranges, func(r *commonv1.ScopeRange) bool {
		days, err := notes.ParseRange(r.GetStart(), r.GetEnd())
		return err == nil && days.Contains(day) && (len(r.GetWeekdays()) == 0 ||
			slices.ContainsFunc(r.GetWeekdays(), func(w commonv1.Weekday) bool { return int(w)%7 == int(day.Weekday()) }))
	})
}
