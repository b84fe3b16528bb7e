package vault

import (
	"context"
	"errors"
	"fmt"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// SetParsed stores what a parser made of an entry's text.
func (v *Vault) SetParsed(ctx context.Context, s store.Scope, id, hash string, p store.Parsed) (*commonv1.Entry, error) {
	e, err := v.annotate(ctx, s, id, func(it *item, r *record) error {
		if it.hash() != hash {
			return fmt.Errorf("its text: %w", store.ErrConflict)
		}
		return r.SetParsed(hash, p)
	})
	if err != nil {
		return nil, fmt.Errorf("storing the parsed data of entry %s: %w", id, err)
	}
	return e, nil
}

// Correct changes the parsed data of an entry and keeps what was there before.
func (v *Vault) Correct(ctx context.Context, s store.Scope, id, key string, p store.Parsed) (*commonv1.Entry, error) {
	if key == "" {
		return nil, fmt.Errorf("correcting entry %s: %w", id, errors.New("the correction has no key"))
	}
	by, err := v.Kept(ctx, s, key)
	if err != nil && !errors.Is(err, store.ErrNotFound) { // nobody kept a note that says so, or it is gone
		return nil, fmt.Errorf("correcting entry %s: %w", id, err)
	}
	e, err := v.annotate(ctx, s, id, func(it *item, r *record) error {
		return r.Correct(key, it.hash(), by.GetId(), p, v.opts.Now())
	})
	if err != nil {
		return nil, fmt.Errorf("correcting entry %s: %w", id, err)
	}
	if by == nil {
		return e, nil
	}
	_, err = v.annotate(ctx, s, by.GetId(), func(it *item, r *record) error {
		r.SetCorrects(key, it.hash(), id, v.opts.Now())
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("noting which note corrects entry %s: %w", id, err)
	}
	return e, nil
}

// annotate changes what is noted of an entry, whatever day it is of.
func (v *Vault) annotate(ctx context.Context, s store.Scope, id string, change func(*item, *record) error) (*commonv1.Entry, error) {
	parsed, err := notes.ParseID(id)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrNotFound, err)
	}
	var entry *commonv1.Entry
	err = v.write(ctx, s, func() error {
		if err := v.catchUp(); err != nil {
			return err
		}
		v.scanPlace(placeOf(parsed))
		it := v.state.item(id)
		if it == nil {
			return store.ErrNotFound
		}
		err := v.changeRecords(placeOf(parsed), func(records map[string]*record) error {
			now := &record{}
			old, at := matching(records, it.id(), it.hash())
			if old != nil {
				now = old.changeable()
			}
			records[at] = now
			return change(it, now)
		})
		if err != nil {
			return err
		}
		v.scanPlace(placeOf(parsed))
		if it = v.state.item(id); it == nil {
			return store.ErrNotFound // removed by hand in this very moment
		}
		entry = it.entry(v.opts.TimeZone)
		return nil
	})
	return entry, err
}
