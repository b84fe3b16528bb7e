package analyzer

import (
	"regexp"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/rota"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// daysOfShift are the days on which the notes tell that a shift was worked.
func (q *inquiry) daysOfShift(of rota.Kind) map[notes.Day]bool {
	var turns []rota.Turn
	for _, n := range q.notes {
		if kind, ok := rota.Read(n.Tokens, n.SentenceOf, func(i int) bool { return !n.Unreal(i) }); ok {
			turns = append(turns, rota.Turn{Day: n.Day, Of: kind})
		}
	}
	return rota.Days(turns, of)
}

var (
	// allWeek says of something that it lasts to the end of its week.
	allWeek = regexp.MustCompile(`(?i)\b(?:all|this|for the|the whole) week\b|\bweek (?:off|of)\b`)
	// returned says that a holiday or a stay is over.
	returned = regexp.MustCompile(`(?i)^\W*(?:(?:we|i)['’]?(?:re|m)? )?(?:back|home)\b(?:[.,!]| (?:from|home|again|to work|at work))|\b(?:back|home) from\b|\b(?:got|came|flew|drove) (?:back|home)\b`)
)

const (
	// mostApart is how many days may lie between two notes on one stay.
	mostApart = 7
	// longestAway is how many days a stay may last of which only the first and the
	// last are told.
	longestAway = 42
)

// daysOfStretch are the days of something that lasts, as a holiday: from the note
// that opens it to the end of that week, where it says so, to the last note that
// speaks of it, or to the one that says it is over. It is false where no note
// tells how long it was.
func (q *inquiry) daysOfStretch(s *note.Subject) (notes.Range, bool) {
	told, _ := note.On(s, q.notes)
	told = note.Events(s, told)
	if len(told) == 0 {
		return notes.Range{}, false
	}
	r := notes.Range{Start: told[0].Day, End: told[0].Day}
	if allWeek.MatchString(told[0].Sentence(s.Anchor(told[0]))) {
		r.End = stat.WeekOf(r.Start, q.weekStart()).AddDays(6)
		return r, true
	}
	for _, n := range told {
		if n.Day.Sub(r.End) <= mostApart {
			r.End = n.Day
		}
	}
	for _, n := range q.notes {
		if n.Day.After(r.Start) && n.Day.Sub(r.Start) <= longestAway && returned.MatchString(n.Entry.GetText()) {
			r.End = n.Day
			break
		}
	}
	return r, r.Start != r.End
}
