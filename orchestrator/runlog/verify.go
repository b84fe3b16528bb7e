package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A Lost is a run that is not whole.
type Lost struct {
	Key       Key
	Started   *runv1.Started // what is left of its start; nil if nothing is
	Problem   string         // what is wrong with it
	Recovered bool           // it was begun anew from its start
}

// A Problem is something else that is wrong with the log.
type Problem struct {
	Tenant string // whose it is; "" if nobody can tell
	Text   string
}

// A Verification is what a look at the whole log has found.
type Verification struct {
	Runs     map[string]int // that are there, by tenant
	Lost     []Lost         // by age
	Problems []Problem
	// Begun are runs that had something to do and lay in no queue, and are there now:
	// their process died before their caller was told that they are kept, or soon after.
	Begun []Key
	// Young is set if there are traces of runs that the log has not, or not yet:
	// they are missed by a look two seconds later.
	Young bool
}

// OK reports whether nothing is missing.
func (v *Verification) OK() bool { return len(v.Lost) == 0 && len(v.Problems) == 0 }

// UnderWay is how old a trace of a run is at least before the run is missed: its
// start may not be written yet.
const UnderWay = 2 * time.Second

// Verify compares the log of runs with the queue and with the request ids, each in
// a stream of its own, and reads every run; seen is told of each that is whole, and may be
// nil. What a build makes of its events is no matter: a later one may have gone on with it,
// and begun anew it would do its effects twice. A run that is not whole, and has not ended
// as far as is known, is begun anew if its start is left: what it has kept it does not keep
// twice.
func (l *Log) Verify(ctx context.Context, seen func([]*runv1.Event)) (*Verification, error) {
	return l.VerifyOlder(ctx, UnderWay, seen)
}

// VerifyOlder is Verify that misses a run as soon as a trace of it is so old.
func (l *Log) VerifyOlder(ctx context.Context, age time.Duration, seen func([]*runv1.Event)) (*Verification, error) {
	v := &verifier{log: l, seen: seen, age: age, there: map[Key]bool{}, running: map[Key]*runv1.Started{}, starts: map[Key]*runv1.Event{}, broken: map[Key]Lost{}, out: Verification{Runs: map[string]int{}}}
	for _, look := range []func(context.Context) error{v.atLog, v.atRequests, v.atQueue, v.atUnderWay} {
		if err := look(ctx); err != nil {
			return nil, fmt.Errorf("verify the log of runs: %w", err)
		}
	}
	for k, lost := range v.broken {
		if err := v.recover(ctx, k, &lost); err != nil {
			return nil, fmt.Errorf("verify the log of runs: %w", err)
		}
		v.out.Lost = append(v.out.Lost, lost)
	}
	stable.Sort(v.out.Lost, func(a, b Lost) int { return strings.Compare(a.Key.Run, b.Key.Run) })
	return &v.out, nil
}

type verifier struct {
	log     *Log
	seen    func([]*runv1.Event) // may be nil
	age     time.Duration
	out     Verification
	there   map[Key]bool           // runs of which the log has something
	running map[Key]*runv1.Started // those that are whole and under way by their log
	starts  map[Key]*runv1.Event   // of runs that are not whole
	broken  map[Key]Lost
	queued  map[Key]bool // that have something to do, whatever the log says
	latest  time.Time    // when the log was last written to
}

// atLog reads every run.
func (v *verifier) atLog(ctx context.Context) error {
	info, err := v.log.runs.Info(ctx, jetstream.WithSubjectFilter("weft.run.*.*"), jetstream.WithDeletedDetails(true))
	if err != nil {
		return err
	}
	v.latest = info.State.LastTime
	if err := v.gone(ctx, &info.State); err != nil {
		return err
	}
	for _, subject := range oldestFirst(info) {
		k, ok := keyOf(subject)
		if !ok {
			continue
		}
		v.there[k] = true
		if err := v.read(ctx, k); err != nil {
			return err
		}
	}
	for k := range v.there {
		v.out.Runs[k.Tenant]++
	}
	return nil
}

