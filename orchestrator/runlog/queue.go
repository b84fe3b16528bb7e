package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
)

// A class is one of the two lines that runs queue in.
type class string

const (
	urgentRuns class = "urgent"
	otherRuns  class = "other"
)

// classes are in the order in which they are served.
var classes = []class{urgentRuns, otherRuns}

func classOf(urgent bool) class {
	if urgent {
		return urgentRuns
	}
	return otherRuns
}

func (c class) subjects() string { return "weft.queue." + string(c) + ".*.*" }

func (c class) subject(k Key) string {
	return "weft.queue." + string(c) + "." + k.Tenant + "." + k.Run
}

// queuedSubject tells workers that the queue has a new message.
const queuedSubject = "weft.queued"

// Enqueue says that a run has something to do. It is no error if the run is
// queued or being walked already: its worker looks again before it lets go.
func (l *Log) Enqueue(ctx context.Context, k Key) error {
	if err := k.valid(); err != nil {
		return err
	}
	m, err := l.last(ctx, k)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // it has expired
	}
	if err != nil {
		return fmt.Errorf("read run %s: %w", k.Run, err)
	}
	return l.enqueue(ctx, k, m.Header.Get(headerUrgent) == "true", nil)
}

// enqueue queues a run, with its first event if that may not be in its log yet.
func (l *Log) enqueue(ctx context.Context, k Key, urgent bool, started *runv1.Event) error {
	var data []byte
	if started != nil {
		var err error
		if data, err = proto.Marshal(started); err != nil {
			return fmt.Errorf("encode the start of run %s: %w", k.Run, err)
		}
	}
	err := l.place(ctx, classOf(urgent), k, data)
	if full(err) && l.unreadable(ctx, classOf(urgent).subject(k)) {
		err = l.place(ctx, classOf(!urgent), k, data)
	}
	if err != nil && !full(err) {
		return fmt.Errorf("queue run %s: %w", k.Run, err)
	}
	// Whoever walks the run, or could, hears of it without looking into the queue.
	return errors.Join(l.nc.Publish(k.nudge(), nil), l.nc.Publish(queuedSubject, nil))
}

// place puts a run into one line of the queue.
func (l *Log) place(ctx context.Context, c class, k Key, data []byte) error {
	m := nats.NewMsg(c.subject(k))
	m.Data = data
	ctx, done := l.publishSpan(ctx, QueueTemplate, m)
	defer done()
	_, err := l.publish(ctx, m)
	return err
}

// unreadable reports whether the message that holds a subject can't be read: on a
// damaged disk it keeps its place, can't be removed, and no worker is ever handed
// it. It may also be one that is done just now; then another look of a worker does
// no harm.
func (l *Log) unreadable(ctx context.Context, subject string) bool {
	_, err := l.queue.GetLastMsgForSubject(ctx, subject)
	return errors.Is(err, jetstream.ErrMsgNotFound)
}

// full reports whether JetStream refused a message because its subject holds
// one already.
func full(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject exceeded")
}

// Queued reports whether a run is queued or being walked.
func (l *Log) Queued(ctx context.Context, k Key) (bool, error) {
	for _, c := range classes {
		_, err := l.queue.GetLastMsgForSubject(ctx, c.subject(k))
		if err == nil {
			return true, nil
		}
		if !errors.Is(err, jetstream.ErrMsgNotFound) {
			return false, fmt.Errorf("look for run %s in the queue: %w", k.Run, err)
		}
	}
	return false, nil
}

// dequeue takes a run out of the queue, message by message: a purge has the server
// forget which others it was about to hand out again.
func (l *Log) dequeue(ctx context.Context, k Key) error {
	for _, c := range classes {
		m, err := l.queue.GetLastMsgForSubject(ctx, c.subject(k))
		if err == nil {
			err = l.queue.DeleteMsg(ctx, m.Sequence)
		}
		if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
			return fmt.Errorf("take run %s out of the queue: %w", k.Run, err)
		}
	}
	return nil
}

// Pending returns how many runs have something to do: those that wait for a
// worker, and those that have one.
func (l *Log) Pending(ctx context.Context) (int, error) {
	info, err := l.queue.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("count the work queue: %w", storage(ctx, err))
	}
	return int(info.State.Msgs), nil
}
