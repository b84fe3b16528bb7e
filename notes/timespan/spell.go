package timespan

import (
	"math/bits"
	"strings"

	"github.com/weft-mesh/weft/kit/slip"
)

// slips are the right words by short forms and slips of the pen that the distance to the right word
// does not give away, or that lie as near to another word.
var slips = func() map[string]string {
	m := map[string]string{}
	for pair := range listed("slips") {
		wrong, right, _ := strings.Cut(pair, "=")
		m[wrong] = right
	}
	return m
}()

// guessed are the words that a misspelled one may stand for, with the number of
// slips forgiven. They are long and have few neighbours.
var guessed = likeliest(map[int][]string{
	1: {"monday", "tuesday", "friday", "january", "october", "november", "december", "afternoon", "fortnight", "christmas", "halloween"},
	2: {"yesterday", "tomorrow", "wednesday", "thursday", "saturday", "february", "september", "thanksgiving"},
})

type guess struct {
	word    string
	slips   int
	letters uint32
}

func likeliest(bySlips map[int][]string) map[byte][]guess {
	m := map[byte][]guess{}
	for slips, words := range bySlips {
		for _, w := range words {
			m[w[0]] = append(m[w[0]], guess{w, slips, letters(w)})
		}
	}
	return m
}

// letters returns the set of letters of a word.
func letters(w string) uint32 {
	var set uint32
	for i := range len(w) {
		set |= 1 << (w[i] & 31)
	}
	return set
}

// spell returns the word of time that a word in lower case most likely is, or
// the word itself.
func spell(low string) string {
	if right, ok := slips[low]; ok {
		return right
	}
	if len(low) < 6 || len(low) > 13 || guessed[low[0]] == nil {
		return low
	}
	stem, plural := low, ""
	if low[len(low)-1] == 's' && low[len(low)-2] != 'a' {
		stem, plural = low[:len(low)-1], "s"
	}
	set, best, found := letters(stem), 3, ""
	for _, g := range guessed[low[0]] {
		apart := max(len(g.word)-len(stem), len(stem)-len(g.word))
		if apart > g.slips || bits.OnesCount32(set^g.letters) > 2*g.slips {
			continue
		}
		switch d := slip.Distance(stem, g.word); {
		case d == 0:
			return low
		case d > g.slips || d > best:
		case d == best:
			found = "" // as near to two words
		default:
			best, found = d, g.word
		}
	}
	if found == "" {
		return low
	}
	return found + plural
}