// gone counts the records that are not there and that nobody has removed.
func (v *verifier) gone(ctx context.Context, s *jetstream.StreamState) error {
	expired, err := v.log.expired(ctx)
	if err != nil {
		return err
	}
	n := len(s.Deleted)
	for _, seq := range s.Deleted {
		if seq <= expired {
			n--
		}
	}
	if n > 0 && s.Msgs > 0 {
		v.out.Problems = append(v.out.Problems, Problem{Text: fmt.Sprintf(
			"%d records are gone from the middle of the log (between %d and %d)", n, max(s.FirstSeq, expired+1), s.LastSeq)})
	}
	return nil
}

// read reads one run.
func (v *verifier) read(ctx context.Context, k Key) error {
	events, last, err := v.log.readAfter(ctx, k, 0)
	hidden, status := false, ""
	if err == nil && len(events) > 0 {
		hidden, status, err = v.end(ctx, k, last)
	}
	problem := ""
	switch {
	case errors.Is(err, graph.ErrLog) || hidden:
		problem = "a record of it can't be read"
	case err != nil:
		return err
	case len(events) == 0:
		delete(v.there, k)
		damaged, err := v.log.endDamaged(ctx, k)
		if damaged { // else it has expired meanwhile
			v.broken[k] = Lost{Key: k, Problem: "none of its records can be read"}
		}
		return err
	case events[0].GetStarted() == nil:
		problem = "its first records are gone"
	}
	for i, e := range events {
		if problem == "" && e.GetSequence() != int64(i+1) {
			problem = fmt.Sprintf("a record before its event %d is gone", e.GetSequence())
		}
	}
	if problem == "" {
		if v.seen != nil {
			v.seen(events)
		}
		if status == graph.Running.String() {
			v.running[k] = events[0].GetStarted()
		}
		return nil
	}
	v.broken[k] = Lost{Key: k, Problem: problem}
	if len(events) > 0 && events[0].GetStarted() != nil {
		v.starts[k] = events[0]
	}
	return nil
}

// end reports whether a run has records behind the one that reading came to: one that
// can't be read ends the reading like the end of the log. It returns how the run stands
// by its last record.
func (v *verifier) end(ctx context.Context, k Key, last uint64) (hidden bool, status string, err error) {
	m, err := v.log.last(ctx, k)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, "", nil
	}
	if err != nil {
		return false, "", err
	}
	status = m.Header.Get(headerStatus)
	if m.Sequence <= last {
		return false, status, nil
	}
	more, _, err := v.log.readAfter(ctx, k, last) // it may have gone on meanwhile
	return len(more) == 0, status, err
}

// atRequests looks for runs that the log has not.
func (v *verifier) atRequests(ctx context.Context) error {
	return v.log.each(ctx, v.log.asked, func(m jetstream.Msg) error {
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if len(m.Data()) == 0 || time.Since(meta.Timestamp) > v.log.o.Retention/10*9 { // given back, or about to expire
			return nil
		}
		c, err := decodeClaim(m.Data())
		if err != nil {
			tenant, id, _ := strings.Cut(strings.TrimPrefix(m.Subject(), "$KV."+requestBucket+"."), ".")
			v.out.Problems = append(v.out.Problems, Problem{tenant, fmt.Sprintf("the request %s: %v", id, err)})
			return nil
		}
		if !beginsFrom(c.Started) {
			return nil
		}
		return v.missed(ctx, c.Started, meta.Timestamp, "nothing is left of it but its request")
	})
}

