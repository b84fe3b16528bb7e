package analyzer

import (
	"regexp"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/timespan"
)

var (
	// resuming are the words of a sentence on the next time of what a note is about.
	resuming = regexp.MustCompile(`(?i)\b(?:next|back (?:to|on|in|at)|again|follow[- ]?up|review|app(?:oin)?t(?:men)?t?s?|due|until|till)\b`)
	// hasYear finds a year in a date.
	hasYear = regexp.MustCompile(`\b\d{4}\b|\d[./-]\d{1,2}[./-]\d`)
)

// dayAhead returns the day to come that a note gives for what stands at a token: in
// its sentence, or in one on the next time. A date that had passed when it was
// written is that of the year after.
func (q *inquiry) dayAhead(n *note, token int) (notes.Day, bool) {
	read := timespan.Read(n.entry.GetText(), timespan.Ref{Now: n.day.In(time.UTC), WeekStart: timespan.WeekStart(q.req.GetContext().GetWeekStart())})
	for _, s := range read.Spans {
		at := n.tokenAt(s.Offset)
		if at < 0 || !s.Explicit || s.Range.Start != s.Range.End || n.sentenceOf(at) != n.sentenceOf(token) && !resuming.MatchString(n.sentence(at)) {
			continue
		}
		day := s.Range.Start
		if day.Before(n.day) && !hasYear.MatchString(s.Text) {
			day = notes.DayOf(day.In(time.UTC).AddDate(1, 0, 0))
		}
		if day.After(q.today) {
			return day, true
		}
	}
	return notes.Day{}, false
}

// lacksDay reports whether a question asks when something will be of which the
// notes give no day to come, and notes that as missing: what was is no answer.
func (q *inquiry) lacksDay(p *part) bool {
	if p.Coming == nil || p.Coming.Timely {
		return false
	}
	of := q.named(p.Coming.Words)
	if len(of) == 0 {
		return false
	}
	st := q.look(compound(of, p.Tokens), everything)
	st.subject.name = p.Coming.Name
	q.lacks(p, "day", st, "The notes on %s do not tell when it will be.", p.Coming.Name)
	for _, s := range of {
		told, _ := q.on(s.loosely(), q.notes)
		st.told = append(st.told, told...)
	}
	for _, b := range q.passages(p, st.told) {
		f := q.mention(b.note, b.token, st.subject.name)
		q.find(p, doubtful, f.GetText(), f)
	}
	p.disjoint = nil
	return true
}
