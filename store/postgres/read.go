package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store"
)

// Get returns one entry, or store.ErrNotFound.
func (s *Store) Get(ctx context.Context, scope store.Scope, id string) (*commonv1.Entry, error) {
	list, err := s.Entries(ctx, scope, []string{id})
	if err != nil {
		return nil, fmt.Errorf("getting entry %s: %w", id, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("entry %q: %w", id, store.ErrNotFound)
	}
	return list[0], nil
}

// Entries returns the entries of the given ids that are there, in the order of
// the ids.
func (s *Store) Entries(ctx context.Context, scope store.Scope, ids []string) ([]*commonv1.Entry, error) {
	var real []string
	for _, id := range ids {
		if _, err := notes.ParseID(id); err == nil {
			real = append(real, id)
		}
	}
	return s.entries(ctx, scope, `SELECT `+columns+` FROM weft.note
		JOIN unnest($2::text[]) WITH ORDINALITY AS asked(wanted, nth) ON id = wanted
		WHERE tenant = $1 ORDER BY nth`, real)
}

// entries returns the entries that a statement selects.
func (s *Store) entries(ctx context.Context, scope store.Scope, sql string, args ...any) ([]*commonv1.Entry, error) {
	var out []*commonv1.Entry
	err := s.read(ctx, scope, question{sql, args, func(rows pgx.Rows) error {
		r, err := scan(rows)
		if err == nil {
			out = append(out, s.entry(r))
		}
		return err
	}})
	return out, err
}

// Kept returns the entry that was kept under a key.
func (s *Store) Kept(ctx context.Context, scope store.Scope, key string) (*commonv1.Entry, error) {
	list, err := s.entries(ctx, scope, `SELECT `+columns+` FROM weft.note WHERE tenant = $1 AND key = $2`, key)
	if err != nil {
		return nil, fmt.Errorf("looking for a note: %w", err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("a note under the key %q: %w", key, store.ErrNotFound)
	}
	return list[0], nil
}

// List returns entries in the order of their ids, and undated ones behind all
// others, in the order of their pages.
func (s *Store) List(ctx context.Context, scope store.Scope, r notes.Range, from string, limit int, desc bool) ([]*commonv1.Entry, error) {
	var begin notes.ID
	if from != "" {
		var err error
		if begin, err = notes.ParseID(from); err != nil {
			return nil, fmt.Errorf("listing entries: %w", err)
		}
	}
	var out []*commonv1.Entry
	if !begin.Undated() {
		low, high := bounds(r)
		order := "ASC"
		switch {
		case from != "" && desc:
			high, order = min(high, placeOf(begin)), "DESC"
		case from != "":
			low = max(low, placeOf(begin)+after)
		case desc:
			order = "DESC"
		}
		var err error
		out, err = s.entries(ctx, scope, `SELECT `+columns+` FROM weft.note
			WHERE tenant = $1 AND dated AND place >= $2 AND place < $3 ORDER BY place `+order+` LIMIT $4`, low, high, most(limit))
		if err != nil {
			return nil, fmt.Errorf("listing entries: %w", err)
		}
	}
	if !r.IsZero() || limit > 0 && len(out) == limit {
		return out, nil
	}
	if limit > 0 {
		limit -= len(out)
	}
	// An undated entry that is gone is where the undated ones begin.
	undated, err := s.entries(ctx, scope, `SELECT `+columns+` FROM weft.note
		WHERE tenant = $1 AND NOT dated AND place > coalesce((SELECT place FROM weft.note WHERE tenant = $1 AND NOT dated AND id = $2), '')
		ORDER BY place LIMIT $3`, from, most(limit))
	if err != nil {
		return nil, fmt.Errorf("listing entries: %w", err)
	}
	return append(out, undated...), nil
}

// bounds returns the places between which the notes of a range lie.
func bounds(r notes.Range) (low, high string) {
	high = after
	if !r.Start.IsZero() {
		low = r.Start.String()
	}
	if !r.End.IsZero() {
		high = r.End.String() + after
	}
	return low, high
}

// most is a limit as SQL takes it: NULL is none.
func most(limit int) any {
	if limit <= 0 {
		return nil
	}
	return limit
}

// Outdated returns the dated entries whose parsed data was made from another text or
// by other domains.
func (s *Store) Outdated(ctx context.Context, scope store.Scope, version string) ([]string, error) {
	var out []string
	err := s.read(ctx, scope, question{`SELECT id FROM weft.note
		WHERE tenant = $1 AND dated AND NOT correction AND read_hash <> ''
		AND (domains <> $2 OR read_hash <> encode(sha256(text), 'hex'))
		ORDER BY place DESC`, []any{version}, func(rows pgx.Rows) error {
		var id string
		err := rows.Scan(&id)
		out = append(out, id)
		return err
	}})
	if err != nil {
		return nil, fmt.Errorf("looking for outdated entries: %w", err)
	}
	return out, nil
}

// Fresh has nothing to do: what is read is what was last committed.
func (s *Store) Fresh(ctx context.Context, _ store.Scope, _ []*commonv1.EntryRef) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
