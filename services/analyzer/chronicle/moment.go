package chronicle

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// Until returns what is still to come of an event whose day the notes give.
func (c *Chronicle) Until(e *ask.Event) (Happening, bool) {
	return c.upcoming(toCome(c.happenings(e)), func(h Happening) bool { return h.Day.After(c.today) })
}

// toCome reads days without their year as what is asked for has yet to come: "3
// November" of a note in December is the next.
func toCome(of []Happening) []Happening {
	for i, h := range of {
		if h.yearless && h.Day.Before(h.Note.Day) {
			of[i].Day = notes.DayOf(h.Day.In(time.UTC).AddDate(1, 0, 0))
		}
	}
	return of
}

// When returns what tells the day that a question asks for: that of the note which
// tells that it happened, or the day that one gives for it. It is doubtful where another
// day may be meant as well, and false where the notes tell none, or so many that the
// question can't be for one of them.
func (c *Chronicle) When(m *ask.Moment) (h Happening, doubtful, ok bool) {
	of := slices.DeleteFunc(c.happenings(m.Event), func(h Happening) bool { return h.told < partly || m.Nth > 0 && !h.numbered() })
	given := func(Happening) bool { return true }
	if !m.Past {
		h, ok = c.upcoming(toCome(of), given)
		return h, h.told < wholly, ok
	}
	of = slices.DeleteFunc(of, func(h Happening) bool { return h.Day.After(c.today) || !h.real && !h.Given })
	real := slices.DeleteFunc(slices.Clone(of), func(h Happening) bool { return !h.real })
	if len(note.DaysOf(notesOf(real))) >= recurring {
		return Happening{}, false, false
	}
	if h, ok = c.plainest(slices.DeleteFunc(slices.Clone(real), func(h Happening) bool { return h.told < wholly })); !ok {
		h, ok = c.upcoming(of, given)
	}
	return h, h.told < wholly || slices.ContainsFunc(real, func(o Happening) bool { return o.Day != h.Day && c.plain(o, of) > c.plain(h, of)-close }), ok
}

// Hinted reports whether notes have words of an event, and none enough of them to be on
// it.
func (c *Chronicle) Hinted(e *ask.Event) bool {
	of := c.happenings(e)
	return len(of) > 0 && !slices.ContainsFunc(of, func(h Happening) bool { return h.told >= partly })
}

// upcoming returns what the notes give a day for, among what keep accepts: the
// latest word on it counts.
func (c *Chronicle) upcoming(of []Happening, keep func(Happening) bool) (Happening, bool) {
	most := 0.0
	for _, h := range of {
		if h.Given && keep(h) {
			most = max(most, h.told)
		}
	}
	var last Happening
	for _, h := range of {
		if h.Given && keep(h) && h.told >= max(partly, most-0.2) {
			last = h
		}
	}
	return last, last.Note != nil
}

// notesOf returns the notes of some happenings.
func notesOf(of []Happening) []*note.Note {
	out := make([]*note.Note, len(of))
	for i, h := range of {
		out[i] = h.Note
	}
	return out
}

// numbered reports whether the sentence has the number that the event is named by.
func (h Happening) numbered() bool {
	in, digits := h.Note.SentenceOf(h.Token), strconv.Itoa(h.Nth)
	for i, t := range h.Note.Tokens {
		if h.Note.SentenceOf(i) == in && (t.Folded == ask.Ordinal(h.Nth) || strings.TrimRight(strings.TrimLeft(t.Folded, "0"), "stndrh") == digits) {
			return true
		}
	}
	return false
}

// recurring is on how many days something was that happens again and again, so that a
// question for its day is one for the last.
const recurring = 4
