package analyzer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	// enoughUndated is the share of a question's words that an undated note has to
	// have to be quoted.
	enoughUndated = 0.6
	// mostUndated is how many of them are quoted.
	mostUndated = 3
)

// quoteUndated quotes the undated notes that have most of a part's words, if no
// dated note has more of them. Nothing is computed from such notes: nobody knows
// when what they say was so. It reports whether they alone answer.
func (q *inquiry) quoteUndated(p *part) bool {
	asked := map[string]bool{}
	for _, t := range p.Tokens {
		if !search.Stopword(t.Stem) {
			asked[t.Stem] = true
		}
	}
	if p.dated || len(asked) == 0 {
		return false
	}
	least := enoughUndated * float64(len(asked))
	dated := 0
	for _, n := range q.notes {
		dated = max(dated, held(asked, n.Tokens))
	}
	best, entries := 0, []*commonv1.Entry{}
	for _, e := range q.req.GetEntries() {
		n := held(asked, search.Tokens(strings.Join(append(slices.Clone(e.GetHeadings()), e.GetText()), "\n")))
		if e.GetDate() != "" || n < max(best, dated) || float64(n) < least {
			continue
		}
		if n > best {
			best, entries = n, nil
		}
		entries = append(entries, e)
	}
	for _, e := range entries[:min(len(entries), mostUndated)] {
		q.state(p, sure, q.fact(&commonv1.Fact{
			Kind: kindMention, Subject: strings.Join(e.GetHeadings(), " "), SampleSize: 1, EntryIds: []string{e.GetId()},
			Text: fmt.Sprintf("Undated: “%s”", passageOf(e.GetText(), asked)),
		}))
	}
	return best > dated
}

// held counts the stems that tokens have.
func held(stems map[string]bool, tokens []search.Token) int {
	found := map[string]bool{}
	for _, t := range tokens {
		if stems[t.Stem] {
			found[t.Stem] = true
		}
	}
	return len(found)
}

// passageOf returns the line of a text that has most of the words, the first of
// equals, or all of a text that is short.
func passageOf(text string, words map[string]bool) string {
	text = strings.TrimSpace(text)
	if len(text) <= quoted && !strings.Contains(text, "\n") {
		return text
	}
	best, most := "", -1
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if n := held(words, search.Tokens(line)); n > most {
			best, most = line, n
		}
	}
	return shorten(best)
}
