package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/store"
)

// embedded are the vectors of a note, and the hash of the text that they are of.
type embedded struct {
	hash     string
	passages []meaning.Passage
}

// vectorsSince reads the vectors of a space that were written after a revision. Rows that
// can't be read count as none: they are made again when their space is.
func vectorsSince(space string, revision int64, into map[string]embedded) question {
	return question{`SELECT id, hash, passages FROM weft.vector WHERE tenant = $1 AND space = $2 AND revision > $3`, []any{space, revision}, func(rows pgx.Rows) error {
		var id string
		var e embedded
		var passages []byte
		if err := rows.Scan(&id, &e.hash, &passages); err != nil {
			return err
		}
		var err error
		if e.passages, err = meaning.Decode(passages); err == nil {
			into[id] = e
		}
		return nil
	}}
}

// Nearest returns the entries that are nearest to a question by their vectors.
func (s *Store) Nearest(ctx context.Context, scope store.Scope, q store.NearQuery) (store.NearResult, error) {
	if err := ctx.Err(); err != nil {
		return store.NearResult{}, context.Cause(ctx)
	}
	x := s.index(scope.Tenant)
	if err := x.follow(ctx, s, scope, q.Space); err != nil {
		return store.NearResult{}, fmt.Errorf("reading vectors: %w", err)
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out store.NearResult
	out.Near = meaning.Nearest(ctx, q.Vector, func(yield func(string, []meaning.Passage) bool) {
		for id := range x.paths {
			at, err := notes.ParseID(id)
			if err != nil || !q.Range.Contains(at.Day()) {
				continue
			}
			e, ok := x.vectors[id]
			if !ok || x.space != q.Space {
				out.Without++
				continue
			}
			if !yield(id, e.passages) {
				return
			}
		}
	}, q.Limit)
	return out, ctx.Err()
}

// WithoutVectors returns the entries whose text has no vectors of a space.
func (s *Store) WithoutVectors(ctx context.Context, scope store.Scope, space string, limit int) (ids []string, total int, err error) {
	const without = `FROM weft.note AS n WHERE tenant = $1 AND NOT EXISTS (SELECT FROM weft.vector AS v WHERE v.tenant = n.tenant AND v.id = n.id AND v.space = $2)`
	err = s.read(ctx, scope,
		question{`SELECT count(*) ` + without, []any{space}, func(rows pgx.Rows) error { return rows.Scan(&total) }},
		question{`SELECT id ` + without + ` ORDER BY dated DESC, CASE WHEN dated THEN place END DESC, place LIMIT $3`, []any{space, limitOf(limit)}, func(rows pgx.Rows) error {
			var id string
			err := rows.Scan(&id)
			ids = append(ids, id)
			return err
		}})
	if err != nil {
		return nil, 0, fmt.Errorf("looking for entries without vectors: %w", err)
	}
	return ids, total, nil
}

// limitOf is a limit for SQL, where 0 is none.
func limitOf(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// PutVectors stores the vectors of entries.
func (s *Store) PutVectors(ctx context.Context, scope store.Scope, space string, list []store.Vectors) error {
	err := s.write(ctx, scope, func(c change) error {
		for _, e := range list {
			at, err := notes.ParseID(e.ID)
			if err != nil {
				continue
			}
			r, err := c.row(ctx, at)
			if errors.Is(err, store.ErrNotFound) || err == nil && r.hash() != e.Hash {
				continue
			}
			if err == nil {
				_, err = c.Exec(ctx, `INSERT INTO weft.vector (tenant, id, revision, space, hash, passages) VALUES ($1, $2, $3, $4, $5, $6)
					ON CONFLICT (tenant, id) DO UPDATE SET revision = $3, space = $4, hash = $5, passages = $6`,
					c.tenant, e.ID, c.revision, space, e.Hash, meaning.Encode(e.Passages))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("storing vectors: %w", err)
	}
	return nil
}

// SweepVectors drops vectors of other spaces. Those of texts that went have gone with them.
func (s *Store) SweepVectors(ctx context.Context, scope store.Scope, space string) error {
	stale := false
	err := s.read(ctx, scope, question{`SELECT EXISTS (SELECT FROM weft.vector WHERE tenant = $1 AND space <> $2)`, []any{space}, func(rows pgx.Rows) error {
		return rows.Scan(&stale)
	}})
	if err == nil && stale {
		err = s.write(ctx, scope, func(c change) error {
			_, err := c.Exec(ctx, `DELETE FROM weft.vector WHERE tenant = $1 AND space <> $2`, c.tenant, space)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("sweeping vectors: %w", err)
	}
	return nil
}
