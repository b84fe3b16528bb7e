package search

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/kljensen/snowball/english"

	"github.com/weft-mesh/weft/kit/textfold"
)

//go:embed stopwords.txt
var stopwordList string

//go:embed irregular.txt
var irregularList string

// irregular maps a form that no suffix rule reaches to its base, ran to run, and
// a name that such a rule would make another word to itself.
var irregular = sync.OnceValue(func() map[string]string {
	forms := make(map[string]string)
	for line := range lines(irregularList) {
		base, rest, _ := strings.Cut(line, " ")
		for f := range strings.FieldsSeq(rest) {
			forms[f] = base
		}
	}
	return forms
})

var stopwords = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool)
	for line := range lines(stopwordList) {
		for w := range strings.FieldsSeq(line) {
			set[w] = true
			set[Stem(w)] = true
		}
	}
	return set
})

func lines(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(s) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			if !yield(line) {
				return
			}
		}
	}
}

// Stem returns what matching compares of one word: folded, brought to its base
// where English is irregular, and without its suffix. The stem of a stem may
// differ from it; compare stems of words only.
func Stem(word string) string { return stemFolded(textfold.Fold(word)) }

func stemFolded(w string) string {
	w = strings.TrimSuffix(w, "'s")
	w = strings.ReplaceAll(w, "'", "") // "dont" is how many write "don't"
	if !letterWord(w) {
		return w
	}
	if base, ok := irregular()[w]; ok {
		if base == w {
			return w
		}
		w = base
	}
	return known.of(w)
}

// known are the stems of words that came up: most words are of the same few
// thousand, and finding a stem takes ten times as long as remembering it.
var known = memory{stem: map[string]string{}}

const (
	mostWords   = 1 << 15
	longestWord = 24 // bytes; what is longer hardly comes again
)

// A memory of words and their stems. It is safe for concurrent use.
type memory struct {
	mu   sync.RWMutex
	stem map[string]string
}

func (m *memory) of(w string) string {
	if len(w) > longestWord {
		return english.Stem(w, false)
	}
	m.mu.RLock()
	stem, ok := m.stem[w]
	m.mu.RUnlock()
	if ok {
		return stem
	}
	stem = english.Stem(w, false)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.stem) >= mostWords {
		clear(m.stem)
	}
	m.stem[strings.Clone(w)] = stem // not the text that the word stands in
	return stem
}

// letterWord reports whether English suffix rules may be applied to a word.
func letterWord(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return len(w) > 2
}

// Stopword reports whether a word, given as its stem or as it is, says nothing
// about a subject: "the", "did", "my".
func Stopword(stem string) bool { return stopwords()[stem] }
