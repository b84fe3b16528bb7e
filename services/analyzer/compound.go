package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// parts are what a note on the subject has to name all of.
func (s *subject) parts() []*subject {
	if len(s.all) > 0 {
		return s.all
	}
	return []*subject{s}
}

// compound is the subject of notes that tell of all of these.
func compound(all []*subject, question []search.Token) *subject {
	s := &subject{all: all, keys: map[string]bool{}, domains: map[string]bool{}, near: sideBySide}
	slices.SortStableFunc(all, func(a, b *subject) int {
		i, _ := a.place(question)
		j, _ := b.place(question)
		return i - j
	})
	var names []string
	end := -1
	for _, m := range all {
		at, length := m.place(question)
		if end >= 0 && at > end {
			s.near = inSentence
		}
		end = max(end, at+length)
		names = append(names, nameOf(question[at:at+length]))
		s.phrases = append(s.phrases, m.phrases...)
		s.rivals = append(s.rivals, m.rivals...)
		s.known = s.known || m.known
		s.workout = s.workout || m.workout
	}
	s.name = strings.Join(names, " ")
	if from, _ := all[0].place(question); from >= 0 && !slices.ContainsFunc(between(question[from:end], all), func(t search.Token) bool { return !linking[t.Folded] }) {
		s.name = nameOf(question[from:end]) // "ride to work"
	}
	return s
}

// linking are the words that stand within the name of one thing.
var linking = map[string]bool{"to": true, "of": true}

// between returns the words that are none of the subjects'.
func between(words []search.Token, all []*subject) []search.Token {
	return slices.DeleteFunc(slices.Clone(words), func(t search.Token) bool {
		return slices.ContainsFunc(all, func(s *subject) bool {
			return slices.ContainsFunc(s.phrases, func(p ask.Phrase) bool { return search.Contains(p, []search.Token{t}) })
		})
	})
}

// foldedOf are the words of tokens, as they are compared.
func foldedOf(tokens []search.Token) []string {
	var out []string
	for _, t := range tokens {
		out = append(out, t.Folded)
	}
	return out
}

// nameOf is the name that words make.
func nameOf(words []search.Token) string { return strings.Join(foldedOf(words), " ") }
