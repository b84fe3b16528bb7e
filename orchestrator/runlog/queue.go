package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/propagation"
)

// Enqueue says that a run has something to do. It is no error if the run is
// queued or being walked already: its worker looks again before it lets go.
func (l *Log) Enqueue(ctx context.Context, k Key) error {
	if err := k.valid(); err != nil {
		return err
	}
	m := nats.NewMsg(k.work())
	ctx, done := l.publishSpan(ctx, WorkTemplate, m)
	defer done()
	_, err := l.js.PublishMsg(ctx, m)
	if err != nil && !full(err) {
		return fmt.Errorf("queue run %s: %w", k.Run, err)
	}
	// Whoever walks the run now hears of it without waiting for the queue.
	return l.nc.Publish(k.nudge(), nil)
}

// full reports whether JetStream refused a message because its subject holds
// one already.
func full(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject exceeded")
}

// A Job is a run that a worker has taken from the queue.
type Job struct {
	Key       Key
	Delivery  int // how often it has been handed out, this time included
	QueuedFor time.Duration
	msg       jetstream.Msg
}

// Jobs hands out runs until it is stopped.
type Jobs struct{ it jetstream.MessagesContext }

// Jobs begins to take runs from the queue, at most ahead at once.
func (l *Log) Jobs(ahead int) (*Jobs, error) {
	it, err := l.work.Messages(jetstream.PullMaxMessages(ahead))
	if err != nil {
		return nil, fmt.Errorf("read the work queue: %w", err)
	}
	return &Jobs{it}, nil
}

// Next returns the next run; ok is false once the jobs are stopped.
func (j *Jobs) Next() (*Job, bool, error) {
	for {
		m, err := j.it.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return nil, false, nil
		}
		if err != nil {
			return nil, true, fmt.Errorf("read the work queue: %w", err)
		}
		job, ok := newJob(m)
		if !ok {
			_ = m.Term() // a subject that no key of ours makes
			continue
		}
		return job, true, nil
	}
}

// Stop takes no more runs from the queue. Next still hands out those that have
// been fetched, and then ends.
func (j *Jobs) Stop() { j.it.Drain() }

func newJob(m jetstream.Msg) (*Job, bool) {
	key, ok := keyOf(m.Subject())
	if !ok {
		return nil, false
	}
	job := &Job{Key: key, Delivery: 1, msg: m}
	if meta, err := m.Metadata(); err == nil {
		job.Delivery = int(meta.NumDelivered)
		job.QueuedFor = time.Since(meta.Timestamp)
	}
	return job, true
}

// keyOf reads a run's key from a subject such as weft.work.<tenant>.<run>.
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
	return p.Extract(ctx, propagation.HeaderCarrier(j.msg.Headers()))
}

// Subject returns the subject that the run was queued on.
func (j *Job) Subject() string { return j.Key.work() }

// Hold tells the queue that the run is still being walked.
func (j *Job) Hold() error { return j.msg.InProgress() }

// Return gives the run back, for another worker to take after a while.
func (j *Job) Return(after time.Duration) error { return j.msg.NakWithDelay(after) }

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
