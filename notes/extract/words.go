package extract

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed words.txt
var wordsFile string

// A role is what a word does in a sentence, as a set of the lists of words.txt.
type role uint16

const (
	joins role = 1 << iota
	leads
	persons
	dates
	filler
	hedge
	labels
	is
	tells
)

var roleNames = map[string]role{"joins": joins, "leads": leads, "persons": persons, "dates": dates, "filler": filler, "hedge": hedge, "labels": labels, "is": is, "tells": tells}

// A rolePhrase is a phrase of words.txt with what it does.
type rolePhrase struct {
	words []string
	role  role
}

// rolePhrases are those of words.txt by their first word, the longest first.
var rolePhrases = readRoles(wordsFile)

func readRoles(file string) map[string][]rolePhrase {
	out := map[string][]rolePhrase{}
	for line := range strings.Lines(file) {
		list, phrases, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(list, "#") {
			continue
		}
		for p := range strings.SplitSeq(phrases, "|") {
			words := strings.Fields(p)
			out[words[0]] = append(out[words[0]], rolePhrase{words, roleNames[list]})
		}
	}
	for _, phrases := range out {
		slices.SortStableFunc(phrases, func(a, b rolePhrase) int { return len(b.words) - len(a.words) })
	}
	return out
}

// assignRoles tells the tokens what they do: single words by their roles, the
// first token of a filler or hedge by how many tokens it has.
func (s *scanned) assignRoles() {
	for i := len(s.tokens) - 1; i >= 0; i-- {
		t := &s.tokens[i]
		if t.kind != word {
			continue
		}
		for _, p := range rolePhrases[t.text] {
			if len(p.words) == 1 {
				t.roles |= p.role
			}
			if t.passable == 0 && p.role&(filler|hedge) != 0 && s.reads(i, p.words) && (p.role == filler || s.counts(i+len(p.words))) {
				t.passable = len(p.words)
			}
		}
	}
}

// reads reports whether the words stand at token i, within its clause.
func (s *scanned) reads(i int, words []string) bool {
	for k, w := range words {
		if i+k >= len(s.tokens) || s.tokens[i+k].text != w || s.tokens[i+k].clause != s.tokens[i].clause {
			return false
		}
	}
	return true
}

// counts reports whether a number begins at token i, or what is passed over in
// front of one: "around a 7".
func (s *scanned) counts(i int) bool {
	if i >= len(s.tokens) {
		return false
	}
	if n := s.tokens[i].passable; n > 0 {
		return s.counts(i + n)
	}
	return s.quantities[i] != nil || s.tokens[i].kind == number || spokenNumber(&s.tokens[i])
}