// atQueue looks for runs that have something to do and that the log has not.
func (v *verifier) atQueue(ctx context.Context) error {
	v.queued = map[Key]bool{}
	info, err := v.log.queue.Info(ctx, jetstream.WithSubjectFilter("weft.queue.>"))
	if err != nil {
		return err
	}
	for subject := range info.State.Subjects {
		m, err := v.log.queue.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue // done meanwhile
		}
		if err != nil {
			return err
		}
		k, ok := queuedKey(subject)
		if !ok {
			continue
		}
		v.queued[k] = true
		var started runv1.Event
		if proto.Unmarshal(m.Data, &started) == nil {
			if err := v.missed(ctx, &started, m.Time, "its log was lost"); err != nil {
				return err
			}
		}
	}
	return nil
}

// atUnderWay looks for runs that have something to do by their log and are not in
// the queue. They may have ended, in records that are gone.
func (v *verifier) atUnderWay(ctx context.Context) error {
	for k, started := range v.running {
		if v.queued[k] {
			continue
		}
		m, err := v.log.last(ctx, k)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if m.Header.Get(headerStatus) != graph.Running.String() {
			continue
		}
		if time.Since(m.Time) < v.age {
			v.out.Young = true
			continue
		}
		// It is queued and let go of in between, unless it stands as before.
		queued, err := v.log.Queued(ctx, k)
		if err != nil {
			return err
		}
		last, err := v.log.sequence(ctx, k)
		if err != nil {
			return err
		}
		if queued || last != m.Sequence {
			continue
		}
		if err := v.log.Enqueue(ctx, k); err != nil {
			return err
		}
		if len(v.out.Problems) == 0 {
			v.out.Begun = append(v.out.Begun, k)
			continue
		}
		v.out.Lost = append(v.out.Lost, Lost{
			Key: k, Started: started, Recovered: true,
			Problem: "it was under way and not in the queue: its last records may be gone; it goes on where its log ends",
		})
	}
	return nil
}

// accepting is how long before the end of the log a run may have been on its way into it.
const accepting = time.Minute

// missed notes a start of a run. If the log has nothing of the run, it is lost, unless it
// may be about to begin, or was about to when the log was last written to: then its caller
// was never told that it is kept, and it begins now.
func (v *verifier) missed(ctx context.Context, started *runv1.Event, at time.Time, problem string) error {
	s := started.GetStarted()
	k := Key{s.GetTenant(), s.GetRunId()}
	known := v.broken[k].Problem != ""
	if s == nil || v.there[k] && !known {
		return nil
	}
	if !known && time.Since(at) < v.age {
		v.out.Young = true
		return nil
	}
	if !known {
		last, err := v.log.sequence(ctx, k) // the log was read some time ago
		if err != nil || last > 0 {
			return err
		}
		if len(v.out.Problems) == 0 && at.After(v.latest.Add(-accepting)) {
			return v.begin(ctx, k, started)
		}
		v.broken[k] = Lost{Key: k, Problem: problem}
	}
	v.starts[k] = started
	return nil
}

// begin begins a run that nobody has begun.
func (v *verifier) begin(ctx context.Context, k Key, started *runv1.Event) error {
	err := v.log.Start(ctx, k, started)
	if err != nil && !errors.Is(err, graph.ErrFenced) {
		return err
	}
	v.there[k] = true
	v.out.Begun = append(v.out.Begun, k)
	return nil
}

// recover begins a run anew that is known to have had something to do.
func (v *verifier) recover(ctx context.Context, k Key, lost *Lost) error {
	started := v.starts[k]
	lost.Started = started.GetStarted()
	if started == nil {
		return nil
	}
	if !v.queued[k] && (!v.there[k] || v.log.Ended(ctx, k)) {
		return nil
	}
	if v.there[k] {
		if err := v.log.runs.Purge(ctx, jetstream.WithPurgeSubject(k.log())); err != nil {
			return err
		}
	}
	// A worker that could not read it has put it aside for a while.
	if err := v.log.dequeue(ctx, k); err != nil {
		return err
	}
	if err := v.log.Start(ctx, k, started); err != nil && !errors.Is(err, graph.ErrFenced) {
		return err
	}
	lost.Recovered = true
	return nil
}
