package runlog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/stable"
)

const (
	threadStream = "WEFT_THREADS"
	turnType     = "weft.run.v1.Turn"

	// turnTimeout bounds the wait for a turn: a call that needs nothing else of the bus
	// is not ended by the loss of it.
	turnTimeout = 5 * time.Second

	threadsAtOnce = 16 // how many are read side by side for a list
)

// ThreadOptions bound what is kept of threads.
type ThreadOptions struct {
	Turns   int           // of one thread; the oldest falls out
	Expires time.Duration // a turn goes so long after it began, and a thread with its last one
}

// A ThreadKey names a thread.
type ThreadKey struct {
	Tenant string
	Thread string
}

// valid keeps wildcards and dots, and so another tenant, out of a subject.
func (k ThreadKey) valid() bool { return token.MatchString(k.Tenant) && token.MatchString(k.Thread) }

func (k ThreadKey) subject() string { return "weft.thread." + k.Tenant + "." + k.Thread }

// A Turn is one run of a thread. What was said in it is in the run's log: a turn is
// kept before its run begins, so a run that is not there has expired, or was never
// begun because its server died in between.
type Turn struct {
	Run      string
	Time     time.Time
	Sequence uint64            // in the stream; rising within a thread
	Labels   map[string]string // of the thread after it
	previous uint64
}

// A Thread is one in a list.
type Thread struct {
	ID    string
	Turns int
	Last  Turn
}

// openThreads makes sure that the stream of threads exists.
func (l *Log) openThreads(ctx context.Context) error {
	var err error
	l.threads, err = bus.Stream(ctx, l.js, jetstream.StreamConfig{
		Name:              threadStream,
		Description:       "Which Weft runs are the turns of which thread; one subject a thread",
		Subjects:          []string{"weft.thread.*.*"},
		Storage:           jetstream.FileStorage,
		Replicas:          l.o.Replicas,
		Placement:         l.o.Placement,
		MaxAge:            l.o.Threads.Expires,
		MaxMsgsPerSubject: int64(l.o.Threads.Turns),
		AllowDirect:       l.o.Replicas == 1, // of several copies the leader's is the newest
	})
	if err != nil {
		return err
	}
	return nil
}

// AddTurn makes a run the next turn of a thread, which gets the labels of the run beside its
// own. Turns that are added at once come one after the other, in the order in which the
// stream takes them.
func (l *Log) AddTurn(ctx context.Context, k ThreadKey, run string, labels map[string]string) error {
	if !k.valid() {
		return fmt.Errorf("thread %q of tenant %q: %w", k.Thread, k.Tenant, ErrNotFound)
	}
	for {
		last, err := l.turn(ctx, k, 0)
		if err != nil {
			return err
		}
		if last.Run == run { // added by a try whose acknowledgement got lost
			return nil
		}
		data, err := proto.Marshal(&runv1.Turn{RunId: run, Previous: last.Sequence, Labels: addLabels(last.Labels, labels)})
		if err != nil {
			return fmt.Errorf("encode a turn of thread %s: %w", k.Thread, err)
		}
		m := nats.NewMsg(k.subject())
		m.Data = data
		m.Header.Set(headerType, turnType)
		_, err = l.publish(ctx, m, jetstream.WithExpectLastSequencePerSubject(last.Sequence))
		if !fenced(err) {
			if err != nil {
				return fmt.Errorf("add a turn to thread %s: %w", k.Thread, err)
			}
			return nil
		}
	}
}

// mostLabels is how many labels a thread has at most, as many as a run.
const mostLabels = 16

// addLabels returns the labels of a thread that gets further ones: the new value of a key
// counts, and of too many the first keys of those that are not new.
func addLabels(old, added map[string]string) map[string]string {
	out := maps.Clone(added)
	for _, key := range slices.Sorted(maps.Keys(old)) {
		if _, renewed := out[key]; !renewed && len(out) < mostLabels {
			if out == nil {
				out = map[string]string{}
			}
			out[key] = old[key]
		}
	}
	return out
}

// Turns yields the turns of a thread, the latest first, from the given sequence on;
// 0 is the latest.
func (l *Log) Turns(ctx context.Context, k ThreadKey, from uint64) iter.Seq2[Turn, error] {
	return func(yield func(Turn, error) bool) {
		if !k.valid() {
			return
		}
		for {
			t, err := l.turn(ctx, k, from)
			if err != nil {
				yield(Turn{}, err)
				return
			}
			if t.Sequence == 0 || !yield(t, nil) || t.previous == 0 {
				return
			}
			from = t.previous
		}
	}
}

