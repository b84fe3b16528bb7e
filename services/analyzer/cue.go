package analyzer

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

//go:embed cues.txt
var cueText string

// cues are what cues.txt lists, by kind.
var cues = readCues(cueText)

// readCues reads lines of the form "kind: phrase | phrase"; # begins a comment.
func readCues(text string) map[string][][]search.Token {
	out := map[string][][]search.Token{}
	for line := range strings.Lines(text) {
		kind, phrases, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(kind, "#") {
			continue
		}
		for phrase := range strings.SplitSeq(phrases, "|") {
			out[kind] = append(out[kind], search.Tokens(phrase))
		}
	}
	return out
}

// cued reports whether a sentence has a cue of a kind.
func cued(kind string, sentence []search.Token) bool {
	return slices.ContainsFunc(cues[kind], func(cue []search.Token) bool { return search.Contains(sentence, cue) })
}

// until returns the words of a sentence up to the end of the clause that has a cue of
// a kind, of a sentence that begins with it up to the end of the next clause, and
// whether it does. It returns none if there is no cue.
func (s sentence) until(kind, text string) (words wordSet, leads bool) {
	for _, cue := range cues[kind] {
		for _, at := range occurrences(s.tokens, cue) {
			if at[0] > 0 && s.tokens[at[0]-1].Folded == "not" { // "late, not because I overslept"
				continue
			}
			end, left := at[1], 1
			if at[0] == 0 {
				leads, left = true, 2
			}
			for ; end < len(s.tokens); end++ {
				if s.clause(text, s.tokens[end]) {
					if left--; left == 0 {
						break
					}
				}
			}
			if words == nil {
				words = wordSet{}
			}
			for _, t := range s.tokens[:end] {
				words[t.Stem] = true
			}
		}
	}
	return words, leads
}

// clause reports whether a clause begins at a word of the sentence: a mark stands
// before it.
func (s sentence) clause(text string, t search.Token) bool {
	before := strings.TrimRight(text[s.start:s.start+t.Start], " \t")
	return before != "" && strings.ContainsAny(before[len(before)-1:], ",;:()")
}

// beside is how many words may stand between a cue and what it is of.
const beside = 2

// near reports whether a sentence of a text has a cue of a kind beside one of some
// terms, with no mark between: "no more coffee", but not "no breakfast, coffee".
func (s sentence) near(kind string, terms []term, text string) bool {
	var at, of [][2]int
	for _, cue := range cues[kind] {
		at = append(at, occurrences(s.tokens, cue)...)
	}
	for _, t := range terms {
		for _, form := range t.forms {
			of = append(of, occurrences(s.tokens, form)...)
		}
	}
	return slices.ContainsFunc(at, func(a [2]int) bool {
		return slices.ContainsFunc(of, func(b [2]int) bool {
			from, to := min(a[1], b[1]), max(a[0], b[0])
			return from <= to && to-from <= beside && !slices.ContainsFunc(s.tokens[from:to+1], func(t search.Token) bool { return s.clause(text, t) })
		})
	})
}

// occurrences returns where tokens have a phrase, from its first to behind its last.
func occurrences(tokens, phrase []search.Token) [][2]int {
	var out [][2]int
	for i := 0; i+len(phrase) <= len(tokens); i++ {
		if len(phrase) > 0 && search.Contains(tokens[i:i+len(phrase)], phrase) {
			out = append(out, [2]int{i, i + len(phrase)})
		}
	}
	return out
}
