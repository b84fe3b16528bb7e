package analyzer

import (
	"fmt"
	"strings"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// tellDays answers a question for a day or for the days between two. It is false
// where the question asks for something else, or for more.
func (q *inquiry) tellDays(p *part) bool {
	switch {
	case q.tellInterval(p):
		return true
	case q.tellMoment(p):
		return !p.Moment.More
	}
	return q.lacksDay(p) || q.lacksEnd(p)
}

// tellUntil tells how many days it still is until something whose day the notes
// give.
func (q *inquiry) tellUntil(p *part, to *ask.Event) bool {
	h, ok := q.chronicle.Until(to)
	if !ok {
		return false
	}
	days := plural(h.Day.Sub(q.today), "day")
	q.findDays(p, sure, "days until", q.today, h.Day, fmt.Sprintf("It is %s until %s, on %s.", days, to.Name, h.Day), h)
	return true
}

// tellMoment tells on which day something was, or is to be: the day that a note
// gives for it, or that of the note which tells that it happened. It is false where
// the question asks for no such day, or the notes tell none.
func (q *inquiry) tellMoment(p *part) bool {
	m := p.Moment
	if m == nil || m.Timely || p.Attribute != nil && !p.Attribute.Dated || p.Limit != nil || len(p.Sizes) > 0 || p.Ranked() || p.By != "" || m.Past && p.Nth > 0 {
		return false
	}
	h, doubtful, ok := q.chronicle.When(m)
	if !ok {
		return false
	}
	if doubtful {
		q.doubtDay(m.Event)
	}
	was := "is"
	if h.Day.Before(q.today) {
		was = "was"
	}
	text := fmt.Sprintf("It %s on %s, %s.", was, h.Day, q.lies(h.Day))
	if h.Given && h.Day != h.Note.Day {
		text = fmt.Sprintf("It %s on %s, %s, as the note of %s tells.", was, h.Day, q.lies(h.Day), h.Note.Day)
	}
	q.findDays(p, sure, "days", minDay(h.Day, q.today), maxDay(h.Day, q.today), text, h)
	return true
}

// doubtDay notes that another day may be meant as well.
func (q *inquiry) doubtDay(of ...*ask.Event) {
	var names []string
	for _, e := range of {
		names = append(names, "that of "+e.Name)
	}
	q.doubts = append(q.doubts, &commonv1.Gap{
		Id: "day:" + slug(list(names)), Type: commonv1.GapType_GAP_TYPE_CLARIFICATION, Severity: nice, Searched: true,
		Description: fmt.Sprintf("Which of several days is %s is in no note.", list(names)),
	})
}

func minDay(a, b notes.Day) notes.Day {
	if b.Before(a) {
		return b
	}
	return a
}

func maxDay(a, b notes.Day) notes.Day {
	if a.Before(b) {
		return b
	}
	return a
}

// lacksDay reports whether a question asks when something will be of which the
// notes give no day to come, and notes that as missing: what was is no answer.
func (q *inquiry) lacksDay(p *part) bool {
	e := p.Coming
	if m := p.Moment; e == nil && m != nil && !m.Past && !p.Is(ask.Habitual) {
		if m.Verbal || q.chronicle.Hinted(m.Event) {
			e = m.Event
		}
	}
	if e == nil || e.Timely {
		return false
	}
	of := q.chronicle.Named(e.Words)
	if len(of) == 0 {
		return false
	}
	st := q.look(note.Compound(of, p.Tokens), everything)
	st.subject.Name = strings.TrimSpace(e.Name)
	q.lacks(p, "day", st, "The notes on %s do not tell when it will be.", st.subject.Name)
	for _, s := range of {
		told, _ := note.On(s.Loosely(), q.notes)
		st.told = append(st.told, told...)
	}
	for _, b := range q.passages(p, st.told) {
		f := q.mention(b.note, b.token, st.subject.Name)
		q.find(p, doubtful, f.GetText(), f)
	}
	p.disjoint = nil
	return true
}

// lies says how far a day is from today: "in 3 days", "3 days ago".
func (q *inquiry) lies(day notes.Day) string {
	switch away := day.Sub(q.today); {
	case away > 0:
		return "in " + plural(away, "day")
	case away < 0:
		return plural(-away, "day") + " ago"
	}
	return "today"
}
