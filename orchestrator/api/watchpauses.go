package api

import (
	"context"
	"errors"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// WatchPauses implements orchestratorv1.RunsServiceServer.
func (s *Server) WatchPauses(req *orchestratorv1.WatchPausesRequest, stream grpc.ServerStreamingServer[orchestratorv1.WatchPausesResponse]) error {
	ctx := stream.Context()
	w := &pauseWatch{Server: s, req: req, by: s.Caller(ctx), follows: req.GetFromSequence() > 0}
	err := s.d.RunLog.PauseChanges(ctx, w.by.Tenant, uint64(req.GetFromSequence()), func(c runlog.Change) error {
		events, err := w.tell(ctx, c)
		if err != nil {
			return err
		}
		for i, e := range events {
			e.Sequence = int64(c.Sequence)
			if i < len(events)-1 {
				e.Sequence-- // whoever goes on after it gets the others again
			}
			if err := stream.Send(&orchestratorv1.WatchPausesResponse{Event: e}); err != nil {
				return err
			}
		}
		if c.Kind == runlog.CaughtUp && req.GetUntilCaughtUp() {
			return runlog.Stop()
		}
		return nil
	})
	if errors.Is(err, runlog.ErrBeyond) {
		return fault.Invalid("from_sequence", "%v; begin anew with 0", err)
	}
	return RunFault(err, "")
}

// A pauseWatch is one caller's watch of pauses.
type pauseWatch struct {
	*Server
	req     *orchestratorv1.WatchPausesRequest
	by      auth.Principal
	follows bool // what happens is told, and not only what is open
}

// tell returns what a change of a run, or of the watch, is to the caller.
func (w *pauseWatch) tell(ctx context.Context, c runlog.Change) ([]*orchestratorv1.PausesEvent, error) {
	at := timestamppb.New(c.Time)
	missed := &orchestratorv1.PausesEvent{Time: at, Kind: &orchestratorv1.PausesEvent_Missed{Missed: &orchestratorv1.PausesMissed{}}}
	switch {
	case c.Kind == runlog.CaughtUp:
		w.follows = true
		return []*orchestratorv1.PausesEvent{{Time: at, Kind: &orchestratorv1.PausesEvent_CaughtUp{CaughtUp: &orchestratorv1.PausesCaughtUp{}}}}, nil
	case c.Kind == runlog.Missed:
		return []*orchestratorv1.PausesEvent{missed}, nil
	case w.req.GetGraph() != "" && c.Pool.Graph != w.req.GetGraph():
		return nil, nil
	}
	key := runlog.Key{Tenant: w.by.Tenant, Run: c.Run}
	record, err := w.d.RunLog.Record(ctx, key, c.Sequence)
	var events []*runv1.Event
	if err == nil {
		if !c.Anew && !slices.ContainsFunc(record, changesPauses) {
			return nil, nil // of an earlier build, which does not say so in its headers
		}
		events, err = w.d.RunLog.LoadAt(ctx, key, c.Sequence)
	}
	switch {
	case errors.Is(err, runlog.ErrNotFound) && w.follows: // removed meanwhile
		return []*orchestratorv1.PausesEvent{missed}, nil
	case errors.Is(err, runlog.ErrNotFound), errors.Is(err, graph.ErrLog):
		return nil, nil // damaged, if it is there: VerifyRuns tells of it
	case err != nil:
		return nil, err
	}
	first, n := record[0].GetSequence()-1, record[len(record)-1].GetSequence()
	if first < 0 || n > int64(len(events)) {
		return nil, nil // damaged
	}
	return w.changed(events[:n], int(first), c.Anew), nil
}

// changesPauses reports whether an event may open or close pauses.
func changesPauses(e *runv1.Event) bool {
	switch e.GetKind().(type) {
	case *runv1.Event_Interrupted, *runv1.Event_Answered, *runv1.Event_Retried,
		*runv1.Event_Completed, *runv1.Event_Failed, *runv1.Event_Cancelled:
		return true
	}
	return false
}

// changed returns which of a run's pauses its last record has opened and closed; earlier is
// how many events were before it. Anew: all that are open then count as opened.
func (w *pauseWatch) changed(events []*runv1.Event, earlier int, anew bool) []*orchestratorv1.PausesEvent {
	before, after := w.wanted(events[:earlier]), w.wanted(events)
	in := func(list []*orchestratorv1.Pause, p *orchestratorv1.Pause) bool {
		return slices.ContainsFunc(list, func(q *orchestratorv1.Pause) bool { return q.GetId() == p.GetId() })
	}
	var out []*orchestratorv1.PausesEvent
	for _, p := range before {
		if w.follows && !in(after, p) {
			out = append(out, closed(p, events, earlier))
		}
	}
	for _, p := range after {
		if anew || !in(before, p) {
			out = append(out, &orchestratorv1.PausesEvent{Time: p.GetCreateTime(), Kind: &orchestratorv1.PausesEvent_Opened{Opened: p}})
		}
	}
	return out
}

// wanted returns the pauses that are open after some events and that the caller asked for.
func (w *pauseWatch) wanted(events []*runv1.Event) []*orchestratorv1.Pause {
	if len(events) == 0 {
		return nil
	}
	return slices.DeleteFunc(w.pausesOf(events, w.by), func(p *orchestratorv1.Pause) bool {
		return w.req.GetMine() && !p.GetMine() ||
			w.req.GetKind() != commonv1.PauseKind_PAUSE_KIND_UNSPECIFIED && w.req.GetKind() != p.GetKind()
	})
}

// closed tells how one of the events from a place on has closed a pause.
func closed(p *orchestratorv1.Pause, events []*runv1.Event, from int) *orchestratorv1.PausesEvent {
	c := &orchestratorv1.PauseClosed{
		PauseId: p.GetId(), RunId: p.GetRunId(), Graph: p.GetGraph(), Reason: orchestratorv1.PauseClosed_REASON_RUN_ENDED,
	}
	out := &orchestratorv1.PausesEvent{Kind: &orchestratorv1.PausesEvent_Closed{Closed: c}}
	for _, e := range events[from:] {
		switch k := e.GetKind().(type) {
		case *runv1.Event_Answered:
			if a := k.Answered; a.GetInterruptId() == p.GetId() {
				c.Reason, c.Outcome, c.User, out.Time = answerOf(a, events), a.GetOutcome(), a.GetUser(), e.GetTime()
				return out
			}
		case *runv1.Event_Completed:
			c.RunStatus, out.Time = statusOf(graph.Completed.String(), k.Completed.GetDisposition()), e.GetTime()
		case *runv1.Event_Failed:
			c.RunStatus, out.Time = orchestratorv1.RunReport_FAILED, e.GetTime()
		case *runv1.Event_Cancelled:
			c.RunStatus, c.User, out.Time = orchestratorv1.RunReport_CANCELLED, k.Cancelled.GetUser(), e.GetTime()
		}
	}
	return out
}

// answerOf tells what an answer was to the pause that it closed, which is among the events.
func answerOf(a *runv1.Answered, events []*runv1.Event) orchestratorv1.PauseClosed_Reason {
	var pause *runv1.Interrupted
	for _, e := range events {
		if i := e.GetInterrupted(); i != nil && i.GetInterruptId() == a.GetInterruptId() {
			pause = i
		}
	}
	// What earlier builds have kept does not say where a decline leads to.
	declines := pause.GetKind() == commonv1.PauseKind_PAUSE_KIND_UNSPECIFIED || pause.GetDeclinedOutcome() == a.GetOutcome()
	switch {
	case a.GetUser() == "":
		return orchestratorv1.PauseClosed_REASON_EXPIRED
	case a.GetPayload() == nil && declines:
		return orchestratorv1.PauseClosed_REASON_DECLINED
	}
	return orchestratorv1.PauseClosed_REASON_ANSWERED
}
