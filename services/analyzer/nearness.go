package analyzer

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

// How close together a note has to name the parts of a subject.
type nearness int

const (
	anywhere   nearness = iota
	inSentence          // in one sentence
	sideBySide          // in one phrase, as "practice exam"
)

// together reports whether the note names all parts of the subject as close to
// each other as they belong.
func (s *subject) together(n *note) bool {
	var places [][]int
	for _, m := range s.all {
		at := m.placesIn(n)
		if len(at) == 0 {
			if told, _ := m.on(n); !told || s.near == sideBySide {
				return false
			}
			continue // its data tells of it
		}
		places = append(places, at)
	}
	if s.near == anywhere || len(places) < 2 {
		return true
	}
	for _, i := range places[0] {
		ok := true
		for _, others := range places[1:] {
			ok = ok && slices.ContainsFunc(others, func(k int) bool { return n.near(i, k, s.near, len(places)) })
		}
		if ok {
			return true
		}
	}
	return false
}

func (n *note) near(i, k int, near nearness, parts int) bool {
	i, k = min(i, k), max(i, k)
	text := n.entry.GetText()
	if near == inSentence && len(text) <= shortNote && !strings.Contains(text, "\n") {
		return true // a short note is on one thing
	}
	if i == k {
		return true // one word for both
	}
	if near == sideBySide {
		return k-i <= parts+1 && !sentenceBreak(n.entry.GetText(), n.tokens, i, k)
	}
	return !sentenceBreak(n.entry.GetText(), n.tokens, i, k)
}

// sentenceBreak reports whether a sentence or line ends between two tokens.
func sentenceBreak(text string, tokens []search.Token, i, k int) bool {
	if k <= i {
		return false
	}
	between := text[tokens[i].End:tokens[k].Start]
	if strings.Contains(between, "\n") {
		return true
	}
	for j := 0; j+1 < len(between); j++ {
		if strings.IndexByte(".!?;", between[j]) >= 0 && between[j+1] == ' ' {
			return true
		}
	}
	return false
}

// placesIn returns the tokens at which a note really names the subject.
func (s *subject) placesIn(n *note) []int {
	var out []int
	counts := s.counts()
	for i := range n.tokens {
		for _, p := range s.phrases {
			if !n.at(i, p) {
				continue
			}
			if counts(n.kind(i)) && !n.rivalled(i, len(p), s.rivals) {
				out = append(out, i)
				break
			}
		}
	}
	return out
}
