package retriever

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// A story is told in words of its own: notes on a medicine go on about the
// dizziness that it brings, those on a mortgage about Helen who arranges it at
// 4.21 %. A word that several of the notes on a topic share, and few others have,
// leads to the rest of the story; so does a name or an amount of a single one.
const (
	mostFound     = 10  // notes that still are one story
	mostLeads     = 8   // words that are followed
	mostTold      = 8   // notes in which a word stands that leads anywhere
	foundOneIn    = 3   // of the notes with the word, so many times fewer were found at least
	relatedWeight = 0.5 // of the score of the least that was found by the topic itself
)

// related adds to what a topic found the notes that share what is peculiar to
// them, and those that go on with an amount of these.
func (l *lookup) related(ctx context.Context, r store.Reader, s store.Scope) error {
	if l.instruction.GetStrategy() != commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC ||
		len(l.found) == 0 || len(l.found) > mostFound {
		return nil
	}
	topic := search.Meaning(l.instruction.GetTopic())
	further, err := l.follow(ctx, r, s, l.found, func(entries []*commonv1.Entry) []lead { return leads(entries, topic) })
	if err != nil || len(further) == 0 {
		return err
	}
	_, err = l.follow(ctx, r, s, further, amounts)
	return err
}

// follow adds the notes to which leads of some notes lead, and returns them.
func (l *lookup) follow(ctx context.Context, r store.Reader, s store.Scope, from []search.Ranked, leads func([]*commonv1.Entry) []lead) ([]search.Ranked, error) {
	ids := make([]string, len(from))
	for i, f := range from {
		ids[i] = f.ID
	}
	entries, err := r.Entries(ctx, s, ids)
	if err != nil {
		return nil, err
	}
	before := len(l.found)
	for _, lead := range leads(entries) {
		q := store.Query{Range: l.within, Near: l.queries[0].Near, Terms: []store.Term{{Forms: []string{lead.word}}}, Limit: mostTold}
		result, err := r.Find(ctx, s, q)
		if err != nil {
			return nil, err
		}
		if result.Total <= mostTold && (lead.peculiar || lead.notes*foundOneIn >= result.Total) {
			l.add(result.Hits)
		}
	}
	return l.found[before:], nil
}

// A lead is a word of notes on a topic that other notes on it may have.
type lead struct {
	word     string
	notes    int  // that have it
	peculiar bool // a name or an amount, which is of few things
}

// leads returns the words that several entries share beside the topic's own, and
// the names and amounts of each, those of most notes first.
func leads(entries []*commonv1.Entry, topic map[string]bool) []lead {
	byStem := map[string]*lead{}
	for _, e := range entries {
		seen := map[string]bool{}
		tokens := search.Tokens(e.GetText())
		for i, t := range tokens {
			if len(t.Folded) < 3 || search.Stopword(t.Stem) || topic[t.Stem] || seen[t.Stem] {
				continue
			}
			peculiar := amount(t) || i > 0 && proper(e.GetText(), tokens[i-1], t)
			if !peculiar && (len(t.Folded) < 4 || t.Folded[0] <= '9') {
				continue
			}
			seen[t.Stem] = true
			if byStem[t.Stem] == nil {
				byStem[t.Stem] = &lead{word: t.Folded}
			}
			byStem[t.Stem].notes++
			byStem[t.Stem].peculiar = byStem[t.Stem].peculiar || peculiar
		}
	}
	var out []lead
	for _, stem := range slices.Sorted(maps.Keys(byStem)) {
		if l := *byStem[stem]; l.peculiar || l.notes > 1 {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b lead) int { return cmp.Compare(b.notes, a.notes) })
	return out[:min(len(out), mostLeads)]
}

// proper reports whether a word is a name: it has a capital within a sentence.
func proper(text string, before, t search.Token) bool {
	first, _ := utf8.DecodeRuneInString(t.Text)
	return unicode.IsUpper(first) && t.Text != strings.ToUpper(t.Text) &&
		!strings.ContainsAny(text[before.End:t.Start], ".!?\n:") && len(timespan.Scan(t.Text, timespan.Ref{Now: time.Unix(0, 0)})) == 0
}

// amounts returns the amounts of entries.
func amounts(entries []*commonv1.Entry) []lead {
	return slices.DeleteFunc(leads(entries, nil), func(l lead) bool { return l.word[0] > '9' })
}

// amount reports whether a token is a number that hardly two things share.
func amount(t search.Token) bool {
	return strings.Contains(t.Folded, ".") && len(t.Folded) > 3
}
