package analyzer

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes/search"
)

//go:embed event.txt
var eventFile string

// beside are the phrases of event.txt by list.
var beside = sync.OnceValue(func() map[string][][]string {
	out := map[string][][]string{}
	for list, phrases := range table(eventFile) {
		for _, p := range phrases {
			var words []string
			for _, t := range search.Tokens(p) {
				words = append(words, plainApostrophe(t.Folded))
			}
			out[list] = append(out[list], words)
		}
	}
	return out
})

// recap begins a note that tells again what others have told.
var recap = regexp.MustCompile(`(?i)\b(?:recap|looking back|in review|summary of|so far this (?:month|year)|(?:month|year|week) in numbers|stats for)\b`)

// todo begins lines that only plan.
var todo = regexp.MustCompile(`(?im)^\W*(?:to[- ]?do|plan|goals?|wish ?list|bucket list|study plan|next (?:week|month))\b|\b(?:to[- ]?do|plan)\b[^\n]{0,24}:\s*$`)

// events keeps of notes those that tell that the subject happened: neither a
// look back, nor a plan, nor a word beside it ("the day after the migraine", "my
// migraine diary").
func events(s *subject, told []*note) []*note {
	if s == nil {
		return told
	}
	return filter(told, func(n *note) bool { return n.happens(s) })
}

func (n *note) happens(s *subject) bool {
	if slices.ContainsFunc(n.numbers, s.holds) {
		return true
	}
	text := n.entry.GetText()
	if recap.MatchString(text) {
		return false
	}
	places := s.placesIn(n)
	if len(places) == 0 {
		return true // its data says so, or a correction of it
	}
	plan := len(text)
	if m := todo.FindStringIndex(text); m != nil {
		plan = m[0]
	}
	return slices.ContainsFunc(places, func(i int) bool {
		within := len(s.all) > 0 && slices.Contains(places, i+1) // its name goes on
		return n.tokens[i].Start < plan && !within && !n.beside(i, s)
	})
}

// beside reports whether the word at a token only stands beside another thing.
func (n *note) beside(i int, s *subject) bool {
	length := 1
	for _, p := range s.phrases {
		if n.at(i, p) {
			length = max(length, len(p))
		}
	}
	word := func(k int) string {
		if k < 0 || k >= len(n.tokens) {
			return ""
		}
		return plainApostrophe(n.tokens[k].Folded)
	}
	text := n.entry.GetText()
	for _, p := range beside()["thing"] {
		if word(i+length) == p[0] && !clauseBreak(text, n.tokens, i+length) {
			return true
		}
	}
	if word(i+length) == "day" && word(i-1) == "the" {
		return true // "the migraine day" was another one; "leg day" is this
	}
	for _, p := range beside()["back"] {
		ok := true
		for k := range p {
			ok = ok && word(i-len(p)+k) == p[k]
		}
		if ok {
			return true
		}
	}
	return strings.HasSuffix(word(i-1), "s") && strings.HasPrefix(word(i-1), "yesterday")
}
