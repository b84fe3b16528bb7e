package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/annotation"
)

// Keep stores a note's text and returns its entry.
func (s *Store) Keep(ctx context.Context, scope store.Scope, n store.NewEntry) (*commonv1.Entry, error) {
	if err := n.Check(); err != nil {
		return nil, fmt.Errorf("keeping a note: %w", err)
	}
	var kept row
	err := s.write(ctx, scope, func(c change) error {
		var err error
		kept, err = scan(c.QueryRow(ctx, `SELECT `+columns+` FROM weft.note WHERE tenant = $1 AND key = $2`, c.tenant, n.Key))
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		id, err := c.free(ctx, notes.NewID(n.Time, 1))
		if err != nil {
			return err
		}
		kept = row{
			id: id, key: n.Key, text: n.Text, correction: n.Correction, place: placeOf(id), path: dayfile.RawPath(id.Day()),
			Record: annotation.Record{Hash: notes.Hash(n.Text)},
		}
		return c.insert(ctx, kept)
	})
	if err != nil {
		return nil, fmt.Errorf("keeping a note: %w", err)
	}
	return s.entry(kept), nil
}

// free returns the id of the next note of a second: behind all that are there, so
// that none is renamed.
func (c change) free(ctx context.Context, id notes.ID) (notes.ID, error) {
	var last string
	err := c.QueryRow(ctx, `SELECT id FROM weft.note WHERE tenant = $1 AND dated AND place >= $2 AND place < $3 ORDER BY place DESC LIMIT 1`,
		c.tenant, secondOf(id), secondOf(id)+after).Scan(&last)
	if errors.Is(err, pgx.ErrNoRows) {
		return id, nil
	}
	if err != nil {
		return id, err
	}
	taken, err := notes.ParseID(last)
	id.N = taken.N + 1
	return id, err
}
