package retriever

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// A story is told in words of its own: notes on a medicine go on about the
// dizziness that it brings. A word that several of the notes on a topic share,
// and few others have, leads to the rest of the story.
const (
	leastFound    = 2   // notes that can share a word
	mostFound     = 10  // notes that still are one story
	mostLeads     = 4   // words that are followed
	mostTold      = 8   // notes in which a word stands that leads anywhere
	foundOneIn    = 3   // of the notes with the word, so many times fewer were found at least
	relatedWeight = 0.5 // of the score of the least that was found by the topic itself
)

// related adds to what a topic found the notes that share what is peculiar to
// them.
func (l *lookup) related(ctx context.Context, r store.Reader, s store.Scope) error {
	if l.instruction.GetStrategy() != commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC ||
		len(l.found) < leastFound || len(l.found) > mostFound {
		return nil
	}
	ids := make([]string, len(l.found))
	known := make(map[string]bool, len(l.found))
	for i, f := range l.found {
		ids[i], known[f.ID] = f.ID, true
	}
	entries, err := r.Entries(ctx, s, ids)
	if err != nil {
		return err
	}
	score := l.found[len(l.found)-1].Score * relatedWeight
	var more []search.Ranked
	for _, word := range leads(entries, search.Meaning(l.instruction.GetTopic())) {
		q := store.Query{Range: l.within, Near: l.queries[0].Near, Terms: []store.Term{{Forms: []string{word}}}, Limit: mostTold}
		result, err := r.Find(ctx, s, q)
		if err != nil {
			return err
		}
		rest := slices.DeleteFunc(slices.Clone(result.Hits), func(h store.Hit) bool { return known[h.ID] })
		if result.Total > mostTold || (len(result.Hits)-len(rest))*foundOneIn < result.Total {
			continue
		}
		for _, h := range rest {
			more = append(more, search.Ranked{ID: h.ID, Score: score})
		}
	}
	for _, m := range more {
		if !known[m.ID] {
			known[m.ID] = true
			l.found = append(l.found, m)
			l.total++
		}
	}
	return nil
}

// leads returns the words that several entries share beside the topic's own,
// those of most entries first.
func leads(entries []*commonv1.Entry, topic map[string]bool) []string {
	in := map[string]int{}      // how many entries have a stem
	word := map[string]string{} // a word of each stem
	for _, e := range entries {
		seen := map[string]bool{}
		for _, t := range search.Tokens(e.GetText()) {
			if len(t.Folded) < 4 || t.Folded[0] <= '9' || search.Stopword(t.Stem) || topic[t.Stem] || seen[t.Stem] {
				continue
			}
			seen[t.Stem] = true
			in[t.Stem]++
			word[t.Stem] = t.Folded
		}
	}
	stems := slices.SortedFunc(maps.Keys(in), func(a, b string) int {
		return cmp.Or(cmp.Compare(in[b], in[a]), cmp.Compare(a, b))
	})
	var out []string
	for _, s := range stems {
		if in[s] < leastFound || len(out) == mostLeads {
			break
		}
		out = append(out, word[s])
	}
	return out
}
