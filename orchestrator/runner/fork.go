package runner

import (
	"context"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// A Fork says which run begins where another one once stood.
type Fork struct {
	Key  runlog.Key // of the new run
	At   int64      // the last event that it takes over; 0 is all
	Set  []graph.Override
	User string
}

// Fork begins a run from what another one had come to, and queues it. When it
// returns the run is kept.
func (r *Runner) Fork(ctx context.Context, from runlog.Key, f Fork) error {
	events, _, err := r.log.Load(ctx, from)
	if err != nil {
		return err
	}
	flow, err := r.flow(events)
	if err != nil {
		return err
	}
	forked, err := graph.Fork(events, f.At)
	if err != nil {
		return err
	}
	if err := graph.Set(forked, f.Set); err != nil {
		return err
	}
	forked[0].Kind = &runv1.Event_Started{Started: r.fork(ctx, from, f, forked[0].GetStarted(), int64(len(events)))}
	forked[0].Time = timestamppb.New(r.o.Now())
	p, err := flow.Inspect(forked)
	if err != nil {
		return err
	}
	if len(p.Branches) == 0 {
		return graph.ErrNoPoint
	}
	_, err = toTheEnd(ctx, f.Key, func(ctx context.Context) (runlog.Key, error) {
		return f.Key, r.log.Begin(ctx, f.Key, forked, p.Status())
	})
	return err
}

// fork is the start of a run that is forked from one with so many events.
func (r *Runner) fork(ctx context.Context, from runlog.Key, f Fork, s *runv1.Started, last int64) *runv1.Started {
	s.RunId, s.User = f.Key.Run, f.User
	s.RequestId, s.ParentRunId, s.ThreadId = "", "", ""
	s.TraceParent = r.traceParent(ctx)
	s.ForkedRunId, s.ForkedSequence = from.Run, f.At
	if f.At == 0 {
		s.ForkedSequence = last
	}
	return s
}
