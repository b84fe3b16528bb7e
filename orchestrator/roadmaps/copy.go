package roadmaps

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/store"
)

// Copied is what a copy from the bus came to.
type Copied struct {
	People int // whose roadmaps were copied
	// Left is how many people have roadmaps on the bus that were changed there after they
	// were copied, or were never copied, and others in the database. Those are not copied.
	Left int
}

// CopyBus copies the roadmaps that a bus has into a database, for everybody whose timeline
// has not been changed there. What was copied before is not copied again, and the bus keeps
// it. Several processes may copy at once. Nobody should change roadmaps on the bus
// meanwhile; what is changed there is copied the next time.
func CopyBus(ctx context.Context, nc *nats.Conn, to Table) (Copied, error) {
	var out Copied
	js, err := jetstream.New(nc)
	if err != nil {
		return out, fmt.Errorf("open jetstream: %w", err)
	}
	kv, err := js.KeyValue(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return out, nil
	}
	if err != nil {
		return out, fmt.Errorf("open the roadmaps on the bus: %w", err)
	}
	from := &Bus{kv: kv}
	tenants, err := from.people(ctx)
	if err != nil {
		return out, err
	}
	for tenant, users := range tenants {
		have, err := to.CopiedTimelines(ctx, tenant)
		if err != nil {
			return out, err
		}
		for user, revision := range users {
			if copied, there := have[user]; there && copied >= revision {
				continue
			}
			if err := from.copy(ctx, Person{tenant, user}, to, &out); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// people returns the revision of everybody's timeline, by tenant and user.
func (b *Bus) people(ctx context.Context) (map[string]map[string]uint64, error) {
	w, err := b.kv.Watch(ctx, "timeline.*.*", jetstream.IgnoreDeletes(), jetstream.MetaOnly())
	if err != nil {
		return nil, fmt.Errorf("list timelines: %w", err)
	}
	defer func() { _ = w.Stop() }()
	out := map[string]map[string]uint64{}
	for {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case entry, ok := <-w.Updates():
			if !ok {
				return nil, errors.New("list timelines: the bus has ended the list")
			}
			if entry == nil { // these were all
				return out, nil
			}
			p, ok := person(entry.Key())
			if !ok {
				continue
			}
			if out[p.Tenant] == nil {
				out[p.Tenant] = map[string]uint64{}
			}
			out[p.Tenant][p.User] = entry.Revision()
		}
	}
}

// copy copies what is kept of a person.
func (b *Bus) copy(ctx context.Context, p Person, to Table, out *Copied) error {
	t, documents, err := b.whole(ctx, p)
	if err != nil {
		return err
	}
	revision := t.GetRevision()
	t.Revision = 0 // which the row has
	data, err := proto.Marshal(t)
	if err != nil {
		return err
	}
	copied, err := to.CopyTimeline(ctx, store.Scope(p), revision, data, documents)
	switch {
	case err != nil:
		return err
	case copied:
		out.People++
	case len(documents) > 0:
		out.Left++
	}
	return nil
}

// wholeTries is how often a timeline is read that changes meanwhile.
const wholeTries = 10

// whole returns a person's timeline and all their roadmaps, of one revision.
func (b *Bus) whole(ctx context.Context, p Person) (t *planningv1.Timeline, documents map[string]store.Roadmap, err error) {
	for range wholeTries {
		if t, err = b.Timeline(ctx, p); err != nil {
			return nil, nil, err
		}
		if documents, err = b.documents(ctx, p, t); !errors.Is(err, ErrChanged) {
			return t, documents, err
		}
	}
	return nil, nil, err
}

// documents returns the roadmaps of a timeline, or ErrChanged.
func (b *Bus) documents(ctx context.Context, p Person, t *planningv1.Timeline) (map[string]store.Roadmap, error) {
	out := map[string]store.Roadmap{}
	for _, s := range t.GetRoadmaps() {
		m, at, err := b.Roadmap(ctx, p, s.GetId())
		if errors.Is(err, ErrNotFound) || err == nil && at != t.GetRevision() {
			return nil, ErrChanged
		}
		if err != nil {
			return nil, err
		}
		data, err := proto.Marshal(m)
		if err != nil {
			return nil, err
		}
		out[s.GetId()] = row(m, data)
	}
	return out, nil
}
