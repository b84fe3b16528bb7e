package analyzer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/sentencesplit"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// longQuote is how many bytes a quotation may have for its ends to be widened to
// those of sentences.
const longQuote = 800

// A sentence is a line of a note, or a sentence in it.
type sentence struct {
	start, end int // bytes, without the white space around it
	tokens     []search.Token
}

func (s sentence) words() wordSet {
	out := wordSet{}
	for _, t := range s.tokens {
		out[t.Stem] = true
	}
	return out
}

// sentencesOf returns the sentences of a text that have a word.
func sentencesOf(text string) []sentence {
	var out []sentence
	for _, part := range sentencesplit.TrimmedParts(text, sentencesplit.Jotted) {
		if tokens := search.Tokens(part.In(text)); len(tokens) > 0 {
			out = append(out, sentence{part.Start, part.End, tokens})
		}
	}
	return out
}

// quoteRange returns what of a note is to be shown: what answers best, in whole
// sentences; of a note that was not found for a question, its beginning.
func quoteRange(n *note) *commonv1.TextRange {
	text, best := n.text(), n.GetBest()
	from, to := int(best.GetStart()), int(best.GetEnd())
	if from < 0 || to > len(text) || from >= to || !boundary(text, from) || !boundary(text, to) {
		for from, to = 0, min(len(text), longQuote); !boundary(text, to); {
			to--
		}
	}
	start, end := from, to
	for _, s := range sentencesOf(text) {
		if s.start < to && from < s.end {
			start, end = min(start, s.start), max(end, s.end)
		}
	}
	if end-start > longQuote {
		start, end = from, to
	}
	return trimmed(text, start, end)
}

// passageRoom is how many bytes a quotation may have to show what stands around the
// words that answer best: what they mean often stands in the sentence beside them. Of
// no more than these a list shows all.
const passageRoom = 200

// wholePassage is how many bytes a passage has at most that is shown whole.
const wholePassage = 400

// passageAround widens a quotation by the sentences after it and then by those
// before it, as far as there is room and the passage goes.
func passageAround(text string, quoted *commonv1.TextRange) *commonv1.TextRange {
	start, end := int(quoted.GetStart()), int(quoted.GetEnd())
	first, last := passageOf(text, quoted)
	all := sentencesOf(text)
	for _, s := range all {
		if s.start >= end && s.end <= last && s.end-start <= passageRoom {
			end = s.end
		}
	}
	for _, s := range slices.Backward(all) {
		if s.end <= start && s.start >= first && end-s.start <= passageRoom {
			start = s.start
		}
	}
	return &commonv1.TextRange{Start: int32(start), End: int32(end)}
}

// passageOf returns where the passage around a quotation begins and ends.
func passageOf(text string, quoted *commonv1.TextRange) (first, last int) {
	return excerpt.PassageAround(text, int(quoted.GetStart()), int(quoted.GetEnd()))
}

func boundary(text string, at int) bool { return at == len(text) || utf8.RuneStart(text[at]) }

func trimmed(text string, start, end int) *commonv1.TextRange {
	part := text[start:end]
	start += len(part) - len(strings.TrimLeft(part, " \t\r\n"))
	return &commonv1.TextRange{Start: int32(start), End: int32(start + len(strings.TrimSpace(part)))}
}
