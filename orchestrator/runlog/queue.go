package runlog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/orchestrator/graph"
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

// A Pool is the runs of one version of a graph. A worker takes the runs of the pools
// that it serves; the others stay in the queue.
type Pool struct {
	Graph   string
	Version int32
}

// poolOf is the pool that a run begins in, for its life.
func poolOf(s *runv1.Started) Pool { return Pool{s.GetGraph(), s.GetGraphVersion()} }

// String returns the pool as it stands in subjects.
func (p Pool) String() string { return fmt.Sprintf("%s.%d", p.Graph, p.Version) }

// parsePool reads what String wrote.
func parsePool(s string) (Pool, bool) {
	graph, version, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(version, 10, 32)
	return Pool{graph, int32(n)}, err == nil && token.MatchString(graph)
}

// A line is where runs of a pool queue.
type line struct {
	class class
	pool  Pool
}

func (l line) String() string         { return string(l.class) + "." + l.pool.String() }
func (l line) subject(k Key) string   { return "weft.queue." + l.String() + "." + k.Tenant + "." + k.Run }
func (l line) queued(k Key) string    { return queuedSubject + l.String() + "." + k.Tenant }
func (l line) other() line            { return line{classOf(l.class != urgentRuns), l.pool} }
func anyLine(k Key) (subjects string) { return "weft.queue.*.*.*." + k.Tenant + "." + k.Run }

// queuedSubject tells workers that a lane of the queue has a new message.
const queuedSubject = "weft.queued."

// A lane is the part of a line that is of one tenant. Each has a consumer of its
// own, so that the runs of one tenant don't lie behind those of another.
type lane struct {
	line
	tenant string
}

func (l lane) subjects() string { return "weft.queue." + l.String() + "." + l.tenant + ".*" }
func (l lane) consumer() string {
	return fmt.Sprintf("%s-%s-%d@%s", l.class, l.pool.Graph, l.pool.Version, l.tenant)
}

// parseLane reads the lane from a subject behind its prefix.
func parseLane(rest string) (lane, bool) {
	parts := strings.Split(rest, ".")
	if len(parts) < 4 || !token.MatchString(parts[3]) {
		return lane{}, false
	}
	pool, ok := parsePool(parts[1] + "." + parts[2])
	return lane{line{class(parts[0]), pool}, parts[3]}, ok
}

// queuedKey reads from its subject which run a message of the queue is for.
func queuedKey(subject string) (Key, bool) {
	parts := strings.Split(subject, ".")
	if len(parts) != 7 {
		return Key{}, false
	}
	k := Key{parts[5], parts[6]}
	return k, k.valid() == nil
}

// Enqueue says that a run has something to do. It is no error if the run is
// queued or being walked already: its worker looks again before it lets go.
func (l *Log) Enqueue(ctx context.Context, k Key) error { return l.EnqueueFor(ctx, k, "") }

// EnqueueFor is Enqueue for a run that waits for another one, which has ended.
func (l *Log) EnqueueFor(ctx context.Context, k Key, child string) error {
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
	pool, ok := parsePool(m.Header.Get(headerGraph))
	if !ok {
		return fmt.Errorf("queue run %s: %w: its last record does not say which graph it walks", k.Run, graph.ErrLog)
	}
	return l.enqueue(ctx, k, line{classOf(m.Header.Get(headerUrgent) == "true"), pool}, nil, child)
}

// enqueue queues a run, with its first event if that may not be in its log yet, and tells
// its worker which child has ended.
func (l *Log) enqueue(ctx context.Context, k Key, at line, started *runv1.Event, child string) error {
	var data []byte
	if started != nil {
		var err error
		if data, err = proto.Marshal(started); err != nil {
			return fmt.Errorf("encode the start of run %s: %w", k.Run, err)
		}
	}
	err := l.place(ctx, at, k, data)
	for n := 1; full(err) && l.unreadable(ctx, at.subject(k)); n++ {
		if n == placings {
			at = at.other()
			err = l.place(ctx, at, k, data)
			break
		}
		err = l.place(ctx, at, k, data)
	}
	if err != nil && !full(err) {
		return fmt.Errorf("queue run %s: %w", k.Run, err)
	}
	// Whoever walks the run, or could, hears of it without looking into the queue.
	return errors.Join(l.nc.Publish(k.nudge(), []byte(child)), l.nc.Publish(at.queued(k), nil))
}

// placings is how often a place that nobody can read is tried: one that was done in between has
// made room, and with a second place in the other line two workers would walk the run.
const placings = 4

// place puts a run into one line of the queue.
func (l *Log) place(ctx context.Context, at line, k Key, data []byte) error {
	m := nats.NewMsg(at.subject(k))
	m.Data = data
	ctx, done := l.publishSpan(ctx, QueueTemplate, m)
	defer done()
	_, err := l.publish(ctx, m)
	return err
}

// unreadable reports whether the message that holds a subject can't be read: on a
// damaged disk it keeps its place, can't be removed, and no worker is ever handed
// it. It may also be one that is done just now.
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

// places returns the messages of a run in the queue that can be read.
func (l *Log) places(ctx context.Context, k Key) ([]*jetstream.RawStreamMsg, error) {
	info, err := l.queue.Info(ctx, jetstream.WithSubjectFilter(anyLine(k)))
	if err != nil {
		return nil, fmt.Errorf("look for run %s in the queue: %w", k.Run, err)
	}
	var out []*jetstream.RawStreamMsg
	for subject := range info.State.Subjects {
		m, err := l.queue.GetLastMsgForSubject(ctx, subject)
		switch {
		case err == nil:
			out = append(out, m)
		case !errors.Is(err, jetstream.ErrMsgNotFound):
			return nil, fmt.Errorf("look for run %s in the queue: %w", k.Run, err)
		}
	}
	return out, nil
}

// Queued reports whether a run is queued or being walked.
func (l *Log) Queued(ctx context.Context, k Key) (bool, error) {
	at, err := l.places(ctx, k)
	return len(at) > 0, err
}

// dequeue takes a run out of the queue, message by message: a purge has the server
// forget which others it was about to hand out again.
func (l *Log) dequeue(ctx context.Context, k Key) error {
	at, err := l.places(ctx, k)
	if err != nil {
		return err
	}
	for _, m := range at {
		err := l.queue.DeleteMsg(ctx, m.Sequence)
		if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
			return fmt.Errorf("take run %s out of the queue: %w", k.Run, err)
		}
	}
	return nil
}
