package planner

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// notices are what the user should know of how the question was read.
func (q *question) notices() []string {
	out := q.left
	for _, u := range q.reading.Unresolved {
		out = append(out, fmt.Sprintf("I can't tell which days “%s” means: %s.%s", u.Text, u.Reason, q.lookedOnly()))
	}
	for _, e := range q.dated {
		out = append(out, fmt.Sprintf("I took %[2]s as the day of “%[1]s”, going by your notes.", e.Event, e.day))
	}
	spans := q.reading.Spans
	for i := 1; i < len(spans); i++ {
		if a, b := spans[i-1], spans[i]; q.conflict(a, b) {
			out = append(out, fmt.Sprintf("“%s” is not in “%s”, so I looked at both.", a.Text, b.Text))
		}
	}
	for i, r := range daysIn(q.form)[:len(q.form.GetRanges())] {
		if q.ahead(r) && q.form.GetWanted() != commonv1.Wanted_WANTED_TASKS {
			out = append(out, fmt.Sprintf("Notes can't know the future: for %s they can only say what was planned.", q.form.GetRanges()[i].GetLabel()))
		}
	}
	switch {
	case strings.IndexFunc(q.req.GetQuery(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0:
		out = append(out, "Your question has no words, so I looked for notes with its symbols.")
	case q.form.GetForeign() && q.req.GetUnderstanding() == nil:
		out = append(out, "Your question doesn't seem to be in English, which is all I understand without a model, so I looked for its words in all notes.")
	}
	if len(out) > mostNotices {
		more := fmt.Sprintf("There are %d more remarks on how I read your question.", len(out)-mostNotices+1)
		out = append(out[:mostNotices-1:mostNotices-1], more)
	}
	return out
}

// lookedOnly says, with a space before it, which days a question prefers that names a
// time beside the one that nobody can tell.
func (q *question) lookedOnly() string {
	if ranges := q.form.GetRanges(); len(ranges) > 0 {
		return " I looked at " + ranges[0].GetLabel() + " only."
	}
	return ""
}

// conflict reports whether two spans stand side by side, as if one were part of the
// other, and share no day. Two of one kind are a list: "Monday Tuesday".
func (q *question) conflict(a, b timespan.Span) bool {
	end := a.Offset + len(a.Text)
	if a.Grain == b.Grain || a.Range.IsZero() || b.Range.IsZero() || end > b.Offset {
		return false
	}
	if strings.TrimSpace(q.req.GetQuery()[end:b.Offset]) != "" {
		return false
	}
	apart := func(x, y timespan.Span) bool {
		return !x.Range.End.IsZero() && !y.Range.Start.IsZero() && x.Range.End.Before(y.Range.Start)
	}
	return apart(a, b) || apart(b, a)
}
