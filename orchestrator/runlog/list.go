package runlog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A Summary is a run in a list: its first event, and how it stands.
type Summary struct {
	Key      Key
	First    *runv1.Event // its start
	Last     *runv1.Event // its last event
	Status   string       // graph.Status in lower case
	LastTime time.Time
	standing Standing
}

// Ended reports whether the run has ended.
func (s Summary) Ended() bool { return isEndStatus(s.Status) }

// List returns runs of a tenant, newest first, those older than the run `before` if it is
// given, as many as keep accepts up to limit. more tells whether there are others.
//
// Runs that only refuses are not read; nil refuses none.
func (l *Log) List(ctx context.Context, tenant, before string, limit int, only func(Standing) bool, keep func(Summary) bool) (out []Summary, more bool, err error) {
	found, err := l.Search(ctx, tenant, Query{Before: before, Standing: only, Summary: keep}, limit)
	return found.Runs, found.More, err
}

// Tenants returns the tenants that the log has runs of, by name.
func (l *Log) Tenants(ctx context.Context) ([]string, error) {
	info, err := l.runs.Info(ctx, jetstream.WithSubjectFilter("weft.run.*.*"))
	if err != nil {
		return nil, fmt.Errorf("list the tenants of runs: %w", storage(ctx, err))
	}
	seen := map[string]bool{}
	for subject := range info.State.Subjects {
		if k, ok := keyOf(subject); ok {
			seen[k.Tenant] = true
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// Find returns one run as a list shows it.
func (l *Log) Find(ctx context.Context, k Key) (Summary, error) {
	if err := k.valid(); err != nil {
		return Summary{}, err
	}
	return l.summary(ctx, k)
}

// summary reads a run's first and last record.
func (l *Log) summary(ctx context.Context, k Key) (Summary, error) {
	first, err := l.runs.Next(ctx, 1, k.log())
	if err == nil {
		var last *jetstream.RawStreamMsg
		if last, err = l.last(ctx, k); err == nil {
			return summarize(k, first, last), nil
		}
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return Summary{}, fmt.Errorf("run %s: %w", k.Run, ErrNotFound)
	}
	return Summary{}, fmt.Errorf("read run %s: %w", k.Run, err)
}

// summarize tells what can be told of a run; of one that is damaged that may be no
// more than its id and how it stands.
func summarize(k Key, first, last *jetstream.RawStreamMsg) Summary {
	end := lastEvent(last)
	return Summary{
		Key: k, First: firstEvent(first), Last: end, Status: last.Header.Get(headerStatus), LastTime: last.Time,
		standing: standingOf(last.Header, end),
	}
}

// firstEvent returns the first event of a record, an empty one if it is damaged.
func firstEvent(m *jetstream.RawStreamMsg) *runv1.Event {
	if events, err := decode(m.Data); err == nil && len(events) > 0 {
		return events[0]
	}
	return &runv1.Event{}
}

// lastEvent returns the last event of a record, an empty one if it is damaged.
func lastEvent(m *jetstream.RawStreamMsg) *runv1.Event {
	if events, err := decode(m.Data); err == nil && len(events) > 0 {
		return events[len(events)-1]
	}
	return &runv1.Event{}
}

// Unfinished calls f with every run of every tenant that is under way: neither
// ended nor waiting. After a crash they may have lost their place in the queue.
func (l *Log) Unfinished(ctx context.Context, f func(Key) error) error {
	return l.NotEnded(ctx, func(k Key, status string) error {
		if status != graph.Running.String() && status != graph.Calling.String() {
			return nil
		}
		return f(k)
	})
}

// NotEnded calls f with every run of every tenant that has not ended, and how it
// stands.
func (l *Log) NotEnded(ctx context.Context, f func(k Key, status string) error) error {
	info, err := l.runs.Info(ctx, jetstream.WithSubjectFilter("weft.run.*.*"))
	if err != nil {
		return fmt.Errorf("list runs: %w", err)
	}
	for _, subject := range oldestFirst(info) {
		k, ok := keyOf(subject)
		if !ok {
			continue
		}
		m, err := l.last(ctx, k)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", subject, err)
		}
		if ended(m) {
			continue
		}
		if err := f(k, m.Header.Get(headerStatus)); err != nil {
			return err
		}
	}
	return nil
}

// oldestFirst returns the subjects of runs in about the order in which a stream has
// them: the server reads its files in blocks, and each once if nobody jumps about.
func oldestFirst(info *jetstream.StreamInfo) []string {
	return slices.Sorted(maps.Keys(info.State.Subjects))
}

// Status returns how a run stands: graph.Status in lower case.
func (l *Log) Status(ctx context.Context, k Key) (string, error) {
	m, err := l.last(ctx, k)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return "", fmt.Errorf("run %s: %w", k.Run, ErrNotFound)
	}
	if err != nil {
		return "", fmt.Errorf("read run %s: %w", k.Run, storage(ctx, err))
	}
	return m.Header.Get(headerStatus), nil
}

// End returns the event by which a run has ended, nil if it has not.
func (l *Log) End(ctx context.Context, k Key) (*runv1.Event, error) {
	m, err := l.last(ctx, k)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, fmt.Errorf("run %s: %w", k.Run, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("read run %s: %w", k.Run, storage(ctx, err))
	}
	if !ended(m) {
		return nil, nil
	}
	events, err := decode(m.Data)
	if err != nil || len(events) == 0 {
		return nil, fmt.Errorf("read the end of run %s: %w", k.Run, cmp.Or(err, graph.ErrLog))
	}
	return events[len(events)-1], nil
}

// Ended reports whether a run's log has come to its end.
func (l *Log) Ended(ctx context.Context, k Key) bool {
	m, err := l.last(ctx, k)
	if err != nil {
		return false
	}
	return ended(m)
}

// ended reports whether a record is the last of an ended run.
func ended(last *jetstream.RawStreamMsg) bool { return isEndStatus(last.Header.Get(headerStatus)) }
