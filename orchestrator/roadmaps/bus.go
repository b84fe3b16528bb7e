package roadmaps

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/bus"
)

const (
	bucket = "weft_roadmaps"
	// markers is how long it is known that something was removed.
	markers = time.Hour
	// headroom is what a message has besides its value.
	headroom = 4 << 10
)

// BusOptions say how the bucket is made.
type BusOptions struct {
	Replicas  int                  // copies; 1 on a single server
	Placement *jetstream.Placement // which servers keep them; nil for any
}

// A Bus keeps roadmaps in a bucket of JetStream. A person's timeline is one value there,
// and each version of a roadmap another, which the timeline names: what is written counts
// once the timeline says so. A process that dies in between leaves a value that nobody
// reads.
type Bus struct {
	kv       jetstream.KeyValue
	largest  int // bytes of a value
	follower follower
}

// OpenBus makes sure that the bucket exists. Several processes may do so at once.
func OpenBus(ctx context.Context, nc *nats.Conn, o BusOptions) (*Bus, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	kv, err := bus.Bucket(ctx, js, jetstream.KeyValueConfig{
		Bucket: bucket, Description: "Roadmaps of people, and what they take of their time",
		Storage: jetstream.FileStorage, Replicas: o.Replicas, Placement: o.Placement, LimitMarkerTTL: markers,
	})
	if err != nil {
		return nil, err
	}
	return &Bus{kv: kv, largest: int(nc.MaxPayload()) - headroom, follower: follower{kv: kv}}, nil
}

// token is what may stand in a key: tenants and ids.
var token = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// key is that of a person's timeline. Users have any name.
func key(p Person) (string, error) {
	user := "u" + base64.RawURLEncoding.EncodeToString([]byte(p.User))
	if !token.MatchString(p.Tenant) || len(user) > 512 {
		return "", fmt.Errorf("user %.100q of tenant %.100q: %w", p.User, p.Tenant, ErrNotFound)
	}
	return "timeline." + p.Tenant + "." + user, nil
}

// person reads the key of a timeline.
func person(key string) (Person, bool) {
	parts := strings.Split(key, ".")
	if len(parts) != 3 {
		return Person{}, false
	}
	user, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(parts[2], "u"))
	return Person{parts[1], string(user)}, err == nil
}

// Timeline implements Store.
func (b *Bus) Timeline(ctx context.Context, p Person) (*planningv1.Timeline, error) {
	held, err := b.read(ctx, p)
	return held.GetTimeline(), err
}

// read returns what is kept of a person.
func (b *Bus) read(ctx context.Context, p Person) (*planningv1.KeptTimeline, error) {
	at, err := key(p)
	if err != nil {
		return nil, err
	}
	held := &planningv1.KeptTimeline{Timeline: &planningv1.Timeline{}, Documents: map[string]string{}}
	entry, err := b.kv.Get(ctx, at)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return held, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read a timeline: %w", err)
	}
	if err := proto.Unmarshal(entry.Value(), held); err != nil {
		return nil, fmt.Errorf("read a timeline: %w", err)
	}
	held.Timeline.Revision = entry.Revision()
	return held, nil
}

// Roadmap implements Store.
func (b *Bus) Roadmap(ctx context.Context, p Person, id string) (*planningv1.Roadmap, uint64, error) {
	for {
		held, err := b.read(ctx, p)
		if err != nil {
			return nil, 0, err
		}
		at := held.GetDocuments()[id]
		if at == "" {
			return nil, 0, unknown(id)
		}
		entry, err := b.kv.Get(ctx, at)
		if errors.Is(err, jetstream.ErrKeyNotFound) { // another version has taken its place
			if now, lost := b.read(ctx, p); lost == nil && now.GetTimeline().GetRevision() != held.GetTimeline().GetRevision() {
				continue
			}
		}
		if err != nil {
			return nil, 0, fmt.Errorf("read roadmap %s: %w", id, err)
		}
		m := &planningv1.Roadmap{}
		if err := proto.Unmarshal(entry.Value(), m); err != nil {
			return nil, 0, fmt.Errorf("read roadmap %s: %w", id, err)
		}
		return m, held.GetTimeline().GetRevision(), nil
	}
}

