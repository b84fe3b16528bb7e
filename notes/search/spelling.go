package search

import (
	"slices"
	"strings"
)

// The shortest words in which a slip is told from another word.
const (
	shortestNear  = 5 // with two letters swapped, or one vowel for another
	shortestOther = 6 // with a letter too many, too few or wrong
	shortestHalf  = 3 // of a word that others write as two
)

// Near reports whether two folded words may be one, written with a slip: a
// letter too many, too few or wrong, or two letters swapped. Words that begin
// differently are different, and so are short ones: "beach" is no "bench".
func Near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < shortestNear-1 || len(b)-len(a) > 1 || a[0] != b[0] || a == b || !letterWord(a) || !letterWord(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch rest := len(a) - i; {
	case len(b) == len(a) && rest == 1 && strings.IndexByte(endings, a[i]) >= 0 && strings.IndexByte(endings, b[i]) >= 0:
		return false // "Oliver" is no slip of "olives", nor "walked" of "walker"
	case len(b) > len(a):
		return len(b) >= shortestOther && a[i:] == b[i+1:]
	case len(a) < shortestNear:
		return false
	case rest > 1 && a[i] == b[i+1] && a[i+1] == b[i]:
		return a[i+2:] == b[i+2:]
	default:
		return (len(a) >= shortestOther || vowel(a[i]) && vowel(b[i])) && a[i+1:] == b[i+1:]
	}
}

// endings are the last letters by which words of one stem differ.
const endings = "drsnty"

func vowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u', 'y':
		return true
	}
	return false
}

// respelled returns what the documents may have in place of a phrase that none
// of them has: its words as one, its one word as two, or its words without a
// slip. The result is empty if there is no such thing.
func (x *Index) respelled(phrase []Token) [][]Token {
	var out [][]Token
	if whole := joined(phrase); len(phrase) > 1 && x.terms[whole] != nil {
		out = append(out, []Token{{Stem: whole}})
	}
	if len(phrase) == 1 {
		out = append(out, x.halves(phrase[0].Folded)...)
		for _, stem := range x.derived(phrase[0].Folded) {
			out = append(out, []Token{{Stem: stem}})
		}
	}
	mended := slices.Clone(phrase)
	slips := 0
	for i, t := range phrase {
		if x.terms[t.Stem] != nil {
			continue
		}
		near := x.nearest(t.Folded)
		if len(near) == 0 {
			return out
		}
		if len(phrase) == 1 {
			for _, stem := range near {
				out = append(out, []Token{{Stem: stem}})
			}
			return out
		}
		mended[i].Stem = near[0]
		slips++
	}
	if slips > 0 {
		out = append(out, mended)
	}
	return out
}

// makers are endings that make a word of another: a pet name of a name, "Tassie"
// of "Tas", a thing of what it does, "freezer" of "freeze", or the most of what is so.
var makers = []string{"ies", "ie", "y", "o", "ers", "er", "est"}

// The words that begin with another which is short or has a digit, as "w5r1" does
// with "w5"; with a digit they may also end with it, as "HbA1c" does with "A1c".
const (
	longestBegun = 5
	mostBegun    = 8
)

// derived returns the stems of the words of the documents that a word is made of
// or that it begins, in alphabetical order.
func (x *Index) derived(word string) []string {
	var out []string
	add := func(stem string) {
		if list := x.terms[stem]; list != nil && len(list.data) > 0 && !Stopword(stem) && !slices.Contains(out, stem) {
			out = append(out, stem)
		}
	}
	for _, ending := range makers {
		base, ok := strings.CutSuffix(word, ending)
		if !ok || len(base) < shortestHalf {
			continue
		}
		add(Stem(base))
		add(Stem(base + "e"))
		if n := len(base); n > shortestHalf && base[n-1] == base[n-2] {
			add(Stem(base[:n-1]))
		}
	}
	mixed := !letterWord(word) && strings.ContainsAny(word, "0123456789") && word[0] > '9'
	if len(out) == 0 && (mixed || len(word) >= shortestHalf && len(word) <= longestBegun) {
		for w := range x.words {
			if w != word && (strings.HasPrefix(w, word) || mixed && strings.HasSuffix(w, word)) {
				add(Stem(w))
			}
		}
	}
	slices.Sort(out)
	return out[:min(len(out), mostBegun)]
}

// joined returns the stem of the word that the tokens are without the spaces
// between them, "" if one of them is too short to be half of a word.
func joined(phrase []Token) string {
	word := ""
	for _, t := range phrase {
		if len(t.Folded) < shortestHalf || !letterWord(t.Folded) {
			return ""
		}
		word += t.Folded
	}
	return Stem(word)
}

// halves returns the pairs of known words that make up a word.
func (x *Index) halves(word string) (pairs [][]Token) {
	if !letterWord(word) {
		return nil
	}
	for i := shortestHalf; i <= len(word)-shortestHalf; i++ {
		left, right := Stem(word[:i]), Stem(word[i:])
		if x.terms[left] != nil && x.terms[right] != nil {
			pairs = append(pairs, []Token{{Stem: left}, {Stem: right}})
		}
	}
	return pairs
}

// nearest returns the stems of the words of the documents that a word may have
// been meant to be, in alphabetical order.
func (x *Index) nearest(word string) []string {
	if len(word) < shortestNear {
		return nil
	}
	var out []string
	add := func(stem string, list *postings) {
		if len(list.data) > 0 && !Stopword(stem) && !slices.Contains(out, stem) {
			out = append(out, stem)
		}
	}
	for w, list := range x.words {
		if Near(word, w) {
			add(Stem(w), list)
		}
	}
	stem := Stem(word)
	for s, list := range x.terms { // "migranes" is as near to "migraine"
		if Near(stem, s) {
			add(s, list)
		}
	}
	slices.Sort(out)
	return out
}
