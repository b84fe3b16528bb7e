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

// copulas stand between a thing and what became of it.
var copulas = []string{"was", "were", "is", "are", "got", "has", "had", "been", "again"}

// recap begins a note that tells again what others have told.
var recap = regexp.MustCompile(`(?i)\b(?:recap|looking back|in review|summary of|^\W*20\d\d:|so far this (?:month|year)|(?:month|year|week) in numbers|stats for)\b`)

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
		return n.tokens[i].Start < plan && !within && !n.beside(i, s) && !(len(s.domains) > 0 && n.ofOthers(i))
	})
}

// ofOthers reports whether a verb of an activity has something else than the user
// before it in its clause: "the shift ran long".
func (n *note) ofOthers(i int) bool {
	if n.tokens[i].Folded == n.tokens[i].Stem {
		return false // a run is a run
	}
	others := false
	for k := i - 1; k >= 0 && !clauseBreak(n.entry.GetText(), n.tokens, k+1); k-- {
		if w := n.tokens[k].Folded; w == "i" || w == "we" {
			return false
		}
		others = others || saying(n.tokens[k]) && !calendar.MatchString(n.tokens[k].Folded)
	}
	return others
}

// beside reports whether the word at a token only stands beside another thing.
func (n *note) beside(i int, s *subject) bool {
	length := s.length(n, i)
	word := func(k int) string {
		if k < 0 || k >= len(n.tokens) {
			return ""
		}
		return plainApostrophe(n.tokens[k].Folded)
	}
	text := n.entry.GetText()
	behind := i + length
	for slices.Contains(copulas, word(behind)) && !clauseBreak(text, n.tokens, behind) {
		behind++ // "the call was cancelled"
	}
	for _, p := range beside()["thing"] {
		if k := i + length; word(k) == p[0] && !clauseBreak(text, n.tokens, k) {
			return true
		}
	}
	for _, p := range beside()["off"] {
		if word(behind) == p[0] && !clauseBreak(text, n.tokens, behind) {
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
