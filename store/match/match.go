// Package match answers a store.Query from an index of the notes. It is what a
// query means: every driver hands its notes to a rank.Index and its queries to
// Find, so that all find the same entries in the same order with the same scores.
package match

import (
	"context"
	"fmt"
	"iter"

	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/store"
)

// Notes are the notes of one scope, as a driver lets them be searched. They do not
// change while they are.
type Notes struct {
	// Index has every note under its entry's id. It may be nil for a query that
	// NeedsIndex denies.
	Index *rank.Index
	// Path returns the path of the source of an entry.
	Path func(id string) string
	// Newest goes over the id and the path of every entry in the days of the query,
	// the latest first, undated ones behind the others.
	Newest iter.Seq2[string, string]
}

// Check returns what is wrong with a query.
func Check(q store.Query) error {
	if _, err := matchGlob(q.Glob, ""); err != nil {
		return fmt.Errorf("pattern %q: %w", q.Glob, err)
	}
	return nil
}

// NeedsIndex reports whether a query looks for words or numbers.
func NeedsIndex(q store.Query) bool { return len(q.Terms)+len(q.Shapes) > 0 || q.Asks() }

// perLook is after how many entries a walk over them looks whether it is still
// asked for.
const perLook = 1024

// mostMissing is for how many words of a question others are looked for that they
// may be a slip of.
const mostMissing = 8

// Find returns the entries that match a query, which Check has passed. It stops
// early when the context ends; then what it returns is not all.
func Find(ctx context.Context, n Notes, q store.Query) store.Result {
	inScope := pathFilter(q.Glob)
	var accept func(id string) bool
	if q.Glob != "" {
		accept = func(id string) bool { return inScope(n.Path(id)) }
	}
	stopped := func() bool { return ctx.Err() != nil }
	switch {
	case len(q.Shapes) > 0:
		return shaped(n.Index, q, accept)
	case q.Asks():
		return ask(n.Index, rank.Question{
			Text: q.Question, Matters: q.Matters, Must: forms(q.Terms), Forms: q.Forms, Prefer: q.Prefer, Today: q.Near, Seeks: q.Seeks, Order: q.Order,
			Within: q.Range, Accept: accept, Limit: q.Limit, Stopped: stopped,
		})
	case len(q.Terms) > 0:
		return words(n.Index, rank.Query{
			Terms: forms(q.Terms), All: q.All, Within: q.Range, Near: q.Near, Limit: q.Limit, Unordered: q.Unordered,
			Accept: accept, Stopped: stopped,
		})
	}
	var result store.Result
	walked := 0
	for id, path := range n.Newest {
		if walked++; walked%perLook == 0 && ctx.Err() != nil {
			break
		}
		if !inScope(path) {
			continue
		}
		if result.Total++; q.Limit <= 0 || len(result.Hits) < q.Limit {
			result.Hits = append(result.Hits, store.Hit{ID: id})
		}
	}
	return result
}

func shaped(x *rank.Index, q store.Query, accept func(id string) bool) store.Result {
	var result store.Result
	for _, id := range x.Shaped(q.Shapes, q.Range, q.Limit) {
		if accept == nil || accept(id) {
			result.Hits = append(result.Hits, store.Hit{ID: id})
		}
	}
	result.Total = len(result.Hits)
	return result
}

func words(x *rank.Index, q rank.Query) store.Result {
	matches, total := x.Find(q)
	result := store.Result{Total: total, Hits: make([]store.Hit, len(matches))}
	for i, m := range matches {
		result.Hits[i] = store.Hit{ID: m.ID, Score: m.Score}
	}
	return result
}

func ask(x *rank.Index, q rank.Question) store.Result {
	found := x.Rank(q)
	result := store.Result{Total: found.Total, Hits: make([]store.Hit, len(found.Notes))}
	for i, m := range found.Notes {
		result.Hits[i] = store.Hit{ID: m.ID, Score: m.Score, Best: m.Best, Terms: found.Terms(m), Covers: m.Covers}
	}
	for _, word := range found.Missing[:min(len(found.Missing), mostMissing)] {
		result.Missing = append(result.Missing, store.Missing{Word: word, Like: x.Suggest(word)})
	}
	return result
}

func forms(terms []store.Term) [][]string {
	out := make([][]string, len(terms))
	for i, t := range terms {
		out[i] = t.Forms
	}
	return out
}
