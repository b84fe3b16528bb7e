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

// maxKnown bounds the runs whose state a watcher remembers while it reads the log itself.
// When there are more it forgets them, and how a run stands may be told twice.
const maxKnown = 10_000

// A Change is one thing that a watcher of all runs is shown.
type Change struct {
	Sequence uint64 // its place in the log
	AsOf     uint64 // where the log was when it was looked at: Sequence, or more for what stood at the beginning of a watch
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
// All watchers of a process share one reader of the log, and a watcher that f makes wait
// holds up nobody else. It needs nothing on the server, unless it begins or falls behind
// further than the process remembers: then it reads some records itself.
func (l *Log) Changes(ctx context.Context, tenant string, from uint64, f func(Change) error) error {
	return l.watchTenant(ctx, tenant, from, f, sight{
		open: func(*entry) bool { return true },
		next: func(e *entry, first bool) bool { return e.changed || first || e.Ended() },
	})
}

// Records shows every record of the runs of some graphs, as Changes shows those that
// change how a run stands.
func (l *Log) Records(ctx context.Context, tenant string, from uint64, graphs []string, f func(Change) error) error {
	return l.watchTenant(ctx, tenant, from, f, sight{
		open: func(e *entry) bool { return slices.Contains(graphs, e.Pool.Graph) },
		next: func(e *entry, _ bool) bool { return slices.Contains(graphs, e.Pool.Graph) },
	})
}

// A sight says what a watcher is shown.
type sight struct {
	// open reports whether the last record of a run that has not ended is shown at the
	// beginning of a watch that begins with what there is.
	open func(*entry) bool
	// next reports whether a later record is shown. first says that it is the first one of
	// its run that the watcher sees, though not the run's first.
	next func(e *entry, first bool) bool
}

// watchTenant shows a tenant's records from a place on, or with 0 what is open and what follows.
func (l *Log) watchTenant(ctx context.Context, tenant string, from uint64, f func(Change) error, shows sight) error {
	if !token.MatchString(tenant) {
		return fmt.Errorf("watch the runs of tenant %q: %w", tenant, ErrNotFound)
	}
	t := l.ensureTail()
	defer t.countWatcher(tenant)()
	w := &changes{tail: t, tenant: tenant, from: from, f: f, shows: shows}
	err := w.showWhatIsOpen(ctx)
	if err == nil {
		err = w.showAsTheyCome(ctx)
	}
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

// changes is how far a watch of many runs has come.
type changes struct {
	tail   *tail
	tenant string
	from   uint64 // where it began; 0 is with what there was
	f      func(Change) error
	shows  sight

	place  uint64     // that it looks at next
	until  uint64     // where the log was when it began
	caught bool       // it has come there
	behind *runStates // what it reads itself has said so far; nil where the tail remembers all
}

// showWhatIsOpen shows what comes before the first record that is followed.
func (w *changes) showWhatIsOpen(ctx context.Context) error {
	last, err := w.tail.waitForEndOfLog(ctx)
	if err != nil {
		return err
	}
	if w.from == 0 {
		open, last := w.tail.openRuns(w.tenant)
		for _, e := range open {
			if w.shows.open(e) {
				if err := w.showRecord(e, true, last); err != nil {
					return err
				}
			}
		}
		w.place, w.caught = last+1, true
		return w.f(Change{Kind: CaughtUp, Sequence: last, AsOf: last, Time: time.Now()})
	}
	if w.from > last+1 {
		return fmt.Errorf("%w: it has come to %d", ErrBeyond, last)
	}
	w.place, w.until = w.from, last
	if w.from <= w.tail.removedUpTo() && w.tail.recordsFrom(w.tenant, w.from).lacks {
		return w.f(Change{Kind: Missed, Sequence: w.from - 1, Time: time.Now()})
	}
	return nil
}

// showAsTheyCome shows records as they come.
func (w *changes) showAsTheyCome(ctx context.Context) error {
	for {
		p := w.tail.recordsFrom(w.tenant, w.place)
		if p.lacks {
			if w.behind == nil {
				w.behind, w.from = &runStates{limit: maxKnown}, w.place
			}
			var err error
			if p.records, p.last, err = w.tail.log.readHistory(ctx, w.tenant, w.place, p.last, w.behind); err != nil {
				return err
			}
		} else {
			w.behind = nil
		}
		for _, e := range p.records {
			first := w.from > 0 && !e.Began && (e.before < w.from || e.blind)
			if w.shows.next(e, first) {
				if err := w.showRecord(e, first, e.Sequence); err != nil {
					return err
				}
			}
		}
		w.place = p.last + 1
		if !w.caught && w.place > w.until {
			w.caught = true
			if err := w.f(Change{Kind: CaughtUp, Sequence: p.last, AsOf: p.last, Time: time.Now()}); err != nil {
				return err
			}
		}
		if p.wake == nil {
			continue
		}
		select {
		case <-p.wake:
		case <-w.tail.ended:
			return w.tail.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (w *changes) showRecord(e *entry, first bool, asOf uint64) error {
	c := e.Change
	c.Anew, c.AsOf = first, asOf
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

// Ended reports whether the run has ended after the record.
func (c *Change) Ended() bool { return isEndStatus(c.Status) }

// isEndStatus reports whether a status is that of a run that has ended.
func isEndStatus(status string) bool {
	switch status {
	case graph.Completed.String(), graph.Failed.String(), graph.Cancelled.String():
		return true
	}
	return false
}
