package assertion

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed marks.txt
var marksFile string

//go:embed people.txt
var peopleFile string

// A table holds the phrases of the word files by their first word.
type table map[string][]phrase

type phrase struct {
	list  string
	words []string
}

// lists are the phrases of marks.txt, people the words of people.txt.
var (
	lists  = parse(marksFile)
	people = parse(peopleFile)
)

func parse(file string) table {
	t := table{}
	for line := range strings.Lines(file) {
		list, phrases, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(list, "#") {
			continue
		}
		for _, p := range strings.Split(phrases, "|") {
			var words []string
			for w := range strings.FieldsSeq(p) {
				if name, colon := strings.CutSuffix(w, ":"); colon && name != "" {
					words = append(words, name, ":")
					continue
				}
				words = append(words, strings.Split(w, "-")...)
			}
			if len(words) > 0 {
				t[words[0]] = append(t[words[0]], phrase{list, words})
			}
		}
	}
	return t
}

// is reports whether a single word is on a list.
func (t table) is(list, word string) bool {
	return slices.ContainsFunc(t[word], func(p phrase) bool { return p.list == list && len(p.words) == 1 })
}

// marking are the lists whose phrases mark something wherever they stand; those
// of the others count only at certain places.
var marking = map[string]bool{
	"deny": true, "plan": true, "suppose": true, "report": true, "about": true, "shown": true, "ahead": true, "aside": true,
	"undo": true, "wish": true, "undone": true, "nearly": true, "end": true, "except": true,
}

// marker returns the longest phrase of a marking list at token i that ends within
// its sentence, and its length in tokens. Hyphens count as blanks. The lists are
// tried in the order of the file for phrases of one length.
func (t table) marker(tokens []token, i int) (list string, length int) {
	for _, p := range t[tokens[i].text] {
		if n := p.matches(tokens, i); n > length && marking[p.list] {
			list, length = p.list, n
		}
	}
	return list, length
}

// has returns the length of the longest phrase of a list at token i.
func (t table) has(list string, tokens []token, i int) (length int) {
	if i >= len(tokens) {
		return 0
	}
	for _, p := range t[tokens[i].text] {
		if p.list == list {
			length = max(length, p.matches(tokens, i))
		}
	}
	return length
}

func (p phrase) matches(tokens []token, i int) int {
	k := i
	for n, w := range p.words {
		if n > 0 && k < len(tokens) && tokens[k].sign("-") {
			k++
		}
		if k >= len(tokens) || tokens[k].text != w || tokens[k].sentence != tokens[i].sentence {
			return 0
		}
		k++
	}
	return k - i
}

// hasAny reports whether a phrase of a list stands among words.
func (t table) hasAny(list string, words []token) bool {
	for i := range words {
		if t.has(list, words, i) > 0 {
			return true
		}
	}
	return false
}

// whollyOf reports whether words are a phrase of a list and what may stand around it.
func (t table) whollyOf(list string, words []token) bool {
	found := false
	for i := 0; i < len(words); {
		n := t.has(list, words, i)
		found = found || n > 0
		if n = max(n, t.has("around "+list, words, i)); n == 0 {
			return false
		}
		i += n
	}
	return found
}

// begins reports whether a phrase of a list begins with a word.
func (t table) begins(list, word string) bool {
	return slices.ContainsFunc(t[word], func(p phrase) bool { return p.list == list })
}
