package runlog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// ErrBeyond is returned for a place that the log has not come to.
var ErrBeyond = errors.New("the log of runs has not come so far")

// mostKnown bounds the runs of which a watch remembers how they stand. When there are
// more it forgets them, and how a run stands may be told twice.
const mostKnown = 100_000

// A Change is one thing that a watcher of all runs is shown.
type Change struct {
	Sequence uint64 // its place in the log
	Time     time.Time
	Kind     ChangeKind

	// Of a run:
	Run         string
	Status      string // "running", "waiting", "completed", "failed" or "cancelled"
	Disposition string // how it completed; see graph.Progress
	Began       bool
	Pool        Pool
	Last        int64 // its last event
	Anew        bool  // of its open pauses: none has been told yet; see PauseChanges
}

// A ChangeKind says what a Change is.
type ChangeKind int

const (
	// Stands tells how a run stands.
	Stands ChangeKind = iota
	// CaughtUp tells that all has been shown that was there.
	CaughtUp
	// Missed tells that runs may have ended and been removed that are not shown.
	Missed
)

// Changes shows how the runs of a tenant stand, as that changes: from a place in the log
// on, or with 0 the runs that have not ended and what follows. It returns when f returns
// an error (nil if that is Stop()), or with ctx.
//
// The server sends the headers of records and nothing else, as fast as f takes them.
func (l *Log) Changes(ctx context.Context, tenant string, from uint64, f func(Change) error) error {
	return l.watch(ctx, tenant, from, &changes{f: f, shows: (*changes).stands})
}

// Records shows every record of the runs of some graphs, as Changes shows those that
// change how a run stands.
func (l *Log) Records(ctx context.Context, tenant string, from uint64, graphs []string, f func(Change) error) error {
	return l.watch(ctx, tenant, from, &changes{f: f, shows: func(w *changes, c *Change, h nats.Header) bool {
		changed := w.stands(c, h)
		return slices.Contains(graphs, c.Pool.Graph) && (changed || !isEnd(c.Status))
	}})
}

func (l *Log) watch(ctx context.Context, tenant string, from uint64, w *changes) error {
	if !token.MatchString(tenant) {
		return fmt.Errorf("watch the runs of tenant %q: %w", tenant, ErrNotFound)
	}
	w.all, w.known = from > 0, map[string]string{}
	err := l.changes(ctx, tenant, from, w)
	switch {
	case errors.Is(err, errStop):
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("watch the runs of tenant %s: %w", tenant, storage(ctx, err))
	}
	return nil
}

func (l *Log) changes(ctx context.Context, tenant string, from uint64, w *changes) error {
	config := jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{"weft.run." + tenant + ".*"}, HeadersOnly: true,
		DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy,
	}
	info, err := l.runs.Info(ctx)
	if err != nil {
		return err
	}
	if from > 0 {
		if from > info.State.LastSeq+1 {
			return fmt.Errorf("%w: it has come to %d", ErrBeyond, info.State.LastSeq)
		}
		removed, err := l.expired(ctx)
		if err != nil {
			return err
		}
		if from <= removed {
			if err := w.f(Change{Kind: Missed, Sequence: from - 1, Time: time.Now()}); err != nil {
				return err
			}
		}
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, from
	}
	c, err := l.runs.OrderedConsumer(ctx, config)
	if err != nil {
		return err
	}
	messages, err := c.Messages()
	if err != nil {
		return err
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	if c.CachedInfo().NumPending == 0 {
		if err := w.caughtUp(max(info.State.LastSeq, from-min(from, 1)), time.Now()); err != nil {
			return err
		}
	}
	for {
		m, err := messages.Next()
		if err != nil {
			return err
		}
		if err := w.see(m); err != nil {
			return err
		}
	}
}

// changes is how far a watch of all runs has come.
type changes struct {
	f func(Change) error
	// shows reports whether a record, with these headers, is a change that is shown.
	shows   func(w *changes, c *Change, header nats.Header) bool
	all     bool              // what is over is shown, too
	present bool              // it has caught up
	known   map[string]string // what the last record of a run has said, of runs that have not ended
	forgot  bool              // known lacks some
}

func (w *changes) caughtUp(at uint64, t time.Time) error {
	w.all, w.present = true, true
	return w.f(Change{Kind: CaughtUp, Sequence: at, Time: t})
}

// see shows what a record changes.
func (w *changes) see(m jetstream.Msg) error {
	meta, err := m.Metadata()
	if err != nil {
		return err
	}
	if k, ok := keyOf(m.Subject()); ok {
		if err := w.record(k, m, meta); err != nil {
			return err
		}
	}
	if !w.present && meta.NumPending == 0 {
		return w.caughtUp(meta.Sequence.Stream, meta.Timestamp)
	}
	return nil
}

func (w *changes) record(k Key, m jetstream.Msg, meta *jetstream.MsgMetadata) error {
	c := changeOf(k, m.Headers(), meta)
	if !w.shows(w, &c, m.Headers()) {
		return nil
	}
	return w.f(c)
}

// changeOf reads what the headers of a record say.
func changeOf(k Key, header nats.Header, meta *jetstream.MsgMetadata) Change {
	c := Change{
		Sequence: meta.Sequence.Stream, Time: meta.Timestamp, Run: k.Run,
		Status: header.Get(headerStatus), Disposition: header.Get(headerDisposition),
		// A run's first record follows nothing.
		Began: header.Get(jetstream.ExpectedLastSubjSeqHeader) == "0",
	}
	c.Pool, _ = parsePool(header.Get(headerGraph)) // of a damaged record neither is told
	if c.Status == graph.Calling.String() || c.Status == graph.Sleeping.String() {
		c.Status = graph.Running.String() // it goes on by itself
	}
	c.Last, _ = strconv.ParseInt(header.Get(headerSequence), 10, 64)
	return c
}

// stands shows records after which a run stands otherwise than before.
func (w *changes) stands(c *Change, _ nats.Header) bool {
	before, known := w.known[c.Run]
	if isEnd(c.Status) {
		delete(w.known, c.Run)
		return known || w.all
	}
	w.know(c.Run, c.Status)
	return !known || before != c.Status
}

// know remembers what a run's record has said.
func (w *changes) know(run, said string) {
	if _, known := w.known[run]; !known && len(w.known) >= mostKnown {
		clear(w.known)
		w.forgot = true
	}
	w.known[run] = said
}

// isEnd reports whether a status is that of a run that has ended.
func isEnd(status string) bool {
	switch status {
	case graph.Completed.String(), graph.Failed.String(), graph.Cancelled.String():
		return true
	}
	return false
}
