package note

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// Parts are what a note on the subject has to name all of.
func (s *Subject) Parts() []*Subject {
	if len(s.All) > 0 {
		return s.All
	}
	return []*Subject{s}
}

// Compound is the subject of notes that tell of all of these.
func Compound(all []*Subject, question []search.Token) *Subject {
	s := &Subject{All: all, Keys: map[string]bool{}, Domains: map[string]bool{}, Near: sideBySide}
	slices.SortStableFunc(all, func(a, b *Subject) int {
		i, _ := a.Place(question)
		j, _ := b.Place(question)
		return i - j
	})
	var names []string
	end := -1
	for _, m := range all {
		at, length := m.Place(question)
		if end >= 0 && at > end {
			s.Near = InSentence
		}
		end = max(end, at+length)
		names = append(names, NameOf(question[at:at+length]))
		s.Phrases = append(s.Phrases, m.Phrases...)
		s.Rivals = append(s.Rivals, m.Rivals...)
		s.Known = s.Known || m.Known
		s.Workout = s.Workout || m.Workout
	}
	s.Name = strings.Join(names, " ")
	if from, _ := all[0].Place(question); from >= 0 && !slices.ContainsFunc(between(question[from:end], all), func(t search.Token) bool { return !linking[t.Folded] }) {
		s.Name = NameOf(question[from:end]) // "ride to work"
	}
	return s
}

// linking are the words that stand within the name of one thing.
var linking = map[string]bool{"to": true, "of": true}

// between returns the words that are none of the subjects'.
func between(words []search.Token, all []*Subject) []search.Token {
	return slices.DeleteFunc(slices.Clone(words), func(t search.Token) bool {
		return slices.ContainsFunc(all, func(s *Subject) bool {
			return slices.ContainsFunc(s.Phrases, func(p ask.Phrase) bool { return search.Contains(p, []search.Token{t}) })
		})
	})
}

// NameOf is the name that words make.
func NameOf(words []search.Token) string {
	folded := make([]string, len(words))
	for i, t := range words {
		folded[i] = t.Folded
	}
	return strings.Join(folded, " ")
}
