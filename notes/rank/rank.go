package rank

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
)

// A Question asks for the notes that bear on it.
type Question struct {
	Text string
	// Matters is what of the text a note has to have to cover the question: all but
	// its words of time, for instance. Empty is all of it.
	Matters string
	// Forms returns a word or phrase and what a vocabulary equates with it. Nil is
	// no vocabulary.
	Forms func(term string) []string
	// Must are words or phrases, each in any of several forms, that a note has to
	// have to count.
	Must [][]string
	// Prefer are the days that the question names. Notes of other days come after
	// those of equal worth.
	Prefer []notes.Range
	// Within says of which days notes count.
	Within notes.Range
	// Today is the day that words such as "now" favour; the zero Day is none.
	Today notes.Day
	// Accept says which notes count. Nil accepts all.
	Accept func(id string) bool
	// Seeks is what an answer has to have; units with it come before those without.
	Seeks Content
	// Order says which notes come first.
	Order Order
	// Limit is the most notes to return, the best; 0 is no limit.
	Limit int
	// Stopped is asked before each term; once it is true ranking ends with what it
	// has. Nil never stops it.
	Stopped func() bool
}

// A Match is a note that was found.
type Match struct {
	ID    string
	Score float64 // higher is better; comparable within one answer of an index only
	Best  Range   // the unit to quote, in the note's text
	// Covers says that Best, with its neighbours in the note and its labels, has
	// every word of the question that matters.
	Covers bool

	matched uint64
}

// A Ranking is what a question found.
type Ranking struct {
	Notes []Match // best first, at most Limit
	Total int     // how many there are, returned or not
	// Missing are the words of the question that no note has, by no name that the
	// vocabulary equates with them.
	Missing []string
	terms   []string
}

// Terms returns the words of the question that a note has, as its text or as its
// labels, in the order of the question.
func (r Ranking) Terms(m Match) []string {
	var out []string
	for i, t := range r.terms {
		if m.matched&(1<<i) != 0 {
			out = append(out, t)
		}
	}
	return out
}

// What a note gets beyond its words, as a part of the best score.
const (
	namedPart  = 0.8 // it is of a day that the question names
	recentPart = 0.8 // the question says "now", and it is of today
	nearPart   = 0.2 // a search of words favours a day, and it is of that
	recentDays = 30  // from there on it is less than half of that
)

// Rank returns the notes for a question, best first; of equal ones the later comes
// first. A note counts if it or a neighbour has a word of the question, or if it
// is of a day that the question names.
func (x *Index) Rank(q Question) Ranking {
	x.mu.RLock()
	defer x.mu.RUnlock()
	r := Ranking{}
	s := x.scores()
	words := questionWords(q.Text)
	q.Forms = x.abbreviated(q.Text, q.Forms)
	for i, w := range words {
		if q.Stopped != nil && q.Stopped() {
			break
		}
		t := x.term(w, q.Forms)
		if w.weight == 1 && !slices.ContainsFunc(t.phrases, func(p phrase) bool { return !p.like }) {
			r.Missing = append(r.Missing, w.text)
		}
		r.terms = append(r.terms, w.text)
		s.add(t, func(n uint32) { s.matched[n] |= 1 << i })
	}
	bonus := x.bonuses(q.Prefer, q.Today, words)
	if q.Stopped == nil || !q.Stopped() {
		for _, t := range x.feedback(s.candidates(bonus), words) {
			s.add(t, nil)
		}
	}
	s.seeks = q.Seeks
	c := s.candidates(bonus)
	if slices.ContainsFunc(q.Prefer, func(r notes.Range) bool { return !r.IsZero() }) {
		c.undated = namedPart
	}
	c.only(q.Within, q.Accept)
	c.addNamed()
	r.Total = c.keep(x.having(q.Must))
	needs := needsOf(q.Matters, words, q.Forms)
	c.raise(q.Order, needs, q.Limit)
	best := c.topOf(q.Limit)
	slices.SortFunc(best, c.compare)
	if own(q.Text) && c.demoteOthers(best) {
		slices.SortFunc(best, c.compare)
	}
	r.Notes = c.matches(best)
	for i, b := range best {
		r.Notes[i].Covers = c.covers(b.number, needs)
	}
	s.free()
	return r
}

// bonuses returns what the notes of each day get beyond their words, as parts of
// the best score; nil if it is nothing.
func (x *Index) bonuses(prefer []notes.Range, today notes.Day, words []word) []float32 {
	recent := !today.IsZero() && slices.ContainsFunc(words, func(w word) bool { return w.recent })
	if !recent && !slices.ContainsFunc(prefer, func(r notes.Range) bool { return !r.IsZero() }) {
		return nil
	}
	out := make([]float32, len(x.days))
	for i := range x.days {
		number := x.days[i].number
		for _, r := range prefer {
			if first, last := bounds(r); !r.IsZero() && number >= first && number <= last {
				out[i] = namedPart
			}
		}
		if recent {
			out[i] += recentPart * closeness(number, dayNumber(today))
		}
	}
	return out
}

// closeness is 1 for the same day and falls with the days between.
func closeness(a, b int32) float32 {
	d := a - b
	return recentDays / (recentDays + float32(max(d, -d)))
}