// turn reads the turn of a thread at a sequence, the latest for 0; the zero Turn if
// there is none. Each names the one before it, so a thread is read from its end
// however much is kept of it.
func (l *Log) turn(ctx context.Context, k ThreadKey, at uint64) (Turn, error) {
	var m *jetstream.RawStreamMsg
	var err error
	reading, cancel := context.WithTimeout(ctx, turnTimeout)
	defer cancel()
	if at == 0 {
		m, err = l.threads.GetLastMsgForSubject(reading, k.subject())
	} else {
		m, err = l.threads.GetMsg(reading, at)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return Turn{}, nil // none yet, or it has fallen out
	}
	if err != nil {
		return Turn{}, fmt.Errorf("read thread %s: %w", k.Thread, storage(ctx, err))
	}
	if m.Subject != k.subject() { // a caller may have made the sequence up
		return Turn{}, nil
	}
	var t runv1.Turn
	if err := proto.Unmarshal(m.Data, &t); err != nil {
		return Turn{}, fmt.Errorf("read thread %s: %w", k.Thread, err)
	}
	return Turn{Run: t.GetRunId(), Time: m.Time, Sequence: m.Sequence, Labels: t.GetLabels(), previous: t.GetPrevious()}, nil
}

// FirstTurn returns the earliest turn that is kept of a thread, the zero Turn if
// there is none.
func (l *Log) FirstTurn(ctx context.Context, k ThreadKey) (Turn, error) {
	m, err := l.threads.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(k.subject()))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return Turn{}, nil
	}
	if err != nil {
		return Turn{}, fmt.Errorf("read thread %s: %w", k.Thread, storage(ctx, err))
	}
	return l.turn(ctx, k, m.Sequence)
}

// Threads returns the threads of a tenant, the one with the latest turn first.
func (l *Log) Threads(ctx context.Context, tenant string) ([]Thread, error) {
	if !token.MatchString(tenant) {
		return nil, nil
	}
	return l.threadsOf(ctx, ThreadKey{tenant, "*"})
}

// Thread returns one thread, ErrNotFound if it has no turns.
func (l *Log) Thread(ctx context.Context, k ThreadKey) (Thread, error) {
	if k.valid() {
		list, err := l.threadsOf(ctx, k)
		if err != nil || len(list) > 0 {
			return append(list, Thread{})[0], err
		}
	}
	return Thread{}, fmt.Errorf("thread %s: %w", k.Thread, ErrNotFound)
}

// threadsOf returns the threads that a key, or one with a wildcard, names.
func (l *Log) threadsOf(ctx context.Context, k ThreadKey) ([]Thread, error) {
	turns, err := l.turnCounts(ctx, k)
	if err != nil {
		return nil, err
	}
	var out []Thread
	for subject, n := range turns {
		out = append(out, Thread{ID: subject[strings.LastIndex(subject, ".")+1:], Turns: int(n)})
	}
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(threadsAtOnce)
	for i := range out {
		group.Go(func() (err error) {
			out[i].Last, err = l.turn(reading, ThreadKey{k.Tenant, out[i].ID}, 0)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	out = slices.DeleteFunc(out, func(t Thread) bool { return t.Last.Sequence == 0 }) // it has just gone
	stable.Sort(out, func(a, b Thread) int { return cmp.Compare(b.Last.Sequence, a.Last.Sequence) })
	return out, nil
}

// CountThreads returns how many threads a tenant has.
func (l *Log) CountThreads(ctx context.Context, tenant string) (int, error) {
	turns, err := l.turnCounts(ctx, ThreadKey{tenant, "*"})
	return len(turns), err
}

// turnCounts returns how many turns are kept under each subject that a key, or one
// with a wildcard, names.
func (l *Log) turnCounts(ctx context.Context, k ThreadKey) (map[string]uint64, error) {
	info, err := l.threads.Info(ctx, jetstream.WithSubjectFilter(k.subject()))
	if err != nil {
		return nil, fmt.Errorf("list threads: %w", storage(ctx, err))
	}
	return info.State.Subjects, nil
}

// DeleteThread forgets a thread. Its runs stay.
func (l *Log) DeleteThread(ctx context.Context, k ThreadKey) error {
	if !k.valid() {
		return fmt.Errorf("thread %s: %w", k.Thread, ErrNotFound)
	}
	if err := l.threads.Purge(ctx, jetstream.WithPurgeSubject(k.subject())); err != nil {
		return fmt.Errorf("delete thread %s: %w", k.Thread, storage(ctx, err))
	}
	return nil
}
