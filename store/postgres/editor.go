package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// Remove takes a note out and puts it into the trash.
func (s *Store) Remove(ctx context.Context, scope store.Scope, id, hash string) (store.Trashed, error) {
	var out store.Trashed
	err := s.edit(ctx, scope, id, func(c change, at notes.ID, r row, there bool) error {
		if !there {
			gone, err := c.discarded(ctx, at)
			if err == nil && len(gone) > 0 && !gone[0].replaced && gone[0].hash() == hash {
				out = s.trashed(gone[0])
				return nil // by an earlier attempt
			}
			return errors.Join(store.ErrNotFound, err)
		}
		if r.hash() != hash {
			return fmt.Errorf("its text: %w", store.ErrConflict)
		}
		d, err := c.discard(ctx, r, s.opts.Now(), false)
		if err != nil {
			return err
		}
		out = s.trashed(d)
		_, err = c.Exec(ctx, `DELETE FROM weft.note WHERE tenant = $1 AND id = $2`, c.tenant, id)
		return err
	})
	if err != nil {
		return store.Trashed{}, fmt.Errorf("removing entry %s: %w", id, err)
	}
	return out, nil
}

// Rewrite gives a note another text and puts the old one into the trash.
func (s *Store) Rewrite(ctx context.Context, scope store.Scope, id, hash, text string) (*commonv1.Entry, error) {
	if err := store.CheckText(text); err != nil {
		return nil, fmt.Errorf("rewriting entry %s: %w", id, err)
	}
	var entry *commonv1.Entry
	err := s.edit(ctx, scope, id, func(c change, _ notes.ID, r row, there bool) error {
		switch {
		case !there:
			return store.ErrNotFound
		case r.text != text && r.hash() != hash:
			return fmt.Errorf("its text: %w", store.ErrConflict)
		case r.text != text:
			if _, err := c.discard(ctx, r, s.opts.Now(), true); err != nil {
				return err
			}
			r.text, r.Record = text, r.Rewritten(r.text, text)
			if err := c.rewrite(ctx, r); err != nil {
				return err
			}
		}
		entry = s.entry(r)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("rewriting entry %s: %w", id, err)
	}
	return entry, nil
}

// Restore puts a text from the trash back.
func (s *Store) Restore(ctx context.Context, scope store.Scope, id, hash string) (*commonv1.Entry, error) {
	var entry *commonv1.Entry
	err := s.edit(ctx, scope, id, func(c change, at notes.ID, r row, there bool) error {
		if there && hash != "" && r.hash() == hash {
			entry = s.entry(r)
			return nil // by an earlier attempt
		}
		have, err := c.discarded(ctx, at)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(have, func(d discarded) bool { return hash == "" || d.hash() == hash })
		if i < 0 {
			return fmt.Errorf("in the trash: %w", store.ErrNotFound)
		}
		back, err := s.putBack(ctx, c, r, there, have[i])
		if err != nil {
			return err
		}
		entry = s.entry(back)
		return c.recall(ctx, have[i])
	})
	if err != nil {
		return nil, fmt.Errorf("restoring entry %s: %w", id, err)
	}
	return entry, nil
}

// putBack gives a note its text from the trash, with what was noted of it.
func (s *Store) putBack(ctx context.Context, c change, r row, there bool, d discarded) (row, error) {
	switch {
	case !there:
		// Its key may have kept another note since.
		err := c.QueryRow(ctx, `SELECT CASE WHEN EXISTS (SELECT FROM weft.note WHERE tenant = $1 AND key = $2) THEN '' ELSE $2 END`, c.tenant, d.key).Scan(&d.key)
		if err != nil {
			return row{}, err
		}
		return d.row, c.insert(ctx, d.row)
	case r.text == d.text:
		return r, nil
	case !d.replaced:
		return row{}, fmt.Errorf("another note has its id now: %w", store.ErrConflict)
	}
	if _, err := c.discard(ctx, r, s.opts.Now(), true); err != nil {
		return row{}, err
	}
	r.text, r.Record = d.text, d.Record
	return r, c.rewrite(ctx, r)
}

// edit runs do with a dated note, if it is there. The notes of a page are edited
// nowhere: a page is kept as a whole.
func (s *Store) edit(ctx context.Context, scope store.Scope, id string, do func(c change, at notes.ID, r row, there bool) error) error {
	at, err := notes.ParseID(id)
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrNotFound, err)
	}
	return s.write(ctx, scope, func(c change) error {
		r, err := c.row(ctx, at)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return do(c, at, row{}, false)
		case err != nil:
			return err
		case at.Undated():
			return fmt.Errorf("it is of the page %s: %w", r.path, store.ErrElsewhere)
		}
		return do(c, at, r, true)
	})
}
