package app

import (
	"context"
	"fmt"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/disk"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

const (
	// runBytes is what a run writes from the moment that it is accepted, its
	// input apart: a "why" question comes to 53 KB in the log.
	runBytes = 64 << 10
	// inputCopies is how often an input is written: to the log and its queue, to
	// what is kept of its request id, and to the vault by way of a temporary file.
	inputCopies = 6

	countEvery  = 100 * time.Millisecond
	countWithin = 2 * time.Second
)

// A room tells whether there is room to keep another input: in a bus that can
// write, and on the disks, beyond what the runs that are not done may write yet.
type room struct {
	disks  *disk.Guard
	bus    func() error                                    // why the bus can't write, nil if it can
	queued func(ctx context.Context) (runlog.Depth, error) // runs that are not done
	each   int64                                           // bytes that such a run may write yet
	most   int                                             // such runs

	tenants tenants

	mu      sync.Mutex
	counted time.Time
	runs    int
	pace    pace
	err     error // why they could not be counted
}

func (r *room) check(ctx context.Context, bytes int) error {
	err := r.bus()
	if err == nil {
		err = r.count(ctx)
	}
	if err != nil {
		if full := r.disks.Room(0); full != nil {
			return full
		}
		return fault.Wrap(err, codes.Unavailable, fault.BusUnavailable,
			"the bus can't store anything right now; try again in a moment with the same request_id")
	}
	r.mu.Lock()
	promised := int64(r.runs) * r.each
	r.mu.Unlock()
	return r.disks.Room(promised + int64(bytes)*inputCopies)
}

// queue returns nil if another run of a tenant may be started, as far as it is for
// the others.
func (r *room) queue(ctx context.Context, tenant string) error {
	err := r.count(ctx)
	if err == nil {
		err = r.tenants.count(ctx, tenant)
	}
	if err != nil {
		return fault.Wrap(err, codes.Unavailable, fault.BusUnavailable,
			"can't read the queue of runs right now; try again in a moment with the same request_id")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.runs >= r.most {
		return full(fmt.Sprintf("the queue is full: %d runs have work to do", r.runs), "runs.queue_limit", r.pace.wait(r.most))
	}
	if n := r.tenants.take(tenant); n >= r.tenants.most {
		return full(fmt.Sprintf("the queue is full: %d runs of tenant %q have work to do", n, tenant), "runs.tenant_queue_limit", r.pace.wait(r.tenants.most))
	}
	return nil
}

// full is the error for a caller who is refused because of a limit.
func full(why, limit string, wait time.Duration) error {
	return fault.New(codes.ResourceExhausted, fault.QueueFull,
		"%s; try again in %v with the same request_id, or raise %s", why, wait, limit).
		With("limit", limit).After(wait)
}

// count counts the runs that are not done, if that was not done just now. Whoever
// waited for a count that failed is told so at once: a bus that does not answer
// takes the time of one count, however many ask.
func (r *room) count(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.counted.IsZero() && time.Since(r.counted) < countEvery {
		return r.err
	}
	// Others wait for this count: it does not end with the one who asked for it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), countWithin)
	defer cancel()
	var depth runlog.Depth
	depth, r.err = r.queued(ctx)
	r.counted = time.Now()
	if r.err == nil {
		r.runs = depth.Runs
		r.pace.saw(depth.Left, r.counted)
	}
	return r.err
}
