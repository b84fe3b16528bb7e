package runlog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unique"

	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A Summary is a run in a list: its first event, and how it stands.
type Summary struct {
	Key      Key
	First    *runv1.Event // its start
	Last     *runv1.Event // its last event
	Status   string       // graph.Status in lower case
	LastTime time.Time
}

// Ended reports whether the run has ended.
func (s Summary) Ended() bool { return isEndStatus(s.Status) }

// A Standing is what a run's last record says of it.
type Standing struct {
	Graph       string // "" of a damaged record
	Status      string // as in Summary
	Disposition string // of a run that has completed
}

// Ended reports whether the run has ended.
func (s Standing) Ended() bool { return isEndStatus(s.Status) }

// List returns runs of a tenant, newest first, those older than the run `before` if it is
// given, as many as keep accepts up to limit. more tells whether there are others.
//
// Runs that only refuses are not read; nil refuses none. How a run stood is remembered with
// the number of its records, so that a few among many are found at once.
func (l *Log) List(ctx context.Context, tenant, before string, limit int, only func(Standing) bool, keep func(Summary) bool) (out []Summary, more bool, err error) {
	if !token.MatchString(tenant) {
		return nil, false, nil
	}
	prefix := "weft.run." + tenant + "."
	info, err := l.runs.Info(ctx, jetstream.WithSubjectFilter(prefix+"*"))
	if err != nil {
		return nil, false, fmt.Errorf("list runs: %w", err)
	}
	ids := make([]string, 0, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		if id := strings.TrimPrefix(subject, prefix); before == "" || id < before {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return strings.Compare(b, a) })
	for n, id := range ids {
		if only != nil {
			if n%askedTogether == 0 {
				if err := l.stand(ctx, prefix, ids[n:min(len(ids), n+askedTogether)], info); err != nil {
					return nil, false, err
				}
			}
			if s, known := l.standings.get(prefix+id, info.State.Subjects[prefix+id]); known && !only(s) {
				continue
			}
		}
		s, err := l.summary(ctx, Key{tenant, id})
		if errors.Is(err, ErrNotFound) {
			continue // expired meanwhile
		}
		if err != nil {
			return nil, false, err
		}
		if !keep(s) {
			continue
		}
		if len(out) == limit {
			return out, true, nil
		}
		out = append(out, s)
	}
	return out, false, nil
}

// askedTogether is of how many runs it is asked how they stand, before any of them is listed.
const askedTogether = 64

// stand learns how runs stand of which that is not known.
func (l *Log) stand(ctx context.Context, prefix string, ids []string, info *jetstream.StreamInfo) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(askedAtOnce)
	for _, id := range ids {
		subject := prefix + id
		records := info.State.Subjects[subject]
		if k, ok := keyOf(subject); ok && !l.standings.has(subject, records) {
			group.Go(func() error {
				m, err := l.last(ctx, k)
				if errors.Is(err, jetstream.ErrMsgNotFound) {
					return nil // removed meanwhile
				}
				if err != nil {
					return fmt.Errorf("read run %s: %w", k.Run, err)
				}
				s := Standing{Status: unique.Make(m.Header.Get(headerStatus)).Value()}
				if pool, ok := parsePool(m.Header.Get(headerGraph)); ok {
					s.Graph = unique.Make(pool.Graph).Value()
				}
				if events, err := decode(m.Data); err == nil && len(events) > 0 {
					s.Disposition = unique.Make(events[len(events)-1].GetCompleted().GetDisposition()).Value()
				}
				// Should it have got a record since, this one is not the last.
				l.standings.note(subject, records, s)
				return nil
			})
		}
	}
	return group.Wait()
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
	s := Summary{Key: k, First: &runv1.Event{}, Last: &runv1.Event{}, Status: last.Header.Get(headerStatus), LastTime: last.Time}
	if begin, err := decode(first.Data); err == nil && len(begin) > 0 {
		s.First = begin[0]
	}
	if end, err := decode(last.Data); err == nil && len(end) > 0 {
		s.Last = end[len(end)-1]
	}
	return s
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
