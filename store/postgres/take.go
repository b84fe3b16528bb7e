package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/annotation"
)

// Import takes over notes of another store, all of a batch or none, and returns how
// many were not there yet. It fails with store.ErrConflict if another note has the id
// of one of them.
func (s *Store) Import(ctx context.Context, scope store.Scope, b annotation.Batch) (added int, err error) {
	var rows []row
	for _, n := range b.Notes {
		r, err := imported(n)
		if err != nil {
			return 0, err
		}
		rows = append(rows, r)
	}
	err = s.write(ctx, scope, func(c change) error {
		inserts := &pgx.Batch{}
		for _, r := range rows {
			inserts.Queue(insertRow+` ON CONFLICT DO NOTHING`, append([]any{c.tenant, c.revision}, r.values()...)...)
		}
		if b.Page != "" {
			inserts.Queue(`INSERT INTO weft.page (tenant, path, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, c.tenant, b.Page, b.PageHash)
		}
		done := c.SendBatch(ctx, inserts)
		var there []row
		added = 0
		for _, r := range rows {
			tag, err := done.Exec()
			if err != nil {
				return errors.Join(err, done.Close())
			}
			if tag.RowsAffected() == 0 {
				there = append(there, r)
			} else {
				added++
			}
		}
		if err := done.Close(); err != nil {
			return err
		}
		for _, r := range there {
			have, err := c.row(ctx, r.id)
			if errors.Is(err, store.ErrNotFound) {
				return fmt.Errorf("the key of entry %s has kept another note: %w", r.id, store.ErrConflict)
			}
			if err == nil && have.text != r.text {
				err = fmt.Errorf("another note has the id %s: %w", r.id, store.ErrConflict)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("taking over notes: %w", err)
	}
	return added, nil
}

// imported makes the row of a note of another store.
func imported(n annotation.Note) (row, error) {
	e := n.Entry
	id, err := notes.ParseID(e.GetId())
	if err != nil {
		return row{}, err
	}
	r := row{
		id: id, key: n.Key, text: e.GetText(), correction: e.GetCorrection(), headings: e.GetHeadings(), place: placeOf(id),
		path: e.GetSource().GetPath(), first: e.GetSource().GetFirstLine(), last: e.GetSource().GetLastLine(), Record: n.Record, front: e.GetFrontMatter(),
	}
	if id.Undated() {
		r.place = placeOnPage(r.path, int(r.first))
	}
	if r.Hash == "" || r.Hash == r.hash() {
		r.Tags = e.GetTags() // with those of its file
	}
	return r, nil
}
