package note

import (
	"slices"
	"strings"
)

// A Nearness is how close together a note has to name the parts of a subject.
type Nearness int

// The degrees of nearness, from the least on.
const (
	Anywhere   Nearness = iota // in the note
	InSentence                 // in one sentence
	sideBySide                 // in one phrase, as "practice exam"
)

// together reports whether the note names all parts of the subject as close to
// each other as they belong.
func (s *Subject) together(n *Note) bool {
	var places [][]int
	for _, m := range s.All {
		at := m.PlacesIn(n)
		if len(at) == 0 {
			if told, _ := m.On(n); !told || s.Near == sideBySide {
				return false
			}
			continue // its data tells of it
		}
		places = append(places, at)
	}
	if s.Near == Anywhere || len(places) < 2 {
		return true
	}
	for _, i := range places[0] {
		ok := true
		for _, others := range places[1:] {
			ok = ok && slices.ContainsFunc(others, func(k int) bool { return n.near(i, k, s.Near, len(places)) })
		}
		if ok {
			return true
		}
	}
	return false
}

func (n *Note) near(i, k int, near Nearness, parts int) bool {
	i, k = min(i, k), max(i, k)
	text := n.Entry.GetText()
	if near == InSentence && len(text) <= Short && !strings.Contains(text, "\n") {
		return true // a short note is on one thing
	}
	if i == k {
		return true // one word for both
	}
	if near == sideBySide {
		return k-i <= parts+1 && !SentenceBreak(n.Entry.GetText(), n.Tokens, i, k)
	}
	return !SentenceBreak(n.Entry.GetText(), n.Tokens, i, k)
}

// PlacesIn returns the tokens at which a note really names the subject.
func (s *Subject) PlacesIn(n *Note) []int {
	var out []int
	counts := s.counts()
	for i := range n.Tokens {
		for _, p := range s.Phrases {
			if !n.At(i, p) {
				continue
			}
			if counts(n.kind(i)) && !n.rivalled(i, len(p), s.Rivals) {
				out = append(out, i)
				break
			}
		}
	}
	return out
}

// Length is how many words of the note name the subject at a token.
func (s *Subject) Length(n *Note, i int) int {
	length := 1
	for _, p := range s.Phrases {
		if n.At(i, p) {
			length = max(length, len(p))
		}
	}
	return length
}

// Short is up to how many bytes a note is on one thing, so that a number
// anywhere in it may be on the subject.
const Short = 240
