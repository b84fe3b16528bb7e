package chronicle

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

//go:embed deeds.txt
var deedFile string

// The weight of one word of an event.
const (
	another   = 0.75 // another deed of the family
	within    = 0.8  // within a longer name: "practice exam"
	undone    = 0.6  // a deed that the note does not say was done
	elsewhere = 0.5  // in another sentence of the note
	implied   = 0.5  // in none, where other notes name it with what this one has
)

// A term is a word of an event, with every other for it.
type term struct {
	*note.Subject
	deed bool         // what was done, rather than what of
	done []ask.Phrase // words that say that it was
}

// A family are deeds that notes tell in each other's words.
type family struct{ words, done []ask.Phrase }

var families = sync.OnceValue(func() []family {
	var out []family
	for _, lists := range note.Table(deedFile) {
		out = append(out, family{ask.Phrases(strings.Split(lists[0], ", ")...), ask.Phrases(strings.Split(lists[1], ", ")...)})
	}
	return out
})

// lightly are words of an event that notes do without: where to, how, and verbs that
// say no more than that it was.
var lightly = []string{"out", "off", "up", "on", "in", "home", "away", "own", "itself", "put", "take", "place", "happen", "have", "make", "myself"}

// helping are the stems of verbs beside the one that says what was done: "started
// limping", "getting paid".
var helping = []string{"start", "begin", "get", "be", "go", "do", "have"}

// terms are the words that name an event. What somebody does in it is a deed where
// the question has its verb, as in "paying off the car".
func (c *Chronicle) terms(e *ask.Event) []term {
	var out []term
	for _, s := range c.Named(e.Words) {
		t := term{Subject: s.Loosely()}
		t.Rivals = nil // of a tax return, the return is a part of a longer name
		if !slices.Contains(lightly, s.Name) && !isDeed(e, s.Name) {
			out = append(out, t)
		}
	}
	deeds := slices.DeleteFunc(search.Tokens(e.Words), func(t search.Token) bool { return !isDeed(e, t.Folded) })
	if own := slices.DeleteFunc(slices.Clone(deeds), func(t search.Token) bool { return slices.Contains(helping, t.Stem) }); len(own) > 0 {
		deeds = own
	}
	for _, t := range deeds {
		d := term{Subject: note.Literally(t).Loosely(), deed: true}
		d.done = append(d.done, search.Tokens(t.Folded))
		for _, f := range families() {
			if f.has(t.Folded, e.Verbal) {
				d.done = append(d.done, f.done...)
				d.Phrases = slices.Concat(d.Phrases, f.words, f.done)
			}
		}
		out = append(out, d)
	}
	return out
}

// has reports whether a word of a question is of the family: in a form that says
// that it was done, or in any where it stands as a verb.
func (f family) has(word string, verbal bool) bool {
	return slices.ContainsFunc(f.done, func(ph ask.Phrase) bool { return len(ph) == 1 && ph[0].Folded == word }) ||
		(verbal || acted.MatchString(word)) && slices.ContainsFunc(f.words, func(ph ask.Phrase) bool { return ask.KeyOf(ph) == ask.Key(word) })
}

// acted are the endings of what somebody did.
var acted = regexp.MustCompile(`(?:ing|ed)$`)

// isDeed reports whether a word of an event is what was done.
func isDeed(e *ask.Event, word string) bool {
	return slices.ContainsFunc(families(), func(f family) bool { return f.has(word, e.Verbal) }) || e.Done && acted.MatchString(word)
}

// namedIn reports whether a sentence of a note has the word.
func (t term) namedIn(n *note.Note, sentence int) bool {
	return slices.ContainsFunc(t.PlacesIn(n), func(at int) bool { return n.SentenceOf(at) == sentence })
}

// weightAt is how much a note says of an event with the word at a token; within the
// name of what the question is about it is no part of another.
func (t term) weightAt(n *note.Note, at int, e *ask.Event, named bool) float64 {
	w := 1.0
	switch {
	case t.deed && n.WritesAt(at, t.done[:1]):
	case t.deed && t.toldAt(n, at):
		w = another
	case t.deed:
		w = undone
	case n.Beside(at, t.Subject) && !shifted.MatchString(n.Sentence(at)) || !named && !standsAlone(n, at) || partOf(n, at) || servedBy(n, at):
		w = within
	}
	if t.deed && at > 0 && slices.Contains(pointing, n.Tokens[at-1].Folded) {
		w = min(w, undone) // "nervous after booking"
	}
	if e.Done && n.Unreal(at) {
		w /= 2 // a plan to do it is not the day on which it was done
	}
	return w
}

// toldAt reports whether the word at a token says that the deed was done.
func (t term) toldAt(n *note.Note, at int) bool {
	return n.WritesAt(at, t.done[1:]) || n.Tokens[at].Stem == t.done[0][0].Stem && acted.MatchString(n.Tokens[at].Folded)
}

// pointing stand before what was told of elsewhere.
var pointing = []string{"after", "before", "since", "until", "till", "for", "to", "about"}

// partOf reports whether a word that makes it a part of a longer name stands behind
// the word at a token.
func partOf(n *note.Note, at int) bool {
	return at+1 < len(n.Tokens) && !note.ClauseBreak(n.Entry.GetText(), n.Tokens, at+1) &&
		slices.ContainsFunc(note.Beside()["part"], func(p []string) bool { return p[0] == n.Tokens[at+1].Folded })
}

// servedBy reports whether the word at a token is only what something else was for:
// "cancelled for the release".
func servedBy(n *note.Note, at int) bool {
	for at > 0 && search.Stopword(n.Tokens[at-1].Folded) {
		if at--; n.Tokens[at].Folded == "for" {
			return true
		}
	}
	return false
}

// standsAlone reports whether a word is not a part of a longer name: the exam, and no
// "practice exam".
func standsAlone(n *note.Note, i int) bool {
	return i == 0 || search.Stopword(n.Tokens[i-1].Folded) || note.Aside(n.Tokens[i-1].Folded) || note.ClauseBreak(n.Entry.GetText(), n.Tokens, i) || acted.MatchString(n.Tokens[i-1].Folded)
}

// impliedBy reports whether some note names a term together with one that this note
// has: whoever has told of the mortgage fix goes on with "our fix".
func (c *Chronicle) impliedBy(t term, terms []term, has []map[int]float64) bool {
	for i, o := range terms {
		if o.deed || len(has[i]) == 0 {
			continue
		}
		if told := note.TellingAll([]*note.Subject{t.Subject, o.Subject}, c.notes); len(told) > 0 {
			return true
		}
	}
	return false
}

// Named are the subjects that a phrase names.
func (c *Chronicle) Named(phrase string) []*note.Subject {
	var of []*note.Subject
	for _, t := range search.Tokens(phrase) {
		s := c.lexicon.Subject(t.Folded)
		if word := note.Literally(t); !c.measures(s) {
			if told, _ := note.On(word.Loosely(), c.notes); len(told) > 0 {
				s = word // of sourdough and cornbread the one that is named
			}
		}
		if len(s.Phrases) > 0 && !search.Stopword(t.Folded) && !note.Aside(t.Folded) {
			of = append(of, s)
		}
	}
	if own := slices.DeleteFunc(slices.Clone(of), func(s *note.Subject) bool { return note.Companion(s.Name) }); len(own) > 0 {
		return own // the trip to Perth is told of as Perth
	}
	return of
}

// measures reports whether a note has a number of the subject.
func (c *Chronicle) measures(s *note.Subject) bool {
	return slices.ContainsFunc(c.notes, func(n *note.Note) bool { return slices.ContainsFunc(n.Numbers, s.Measures) })
}
