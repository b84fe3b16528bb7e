package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"go.opentelemetry.io/otel/propagation"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A Job is a run that a worker has taken from the queue.
type Job struct {
	Key       Key
	Delivery  int64 // how often it has been handed out, this time included
	QueuedFor time.Duration
	Urgent    bool
	place     *place
	poke      func() // tells that others may be taken
	msg       jetstream.Msg
}

func newJob(m jetstream.Msg) (*Job, bool) {
	k, ok := queuedKey(m.Subject())
	job := &Job{Key: k, Delivery: 1, msg: m}
	if meta, err := m.Metadata(); err == nil {
		job.Delivery = int64(meta.NumDelivered)
		job.QueuedFor = time.Since(meta.Timestamp)
	}
	return job, ok
}

// keyOf reads a run's key from a subject such as weft.due.<tenant>.<run>.
func keyOf(subject string) (Key, bool) {
	parts := strings.Split(subject, ".")
	if len(parts) != 4 {
		return Key{}, false
	}
	k := Key{parts[2], parts[3]}
	return k, k.valid() == nil
}

// Context returns ctx with the trace of whoever queued the run.
func (j *Job) Context(ctx context.Context, p propagation.TextMapPropagator) context.Context {
	return p.Extract(ctx, telemetry.Header(j.msg.Headers()))
}

// Subject returns the subject that the run was queued on.
func (j *Job) Subject() string { return j.msg.Subject() }

// Begun says that the run has come through its first step, or is at one that takes
// long: another one may be taken beside it.
func (j *Job) Begun() {
	j.place.begin()
	j.poke()
}

// Rest frees the run's place among those under way, until Resume, while it waits for
// others. It reports false if too many do; then the run is to be let go.
func (j *Job) Rest() bool {
	defer j.poke()
	return j.place.leave()
}

// Resume takes the run's place again.
func (j *Job) Resume() { j.place.enter() }

// Class returns the class that the run queues in: "urgent" or "other".
func (j *Job) Class() string { return string(classOf(j.Urgent)) }

// Hold tells the queue that the run is still being walked.
func (j *Job) Hold() error { return j.msg.InProgress() }

// Return gives the run back, for a worker to take after a while.
func (j *Job) Return(after time.Duration) error { return j.msg.NakWithDelay(after) }

// LoadJob returns the events of a job's run and a journal that goes on after them. A
// run whose log has nothing of it is begun from what the queue has.
func (l *Log) LoadJob(ctx context.Context, job *Job) ([]*runv1.Event, *Journal, error) {
	events, j, err := l.Load(ctx, job.Key)
	if !errors.Is(err, ErrNotFound) || len(job.msg.Data()) == 0 {
		return events, j, err
	}
	var started runv1.Event
	if err := proto.Unmarshal(job.msg.Data(), &started); err != nil || started.GetStarted() == nil {
		return nil, nil, fmt.Errorf("run %s: what the queue has is no start of it: %w", job.Key.Run, ErrNotFound)
	}
	if err := l.begin(ctx, job.Key, &started); err != nil && !errors.Is(err, graph.ErrFenced) {
		return nil, nil, err
	}
	return l.Load(ctx, job.Key)
}

// Done lets go of a run that waits or has ended. If something came in since
// the given journal last wrote, the run is queued again: an answer that was
// appended while the run was still held must not be slept over.
func (l *Log) Done(ctx context.Context, job *Job, j *Journal) error {
	if err := job.msg.DoubleAck(ctx); err != nil {
		return fmt.Errorf("let go of run %s: %w", job.Key.Run, err)
	}
	last, err := l.sequence(ctx, job.Key)
	if err != nil {
		return err
	}
	if j != nil && last > j.last {
		return l.Enqueue(ctx, job.Key)
	}
	return nil
}
