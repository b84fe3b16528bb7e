// Package runlog keeps runs in JetStream: one stream, a subject for each run, a
// message for each record of events.
//
//	WEFT_RUNS      weft.run.<tenant>.<run>            the log; the run is its fold
//	WEFT_QUEUE     weft.queue.<class>.<graph>.<version>.<tenant>.<run>
//	                                                  runs that have something to do
//	WEFT_TIMERS    weft.timer.<tenant>.<run>          when the first of a run's waits and timers is over
//	               weft.due.<tenant>.<run>            it is
//	weft_requests  (key-value)                        which run a request id started
//	WEFT_THREADS   weft.thread.<tenant>.<thread>      which runs are the turns of a thread
//	               weft.queued.<class>.<graph>.<version>.<tenant>
//	                                                  the queue has a new message
//	               weft.live.<tenant>.<run>           what is shown and not kept
//	               weft.kept.<tenant>.<run>           the log has a new record: this one
//	               weft.nudge.<tenant>.<run>          someone other than its worker wrote
//
// A run's first message in the queue carries its first event, and so does the
// record of its request id: what was asked is kept twice, in streams of their own,
// before a caller hears that it is kept.
//
// Each append carries the last sequence that the writer knows of its subject:
// two workers that hold the same run can't both advance it.
package runlog

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/shared"
)

const (
	runStream     = "WEFT_RUNS"
	queueStream   = "WEFT_QUEUE"
	timerStream   = "WEFT_TIMERS"
	requestBucket = "weft_requests"

	headerType     = "Weft-Type"     // the message's protobuf type
	headerStatus   = "Weft-Status"   // how the run stands after the record
	headerSequence = "Weft-Sequence" // the record's last event
	// headerDisposition is how the run has completed, where that is not the ordinary end.
	headerDisposition = "Weft-Disposition"
	headerGraph       = "Weft-Graph"  // the graph that the run walks and its version: "notes.2"
	headerUrgent      = "Weft-Urgent" // "true" if the run goes before others in the queue
	recordType        = "weft.run.v1.Record"
)

var (
	// ErrNotFound is returned for a run that has no events.
	ErrNotFound = errors.New("run not found")
	// ErrRequestReused is returned when a request id was used for another input.
	ErrRequestReused = errors.New("request id was used for another input")
)

// A ReusedError is an ErrRequestReused that tells which run the request id belongs to.
type ReusedError struct{ Run string }

func (e *ReusedError) Error() string { return fmt.Sprintf("%v: run %s", ErrRequestReused, e.Run) }

// Unwrap makes it an ErrRequestReused.
func (*ReusedError) Unwrap() error { return ErrRequestReused }

// Options say how the streams are made and how their use is seen.
type Options struct {
	Replicas   int                  // copies of each stream; 1 on a single server
	Placement  *jetstream.Placement // which servers keep them; nil for any
	Retention  time.Duration        // how long an ended run is kept; see Expire
	KeepBytes  int64                // what runs may take before the oldest that have ended are removed; 0 is no limit
	AckWait    time.Duration        // after how long of silence another worker takes a run
	Threads    ThreadOptions
	Gather     bool // what comes during a write is written together; for servers that sync each write
	Tracer     trace.Tracer
	Propagator propagation.TextMapPropagator
}

// A Log is the runs in one JetStream.
type Log struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	runs     *bus.Led
	records  *appender // of runs
	requests jetstream.KeyValue
	asked    jetstream.Stream // behind requests
	queue    jetstream.Stream
	due      jetstream.Consumer
	timers   jetstream.Stream
	threads  jetstream.Stream
	o        Options

	unpaused   remembered[struct{}]  // runs that had no open pause; see Paused
	standings  remembered[Standing]  // how runs stood; see Search
	beginnings remembered[Beginning] // how they began; their one record is the first
	following  sync.Mutex
	tail       *tail           // for those who watch many runs; see follower
	histories  *fair.Semaphore // for what the tail does not remember

	recordsRead shared.Reads[recordKey, []*runv1.Event]
	runsRead    shared.Reads[recordKey, []*runv1.Event]

	expiring   sync.Mutex
	expireFrom uint64 // the first record that Expire has not looked at
}

