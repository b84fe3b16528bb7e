package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/annotation"
)

// Export goes over all notes with what is noted of them, a batch for each day and
// each page. Nothing is written.
func (v *Vault) Export(ctx context.Context, s store.Scope) iter.Seq2[annotation.Batch, error] {
	return func(yield func(annotation.Batch, error) bool) {
		if ok, err := v.begin(ctx, s); err != nil || !ok {
			if err != nil {
				yield(annotation.Batch{}, err)
			}
			return
		}
		v.mu.RLock()
		days, pages := slices.Clone(v.state.days), slices.Clone(v.state.pages)
		v.mu.RUnlock()
		for _, day := range days {
			v.mu.RLock()
			view := v.state.views[onDay(day)]
			v.mu.RUnlock()
			if view == nil {
				continue // gone meanwhile
			}
			if !yield(v.batch(onDay(day), view)) || ctx.Err() != nil {
				return
			}
		}
		for _, view := range pages {
			if !yield(v.batch(place{page: view.page}, view)) || ctx.Err() != nil {
				return
			}
		}
	}
}

// batch makes the batch of a place.
func (v *Vault) batch(at place, view *view) (annotation.Batch, error) {
	content, _, err := v.files.Read(at.dataPath(), maxData)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return annotation.Batch{}, fmt.Errorf("reading %s: %w", at.dataPath(), err)
	}
	records, err := parseRecords(content)
	if err != nil {
		return annotation.Batch{}, fmt.Errorf("reading %s: %w", at.dataPath(), err)
	}
	var b annotation.Batch
	for i := range view.items {
		it := &view.items[i]
		n := annotation.Note{Entry: it.entry(v.opts.TimeZone), Key: it.key}
		if r, _ := matching(records, it.id(), it.hash()); r != nil {
			n.Record = r.Record
		}
		b.Notes = append(b.Notes, n)
	}
	if at.page == 0 {
		return b, nil
	}
	page, _, err := v.files.Read(view.path(), maxFile)
	if err != nil {
		return annotation.Batch{}, fmt.Errorf("reading %s: %w", printable(view.path()), err)
	}
	b.Page, b.PageHash = printable(view.path()), notes.Hash(page)
	return b, nil
}
