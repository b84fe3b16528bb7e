package note

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

// Beside are the phrases of event.txt by list.
var Beside = sync.OnceValue(func() map[string][][]string {
	out := map[string][][]string{}
	for list, phrases := range Table(eventFile) {
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

// Recap begins a note that tells again what others have told.
var Recap = regexp.MustCompile(`(?i)\b(?:recap|looking back|in review|summary of|^\W*20\d\d:|so far this (?:month|year)|(?:month|year|week) in numbers|stats for)\b`)

// todo begins lines that only plan.
var todo = regexp.MustCompile(`(?im)^\W*(?:to[- ]?do|plan|goals?|wish ?list|bucket list|study plan|next (?:week|month))\b|\b(?:to[- ]?do|plan)\b[^\n]{0,24}:\s*$`)

// Events keeps of notes those that tell that the subject happened: neither a
// look back, nor a plan, nor a word beside it ("the day after the migraine", "my
// migraine diary").
func Events(s *Subject, told []*Note) []*Note {
	if s == nil {
		return told
	}
	return Filter(told, func(n *Note) bool { return n.Happens(s) })
}

// Happens reports whether the note tells that the subject happened.
func (n *Note) Happens(s *Subject) bool {
	if slices.ContainsFunc(n.Numbers, s.Holds) {
		return true
	}
	text := n.Entry.GetText()
	if Recap.MatchString(text) {
		return false
	}
	places := s.PlacesIn(n)
	if len(places) == 0 {
		return true // its data says so, or a correction of it
	}
	plan := len(text)
	if m := todo.FindStringIndex(text); m != nil {
		plan = m[0]
	}
	return slices.ContainsFunc(places, func(i int) bool {
		within := len(s.All) > 0 && slices.Contains(places, i+1) // its name goes on
		return n.Tokens[i].Start < plan && !within && !n.Beside(i, s) && !(len(s.Domains) > 0 && n.ofOthers(i))
	})
}

// ofOthers reports whether a verb of an activity has something else than the user
// before it in its clause: "the shift ran long".
func (n *Note) ofOthers(i int) bool {
	if n.Tokens[i].Folded == n.Tokens[i].Stem {
		return false // a run is a run
	}
	others := false
	for k := i - 1; k >= 0 && !ClauseBreak(n.Entry.GetText(), n.Tokens, k+1); k-- {
		if w := n.Tokens[k].Folded; w == "i" || w == "we" {
			return false
		}
		others = others || Saying(n.Tokens[k]) && !Calendar.MatchString(n.Tokens[k].Folded)
	}
	return others
}

// Beside reports whether the word at a token only stands beside another thing.
func (n *Note) Beside(i int, s *Subject) bool {
	length := s.Length(n, i)
	word := func(k int) string {
		if k < 0 || k >= len(n.Tokens) {
			return ""
		}
		return plainApostrophe(n.Tokens[k].Folded)
	}
	text := n.Entry.GetText()
	behind := i + length
	for slices.Contains(copulas, word(behind)) && !ClauseBreak(text, n.Tokens, behind) {
		behind++ // "the call was cancelled"
	}
	for _, p := range Beside()["thing"] {
		if k := i + length; word(k) == p[0] && !ClauseBreak(text, n.Tokens, k) {
			return true
		}
	}
	for _, p := range Beside()["off"] {
		if word(behind) == p[0] && !ClauseBreak(text, n.Tokens, behind) {
			return true
		}
	}
	if word(i+length) == "day" && word(i-1) == "the" {
		return true // "the migraine day" was another one; "leg day" is this
	}
	for _, p := range Beside()["back"] {
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

// plainApostrophe makes "don’t" and "dont" one word.
func plainApostrophe(w string) string {
	return strings.NewReplacer("'", "", "’", "").Replace(w)
}
