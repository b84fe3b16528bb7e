package note

import (
	"slices"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// A Subject is what a question is about, with every word for it.
type Subject struct {
	Name    string
	Phrases []ask.Phrase
	unpaid  []ask.Phrase    // nil, or those that name it also where nothing is paid: bread is a part of groceries beside its price
	Rivals  []ask.Phrase    // longer names of other things
	Keys    map[string]bool // stems of its words, for numbers and tags
	Domains map[string]bool // stems of the domains that it is
	Workout bool            // it stands for training of any kind
	Known   bool            // the loaded domains have a word for it
	All     []*Subject      // the parts of a subject that a note has to name all of
	Loose   bool            // what lies ahead counts as well
	Own     bool            // what is somebody else's does not even so
	Near    Nearness        // how close together it has to
	Person  *Subject        // somebody else that it is on: no number of the user's is theirs
}

// Occasions are the companions that name one time of the subject: who counts
// grocery trips counts the notes on groceries.
var Occasions = ask.Phrases("attempt", "trip", "bill", "session", "visit", "appointment", "appt")

// Aside reports whether all words of a term are asides.
func Aside(term string) bool {
	return !slices.ContainsFunc(search.Tokens(term), func(t search.Token) bool {
		return !slices.ContainsFunc(asides, func(p ask.Phrase) bool { return p[0].Stem == t.Stem })
	})
}

// Measures reports whether a number is of the subject: of its name, of a
// measure of that name, or of both.
func (s *Subject) Measures(n Number) bool {
	if len(s.All) > 0 {
		return s.Person == nil && slices.ContainsFunc(s.All, func(m *Subject) bool { return m.Measures(n) })
	}
	return s.Keys[n.subjectKey] || s.Keys[n.measureKey] ||
		s.Keys[n.subjectKey+" "+n.measureKey] || s.Keys[n.DomainKey+" "+n.measureKey] ||
		s.Workout && IsWorkout(n)
}

// Holds reports whether a number belongs to the subject's domain.
func (s *Subject) Holds(n Number) bool {
	if len(s.All) > 0 {
		return s.Person == nil && slices.ContainsFunc(s.All, func(m *Subject) bool { return m.Holds(n) })
	}
	return s.Measures(n) || s.Domains[n.DomainKey]
}

// workouts are words for whatever is trained, in any domain.
var workouts = ask.Phrases("workout", "training", "train", "exercise", "session", "training session", "gym session", "sport")

// IsWorkout reports whether a number measures training, and not a walk that any
// day may hold.
func IsWorkout(n Number) bool {
	switch n.Measure {
	case "load", "reps", "distance", "pace", "volume", "lengths":
		return n.Domain != "general"
	}
	return false
}

// On reports whether a note tells of the subject, and, if it doesn't, whether
// it tells that it did not happen.
func (s *Subject) On(n *Note) (told, denied bool) {
	if len(s.All) > 0 {
		return s.onAll(n)
	}
	if slices.ContainsFunc(n.Numbers, s.Holds) {
		return true, false
	}
	phrases := s.Phrases
	if s.unpaid != nil && !n.Pays() {
		phrases = s.unpaid
	}
	if _, said, no := n.Search(phrases, s.Rivals, s.counts()); said || no {
		return said, no
	}
	for k := range n.terms {
		if s.Keys[k] || s.Domains[k] {
			return true, false
		}
	}
	return false, false
}

// onAll is on for a subject of several parts.
func (s *Subject) onAll(n *Note) (told, denied bool) {
	for _, m := range s.All {
		yes, no := m.On(n)
		if !yes && !no {
			return false, false
		}
		denied = denied || no
	}
	if denied {
		return false, true
	}
	return s.together(n), false
}

// Place returns where a text first names the subject, -1 if it doesn't. Names
// that overlap are one: "the half" and "half marathon".
func (s *Subject) Place(tokens []search.Token) (at, length int) {
	best, n := -1, 0
	for _, ph := range s.Phrases {
		if i := search.IndexOf(tokens, ph); i >= 0 && (best < 0 || i < best || i == best && len(ph) > n) {
			best, n = i, len(ph)
		}
	}
	for _, ph := range s.Phrases {
		if i := search.IndexOf(tokens, ph); i > best && i < best+n {
			n = max(n, i+len(ph)-best)
		}
	}
	return best, n
}

// Loosely returns the subject with what is not told as an event.
func (s *Subject) Loosely() *Subject {
	c := *s
	c.Loose = true
	c.All = nil
	for _, m := range s.All {
		c.All = append(c.All, m.Loosely())
	}
	return &c
}

// Literally is the subject of one word, and of no other word for it.
func Literally(word search.Token) *Subject {
	return &Subject{Name: word.Folded, Phrases: ask.Phrases(word.Folded), Keys: map[string]bool{word.Stem: true}, Domains: map[string]bool{}}
}

// Everyday reports whether the subject is nothing that happens on some days
// only.
func (s *Subject) Everyday() bool {
	if s == nil {
		return false
	}
	for _, k := range []string{"sleep", "mood", "nutrition"} {
		if k = search.Stem(k); s.Domains[k] || s.Keys[k] {
			return true
		}
	}
	return false
}

// About names a subject that may be nil.
func (s *Subject) About() string {
	if s == nil {
		return ""
	}
	return s.Name
}

// Saying reports whether a word of the question says something of its own.
func Saying(t search.Token) bool {
	return !search.Stopword(t.Folded) && !search.Stopword(t.Stem) && t.Folded[0] > '9'
}

// On returns those of ns that tell of the subject, and those that tell that it
// did not happen. No subject is anything.
func On(s *Subject, ns []*Note) (told, denied []*Note) {
	if s == nil {
		return ns, nil
	}
	for _, n := range ns {
		if n.Mends != nil {
			continue // it says how something was that another note tells of
		}
		yes, no := s.On(n)
		for _, m := range n.Mendings {
			also, _ := s.On(m)
			yes = yes || also
		}
		switch {
		case yes:
			told = append(told, n)
		case no:
			denied = append(denied, n)
		}
	}
	return told, denied
}

// TellingAll keeps the notes that tell of each of the subjects.
func TellingAll(of []*Subject, ns []*Note) []*Note {
	return Filter(ns, func(n *Note) bool {
		return !slices.ContainsFunc(of, func(s *Subject) bool { yes, _ := s.On(n); return !yes })
	})
}