// Open makes sure that the streams exist and returns the log. Opening it from
// several processes at once is safe.
func Open(ctx context.Context, nc *nats.Conn, o Options) (*Log, error) {
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(answerTime))
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	l := &Log{nc: nc, js: js, o: o, histories: fair.New(historiesAtOnce, historiesEach)}
	l.records = &appender{log: l}
	runs, err := bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:               runStream,
		Description:        "Every event of every Weft run; one subject a run",
		Subjects:           []string{"weft.run.*.*"},
		Storage:            jetstream.FileStorage,
		Replicas:           o.Replicas,
		Placement:          o.Placement,
		AllowDirect:        true, // of several copies any may give the middle of a run; see readAfter
		AllowAtomicPublish: true, // many runs' records are written together
	})
	if err != nil {
		return nil, err
	}
	l.runs = bus.Lead(nc, runs)
	// One message a run: a run that is queued already is not queued twice. The
	// worker that holds it looks again before it lets go.
	l.queue, err = bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:                 queueStream,
		Description:          "Weft runs that have something to do",
		Subjects:             []string{"weft.queue.*.*.*.*.*"},
		Storage:              jetstream.FileStorage,
		Retention:            jetstream.WorkQueuePolicy,
		Replicas:             o.Replicas,
		Placement:            o.Placement,
		MaxMsgsPerSubject:    1,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
	})
	if err != nil {
		return nil, err
	}
	// A stream of its own: scheduled messages can't live in one that refuses new
	// messages. A new timer of a run replaces the old one.
	l.timers, err = bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:              timerStream,
		Description:       "When the waits of Weft runs are over",
		Subjects:          []string{"weft.timer.*.*", "weft.due.*.*"},
		Storage:           jetstream.FileStorage,
		Retention:         jetstream.WorkQueuePolicy,
		Replicas:          o.Replicas,
		Placement:         o.Placement,
		MaxMsgsPerSubject: 1,
		AllowMsgSchedules: true,
	})
	if err != nil {
		return nil, err
	}
	l.requests, err = bus.Bucket(ctx, js, jetstream.KeyValueConfig{
		Bucket:      requestBucket,
		Description: "Which Weft run a caller's request id started",
		TTL:         o.Retention,
		Replicas:    o.Replicas,
		Placement:   o.Placement,
	})
	if err != nil {
		return nil, err
	}
	// A server that has just been told of the bucket may not know its stream yet.
	asked, err := bus.Ensure(ctx, "stream of bucket "+requestBucket, func(ctx context.Context) (jetstream.Stream, error) {
		return js.Stream(ctx, "KV_"+requestBucket)
	})
	if err != nil {
		return nil, err
	}
	l.asked = bus.Patient(asked)
	if err := l.openThreads(ctx); err != nil {
		return nil, err
	}
	l.due, err = bus.Ensure(ctx, "consumer of the timers", func(ctx context.Context) (jetstream.Consumer, error) {
		return l.consumer(ctx, l.timers, "bells", "weft.due.*.*", 0)
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// token is what may stand in a subject: tenants and run ids.
var token = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// QueueTemplate is the subject of a queued run, for people and traces.
const QueueTemplate = "weft.queue.{class}.{graph}.{version}.{tenant}.{run}"

// A Key names a run.
type Key struct {
	Tenant string
	Run    string
}

// valid keeps wildcards and dots, and so another tenant, out of a subject.
func (k Key) valid() error {
	if !token.MatchString(k.Tenant) || !token.MatchString(k.Run) {
		return fmt.Errorf("run %q of tenant %q: %w", k.Run, k.Tenant, ErrNotFound)
	}
	return nil
}

func (k Key) log() string   { return "weft.run." + k.Tenant + "." + k.Run }
func (k Key) timer() string { return "weft.timer." + k.Tenant + "." + k.Run }
func (k Key) due() string   { return "weft.due." + k.Tenant + "." + k.Run }
func (k Key) live() string  { return "weft.live." + k.Tenant + "." + k.Run }
func (k Key) kept() string  { return "weft.kept." + k.Tenant + "." + k.Run }
func (k Key) nudge() string { return "weft.nudge." + k.Tenant + "." + k.Run }
