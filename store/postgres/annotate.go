package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// SetParsed stores what a parser made of an entry's text.
func (s *Store) SetParsed(ctx context.Context, scope store.Scope, id, hash string, p store.Parsed) (*commonv1.Entry, error) {
	e, err := s.annotate(ctx, scope, id, func(r *row) error {
		if r.hash() != hash {
			return fmt.Errorf("its text: %w", store.ErrConflict)
		}
		if r.Hash == "" {
			r.Hash = hash // so that the tags that it came with stay
		}
		return r.SetParsed(hash, p)
	})
	if err != nil {
		return nil, fmt.Errorf("storing the parsed data of entry %s: %w", id, err)
	}
	return e, nil
}

// Correct changes the parsed data of an entry and keeps what was there before.
func (s *Store) Correct(ctx context.Context, scope store.Scope, id, key string, p store.Parsed) (*commonv1.Entry, error) {
	if key == "" {
		return nil, fmt.Errorf("correcting entry %s: %w", id, errors.New("the correction has no key"))
	}
	by, err := s.Kept(ctx, scope, key)
	if err != nil && !errors.Is(err, store.ErrNotFound) { // nobody kept a note that says so, or it is gone
		return nil, fmt.Errorf("correcting entry %s: %w", id, err)
	}
	e, err := s.annotate(ctx, scope, id, func(r *row) error {
		return r.Correct(key, r.hash(), by.GetId(), p, s.opts.Now())
	})
	if err != nil {
		return nil, fmt.Errorf("correcting entry %s: %w", id, err)
	}
	if by == nil {
		return e, nil
	}
	_, err = s.annotate(ctx, scope, by.GetId(), func(r *row) error {
		r.SetCorrects(key, r.hash(), id, s.opts.Now())
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("noting which note corrects entry %s: %w", id, err)
	}
	return e, nil
}

// annotate changes what is noted of an entry.
func (s *Store) annotate(ctx context.Context, scope store.Scope, id string, note func(*row) error) (*commonv1.Entry, error) {
	at, err := notes.ParseID(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrNotFound, err)
	}
	var r row
	err = s.write(ctx, scope, func(c change) error {
		if r, err = c.row(ctx, at); err != nil {
			return err
		}
		if err := note(&r); err != nil {
			return err
		}
		return c.update(ctx, r)
	})
	if err != nil {
		return nil, err
	}
	return s.entry(r), nil
}
