package analyzer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// recurring is on how many days something was that happens again and again, so that a
// question for its day is one for the last.
const recurring = 4

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
	of := q.happenings(to)
	for i, h := range of { // asked for what is to come, "3 November" of a note in December is the next
		if h.yearless && h.day.Before(h.note.Day) {
			of[i].day = notes.DayOf(h.day.In(time.UTC).AddDate(1, 0, 0))
		}
	}
	h, ok := q.upcoming(of, func(h happening) bool { return h.day.After(q.today) })
	if !ok {
		return false
	}
	days := plural(h.day.Sub(q.today), "day")
	q.findDays(p, sure, "days until", q.today, h.day, fmt.Sprintf("It is %s until %s, on %s.", days, to.Name, h.day), h)
	return true
}

// upcoming returns what the notes give a day for, among what keep accepts: the
// latest word on it counts.
func (q *inquiry) upcoming(of []happening, keep func(happening) bool) (happening, bool) {
	most := 0.0
	for _, h := range of {
		if h.given && keep(h) {
			most = max(most, h.told)
		}
	}
	var last happening
	for _, h := range of {
		if h.given && keep(h) && h.told >= max(partly, most-0.2) {
			last = h
		}
	}
	return last, last.note != nil
}

// tellMoment tells on which day something was, or is to be: the day that a note
// gives for it, or that of the note which tells that it happened. It is false where
// the question asks for no such day, or the notes tell none.
func (q *inquiry) tellMoment(p *part) bool {
	m := p.Moment
	if m == nil || m.Timely || p.Attribute != nil && !p.Attribute.Dated || p.Limit != nil || len(p.Sizes) > 0 || p.Ranked() || p.By != "" || m.Past && p.Nth > 0 {
		return false
	}
	of := slices.DeleteFunc(q.happenings(m.Event), func(h happening) bool { return h.told < partly || m.Nth > 0 && !h.numbered() })
	var h happening
	ok, was := false, "is"
	if m.Past {
		of = slices.DeleteFunc(of, func(h happening) bool { return h.day.After(q.today) || !h.real && !h.given })
		if len(note.DaysOf(tellingOf(of, func(h happening) bool { return h.real }))) >= recurring {
			return false
		}
		real := slices.DeleteFunc(slices.Clone(of), func(h happening) bool { return !h.real || h.told < wholly })
		if h, ok = q.plainest(real); !ok {
			h, ok = q.upcoming(of, func(happening) bool { return true })
		}
	} else {
		h, ok = q.upcoming(of, func(happening) bool { return true })
	}
	if !ok {
		return false
	}
	if h.day.Before(q.today) {
		was = "was"
	}
	if h.told < wholly || m.Past && slices.ContainsFunc(of, func(o happening) bool { return o.day != h.day && o.real && q.plain(o, of) > q.plain(h, of)-close }) {
		q.doubtDay(m.Event)
	}
	text := fmt.Sprintf("It %s on %s, %s.", was, h.day, q.lies(h.day))
	if h.given && h.day != h.note.Day {
		text = fmt.Sprintf("It %s on %s, %s, as the note of %s tells.", was, h.day, q.lies(h.day), h.note.Day)
	}
	q.findDays(p, sure, "days", minDay(h.day, q.today), maxDay(h.day, q.today), text, h)
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

// tellingOf returns the notes of some happenings.
func tellingOf(of []happening, keep func(happening) bool) []*note.Note {
	var out []*note.Note
	for _, h := range of {
		if keep(h) {
			out = append(out, h.note)
		}
	}
	return out
}

// numbered reports whether the sentence has the number that the event is named by.
func (h happening) numbered() bool {
	in, digits := h.note.SentenceOf(h.token), strconv.Itoa(h.Nth)
	for i, t := range h.note.Tokens {
		if h.note.SentenceOf(i) == in && (t.Folded == ask.Ordinal(h.Nth) || strings.TrimRight(strings.TrimLeft(t.Folded, "0"), "stndrh") == digits) {
			return true
		}
	}
	return false
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
		told := q.happenings(m.Event)
		if m.Verbal || len(told) > 0 && !slices.ContainsFunc(told, func(h happening) bool { return h.told >= partly }) {
			e = m.Event
		}
	}
	if e == nil || e.Timely {
		return false
	}
	of := q.named(e.Words)
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
