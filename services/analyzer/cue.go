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
