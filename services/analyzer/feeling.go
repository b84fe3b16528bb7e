package analyzer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// quotedFeelings is how many notes on a feeling are quoted.
const quotedFeelings = 4

// asksFeeling reports whether a question asks how the user felt with something.
func (p *part) asksFeeling(s *note.Subject) bool {
	return s != nil && p.Aggregate != ask.Count && p.Is(ask.Feeling) && !s.Everyday()
}

// tellFeelings counts what the notes say of how the user felt with a subject: in
// the notes on it, and in those of the same day behind them. It is false where
// they say nothing.
func (q *inquiry) tellFeelings(p *part, st stance) bool {
	days := map[string]map[notes.Day]bool{} // of each feeling
	var quotes []note.Sighting
	for _, n := range q.withAfter(st) {
		for _, name := range q.lexicon.Feelings {
			at, said, _ := n.Find(name.Phrases, st.subject.Phrases)
			if !said {
				continue
			}
			if days[name.Name] == nil {
				days[name.Name] = map[notes.Day]bool{}
			}
			days[name.Name][n.Day] = true
			if len(quotes) == 0 || quotes[len(quotes)-1].Note != n {
				quotes = append(quotes, note.Sighting{Note: n, Token: at})
			}
		}
	}
	if len(quotes) == 0 {
		return false
	}
	of := note.NotesOf(quotes)
	names := slices.SortedFunc(maps.Keys(days), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(days[b]), len(days[a])), cmp.Compare(a, b))
	})
	var words []string
	for _, name := range names[:min(len(names), 6)] {
		words = append(words, fmt.Sprintf("%s (%s)", name, plural(len(days[name]), "day")))
	}
	told := len(note.DaysOf(st.told))
	text := fmt.Sprintf("On %d of the %s with %s %s the notes say how you felt: %s.", len(note.DaysOf(of)), plural(told, "day"), st.subjectName(), st.span.during(), list(words))
	f := q.fact(newFact(kindCross, st.subject.About(), "feeling", float64(len(note.DaysOf(of))), "days", st.days, told, note.IDs(of), "%s", text))
	level := likely
	if len(of) < 3 {
		level = doubtful
	}
	q.find(p, level, text, f)
	for _, s := range quotes[max(0, len(quotes)-quotedFeelings):] {
		q.state(p, sure, q.quote(s.Note, shorten(s.Note.Sentence(s.Token)), st.subject.About()))
	}
	q.averagesOfFeeling(p, st)
	return true
}

// soonAfter is for how many hours behind a note on a subject the day's other
// notes are of it: "happy after that one".
const soonAfter = 2

// withAfter returns the notes on a subject and those soon after on the same day.
func (q *inquiry) withAfter(st stance) []*note.Note {
	hours := map[notes.Day][]int{}
	in := map[*note.Note]bool{}
	for _, n := range st.told {
		hours[n.Day] = append(hours[n.Day], n.Hour)
		in[n] = true
	}
	return note.Filter(st.all, func(n *note.Note) bool {
		return in[n] || n.Mends == nil && slices.ContainsFunc(hours[n.Day], func(h int) bool { return n.Hour >= h && n.Hour <= h+soonAfter })
	})
}

// averagesOfFeeling adds what was rated on the days with the subject.
func (q *inquiry) averagesOfFeeling(p *part, st stance) {
	on := daySet(st.told)
	for _, m := range measuresOf(st.all, func(n note.Number) bool { return n.Domain == "mood" && !st.subject.Holds(n) }) {
		var with []float64
		var of []string
		for _, pt := range m.typical() {
			if on[pt.Day] {
				with, of = append(with, pt.Value), append(of, pt.ID)
			}
		}
		if len(with) < 2 {
			continue
		}
		s := stat.Summarize(with)
		q.state(p, likely, q.fact(newFact(kindAverage, m.subjectName(), m.name, s.Mean, m.unit, st.days, s.N, of,
			"Average %s on days with %s: %s (%s, n = %d).", m.label(), st.subjectName(), amount(s.Mean), spread(s, m.unit), s.N)))
	}
}
