package chronicle

import (
	"regexp"
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A Chronicle is what notes tell of when things happened.
type Chronicle struct {
	notes     []*note.Note
	lexicon   *note.Lexicon
	today     notes.Day
	weekStart time.Weekday
	best      Best
}

// Best is which of some notes that tell of a subject has its record, -1 for none.
type Best func(of *note.Subject, told []*note.Note) int

// New is the chronicle of notes in order of time, as of today.
func New(of []*note.Note, l *note.Lexicon, today notes.Day, weekStart time.Weekday, best Best) *Chronicle {
	return &Chronicle{of, l, today, weekStart, best}
}

// A Happening is what a note tells of an event of a question: that it was, or when
// it is to be.
type Happening struct {
	*ask.Event
	Day   notes.Day
	Note  *note.Note
	Token int
	told  float64 // how much of the event's words the note has, 1 for all of them
	Given bool    // the note gives the day, and was not written on it
	// yearless is a given day without its year, of which the nearest is meant.
	yearless bool
	real     bool // it tells that it happened
}

// How much of what an event is named by a note has to tell, to be on it, and to be
// on it without a doubt.
const (
	partly = 0.66
	wholly = 0.75
)

// happenings returns what the notes tell of an event, in order of time. What other
// events of the question are named by may be what it is of: "from the drip in the
// ceiling to the repair".
func (c *Chronicle) happenings(e *ask.Event, beside ...term) []Happening {
	terms := c.terms(e)
	if len(terms) == 0 {
		return nil
	}
	beside = slices.DeleteFunc(slices.Clone(beside), func(t term) bool {
		return t.deed || slices.ContainsFunc(terms, func(o term) bool { return ask.Same(o.Name, t.Name) })
	})
	var out []Happening
	for _, n := range c.notes {
		if n.Mends != nil || note.Recap.MatchString(n.Entry.GetText()) {
			continue
		}
		for _, h := range c.happeningsIn(n, e, terms, beside) {
			if e.Days.IsZero() || e.Days.Contains(h.Day) || e.Days.Contains(n.Day) {
				out = append(out, h)
			}
		}
	}
	return out
}

// happeningsIn reads from one note what it tells of an event, in the sentence that
// tells most of it: that it was, or its day, or that it was and the next day of it.
func (c *Chronicle) happeningsIn(n *note.Note, e *ask.Event, terms, beside []term) []Happening {
	h := Happening{Event: e, Note: n, Token: -1}
	weights := make([]map[int]float64, len(terms))
	places := map[int][]int{}
	own := map[int]bool{} // the tokens that name what the question is about
	for _, t := range slices.Concat(terms, beside) {
		for _, at := range t.PlacesIn(n) {
			own[at] = true
		}
	}
	for i, t := range terms {
		weights[i] = map[int]float64{}
		for _, at := range t.PlacesIn(n) {
			k := n.SentenceOf(at)
			places[k] = append(places[k], at)
			weights[i][k] = max(weights[i][k], t.weightAt(n, at, e, own[at-1]))
		}
	}
	for i, t := range terms {
		if t.Name[0] <= '9' && len(weights[i]) == 0 {
			return nil // Harbor 4.0 is not 5.0
		}
	}
	for k, at := range places {
		slices.Sort(at)
		told, missing, moved := 0.0, false, shifted.MatchString(n.Sentence(at[0]))
		for i, t := range terms {
			here := weights[i][k]
			for _, w := range weights[i] {
				here = max(here, elsewhere*w)
			}
			switch {
			case here == 0 && t.deed && moved:
				here = another // whatever is postponed has yet to come
			case here == 0 && !t.deed:
				missing = true
				if c.impliedBy(t, terms, weights) {
					here, missing = implied, false
				}
			}
			told += here
		}
		if told == 0 {
			continue
		}
		if slices.ContainsFunc(beside, func(t term) bool { return t.namedIn(n, k) }) { // what it is of
			told += 0.1 * float64(len(terms))
			if missing {
				told += implied
			}
		}
		told /= float64(len(terms))
		if stillSo.MatchString(n.Sentence(at[0])) {
			told -= 0.2 // it began before
		}
		if at[0] == 0 || n.SentenceOf(at[0]-1) != k {
			told += 0.05 // it is what the sentence is on
		}
		if told > h.told || told == h.told && at[0] < h.Token {
			h.told, h.Token = told, at[0]
		}
	}
	if h.Token < 0 {
		return nil
	}
	return c.withDay(h, terms)
}

// stillSo is in a sentence on what began before.
var stillSo = regexp.MustCompile(`(?i)\bstill\b`)

// Find finds the day of an event: that of its record, the first or last of
// it, the next behind a day, or the one that the notes tell most plainly.
func (c *Chronicle) Find(e *ask.Event, after notes.Day, beside ...term) (Happening, bool) {
	of := c.Named(e.Words)
	if len(of) == 0 {
		return Happening{}, false
	}
	if e.Best {
		if h, ok := c.bestOf(e, of); ok {
			return h, true
		}
	}
	all := slices.DeleteFunc(c.happenings(e, beside...), func(h Happening) bool { return h.told < partly })
	if e.Order != ask.Unordered || e.Nth > 0 {
		return inOrder(e, all, after)
	}
	return c.plainest(all)
}

// inOrder returns the first, the last, the next or the one with a number of what
// happened again and again.
func inOrder(e *ask.Event, of []Happening, after notes.Day) (Happening, bool) {
	if i := slices.IndexFunc(of, func(h Happening) bool { return e.Nth > 0 && h.numbered() }); i >= 0 {
		return of[i], true
	}
	of = slices.DeleteFunc(of, func(h Happening) bool { return !h.real || e.Order == ask.Following && !h.Day.After(after) })
	slices.SortStableFunc(of, func(a, b Happening) int { return a.Day.Compare(b.Day) })
	of = slices.CompactFunc(of, func(a, b Happening) bool { return a.Day == b.Day })
	at := max(e.Nth, 1) - 1
	if e.Order == ask.Latest {
		at = len(of) - 1
	}
	if at < 0 || at >= len(of) || e.Order == ask.Following && after.IsZero() {
		return Happening{}, false
	}
	return of[at], true
}

// plainest returns the happening that notes tell most of, and of several the latest
// word on it.
func (c *Chronicle) plainest(of []Happening) (Happening, bool) {
	var best Happening
	most := 0.0
	for _, h := range of {
		if t := c.plain(h, of); t > most-0.05 {
			best, most = h, max(most, t)
		}
	}
	return best, best.Note != nil
}

// plain is how plainly a happening is told among others of the same event: that it
// happened counts more than that it was to, unless its day is still to come, and
// most where it happened on the day that it was to.
func (c *Chronicle) plain(h Happening, among []Happening) float64 {
	planned := slices.ContainsFunc(among, func(o Happening) bool { return o.Given && o.Day == h.Day })
	switch {
	case h.real && planned:
		return h.told + 0.25
	case h.real:
		return h.told + 0.1
	case h.Given && h.Day.After(c.today):
		return h.told + 0.15
	}
	return h.told
}
