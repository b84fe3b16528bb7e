package planner

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	shortestCompound = 7 // letters of a term that may be written as one word or as several
	shortestSlip     = 6 // letters of a word in which a slip is told from another word
	shortestSound    = 5 // letters of a word that may be written as it sounds
)

// addSpellings prepares for terms that are written otherwise than the domains
// write them.
func (l *lexicon) addSpellings(dc *commonv1.DomainContext) {
	l.compound, l.words, l.sounds = map[string]string{}, map[byte][]spelled{}, map[string]string{}
	for key, name := range l.canonical {
		if whole := strings.ReplaceAll(key, " ", ""); len(whole) >= shortestCompound && (l.compound[whole] == "" || name < l.compound[whole]) {
			l.compound[whole] = name
		}
	}
	add := func(word, name string) {
		if t := (spelled{word, name}); name != "" && len(word) >= shortestSlip && !slices.Contains(l.words[word[0]], t) {
			l.words[word[0]] = append(l.words[word[0]], t)
		}
	}
	for term, canonical := range dc.GetVocabulary() {
		for _, t := range []string{term, canonical} {
			if tokens := search.Tokens(t); len(tokens) == 1 {
				name := l.canonical[tokens[0].Stem]
				add(tokens[0].Folded, name)
				add(tokens[0].Stem, name)
				l.addSound(tokens[0].Folded, name)
			}
		}
	}
}

// addSound keeps how a word sounds. What two names sound like is neither.
func (l *lexicon) addSound(word, name string) {
	if len(word) < shortestSound || name == "" {
		return
	}
	heard := sound(word)
	if other, taken := l.sounds[heard]; taken && other != name {
		name = ""
	}
	l.sounds[heard] = name
}

// A spelled word is a term of a vocabulary, or its stem, with its canonical name.
type spelled struct{ word, name string }

// misspelled returns the canonical name of the term that begins the tokens in
// another spelling: in one word or in several, or with a slip that leaves no
// doubt of which word is meant.
func (l *lexicon) misspelled(tokens []search.Token) (string, int) {
	if len(tokens) == 0 || !matter(tokens[0]) {
		return "", 0
	}
	for n := min(longest, len(tokens)); n > 0; n-- {
		if name := l.compound[strings.ReplaceAll(stems(tokens[:n]), " ", "")]; name != "" && !vague(name) {
			return name, n
		}
	}
	if t := tokens[0].Folded; len(t) >= shortestSound {
		if name := l.sounds[sound(t)]; name != "" && !units[name] && !vague(name) {
			return name, 1
		}
	}
	return l.slip(tokens[0])
}

// sounding writes letters as they sound, longest first: "skwat" as "squat".
var sounding = strings.NewReplacer(
	"sch", "sk", "tch", "ch", "ch", "ch", "sh", "sh", "th", "th", "ph", "f", "gh", "g", "ck", "k", "qu", "kw", "kn", "n", "wr", "r", "rh", "r", "mb", "m",
	"ce", "se", "ci", "si", "cy", "si", "c", "k", "q", "k", "x", "ks", "z", "s", "ie", "i", "ei", "i", "ee", "i", "ea", "i", "y", "i", "oo", "u", "ou", "u")

// sound returns how a word sounds, roughly: two that sound alike are written alike.
func sound(word string) string {
	heard := []byte(sounding.Replace(word))
	heard = slices.Compact(heard) // a letter that is doubled sounds once
	if n := len(heard); n > 3 && heard[n-1] == 'e' {
		heard = heard[:n-1]
	}
	return string(heard)
}

// slip returns the canonical name of the one word that a token may have been
// meant to be. A letter in place of another makes too many other words to count.
func (l *lexicon) slip(t search.Token) (string, int) {
	meant := ""
	for _, typed := range []string{t.Folded, t.Stem} {
		if len(typed) < shortestSlip {
			continue
		}
		for _, w := range l.words[typed[0]] {
			if !search.Near(typed, w.word) || len(typed) == len(w.word) && !swapped(typed, w.word) {
				continue
			}
			if units[w.name] || vague(w.name) || meant != "" && meant != w.name {
				return "", 0
			}
			meant = w.name
		}
	}
	if meant == "" {
		return "", 0
	}
	return meant, 1
}

// swapped reports whether two words are of the same letters.
func swapped(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
