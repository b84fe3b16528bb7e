package roadmaps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/store"
)

// mostBytes is the largest roadmap, and the largest timeline, in a database. It is what a
// bus takes unless it is told to take more.
const mostBytes = 1 << 20

// A Table is where a database has timelines and roadmaps; store/postgres is one. Errors are
// those of package store.
type Table interface {
	// Timeline returns a person's timeline and its revision, 0 for somebody who has none.
	Timeline(ctx context.Context, p store.Scope) (timeline []byte, revision uint64, err error)
	// Roadmap returns a roadmap and the revision of the timeline, or store.ErrNotFound.
	Roadmap(ctx context.Context, p store.Scope, id string) (roadmap []byte, revision uint64, err error)
	// PutTimeline puts a timeline in the place of that of a revision, and roadmaps with it,
	// by their ids: all or none. One without a document is removed. Where the timeline is at
	// another revision it is store.ErrConflict.
	PutTimeline(ctx context.Context, p store.Scope, at uint64, timeline []byte, roadmaps map[string]store.Roadmap) (revision uint64, err error)
	// WatchTimelines calls changed as Store.Watch does.
	WatchTimelines(ctx context.Context, tenant string, changed func(user string)) error
	// CopiedTimelines returns at which revision each person of a tenant who has a timeline
	// had it where it was copied from: 0 if it was not.
	CopiedTimelines(ctx context.Context, tenant string) (map[string]uint64, error)
	// CopyTimeline takes over a timeline with all its roadmaps, and its revision. It returns
	// false for a person whose timeline has been changed in the database.
	CopyTimeline(ctx context.Context, p store.Scope, revision uint64, timeline []byte, roadmaps map[string]store.Roadmap) (copied bool, err error)
}

// Rows keeps roadmaps in a database: a person's timeline is a row, and so is each roadmap.
type Rows struct{ Table Table }

var _ Store = Rows{}

// Timeline implements Store.
func (r Rows) Timeline(ctx context.Context, p Person) (*planningv1.Timeline, error) {
	if _, err := key(p); err != nil {
		return nil, err
	}
	data, revision, err := r.Table.Timeline(ctx, store.Scope(p))
	if err != nil {
		return nil, err
	}
	t := &planningv1.Timeline{}
	if err := proto.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("read a timeline: %w", err)
	}
	t.Revision = revision
	return t, nil
}

// Roadmap implements Store.
func (r Rows) Roadmap(ctx context.Context, p Person, id string) (*planningv1.Roadmap, uint64, error) {
	if _, err := key(p); err != nil {
		return nil, 0, err
	}
	if !token.MatchString(id) {
		return nil, 0, unknown(id)
	}
	data, revision, err := r.Table.Roadmap(ctx, store.Scope(p), id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, 0, unknown(id)
	}
	if err != nil {
		return nil, 0, err
	}
	m := &planningv1.Roadmap{}
	if err := proto.Unmarshal(data, m); err != nil {
		return nil, 0, fmt.Errorf("read roadmap %s: %w", id, err)
	}
	return m, revision, nil
}

// Keep implements Store.
func (r Rows) Keep(ctx context.Context, p Person, at uint64, maps ...*planningv1.Roadmap) (uint64, error) {
	t, err := r.at(ctx, p, at)
	if err != nil {
		return 0, err
	}
	if t, err = with(t, time.Now(), maps); err != nil {
		return 0, err
	}
	documents := map[string]store.Roadmap{}
	for _, m := range maps {
		if !token.MatchString(m.GetId()) {
			return 0, unknown(m.GetId())
		}
		data, err := encodeRoadmap(m, mostBytes)
		if err != nil {
			return 0, err
		}
		documents[m.GetId()] = row(m, data)
	}
	return r.put(ctx, p, at, t, documents)
}

// Remove implements Store.
func (r Rows) Remove(ctx context.Context, p Person, at uint64, id string) (uint64, error) {
	t, err := r.at(ctx, p, at)
	if err != nil {
		return 0, err
	}
	had := len(t.GetRoadmaps())
	t.Roadmaps = slices.DeleteFunc(t.Roadmaps, func(s *planningv1.RoadmapSummary) bool { return s.GetId() == id })
	if len(t.Roadmaps) == had {
		return 0, unknown(id)
	}
	return r.put(ctx, p, at, t, map[string]store.Roadmap{id: {}})
}

// Prefer implements Store.
func (r Rows) Prefer(ctx context.Context, p Person, at uint64, is *reasonv1.Preferences) (uint64, error) {
	t, err := r.at(ctx, p, at)
	if err != nil {
		return 0, err
	}
	t.Reasoning = is
	return r.put(ctx, p, at, t, nil)
}

// row is a roadmap with what a database finds it by.
func row(m *planningv1.Roadmap, document []byte) store.Roadmap {
	p := m.GetOutline().GetPattern()
	return store.Roadmap{Document: document, Pattern: p.GetPattern(), Subtype: p.GetSubtype(), Variant: p.GetVariant()}
}

// at returns a person's timeline at a revision.
func (r Rows) at(ctx context.Context, p Person, revision uint64) (*planningv1.Timeline, error) {
	t, err := r.Timeline(ctx, p)
	if err == nil && t.GetRevision() != revision {
		return nil, ErrChanged
	}
	return t, err
}

// put writes a timeline, with roadmaps, in the place of that of a revision.
func (r Rows) put(ctx context.Context, p Person, at uint64, t *planningv1.Timeline, documents map[string]store.Roadmap) (uint64, error) {
	t.Revision = 0 // which the row has
	data, err := encode(t, mostBytes)
	if err != nil {
		return 0, err
	}
	revision, err := r.Table.PutTimeline(ctx, store.Scope(p), at, data, documents)
	if errors.Is(err, store.ErrConflict) {
		return 0, ErrChanged
	}
	return revision, err
}

// Watch implements Store.
func (r Rows) Watch(ctx context.Context, tenant string, changed func(Person)) error {
	if !token.MatchString(tenant) {
		return fmt.Errorf("tenant %.100q: %w", tenant, ErrNotFound)
	}
	return r.Table.WatchTimelines(ctx, tenant, func(user string) { changed(Person{tenant, user}) })
}