// Keep implements Store.
func (b *Bus) Keep(ctx context.Context, p Person, at uint64, maps ...*planningv1.Roadmap) (uint64, error) {
	held, err := b.at(ctx, p, at)
	if err != nil {
		return 0, err
	}
	if held.Timeline, err = with(held.GetTimeline(), time.Now(), maps); err != nil {
		return 0, err
	}
	var written, replaced []string
	undo := func() { b.purge(context.WithoutCancel(ctx), written) }
	for _, m := range maps {
		if !token.MatchString(m.GetId()) {
			return 0, unknown(m.GetId())
		}
		data, err := encodeRoadmap(m, b.largest)
		if err != nil {
			undo()
			return 0, err
		}
		// A name of its own, so that of two who write the same version each has theirs.
		document := "roadmap." + p.Tenant + "." + m.GetId() + "." + nuid.Next()
		if _, err := b.kv.Create(ctx, document, data); err != nil {
			undo()
			return 0, fmt.Errorf("keep roadmap %s: %w", m.GetId(), err)
		}
		if was := held.GetDocuments()[m.GetId()]; was != "" {
			replaced = append(replaced, was)
		}
		written = append(written, document)
		held.Documents[m.GetId()] = document
	}
	revision, err := b.put(ctx, p, at, held)
	if errors.Is(err, ErrChanged) || errors.Is(err, ErrTooLarge) {
		undo() // else it may have been written, and is needed
	}
	if err == nil {
		b.purge(context.WithoutCancel(ctx), replaced)
	}
	return revision, err
}

// Remove implements Store.
func (b *Bus) Remove(ctx context.Context, p Person, at uint64, id string) (uint64, error) {
	held, err := b.at(ctx, p, at)
	if err != nil {
		return 0, err
	}
	document := held.GetDocuments()[id]
	if document == "" {
		return 0, unknown(id)
	}
	delete(held.Documents, id)
	held.Timeline.Roadmaps = slices.DeleteFunc(held.Timeline.Roadmaps, func(r *planningv1.RoadmapSummary) bool { return r.GetId() == id })
	revision, err := b.put(ctx, p, at, held)
	if err == nil {
		b.purge(context.WithoutCancel(ctx), []string{document})
	}
	return revision, err
}

// Prefer implements Store.
func (b *Bus) Prefer(ctx context.Context, p Person, at uint64, is *reasonv1.Preferences) (uint64, error) {
	held, err := b.at(ctx, p, at)
	if err != nil {
		return 0, err
	}
	held.Timeline.Reasoning = is
	return b.put(ctx, p, at, held)
}

// at returns what is kept of a person at a revision.
func (b *Bus) at(ctx context.Context, p Person, revision uint64) (*planningv1.KeptTimeline, error) {
	held, err := b.read(ctx, p)
	if err == nil && held.GetTimeline().GetRevision() != revision {
		return nil, ErrChanged
	}
	if held.GetDocuments() == nil && held != nil {
		held.Documents = map[string]string{}
	}
	return held, err
}

// put writes a timeline in the place of that of a revision.
func (b *Bus) put(ctx context.Context, p Person, at uint64, held *planningv1.KeptTimeline) (uint64, error) {
	name, err := key(p)
	if err != nil {
		return 0, err
	}
	data, err := encode(held, b.largest)
	if err != nil {
		return 0, err
	}
	var revision uint64
	if at == 0 {
		revision, err = b.kv.Create(ctx, name, data)
	} else {
		revision, err = b.kv.Update(ctx, name, data, at)
	}
	if lost := (*jetstream.APIError)(nil); errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &lost) &&
		(lost.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || lost.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return 0, ErrChanged
	}
	if err != nil {
		return 0, fmt.Errorf("keep a timeline: %w", err)
	}
	return revision, nil
}

// purge removes values that nobody reads any more. Those that can't be removed stay.
func (b *Bus) purge(ctx context.Context, keys []string) {
	for _, k := range keys {
		_ = b.kv.Purge(ctx, k, jetstream.PurgeTTL(markers))
	}
}

// Watch implements Store.
func (b *Bus) Watch(ctx context.Context, tenant string, changed func(Person)) error {
	if !token.MatchString(tenant) {
		return fmt.Errorf("tenant %.100q: %w", tenant, ErrNotFound)
	}
	w := b.follower.join(tenant)
	defer b.follower.leave(w)
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-w.ended:
			return w.err
		case <-w.wake:
			for p := range b.follower.take(w) {
				changed(p)
			}
		}
	}
}
