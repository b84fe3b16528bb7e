package analyzer

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// quoted is how many bytes of a note are quoted at most.
const quoted = 200

// mention quotes a note around a token.
func (q *inquiry) mention(n *note.Note, token int, about string) *commonv1.Fact {
	return q.quote(n, quotable(n, token), about)
}

// quotable are the words of a note that are quoted: all if it is short, else its
// sentence around a token.
func quotable(n *note.Note, token int) string {
	if text := strings.TrimSpace(n.Entry.GetText()); len(text) <= quoted && !strings.Contains(text, "\n") {
		return text
	}
	return shorten(n.Sentence(token))
}

// quote is the fact that a note says these words.
func (q *inquiry) quote(n *note.Note, words, about string) *commonv1.Fact {
	return q.fact(&commonv1.Fact{
		Kind: kindMention, Subject: about, SampleSize: 1, EntryIds: []string{n.Entry.GetId()},
		Range: dateRange(notes.Range{Start: n.Day, End: n.Day}),
		Text:  fmt.Sprintf("On %s: “%s”", n.Day, words),
	})
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
