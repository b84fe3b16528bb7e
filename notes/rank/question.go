package rank

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/weft-mesh/weft/notes/search"
)

//go:embed frame.txt
var frameList string

//go:embed recent.txt
var recentList string

//go:embed synonyms.txt
var synonymList string

// frame are the stems of words that mostly say how something is word.
var frame = sync.OnceValue(func() map[string]bool { return stems(frameList) })

// recent are the stems of words that favour what was noted last.
var recent = sync.OnceValue(func() map[string]bool { return stems(recentList) })

func stems(list string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range listed(list) {
		out[search.Stem(w)] = true
	}
	return out
}

// listed returns the words of a list, whose comments begin with "#".
func listed(list string) []string {
	var out []string
	for line := range strings.Lines(list) {
		if line[0] != '#' {
			out = append(out, strings.Fields(line)...)
		}
	}
	return out
}

// synonyms has the words that may stand in a note for a word of a question.
var synonyms = sync.OnceValue(func() map[string][]string {
	out := make(map[string][]string)
	for line := range strings.Lines(synonymList) {
		if line[0] == '#' {
			continue
		}
		words := strings.Fields(line)
		for _, w := range words {
			for _, other := range words {
				if stem := search.Stem(w); other != w {
					out[stem] = append(out[stem], other)
				}
			}
		}
	}
	return out
})

// What the words of a question weigh.
const (
	frameWeight = 0.3
	otherForm   = 3 // tenths, for what stands for a word
)

// A word is a word of a question.
type word struct {
	text   string
	stem   string
	weight float64
	recent bool
}

// questionWords returns the words of a question to look for, each once, at most
// mostTerms. Words that say nothing are left out, unless there are no others.
func questionWords(text string) []word {
	all := wordsOf(text, func(w word) bool { return !search.Stopword(w.stem) })
	if len(all) == 0 {
		return wordsOf(text, func(word) bool { return true })
	}
	return all
}

func wordsOf(text string, counts func(word) bool) []word {
	var out []word
	seen := make(map[string]bool)
	for t := range search.Each(text) {
		w := word{text: t.Text, stem: search.Stem(t.Folded), weight: 1}
		if seen[w.stem] || !counts(w) {
			continue
		}
		seen[w.stem] = true
		w.recent = recent()[w.stem]
		if frame()[w.stem] || w.recent {
			w.weight = frameWeight
		}
		if out = append(out, w); len(out) == mostTerms {
			break
		}
	}
	return out
}

// term returns what is looked for in place of a word.
func (x *Index) term(w word, forms func(string) []string) term {
	t := term{weight: w.weight}
	if w.weight == 1 {
		t.weight = telling(w.stem)
	}
	seen := map[string]bool{w.stem: true}
	if p, ok := x.phrase(w.text, 10); ok {
		t.phrases = append(t.phrases, p)
	}
	add := func(others []string, like bool) {
		for _, o := range others {
			if stem := search.Stem(o); !seen[stem] {
				seen[stem] = true
				if p, ok := x.phrase(o, otherForm); ok {
					p.like = like
					t.phrases = append(t.phrases, p)
				}
			}
		}
	}
	if forms != nil {
		add(forms(w.text), false)
	}
	if w.weight == 1 {
		add(synonyms()[w.stem], true)
	}
	return t
}
