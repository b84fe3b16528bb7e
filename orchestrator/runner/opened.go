package runner

import (
	"context"
	"errors"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// An opened run is one as its log tells it, with the journal that goes on there.
type opened struct {
	graph.Folded
	flow    graph.Flow
	journal *runlog.Journal
}

// open reads a run. Of one that this process remembers it reads what came since.
func (r *Runner) open(ctx context.Context, k runlog.Key) (*opened, error) {
	return r.read(ctx, k, func() ([]*runv1.Event, *runlog.Journal, error) { return r.log.Load(ctx, k) })
}

// openJob is open for a worker. A run of which the log has nothing is begun.
func (r *Runner) openJob(ctx context.Context, job *runlog.Job) (*opened, error) {
	return r.read(ctx, job.Key, func() ([]*runv1.Event, *runlog.Journal, error) { return r.log.LoadJob(ctx, job) })
}

func (r *Runner) read(ctx context.Context, k runlog.Key, load func() ([]*runv1.Event, *runlog.Journal, error)) (*opened, error) {
	if o, err := r.recall(ctx, k); o != nil || err != nil {
		return o, err
	}
	events, journal, err := load()
	if err != nil {
		return nil, err
	}
	flow, err := r.flow(events)
	if err != nil {
		return nil, err
	}
	run, err := flow.Folded(events)
	if err != nil {
		return nil, err
	}
	o := &opened{run, flow, journal}
	r.memory.keep(k, o)
	return o, nil
}

// recall returns a run that this process remembers, with what its log has got since; nil
// if it remembers none, or the log is not what it was.
func (r *Runner) recall(ctx context.Context, k runlog.Key) (*opened, error) {
	was := r.memory.of(k)
	if was == nil {
		return nil, nil
	}
	events := was.run.Events()
	more, journal, err := r.log.Follow(ctx, was.at, events[len(events)-1])
	if errors.Is(err, runlog.ErrNotFound) {
		r.memory.forget(k)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	run, err := was.run.With(more...)
	if err != nil {
		r.memory.forget(k)
		return nil, nil //nolint:nilerr // whoever reads it anew is told what is wrong
	}
	o := &opened{run, was.flow, journal}
	if len(more) > 0 {
		r.memory.keep(k, o)
	}
	return o, nil
}

// append keeps events of a run together, and returns the run after them. Their numbers are
// filled in.
func (o *opened) append(ctx context.Context, events []*runv1.Event) (*opened, error) {
	for i, e := range events {
		e.Sequence = o.Progress().Sequence + int64(i) + 1
	}
	after, err := o.With(events...)
	if err != nil {
		return nil, err
	}
	return &opened{after, o.flow, o.journal}, o.journal.Append(ctx, events, after.Progress().Standing())
}
