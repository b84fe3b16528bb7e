package meaning

import (
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/rank"
)

const (
	// MaxPassages is of how many passages of a text there are vectors: those of 64 KB.
	MaxPassages = 64
	// passageBytes is how long a passage is at most: some 250 tokens, which every model of
	// vectors reads whole.
	passageBytes = 1000
)

// Split returns the passages of a text: all of a short one, else runs of its lines and
// sentences.
func Split(text string) []rank.Range {
	var out []rank.Range
	for _, u := range rank.Units(text) {
		for u.End-u.Start > passageBytes { // one sentence without an end
			cut := u.Start + passageBytes
			for !utf8.RuneStart(text[cut]) && cut > u.Start+1 {
				cut--
			}
			out = append(out, rank.Range{Start: u.Start, End: cut})
			u.Start = cut
		}
		if last := len(out) - 1; last >= 0 && u.End-out[last].Start <= passageBytes {
			out[last].End = u.End
			continue
		}
		out = append(out, u)
	}
	return out[:min(len(out), MaxPassages)]
}
