package audit

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fair"
)

const stream = "WEFT_AUDIT"

// Options say how the stream is made.
type Options struct {
	Replicas  int                  // copies; 1 on a single server
	Placement *jetstream.Placement // which servers keep them; nil for any
	Retention time.Duration        // how long an event is kept
}

// A Log is the audit events in one JetStream.
type Log struct {
	js      jetstream.JetStream
	stream  jetstream.Stream
	keys    jetstream.Stream
	reading *fair.Semaphore
}

// readersAtOnce is how many callers of a process read events at once, and readersEach how
// many of one tenant.
const (
	readersAtOnce = 4
	readersEach   = 2
)

// Open makes sure that the streams exist.
func Open(ctx context.Context, nc *nats.Conn, o Options) (*Log, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	s, err := bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:        stream,
		Description: "Who changed what by Weft's API; one message a call",
		Subjects:    []string{"weft.audit.*.*"},
		Storage:     jetstream.FileStorage,
		Replicas:    o.Replicas,
		Placement:   o.Placement,
		MaxAge:      o.Retention,
		DenyDelete:  true,
	})
	if err != nil {
		return nil, err
	}
	keys, err := bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:              keyStream,
		Description:       "API keys as Weft last saw them, without their hashes; one message a key",
		Subjects:          []string{keySubject + "*"},
		Storage:           jetstream.FileStorage,
		Replicas:          o.Replicas,
		Placement:         o.Placement,
		MaxMsgsPerSubject: 1,
	})
	if err != nil {
		return nil, err
	}
	return &Log{js, s, keys, fair.New(readersAtOnce, readersEach)}, nil
}

// writeTimeout bounds the wait for the word that an event is kept.
const writeTimeout = 4 * time.Second

// tenants are those whose names may stand in a subject.
var tenants = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Keep keeps an event. When it returns nil, it is on disk.
func (l *Log) Keep(ctx context.Context, tenant string, e *orchestratorv1.AuditEvent) error {
	if !tenants.MatchString(tenant) {
		return fmt.Errorf("keep an audit event of tenant %q: its name can't be in a subject", tenant)
	}
	data, err := proto.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode an audit event: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	if _, err := l.js.Publish(ctx, "weft.audit."+tenant+"."+e.GetMethod(), data); err != nil {
		return fmt.Errorf("keep an audit event: %w", err)
	}
	return nil
}

// A Query says which events are looked for.
type Query struct {
	Tenant  string
	From    uint64    // the first place in the stream to look at; 0 is by Since
	Since   time.Time // zero is from the first on
	Until   time.Time // before which they were kept; zero is to the last
	Methods []string  // empty is all
	Match   func(*orchestratorv1.AuditEvent) bool
	Most    int // events
}

// mostRead bounds the events that one look goes through.
const mostRead = 10_000

// List returns events, oldest first, and where to look for more; 0 if there are none.
func (l *Log) List(ctx context.Context, q Query) (events []*orchestratorv1.AuditEvent, next uint64, err error) {
	if !tenants.MatchString(q.Tenant) || q.Since.After(time.Now()) {
		return nil, 0, nil
	}
	config := jetstream.OrderedConsumerConfig{FilterSubjects: []string{"weft.audit." + q.Tenant + ".*"}}
	if len(q.Methods) > 0 {
		config.FilterSubjects = nil
		for _, m := range slices.Compact(slices.Sorted(slices.Values(q.Methods))) {
			config.FilterSubjects = append(config.FilterSubjects, "weft.audit."+q.Tenant+"."+m)
		}
	}
	switch {
	case q.From > 0:
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, q.From
	case q.Since.Unix() > 0: // there was nothing to keep before that
		config.DeliverPolicy, config.OptStartTime = jetstream.DeliverByStartTimePolicy, &q.Since
	}
	turn, err := l.reading.Acquire(ctx, q.Tenant, 1)
	if err != nil {
		return nil, 0, err
	}
	defer turn.Release()
	c, remove, err := bus.Reader(ctx, l.stream, config)
	if err != nil {
		return nil, 0, fmt.Errorf("read audit events: %w", err)
	}
	defer remove()
	if c.CachedInfo().NumPending == 0 {
		return nil, 0, nil
	}
	messages, err := c.Messages()
	if err != nil {
		return nil, 0, fmt.Errorf("read audit events: %w", err)
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	for range mostRead {
		m, err := messages.Next()
		if err != nil {
			return nil, 0, fmt.Errorf("read audit events: %w", err)
		}
		meta, err := m.Metadata()
		if err != nil {
			return nil, 0, fmt.Errorf("read audit events: %w", err)
		}
		if !q.Until.IsZero() && !meta.Timestamp.Before(q.Until) {
			return events, 0, nil
		}
		var e orchestratorv1.AuditEvent
		if err := proto.Unmarshal(m.Data(), &e); err != nil {
			return nil, 0, fmt.Errorf("read audit event %d: %w", meta.Sequence.Stream, err)
		}
		if q.Match(&e) {
			events = append(events, &e)
		}
		if meta.NumPending == 0 {
			return events, 0, nil
		}
		if next = meta.Sequence.Stream + 1; len(events) == q.Most {
			break
		}
	}
	return events, next, nil
}
