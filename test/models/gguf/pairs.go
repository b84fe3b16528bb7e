package gguf

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Pairs learns from a text which bytes stand together most often, and returns at
// most n merges of a tokenizer, the first one to be made first (byte-pair
// encoding). A model that has them reads such text in a third of the tokens, and
// so in a ninth of the time: what takes a tiny model's time is attention, which
// looks from each token back to all before it.
func Pairs(text string, n int) []string {
	l := newLearner(text)
	var merges []string
	for len(merges) < n {
		best, ok := l.mostCommon()
		if !ok {
			break
		}
		merges = append(merges, l.symbols[best.left]+" "+l.symbols[best.right])
		l.merge(best)
	}
	return merges
}

// A learner knows how often which symbols stand together in the words of a text.
type learner struct {
	symbols []string // the first 256 are the bytes
	words   []word
	counts  map[adjacent]int
}

// A word is the symbols it consists of so far, and how often it stands in the
// text.
type word struct {
	symbols []int
	count   int
}

// adjacent are two symbols, one behind the other.
type adjacent struct{ left, right int }

// run is what a tokenizer merges within: letters or signs, and the blank before
// them.
var run = regexp.MustCompile(` ?\p{L}+| ?[^\s\p{L}\p{N}]+`)

func newLearner(text string) *learner {
	l := &learner{counts: map[adjacent]int{}}
	for b := range 256 {
		l.symbols = append(l.symbols, byteToken(byte(b)))
	}
	found := map[string]int{}
	for _, w := range run.FindAllString(text, -1) {
		found[w]++
	}
	for _, w := range slices.Sorted(maps.Keys(found)) {
		one := word{count: found[w]}
		for i := range len(w) {
			one.symbols = append(one.symbols, int(w[i]))
		}
		l.words = append(l.words, one)
		l.count(one, one.count)
	}
	return l
}

// count adds to how often the symbols of a word stand together.
func (l *learner) count(w word, times int) {
	for i := 1; i < len(w.symbols); i++ {
		l.counts[adjacent{w.symbols[i-1], w.symbols[i]}] += times
	}
}

// mostCommon returns what stands together most often, of equal ones what was
// known first; false if nothing does so twice.
func (l *learner) mostCommon() (adjacent, bool) {
	best, most := adjacent{}, 1
	for pair, n := range l.counts {
		if n > most || n == most && n > 1 && pair.before(best) {
			best, most = pair, n
		}
	}
	return best, most > 1
}

func (a adjacent) before(b adjacent) bool {
	return a.left < b.left || a.left == b.left && a.right < b.right
}

// merge makes one symbol of two wherever they stand together.
func (l *learner) merge(pair adjacent) {
	made := len(l.symbols)
	l.symbols = append(l.symbols, l.symbols[pair.left]+l.symbols[pair.right])
	for i := range l.words {
		w := &l.words[i]
		if !w.has(pair) {
			continue
		}
		l.count(*w, -w.count)
		w.merge(pair, made)
		l.count(*w, w.count)
	}
	delete(l.counts, pair)
}

func (w *word) has(pair adjacent) bool {
	for i := 1; i < len(w.symbols); i++ {
		if w.symbols[i-1] == pair.left && w.symbols[i] == pair.right {
			return true
		}
	}
	return false
}

func (w *word) merge(pair adjacent, made int) {
	out := w.symbols[:0]
	for i := 0; i < len(w.symbols); i++ {
		if i+1 < len(w.symbols) && w.symbols[i] == pair.left && w.symbols[i+1] == pair.right {
			out = append(out, made)
			i++
			continue
		}
		out = append(out, w.symbols[i])
	}
	w.symbols = out
}

// made is the token that a merge makes.
func made(merge string) string { return strings.Replace(merge, " ", "", 1) }
