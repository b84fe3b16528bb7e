package retriever

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// A habit is noted in few words, and in the end in none: after "BGL 8.4 fasting"
// comes "7.9". How the numbers of the notes on a topic are shaped leads to those
// that say nothing else.
const (
	enoughNamed = 20  // notes on the topic that tell its shapes
	mostNamed   = 64  // of them that are read
	mostShaped  = 256 // notes of the same shape that are held against them
	mostForms   = 4   // that are followed
	mostKeys    = 4   // notes that say what a form is of, beside those that don't
)

// unnamed adds to what was found on a topic the notes without words whose numbers
// are shaped as those of the topic are, and as few others.
func (l *lookup) unnamed(ctx context.Context, r store.Reader, s store.Scope) error {
	if l.instruction.GetTopic() == "" {
		return nil
	}
	found, days, err := l.everNamed(ctx, r, s)
	if err != nil || len(found) == 0 {
		return err
	}
	var ids []string
	for _, f := range found[:min(len(found), mostNamed)] {
		ids = append(ids, f.ID)
	}
	entries, err := r.Entries(ctx, s, ids)
	if err != nil {
		return err
	}
	forms := formsIn(entries)
	if len(forms) == 0 {
		return nil
	}
	named := make(map[string]bool, len(found))
	for _, f := range found {
		named[f.ID] = true
	}
	for _, f := range forms {
		worded, err := r.Find(ctx, s, store.Query{Shapes: f.shapes(false), Range: days, Limit: mostShaped})
		if err != nil {
			return err
		}
		own := 0
		for _, h := range worded.Hits {
			if named[h.ID] {
				own++
			}
		}
		if len(worded.Hits)-own >= max(own, f.notes) {
			continue
		}
		bare, err := r.Find(ctx, s, store.Query{Shapes: f.shapes(true), Range: l.within})
		if err != nil {
			return err
		}
		if bare := l.add(bare.Hits); bare && !l.within.IsZero() {
			l.add(f.keys(entries)) // whatever days were asked for: they are the key to the others
		}
	}
	return nil
}

// keys returns some of the entries whose numbers have the form.
func (f form) keys(entries []*commonv1.Entry) []store.Hit {
	var out []store.Hit
	for _, e := range entries {
		if len(out) < mostKeys && slices.ContainsFunc(search.Shapes(e.GetText()), func(s search.Shape) bool { return s.Form == f.name }) {
			out = append(out, store.Hit{ID: e.GetId()})
		}
	}
	return out
}

// everNamed returns the notes that name the topic, best first, and the days in
// which these are all. Where few of the days that are asked about name it, they
// are of any time: it may have lost its name long before.
func (l *lookup) everNamed(ctx context.Context, r store.Reader, s store.Scope) (found []search.Ranked, days notes.Range, err error) {
	if l.within.IsZero() || len(l.found) >= enoughNamed {
		return l.found, l.within, nil
	}
	for _, q := range l.queries {
		q.Range, q.Near = notes.Range{}, notes.Day{}
		result, err := r.Find(ctx, s, q)
		if err != nil {
			return nil, days, err
		}
		for _, h := range result.Hits {
			found = append(found, search.Ranked{ID: h.ID, Score: h.Score})
		}
	}
	return found, days, nil
}

// add puts entries behind what was found, as less certain than all of it. It is
// false where all of them are known.
func (l *lookup) add(hits []store.Hit) (added bool) {
	known := make(map[string]bool, len(l.found))
	score := 0.0
	for i, f := range l.found {
		known[f.ID] = true
		if i == 0 || f.Score < score {
			score = f.Score
		}
	}
	for _, h := range hits {
		if !known[h.ID] {
			known[h.ID] = true
			l.found = append(l.found, search.Ranked{ID: h.ID, Score: score * relatedWeight})
			l.total++
			added = true
		}
	}
	return added
}

// A form is how the numbers of some notes are shaped.
type form struct {
	name  string
	notes int // that have it
	sizes map[int]bool
}

// formsIn returns the forms of the numbers of entries, those of most notes first.
func formsIn(entries []*commonv1.Entry) []form {
	byName := map[string]*form{}
	for _, e := range entries {
		seen := map[string]bool{}
		for _, s := range search.Shapes(e.GetText()) {
			f := byName[s.Form]
			if f == nil {
				f = &form{name: s.Form, sizes: map[int]bool{}}
				byName[s.Form] = f
			}
			f.sizes[s.Size] = true
			if !seen[s.Form] {
				seen[s.Form] = true
				f.notes++
			}
		}
	}
	var out []form
	for _, f := range byName {
		if f.notes > 1 || !(search.Shape{Form: f.name}).Whole() {
			out = append(out, *f)
		}
	}
	slices.SortFunc(out, func(a, b form) int { return cmp.Or(cmp.Compare(b.notes, a.notes), cmp.Compare(a.name, b.name)) })
	return out[:min(len(out), mostForms)]
}

// shapes returns the shapes of the form in its sizes and the next ones to them.
func (f form) shapes(bare bool) []search.Shape {
	sizes := map[int]bool{}
	for s := range f.sizes {
		sizes[s-1], sizes[s], sizes[s+1] = true, true, true
	}
	var out []search.Shape
	for _, s := range slices.Sorted(maps.Keys(sizes)) {
		out = append(out, search.Shape{Form: f.name, Size: s, Bare: bare})
	}
	return out
}
