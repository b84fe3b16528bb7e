package runlog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

// A Depth is how many runs have something to do: those that wait for a worker, and
// those that have one.
type Depth struct {
	Runs int
	Left int64 // runs that have left the queue, ever, counting each time
}

// Depth returns how deep the queue is.
func (l *Log) Depth(ctx context.Context) (Depth, error) {
	info, err := l.queue.Info(ctx)
	if err != nil {
		return Depth{}, fmt.Errorf("count the work queue: %w", storage(ctx, err))
	}
	s := info.State
	return Depth{Runs: int(s.Msgs), Left: int64(s.LastSeq) - int64(s.Msgs)}, nil
}

// DepthOf returns how many runs of a tenant have something to do.
func (l *Log) DepthOf(ctx context.Context, tenant string) (int, error) {
	info, err := l.queue.Info(ctx, jetstream.WithSubjectFilter("weft.queue.*.*.*."+tenant+".*"))
	if err != nil {
		return 0, fmt.Errorf("count the runs of a tenant: %w", storage(ctx, err))
	}
	return int(count(info.State.Subjects)), nil
}

// InLane returns how many runs of a tenant are in one lane of the queue: those that wait
// for a worker, have one, or rest.
func (l *Log) InLane(ctx context.Context, tenant string, of Pool, urgent bool) (int, error) {
	at := lane{line{classOf(urgent), of}, tenant}
	c, err := l.queue.Consumer(ctx, at.consumer())
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return 0, nil // nobody has taken a run from it yet
	}
	if err != nil {
		return 0, fmt.Errorf("count the runs of a lane: %w", storage(ctx, err))
	}
	info := c.CachedInfo()
	return int(info.NumPending) + info.NumAckPending, nil
}

// Waiting returns how many runs of each class wait for a worker, of the lanes that
// somebody serves.
func (l *Log) Waiting(ctx context.Context) (map[string]int64, error) {
	out := map[string]int64{string(urgentRuns): 0, string(otherRuns): 0}
	all := l.queue.ListConsumers(ctx)
	for info := range all.Info() {
		for _, c := range classes {
			if strings.HasPrefix(info.Name, string(c)+"-") {
				out[string(c)] += int64(info.NumPending)
			}
		}
	}
	if err := all.Err(); err != nil {
		return nil, fmt.Errorf("count the work queue: %w", err)
	}
	return out, nil
}

// Ahead returns how many runs begin at most before one that lies in the queue, of
// those that its tenant has in the same line. queued is false for a run that does
// not lie there, or has been handed to a worker.
//
// It takes two questions to the server, whatever the queue holds: the place is not
// counted but bounded, by what waits in the lane and by how far it has been handed
// out.
func (l *Log) Ahead(ctx context.Context, k Key, started *runv1.Event) (ahead int, queued bool, err error) {
	at := lane{lineOf(started), k.Tenant}
	m, err := l.queue.GetLastMsgForSubject(ctx, at.subject(k))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("look for run %s in the queue: %w", k.Run, err)
	}
	c, err := l.queue.Consumer(ctx, at.consumer())
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return 0, false, nil // nobody takes runs of this graph
	}
	if err != nil {
		return 0, false, fmt.Errorf("look for the place of run %s: %w", k.Run, err)
	}
	info := c.CachedInfo()
	if m.Sequence <= info.Delivered.Stream {
		return 0, false, nil
	}
	return max(0, min(int(info.NumPending), int(m.Sequence-info.Delivered.Stream))-1), true, nil
}
