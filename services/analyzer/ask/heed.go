package ask

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

// A heed is which words of a question its readings took: the limit its "over",
// the aggregate its "longest". What no reading took is about the notes, or was
// not understood.
type heed []bool

// span takes the words that stand between two bytes of the question.
func (q *Query) span(from, to int) {
	for i, t := range q.Tokens {
		if t.Start < to && from < t.End {
			q.heed[i] = true
		}
	}
}

// takes reports whether the question has one of the phrases, and takes every
// place where one stands.
func (q *Query) takes(phrases ...Phrase) bool {
	found := false
	for _, ph := range phrases {
		for i := 0; i+len(ph) <= len(q.Tokens); i++ {
			if search.IndexOf(q.Tokens[i:i+len(ph)], ph) != 0 || len(ph) == 0 {
				continue
			}
			found = true
			for k := range ph {
				q.heed[i+k] = true
			}
		}
	}
	return found
}

// find is the submatches of a pattern in the question, as their places, whose
// match is taken; nil if there is none.
func (q *Query) find(pattern *regexp.Regexp) []int {
	m := pattern.FindStringSubmatchIndex(q.Text)
	if m != nil {
		q.span(m[0], m[1])
	}
	return m
}

// readTimes takes the words that name times: which days these are, the scope of the
// question says.
func (q *Query) readTimes(today notes.Day) {
	read := timespan.Read(q.Text, timespan.Ref{Now: today.In(time.UTC)})
	for _, s := range read.Spans {
		q.span(s.Offset, s.Offset+len(s.Text))
		for _, w := range s.Apart {
			q.span(w.Offset, w.Offset+len(w.Text))
		}
	}
	q.times = slices.Clone(q.heed)
}

// Reads reports whether a reading took the word at a place, and not only as the
// name of a time.
func (q *Query) Reads(at int) bool { return q.heed[at] && !q.times[at] }

// Restricts reports whether the word at a place, if no reading took it, says which
// of several things is meant: it carries meaning, and is no verb, which notes do
// without or have another one for, no word for how much time, and not the number
// of the things themselves.
func (q *Query) Restricts(at int) bool {
	t := q.Tokens[at]
	switch {
	case q.heed[at], search.Stopword(t.Folded), search.Stopword(t.Stem), q.Acts(at):
		return false
	case t.Folded == "one", at == 0 && len(q.Tokens) > 1 && slices.Contains(extents, q.Tokens[1].Folded): // "hw many"
		return false
	}
	if _, number := quantity.NumberWord(t.Folded); number || t.Folded[0] <= '9' {
		return at+1 == len(q.Tokens) || q.Text[t.End] != ' ' || q.binds(at+1) // "my 3 sunday runs" are all of these
	}
	return len(t.Folded) > 1 && !slices.Contains(manners, t.Folded) && !slices.Contains(stretches, t.Stem) && !slices.Contains(particles, t.Folded)
}

// Acts reports whether a word is what somebody or something does. It stands behind
// who does it or when, before what it is done to or a particle, or has the form of
// a verb and no noun behind it.
func (q *Query) Acts(at int) bool {
	t := q.Tokens[at]
	if at > 0 && slices.Contains(persons, q.Tokens[at-1].Folded) {
		return true // "how long it take"
	}
	together := at+1 < len(q.Tokens) && q.inPhrase(at+1) && !q.binds(at+1) && !q.heed[at+1]
	before := at
	for before > 0 && slices.Contains(adverbs, q.Tokens[before-1].Folded) {
		before--
	}
	if q.Does(before, 1) || before > 0 && slices.Contains(negations, q.Tokens[before-1].Folded) || at > 0 && q.times[at-1] && !together {
		return true
	}
	if at > 0 && at+1 < len(q.Tokens) && !slices.Contains(prepositions, q.Tokens[at-1].Folded) &&
		(slices.Contains(objects, q.Tokens[at+1].Folded) || slices.Contains(particles, q.Tokens[at+1].Folded)) {
		return true
	}
	if done := slices.IndexFunc(q.Tokens[:at], func(t search.Token) bool { return slices.Contains(doing, t.Folded) }); done >= 0 && done+1 < at &&
		(at+1 == len(q.Tokens) || q.heed[at+1]) && !slices.Contains(persons, q.Tokens[done+1].Folded) {
		return true // "how long did the run with Theo take"
	}
	irregular := t.Stem[:1] != t.Folded[:1] || !strings.HasPrefix(t.Folded, t.Stem[:max(1, len(t.Stem)-1)])
	return irregular || strings.HasSuffix(t.Folded, "ed") && !together
}

var (
	adverbs   = []string{"last", "first", "usually", "normally", "actually", "really", "just", "ever"}
	negations = []string{"dont", "don't", "doesnt", "doesn't", "didnt", "didn't", "not"}
	doing     = []string{"did", "does", "do"}
	persons   = []string{"i", "we", "you", "he", "she", "it", "they"}
	extents   = []string{"many", "much", "long", "far", "often"}
	objects   = []string{"me", "us", "it", "them", "him", "you", "i", "we", "my", "our", "his", "her", "their", "the", "a", "an", "this", "that"}
	// particles stand behind a verb: "set me back", "go up".
	particles = []string{"back", "up", "down", "out", "away", "along", "around"}
	// manners say how sure or how much it is meant, and that it is noted.
	manners = []string{"actually", "really", "already", "ever", "yet", "still", "even", "exactly", "roughly", "about", "right", "far", "many", "much", "per", "number", "amount", "note", "notes", "date", "points", "season", "noted", "entry", "entries", "log", "logged", "record", "recorded", "pls", "plz"}
	// stretches are what time is counted in; which of them is meant, spans say.
	stretches = []string{search.Stem("day"), search.Stem("night"), search.Stem("week"), search.Stem("month"), search.Stem("year"), search.Stem("time"),
		search.Stem("monday"), search.Stem("tuesday"), search.Stem("wednesday"), search.Stem("thursday"), search.Stem("friday"), search.Stem("saturday"), search.Stem("sunday")}
)

// Negates reports whether the question asks for what is without the thing at a
// place: "the longest run with no walking".
func (q *Query) Negates(at int) bool {
	return at > 0 && slices.Contains([]string{"no", "without", "wo"}, q.Tokens[at-1].Folded)
}

// Phrased returns the words of the question that are picked, as it has them: those
// that stand together as one, each with the preposition before it.
func (q *Query) Phrased(picked func(at int) bool) []string {
	var out []string
	for at := 0; at < len(q.Tokens); at++ {
		if !picked(at) {
			continue
		}
		from := at
		for from > 0 && (q.Tokens[from-1].End == q.Tokens[from].Start || q.inPhrase(from) && leading(q.Tokens[from-1])) {
			from--
		}
		for at+1 < len(q.Tokens) && (picked(at+1) || q.Tokens[at+1].Start == q.Tokens[at].End) {
			at++
		}
		out = append(out, q.Text[q.Tokens[from].Start:q.Tokens[at].End])
	}
	return out
}

// leading reports whether a word leads to what stands behind it.
func leading(t search.Token) bool {
	return slices.Contains(prepositions, t.Folded) || slices.Contains(possessing, t.Folded) || slices.Contains([]string{"to", "off", "without", "after", "before", "during"}, t.Folded)
}
