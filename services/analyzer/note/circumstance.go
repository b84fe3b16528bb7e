package note

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/weft-mesh/weft/services/analyzer/ask"
)

var (
	//go:embed circumstances.txt
	circumstancesFile string
	//go:embed contexts.txt
	contextsFile string
)

// A Circumstance is something that words of a note tell of besides its subject.
type Circumstance struct {
	Name    string
	Words   []string
	Phrases []ask.Phrase
	Keys    map[string]bool // of the phrases
}

var (
	// Circumstances are those of circumstances.txt.
	Circumstances = sync.OnceValue(func() []Circumstance { return circumstancesIn(circumstancesFile) })
	// Contexts are what often explains how something was.
	Contexts = sync.OnceValue(func() []Circumstance { return circumstancesIn(contextsFile) })
)

func circumstancesIn(file string) []Circumstance {
	var out []Circumstance
	for name, words := range Table(file) {
		c := Circumstance{name, words, ask.Phrases(words...), map[string]bool{}}
		for _, p := range c.Phrases {
			c.Keys[ask.KeyOf(p)] = true
		}
		out = append(out, c)
	}
	return out
}

// within reports the token at which a note tells of the circumstance. Phrases
// that are denials themselves ("no breakfast") count as they stand.
func (c Circumstance) within(n *Note) (token int, ok bool) {
	for i := range n.Tokens {
		for _, p := range c.Phrases {
			if n.At(i, p) && !n.Unreal(i) {
				return i, true
			}
		}
	}
	return 0, false
}

// A Sighting is a note that tells of a circumstance, and where.
type Sighting struct {
	Note  *Note
	Token int
}

// Sightings are the notes in which something stands, and where it does.
func Sightings(ns []*Note, in func(*Note) (token int, ok bool)) []Sighting {
	var out []Sighting
	for _, n := range ns {
		if token, ok := in(n); ok {
			out = append(out, Sighting{n, token})
		}
	}
	return out
}

// Sightings are the notes that tell of the circumstance.
func (c Circumstance) Sightings(ns []*Note) []Sighting { return Sightings(ns, c.within) }

// NotesOf are the notes of sightings.
func NotesOf(ss []Sighting) []*Note {
	out := make([]*Note, len(ss))
	for i, s := range ss {
		out[i] = s.Note
	}
	return out
}

// Names reports whether the subject's own name is one for the circumstance.
func (c Circumstance) Names(s *Subject) bool { return c.Keys[ask.Key(s.Name)] }

// ToldIn reports whether notes tell of the circumstance: by a number of its
// domain or by its words.
func (c Circumstance) ToldIn(ns []*Note) bool {
	for _, n := range ns {
		if slices.ContainsFunc(n.Numbers, func(v Number) bool { return ask.Same(v.Domain, c.Name) || ask.Same(v.Subject, c.Name) }) {
			return true
		}
		if _, said, denied := n.Find(c.Phrases, nil); said || denied {
			return true
		}
	}
	return false
}
