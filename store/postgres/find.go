package postgres

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes/rank"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/match"
)

// Find returns the entries that match a query.
func (s *Store) Find(ctx context.Context, scope store.Scope, q store.Query) (store.Result, error) {
	if err := match.Check(q); err != nil {
		return store.Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return store.Result{}, context.Cause(ctx)
	}
	found, err := s.find(ctx, scope, q)
	if err == nil {
		err = ctx.Err() // and what was found may not be all
	}
	if err != nil {
		return store.Result{}, fmt.Errorf("looking for entries: %w", err)
	}
	return found, nil
}

func (s *Store) find(ctx context.Context, scope store.Scope, q store.Query) (store.Result, error) {
	if !match.NeedsIndex(q) {
		list, err := s.newest(ctx, scope, q)
		return match.Find(ctx, match.Notes{Newest: func(yield func(id, path string) bool) {
			for _, e := range list {
				if !yield(e.id, e.path) {
					return
				}
			}
		}}, q), err
	}
	x := s.index(scope.Tenant)
	if err := x.follow(ctx, s, scope, ""); err != nil {
		return store.Result{}, err
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	return match.Find(ctx, match.Notes{Index: x.notes, Path: func(id string) string { return x.paths[id] }}, q), nil
}

// A sourced is an entry with the path of its source.
type sourced struct{ id, path string }

// newest returns the entries of a query's days, the latest first.
func (s *Store) newest(ctx context.Context, scope store.Scope, q store.Query) ([]sourced, error) {
	var out []sourced
	each := func(rows pgx.Rows) error {
		var e sourced
		err := rows.Scan(&e.id, &e.path)
		out = append(out, e)
		return err
	}
	low, high := bounds(q.Range)
	dated := question{`SELECT id, path FROM weft.note WHERE tenant = $1 AND dated AND place >= $2 AND place < $3 ORDER BY place DESC`, []any{low, high}, each}
	questions := []question{dated}
	if q.Range.IsZero() {
		questions = append(questions, question{`SELECT id, path FROM weft.note WHERE tenant = $1 AND NOT dated ORDER BY place`, nil, each})
	}
	err := s.read(ctx, scope, questions...)
	return out, err
}

// mostIndexes is of how many tenants a process holds the notes in memory. Beyond
// it those that nobody has searched the longest are dropped, and read again when
// somebody does.
const mostIndexes = 64

// An index is what is searched of a tenant's notes.
type index struct {
	used int64 // guarded by the store's mu

	following sync.Mutex // held by who brings it up to date
	mu        sync.RWMutex
	revision  int64               // of the tenant, up to which all is in here
	space     string              // of the vectors; "" until someone asks for them
	embedded  int64               // the revision up to which all vectors are in here
	vectors   map[string]embedded // by entry
	notes     *rank.Index
	paths     map[string]string // of the sources of entries, by id
}

// index returns the index of a tenant.
func (s *Store) index(tenant string) *index {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.indexes[tenant]
	if x == nil {
		for len(s.indexes) >= mostIndexes {
			s.dropOldest()
		}
		x = &index{notes: rank.New(), paths: map[string]string{}}
		s.indexes[tenant] = x
	}
	s.uses++
	x.used = s.uses
	return x
}

// dropOldest drops the index that nobody has used the longest. The caller holds mu.
func (s *Store) dropOldest() {
	oldest := ""
	for tenant, x := range s.indexes {
		if oldest == "" || x.used < s.indexes[oldest].used {
			oldest = tenant
		}
	}
	delete(s.indexes, oldest)
}

// follow takes in what has been written since. What is written meanwhile may come
// in as well, and comes again: the revision is asked for first. Vectors are taken in where a
// space is named.
func (x *index) follow(ctx context.Context, s *Store, scope store.Scope, space string) error {
	x.following.Lock()
	defer x.following.Unlock()
	now := x.revision
	err := s.read(ctx, scope, question{`SELECT revision FROM weft.tenant WHERE tenant = $1`, nil, func(rows pgx.Rows) error {
		return rows.Scan(&now)
	}})
	if space != "" && space != x.space {
		x.mu.Lock()
		x.space, x.embedded, x.vectors = space, 0, map[string]embedded{}
		x.mu.Unlock()
	}
	if err != nil || now == x.revision && (space == "" || now == x.embedded) {
		return err
	}
	var gone []string
	var changed []row
	vectors := map[string]embedded{}
	questions := []question{
		{`SELECT DISTINCT id FROM weft.trash WHERE tenant = $1 AND revision > $2`, []any{x.revision}, func(rows pgx.Rows) error {
			var id string
			err := rows.Scan(&id)
			gone = append(gone, id)
			return err
		}},
		{`SELECT ` + columns + ` FROM weft.note WHERE tenant = $1 AND revision > $2`, []any{x.revision}, func(rows pgx.Rows) error {
			r, err := scan(rows)
			changed = append(changed, r)
			return err
		}},
	}
	if space != "" {
		questions = append(questions, vectorsSince(space, x.embedded, vectors))
	}
	if err := s.read(ctx, scope, questions...); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range gone {
		x.notes.Remove(id)
		delete(x.paths, id)
		delete(x.vectors, id)
	}
	for _, r := range changed {
		id := r.id.String()
		x.notes.Put(r.note())
		x.paths[id] = r.path
		if v, ok := x.vectors[id]; ok && v.hash != r.hash() {
			delete(x.vectors, id)
		}
	}
	x.revision = now
	if space != "" {
		maps.Copy(x.vectors, vectors)
		x.embedded = now
	}
	return nil
}
