package analyzer

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// ordinal is the number that the user gave to a thing, right behind its name:
// "attempt 3", "practice exam nr 2: 68%", "sourdough no 4".
var ordinal = regexp.MustCompile(`(?i)^\W?\s?(?:(?:attempt|try|round|batch|no|nr|number|part|version)\.?\s?)?#?(\d{1,3})(?:st|nd|rd|th)?(?:[:.,!?)]?(?:\s|$)|[:,])`)

// numberIn returns the number that a note gives a subject, 0 for none.
func numberIn(n *note.Note, s *note.Subject) int {
	text := n.Entry.GetText()
	for _, i := range s.PlacesIn(n) {
		if m := ordinal.FindStringSubmatch(text[n.Tokens[i+s.Length(n, i)-1].End:]); m != nil {
			k, _ := strconv.Atoi(m[1])
			return k
		}
	}
	return 0
}

// numberedUpTo returns up to which number the user has counted the things of a
// stance, from one on, and the notes that do. It is false where fewer than two
// notes number them, or the numbers don't rise.
func (q *inquiry) numberedUpTo(st stance) (int, []*note.Note, bool) {
	last := 0
	var by []*note.Note
	for _, n := range st.told {
		switch k := numberIn(n, st.subject); {
		case k == 0, k == last:
		case k < last || k > last+3:
			return 0, nil, false
		default:
			last, by = k, append(by, n)
		}
	}
	return last, by, len(by) > 1 && last > len(by)-1
}

// tellNumbered tells how many of the subject there were where the user has
// numbered them.
func (q *inquiry) tellNumbered(p *part, st stance) bool {
	if p.Aggregate != ask.Count || st.subject == nil || !st.span.days.IsZero() {
		return false
	}
	last, by, ok := q.numberedUpTo(st)
	if !ok {
		return false
	}
	q.state(p, likely, q.fact(newFact(kindCount, st.subject.About(), "numbered", float64(last), "", st.days, len(by), note.IDs(by),
		"The notes number the %s up to %d, on %s.", st.subjectName(), last, by[len(by)-1].Day)))
	return true
}

// numberedAs returns the note that gives the subject a number, nil if none does.
func numberedAs(st stance, number int) *note.Note {
	i := slices.IndexFunc(st.told, func(n *note.Note) bool { return numberIn(n, st.subject) == number })
	if i < 0 {
		return nil
	}
	return st.told[i]
}

// nth returns the note on the one with a number, where the notes number them, or
// that of the day in its place; nil if there are fewer.
func nth(st stance, number int) *note.Note {
	if n := numberedAs(st, number); n != nil {
		return n
	}
	days := note.DaysOf(st.told)
	if len(days) < number {
		return nil
	}
	return st.told[slices.IndexFunc(st.told, func(n *note.Note) bool { return n.Day == days[number-1] })]
}
