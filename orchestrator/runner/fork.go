package runner

import (
	"context"
	"errors"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// A Fork says which run begins where another one once stood.
type Fork struct {
	Key runlog.Key // of the new run
	At  int64      // the last event that it takes over; 0 is all
	Set []graph.Override
	By  auth.Principal
	// RequestID makes a repeated fork return the run of the first; Digest stands for
	// what the caller asked.
	RequestID string
	Digest    string
}

// Fork begins a run from what another one had come to, and queues it. When it
// returns the run is kept. It returns the run's key: the given one, or that of an
// earlier fork with the same request id.
func (r *Runner) Fork(ctx context.Context, from runlog.Key, f Fork) (runlog.Key, error) {
	forked, after, err := r.forked(ctx, from, f)
	if err != nil {
		return f.Key, err
	}
	return toTheEnd(ctx, f.Key, func(ctx context.Context) (runlog.Key, error) {
		if f.RequestID == "" {
			return f.Key, r.log.Begin(ctx, f.Key, forked, after)
		}
		first, err := r.log.Claim(ctx, forked[0], f.Digest)
		if err != nil {
			return f.Key, err
		}
		key := runlog.Key{Tenant: f.Key.Tenant, Run: first.GetStarted().GetRunId()}
		// Of an earlier fork that did not come about this is the rest.
		forked[0] = first
		if err := r.log.Begin(ctx, key, forked, after); err != nil && !errors.Is(err, graph.ErrFenced) {
			return key, err
		}
		return key, nil
	})
}

// forked makes the events that a fork begins with, and how it stands after them.
func (r *Runner) forked(ctx context.Context, from runlog.Key, f Fork) ([]*runv1.Event, graph.Standing, error) {
	events, _, err := r.log.Load(ctx, from)
	if err != nil {
		return nil, graph.Standing{}, err
	}
	flow, err := r.flow(events)
	if err != nil {
		return nil, graph.Standing{}, err
	}
	forked, at, err := flow.Fork(events, f.At, f.Set)
	if err != nil {
		return nil, graph.Standing{}, err
	}
	forked[0].Kind = &runv1.Event_Started{Started: r.fork(ctx, from, at, f, forked[0].GetStarted())}
	forked[0].Time = timestamppb.New(r.o.Now())
	p, err := flow.Inspect(forked)
	if err != nil {
		return nil, graph.Standing{}, err
	}
	if len(p.Branches) == 0 {
		return nil, graph.Standing{}, graph.ErrNoPoint
	}
	return forked, p.Standing(), nil
}

// fork is the start of a run that takes over another one's up to an event.
func (r *Runner) fork(ctx context.Context, from runlog.Key, at int64, f Fork, s *runv1.Started) *runv1.Started {
	s.RunId, s.User, s.Principal = f.Key.Run, f.By.User, principal(f.By)
	s.RequestId, s.ParentRunId, s.ThreadId = f.RequestID, "", ""
	s.TraceParent = r.traceParent(ctx)
	s.ForkedRunId, s.ForkedSequence = from.Run, at
	return s
}
