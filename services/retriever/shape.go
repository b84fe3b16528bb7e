package retriever

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/terse"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// What is noted again and again is named once, and then in few words or none: after
// "BGL 8.4 fasting" comes "7.9". The numbers of the notes on a topic lead to those
// that are shaped alike, and how these go on with what the topic's have named is
// read of all of them together.
const (
	enoughNamed = 20  // notes on the topic that tell its shapes
	mostNamed   = 64  // of them that are read
	mostShaped  = 256 // notes of the same shape that are held against them
	mostForms   = 6   // that are followed
	mostKeys    = 4   // notes that name a series, beside those that don't
)

// unnamed adds to what was found on a topic the notes that continue its series in
// fewer words, and the notes that say of what: whatever days were asked for, they are
// the key to the others.
func (l *lookup) unnamed(ctx context.Context, r store.Reader, s store.Scope) error {
	if l.instruction.GetTopic() == "" {
		return nil
	}
	found, days, err := l.everNamed(ctx, r, s)
	if err != nil || len(found) == 0 {
		return err
	}
	var ids []string
	named := map[string]bool{}
	for _, f := range found[:min(len(found), mostNamed)] {
		ids, named[f.ID] = append(ids, f.ID), true
	}
	entries, err := r.Entries(ctx, s, ids)
	if err != nil {
		return err
	}
	shapes := shapesOf(entries)
	if len(shapes) == 0 {
		return nil
	}
	for _, q := range []store.Query{
		{Shapes: shapes, Range: days, Limit: mostShaped},
		{Shapes: bare(shapes), Range: l.within, Limit: mostShaped},
	} {
		alike, err := r.Find(ctx, s, q)
		if err != nil {
			return err
		}
		for _, h := range alike.Hits {
			ids = append(ids, h.ID)
		}
	}
	slices.Sort(ids)
	if entries, err = r.Entries(ctx, s, slices.Compact(ids)); err != nil {
		return err
	}
	l.add(l.continuing(entries, named))
	return nil
}

// continuing returns those of the entries that go on with what a named one began, and
// what names it, or what else they may go on with.
func (l *lookup) continuing(entries []*commonv1.Entry, named map[string]bool) []store.Hit {
	slices.SortFunc(entries, func(a, b *commonv1.Entry) int { return cmp.Compare(a.GetId(), b.GetId()) })
	all := make([]terse.Note, len(entries))
	for i, e := range entries {
		all[i].Text = e.GetText()
		if id, err := notes.ParseID(e.GetId()); err == nil && !id.Undated() {
			all[i].Minute = id.Local.Hour()*60 + id.Local.Minute()
		}
	}
	var out []store.Hit
	for _, r := range terse.Read(all, l.forms) {
		series := append(r.Fits, r.Named)
		if !l.looksAt(entries[r.Note]) || !slices.ContainsFunc(slices.Concat(series...), func(i int) bool { return named[entries[i].GetId()] }) {
			continue
		}
		out = append(out, store.Hit{ID: entries[r.Note].GetId()})
		for _, names := range series {
			for _, i := range names[:min(len(names), mostKeys)] {
				out = append(out, store.Hit{ID: entries[i].GetId()})
			}
		}
	}
	return out
}

// looksAt reports whether an entry is of the days in which the lookup looks.
func (l *lookup) looksAt(e *commonv1.Entry) bool {
	day, err := notes.ParseDay(e.GetDate())
	return err == nil && l.within.Contains(day)
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

// add puts entries behind what was found, as less certain than all of it.
func (l *lookup) add(hits []store.Hit) {
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
		}
	}
}

// shapesOf returns the shapes that numbers have which go on with those of entries: of
// their forms, or of their digits without the unit, in their sizes and the next ones.
func shapesOf(entries []*commonv1.Entry) []search.Shape {
	notes := map[string]int{}
	sizes := map[string]map[int]bool{}
	for _, e := range entries {
		for _, s := range search.Shapes(e.GetText()) {
			notes[s.Form]++
			if sizes[s.Form] == nil {
				sizes[s.Form] = map[int]bool{}
			}
			for size := s.Size - 1; size <= s.Size+1; size++ {
				sizes[s.Form][size] = true
			}
		}
	}
	forms := slices.SortedFunc(maps.Keys(notes), func(a, b string) int { return cmp.Or(cmp.Compare(notes[b], notes[a]), cmp.Compare(a, b)) })
	var out []search.Shape
	for _, form := range forms[:min(len(forms), mostForms)] {
		for _, size := range slices.Sorted(maps.Keys(sizes[form])) {
			out = append(out, search.Shape{Form: form, Size: size})
			if quantity.Dimension(form) == quantity.Mass {
				out = append(out, search.Shape{Form: "0.0", Size: size}, search.Shape{Form: "0", Size: size})
			}
		}
	}
	return out
}

// bare are the shapes where no word stands beside the number.
func bare(shapes []search.Shape) []search.Shape {
	out := slices.Clone(shapes)
	for i := range out {
		out[i].Bare = true
	}
	return out
}
