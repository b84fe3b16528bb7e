package analyzer

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/told"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// quoted is how many bytes of a note are quoted at most.
const quoted = 200

// mention quotes a note: whole if it is short, else its sentence around a token.
func (q *inquiry) mention(n *note, token int, about string) *commonv1.Fact {
	quote := strings.TrimSpace(n.entry.GetText())
	if len(quote) > quoted || strings.Contains(quote, "\n") {
		quote = shorten(n.sentence(token))
	}
	return q.quote(n, quote, about)
}

// quote is the fact that a note says these words.
func (q *inquiry) quote(n *note, words, about string) *commonv1.Fact {
	return q.fact(&commonv1.Fact{
		Kind: kindMention, Subject: about, SampleSize: 1, EntryIds: []string{n.entry.GetId()},
		Range: dateRange(notes.Range{Start: n.day, End: n.day}),
		Text:  fmt.Sprintf("On %s: “%s”", n.day, words),
	})
}

// sentence returns the sentence of the note around a token, as it stands there.
func (n *note) sentence(token int) string {
	text := n.entry.GetText()
	at := 0
	for _, s := range grounding.Sentences(text) {
		i := strings.Index(text[at:], s)
		if i < 0 {
			break
		}
		at += i + len(s)
		if token < len(n.tokens) && n.tokens[token].Start < at {
			return s
		}
	}
	return strings.TrimSpace(text)
}

// anchor is the token of a note that a quotation on the subject is built
// around: the first word for it, else the first word.
func (s *subject) anchor(n *note) int {
	if s == nil {
		return 0
	}
	at, said, denied := n.search(s.phrases, s.rivals, s.counts())
	switch {
	case said:
		return at
	case denied:
		return n.deniedAt(s)
	}
	return 0
}

// deniedAt returns the token at which a note says that the subject did not
// happen.
func (n *note) deniedAt(s *subject) int {
	for i := range n.tokens {
		for _, p := range s.phrases {
			if n.kind(i) == told.Denied && n.at(i, p) {
				return i
			}
		}
	}
	return 0
}

// shorten cuts a quotation at a word and adds nothing that the note does not
// say.
func shorten(quote string) string {
	if len(quote) <= quoted {
		return quote
	}
	if i := strings.LastIndexFunc(quote[:quoted], unicode.IsSpace); i > 0 {
		return quote[:i]
	}
	cut := quoted
	for !utf8.RuneStart(quote[cut]) {
		cut--
	}
	return quote[:cut]
}

// dimension is what kind of quantity the measure is.
func (m *measure) dimension() string { return quantity.Dimension(m.unit) }
