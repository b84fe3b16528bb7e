package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/store"
)

// Timeline returns a person's timeline and its revision, 0 for somebody who has none.
func (s *Store) Timeline(ctx context.Context, scope store.Scope) (timeline []byte, revision uint64, err error) {
	err = s.read(ctx, scope, question{
		`SELECT revision, timeline FROM weft.timeline WHERE tenant = $1 AND person = $2`, []any{[]byte(scope.User)},
		func(rows pgx.Rows) error { return rows.Scan(&revision, &timeline) },
	})
	if err != nil {
		return nil, 0, fmt.Errorf("reading a timeline: %w", err)
	}
	return timeline, revision, nil
}

// Roadmap returns a roadmap and the revision of its person's timeline, or
// store.ErrNotFound.
func (s *Store) Roadmap(ctx context.Context, scope store.Scope, id string) (roadmap []byte, revision uint64, err error) {
	err = s.read(ctx, scope, question{
		`SELECT revision, roadmap FROM weft.timeline JOIN weft.roadmap USING (tenant, person) WHERE tenant = $1 AND person = $2 AND id = $3`,
		[]any{[]byte(scope.User), id},
		func(rows pgx.Rows) error { return rows.Scan(&revision, &roadmap) },
	})
	if err == nil && roadmap == nil {
		err = store.ErrNotFound
	}
	if err != nil {
		return nil, 0, fmt.Errorf("reading roadmap %s: %w", id, err)
	}
	return roadmap, revision, nil
}

// PutTimeline puts a timeline in the place of that of a revision, and roadmaps with it,
// by their ids; one without a document is removed. Where the timeline is at another revision
// it is store.ErrConflict, and nothing has changed.
func (s *Store) PutTimeline(ctx context.Context, scope store.Scope, at uint64, timeline []byte, roadmaps map[string]store.Roadmap) (revision uint64, err error) {
	const add = `INSERT INTO weft.timeline (tenant, person, revision, changed, timeline) VALUES ($1, $2, $3 + 1, $4, $5)
		ON CONFLICT (tenant, person) DO NOTHING RETURNING revision`
	const replace = `UPDATE weft.timeline SET revision = revision + 1, changed = $4, timeline = $5
		WHERE tenant = $1 AND person = $2 AND revision = $3 RETURNING revision`
	sql := replace
	if at == 0 {
		sql = add
	}
	err = s.write(ctx, scope, func(c change) error {
		err := c.QueryRow(ctx, sql, c.tenant, []byte(scope.User), int64(at), c.revision, timeline).Scan(&revision)
		if errors.Is(err, pgx.ErrNoRows) {
			return store.ErrConflict
		}
		if err != nil {
			return err
		}
		return c.putRoadmaps(ctx, scope.User, roadmaps)
	})
	if err != nil {
		return 0, fmt.Errorf("writing a timeline: %w", err)
	}
	return revision, nil
}

// CopiedTimelines returns at which revision each person of a tenant who has a timeline
// here had it where it was copied from: 0 if it was not.
func (s *Store) CopiedTimelines(ctx context.Context, tenant string) (map[string]uint64, error) {
	out := map[string]uint64{}
	err := s.read(ctx, store.Scope{Tenant: tenant}, question{`SELECT person, copied FROM weft.timeline WHERE tenant = $1`, nil, func(rows pgx.Rows) error {
		var person []byte
		var copied uint64
		err := rows.Scan(&person, &copied)
		out[string(person)] = copied
		return err
	}})
	if err != nil {
		return nil, fmt.Errorf("listing timelines: %w", err)
	}
	return out, nil
}

// CopyTimeline takes over a timeline with all its roadmaps, and its revision, from where it
// was kept before. It returns false for a person whose timeline has been changed here.
func (s *Store) CopyTimeline(ctx context.Context, scope store.Scope, revision uint64, timeline []byte, roadmaps map[string]store.Roadmap) (copied bool, err error) {
	err = s.write(ctx, scope, func(c change) error {
		done, err := c.Exec(ctx, `INSERT INTO weft.timeline (tenant, person, revision, changed, copied, timeline) VALUES ($1, $2, $3, $4, $3, $5)
			ON CONFLICT (tenant, person) DO UPDATE SET revision = $3, changed = $4, copied = $3, timeline = $5
			WHERE timeline.revision = timeline.copied AND timeline.copied < $3`,
			c.tenant, []byte(scope.User), int64(revision), c.revision, timeline)
		if copied = done.RowsAffected() > 0; err != nil || !copied {
			return err
		}
		if _, err := c.Exec(ctx, `DELETE FROM weft.roadmap WHERE tenant = $1 AND person = $2`, c.tenant, []byte(scope.User)); err != nil {
			return err
		}
		return c.putRoadmaps(ctx, scope.User, roadmaps)
	})
	if err != nil {
		return false, fmt.Errorf("copying a timeline: %w", err)
	}
	return copied, nil
}

// putRoadmaps writes roadmaps of a person, and has those told who watch timelines.
func (c change) putRoadmaps(ctx context.Context, user string, roadmaps map[string]store.Roadmap) error {
	b := &pgx.Batch{}
	for id, m := range roadmaps {
		if len(m.Document) == 0 {
			b.Queue(`DELETE FROM weft.roadmap WHERE tenant = $1 AND person = $2 AND id = $3`, c.tenant, []byte(user), id)
			continue
		}
		b.Queue(`INSERT INTO weft.roadmap (tenant, person, id, roadmap, pattern, subtype, variant) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (tenant, person, id) DO UPDATE SET roadmap = $4, pattern = $5, subtype = $6, variant = $7`,
			c.tenant, []byte(user), id, m.Document, m.Pattern, m.Subtype, m.Variant)
	}
	b.Queue(`SELECT pg_notify('`+channel+`', $1)`, c.tenant)
	return c.SendBatch(ctx, b).Close()
}

// WatchTimelines calls changed for each person of a tenant whose timeline changes, and once
// at the beginning for each who has one, until ctx ends. While the database is away nobody
// is told; what has changed meanwhile is told after that.
func (s *Store) WatchTimelines(ctx context.Context, tenant string, changed func(user string)) error {
	look, leave := s.listener.join(tenant)
	defer leave()
	var seen int64 // the revision of the tenant up to which all is told
	var again <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-look:
		case <-again:
		}
		users, upTo, err := s.timelinesSince(ctx, tenant, seen)
		if err != nil { // the database is away, and the listener may not have noticed
			again = time.After(listenAgain)
			continue
		}
		seen, again = upTo, nil
		for _, user := range users { // with no connection held: they look at the store
			changed(user)
		}
	}
}

// timelinesSince returns whose timelines have changed since a revision of their tenant, and
// the revision up to which that is so.
func (s *Store) timelinesSince(ctx context.Context, tenant string, seen int64) (users []string, upTo int64, err error) {
	upTo = seen
	err = s.read(ctx, store.Scope{Tenant: tenant}, question{
		`SELECT person, changed FROM weft.timeline WHERE tenant = $1 AND changed > $2 ORDER BY changed`, []any{seen},
		func(rows pgx.Rows) error {
			var person []byte
			err := rows.Scan(&person, &upTo)
			users = append(users, string(person))
			return err
		},
	})
	return users, upTo, err
}
