package runner

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// childTime is how long a worker stays with a run of which nothing but children is at
// work, from one end to the next. After that it is let go, and loaded anew when a child
// has ended.
const childTime = 5 * time.Second

// A holding is a run that a worker has in hand, and what it is told meanwhile.
type holding struct {
	r     *Runner
	job   *runlog.Job
	heard chan struct{} // something else may have been said to the run
	ends  chan []*runv1.ChildEnded

	mu     sync.Mutex
	named  map[string]bool // children that an earlier worker may have begun
	open   map[string]bool // children that have begun, and are not known to have ended
	closed bool            // the run is being let go
}

func (r *Runner) newHolding(job *runlog.Job) *holding {
	return &holding{
		r: r, job: job, heard: make(chan struct{}, 1), ends: make(chan []*runv1.ChildEnded, 1), open: map[string]bool{},
	}
}

// hold keeps the job's message alive while the run is walked, and ends the walk
// at once when someone cancels the run. It tells the walk when anything else may have
// been said to the run.
func (r *Runner) hold(ctx context.Context, job *runlog.Job, cancel context.CancelCauseFunc) (h *holding, release func()) {
	h = r.newHolding(job)
	beat := time.NewTicker(r.o.AckWait / 3)
	done := make(chan struct{})
	look := func() {
		if r.log.Ended(ctx, job.Key) {
			cancel(errCancelled)
			return
		}
		select {
		case h.heard <- struct{}{}:
		default: // the walk has not looked yet
		}
	}
	go func() {
		defer beat.Stop()
		for {
			select {
			case <-done:
				return
			case <-beat.C:
				_ = job.Hold()
				look() // a nudge may be lost
				h.lookAll(ctx)
			}
		}
	}()
	forget := r.holders.add(job.Key, h)
	unsubscribe, err := r.log.Nudged(job.Key, func(child string) {
		if child == "" {
			look()
			return
		}
		go func() { _ = h.look(ctx, child) }() // the next beat looks again
	})
	if err != nil { // the next beat looks
		unsubscribe = func() {}
	}
	return h, func() {
		unsubscribe()
		forget()
		close(done)
	}
}

// children gives a walk the runs that it waits for.
func (h *holding) children(o *graph.Options, p *graph.Progress) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.named = map[string]bool{}
	for _, c := range p.Children() {
		h.named[c.GetRunId()] = true
	}
	parent := p.Started
	o.Start = func(ctx context.Context, c *runv1.ChildStarted) error { return h.start(ctx, parent, c) }
	o.Ends = h.ends
	o.Idle = func() time.Duration {
		if !h.job.Rest() {
			return 0
		}
		return childTime
	}
	o.Busy = h.job.Resume
}

func (h *holding) key(child string) runlog.Key {
	return runlog.Key{Tenant: h.job.Key.Tenant, Run: child}
}

// start begins a child, or looks at one that has begun.
func (h *holding) start(ctx context.Context, parent *runv1.Started, c *runv1.ChildStarted) error {
	child := c.GetRunId()
	h.mu.Lock()
	h.open[child] = true
	named := h.named[child]
	h.mu.Unlock()
	if named {
		if err := h.look(ctx, child); !errors.Is(err, runlog.ErrNotFound) {
			return err
		}
	}
	return h.r.startChild(ctx, parent, c)
}

// look gives the walk the end of a child, if it has come to it.
func (h *holding) look(ctx context.Context, child string) error {
	end, err := h.r.childEnd(ctx, h.key(child))
	if err != nil || end == nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.give(end)
	return nil
}

// give gives the walk the end of a child, once. The caller holds the mutex.
func (h *holding) give(end *runv1.ChildEnded) {
	if !h.open[end.GetRunId()] {
		return
	}
	delete(h.open, end.GetRunId())
	ends := []*runv1.ChildEnded{end}
	select {
	case before := <-h.ends:
		ends = append(before, end)
	default:
	}
	h.ends <- ends // has room, since nobody else puts anything there
}

// hear is told, in the process of the child, how one has ended. It reports whether the end
// won't be missed: the worker takes it in, or another one will that takes the run after it.
func (h *holding) hear(end *runv1.ChildEnded) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.give(end)
	return true
}

// lookAll looks at all children: word of one may be lost.
func (h *holding) lookAll(ctx context.Context) {
	h.mu.Lock()
	open := slices.Collect(maps.Keys(h.open))
	h.mu.Unlock()
	for _, child := range open {
		if err := h.look(ctx, child); err != nil && !errors.Is(err, runlog.ErrNotFound) {
			return // the next beat looks again
		}
	}
}

// close has whoever tells of a child queue the run.
func (h *holding) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
}

// holders are the runs that a process has in hand.
type holders struct{ by sync.Map }

// hear tells whoever holds the parent of a child that it has ended, and reports whether
// that is enough.
func (l *holders) hear(parent runlog.Key, end *runv1.ChildEnded) bool {
	h, ok := l.by.Load(parent)
	return ok && h.(*holding).hear(end)
}

// add has a holding told until stop is called.
func (l *holders) add(parent runlog.Key, h *holding) (stop func()) {
	l.by.Store(parent, h)
	return func() { l.by.CompareAndDelete(parent, h) }
}
