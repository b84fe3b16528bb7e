package analyzer

import (
	_ "embed"
	"sync"

	"github.com/weft-mesh/weft/services/analyzer/ask"
)

var (
	//go:embed circumstances.txt
	circumstancesFile string
	//go:embed contexts.txt
	contextsFile string
)

// A circumstance is something that words of a note tell of besides its subject.
type circumstance struct {
	name    string
	words   []string
	phrases []ask.Phrase
	keys    map[string]bool // of the phrases
}

var (
	circumstances = sync.OnceValue(func() []circumstance { return circumstancesIn(circumstancesFile) })
	// contexts are what often explains how something was.
	contexts = sync.OnceValue(func() []circumstance { return circumstancesIn(contextsFile) })
)

func circumstancesIn(file string) []circumstance {
	var out []circumstance
	for name, words := range table(file) {
		c := circumstance{name, words, ask.Phrases(words...), map[string]bool{}}
		for _, p := range c.phrases {
			c.keys[ask.KeyOf(p)] = true
		}
		out = append(out, c)
	}
	return out
}

// within reports the token at which a note tells of the circumstance. Phrases
// that are denials themselves ("no breakfast") count as they stand.
func (c circumstance) within(n *note) (token int, ok bool) {
	for i := range n.tokens {
		for _, p := range c.phrases {
			if n.at(i, p) && !n.unreal(i) {
				return i, true
			}
		}
	}
	return 0, false
}

// A sighting is a note that tells of a circumstance, and where.
type sighting struct {
	note  *note
	token int
}

// sightings are the notes in which something stands, and where it does.
func sightings(ns []*note, in func(*note) (token int, ok bool)) []sighting {
	var out []sighting
	for _, n := range ns {
		if token, ok := in(n); ok {
			out = append(out, sighting{n, token})
		}
	}
	return out
}

func (c circumstance) sightings(ns []*note) []sighting { return sightings(ns, c.within) }

// notesOf are the notes of sightings.
func notesOf(ss []sighting) []*note {
	out := make([]*note, len(ss))
	for i, s := range ss {
		out[i] = s.note
	}
	return out
}
