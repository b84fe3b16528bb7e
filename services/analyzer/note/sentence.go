package note

import (
	"strings"

	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/told"
)

// Sentence returns the sentence of the note around a token, as it stands there.
func (n *Note) Sentence(token int) string {
	text := n.Entry.GetText()
	at := 0
	for _, s := range grounding.Sentences(text) {
		i := strings.Index(text[at:], s)
		if i < 0 {
			break
		}
		at += i + len(s)
		if token < len(n.Tokens) && n.Tokens[token].Start < at {
			return s
		}
	}
	return strings.TrimSpace(text)
}

// DeniedAt returns the token at which a note says that the subject did not
// happen.
func (n *Note) DeniedAt(s *Subject) int {
	for i := range n.Tokens {
		for _, p := range s.Phrases {
			if n.kind(i) == told.Denied && n.At(i, p) {
				return i
			}
		}
	}
	return 0
}

// Anchor is the token of a note that a quotation on the subject is built
// around: the first word for it, else the first word.
func (s *Subject) Anchor(n *Note) int {
	if s == nil {
		return 0
	}
	at, said, denied := n.Search(s.Phrases, s.Rivals, s.counts())
	switch {
	case said:
		return at
	case denied:
		return n.DeniedAt(s)
	}
	return 0
}

// SentenceOf numbers the sentences of a note by their tokens.
func (n *Note) SentenceOf(token int) int {
	if n.sentences == nil {
		n.sentences = make([]int, len(n.Tokens))
		for i := 1; i < len(n.Tokens); i++ {
			n.sentences[i] = n.sentences[i-1]
			if SentenceBreak(n.Entry.GetText(), n.Tokens, i-1, i) {
				n.sentences[i]++
			}
		}
	}
	return n.sentences[token]
}

// SentenceBreak reports whether a sentence or line ends between two tokens.
func SentenceBreak(text string, tokens []search.Token, i, k int) bool {
	if k <= i {
		return false
	}
	between := text[tokens[i].End:tokens[k].Start]
	if strings.Contains(between, "\n") {
		return true
	}
	for j := 0; j+1 < len(between); j++ {
		if strings.IndexByte(".!?;", between[j]) >= 0 && between[j+1] == ' ' {
			return true
		}
	}
	return false
}

// ClauseBreak reports whether a clause begins with token k.
func ClauseBreak(text string, tokens []search.Token, k int) bool {
	return k > 0 && strings.ContainsAny(text[tokens[k-1].End:tokens[k].Start], ".,;:!?\n()")
}
