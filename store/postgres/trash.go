package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

// A discarded is a note in the trash.
type discarded struct {
	row
	nth      int // of the texts of its entry
	at       time.Time
	replaced bool
}

func scanDiscarded(from pgx.Row) (discarded, error) {
	var d discarded
	var err error
	d.row, err = scan(from, &d.nth, &d.at, &d.replaced)
	return d, err
}

// discard puts a copy of a note into the trash.
func (c change) discard(ctx context.Context, r row, now time.Time, replaced bool) (discarded, error) {
	d := discarded{row: r, at: now, replaced: replaced}
	_, err := c.Exec(ctx, `INSERT INTO weft.trash (`+noteColumns+`, nth, at, replaced)
		SELECT `+noteColumns+`, coalesce((SELECT max(nth) FROM weft.trash WHERE tenant = $1 AND id = $2), 0) + 1, $3, $4
		FROM weft.note WHERE tenant = $1 AND id = $2`, c.tenant, r.id.String(), now, replaced)
	if err != nil {
		return d, err
	}
	return d, c.QueryRow(ctx, `UPDATE weft.trash SET revision = $3
		WHERE tenant = $1 AND id = $2 AND nth = (SELECT max(nth) FROM weft.trash WHERE tenant = $1 AND id = $2) RETURNING nth`,
		c.tenant, r.id.String(), c.revision).Scan(&d.nth)
}

// recall takes a text out of the trash.
func (c change) recall(ctx context.Context, d discarded) error {
	_, err := c.Exec(ctx, `DELETE FROM weft.trash WHERE tenant = $1 AND id = $2 AND nth = $3`, c.tenant, d.id.String(), d.nth)
	return err
}

// discarded reads what the trash has of one entry, the last that went there first.
func (c change) discarded(ctx context.Context, id notes.ID) ([]discarded, error) {
	rows, err := c.Query(ctx, `SELECT `+columns+`, nth, at, replaced FROM weft.trash WHERE tenant = $1 AND id = $2 ORDER BY nth DESC`, c.tenant, id.String())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (discarded, error) { return scanDiscarded(r) })
}

// Trash lists what is in the trash.
func (s *Store) Trash(ctx context.Context, scope store.Scope, id string) ([]store.Trashed, error) {
	out := []store.Trashed{}
	err := s.read(ctx, scope, question{`SELECT ` + columns + `, nth, at, replaced FROM weft.trash
		WHERE tenant = $1 AND ($2 = '' OR id = $2) ORDER BY CASE WHEN $2 = '' THEN at END DESC, id DESC, nth DESC`, []any{id}, func(rows pgx.Rows) error {
		d, err := scanDiscarded(rows)
		if err == nil {
			out = append(out, s.trashed(d))
		}
		return err
	}})
	if err != nil {
		return nil, fmt.Errorf("reading the trash: %w", err)
	}
	return out, nil
}

func (s *Store) trashed(d discarded) store.Trashed {
	e := s.entry(d.row)
	e.DomainData, e.Tags, e.Corrected = nil, nil, false
	return store.Trashed{Entry: e, At: d.at, Replaced: d.replaced}
}
