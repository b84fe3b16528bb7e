package api

import (
	"context"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// WatchRun implements orchestratorv1.RunsServiceServer.
func (s *Server) WatchRun(req *orchestratorv1.WatchRunRequest, stream grpc.ServerStreamingServer[orchestratorv1.WatchRunResponse]) error {
	key := s.key(stream.Context(), req.GetRunId())
	return s.Watch(stream.Context(), key, req.GetFromSequence(), req.GetUntilPause(), func(e *orchestratorv1.RunEvent) error {
		return stream.Send(&orchestratorv1.WatchRunResponse{Event: e})
	})
}

// Watch sends a run's events until it ends, or pauses if that is asked for.
func (s *Server) Watch(ctx context.Context, key runlog.Key, from int64, untilPause bool, send func(*orchestratorv1.RunEvent) error) error {
	by := s.Caller(ctx)
	var run *folded
	queue := &queueWatch{ctx: ctx, key: key, now: s.d.Now, place: s.d.RunLog.Ahead, rate: &s.places, send: send}
	defer queue.end()
	send = queue.tell
	err := s.d.RunLog.Watch(ctx, key, 1, func(seen runlog.Seen) error {
		queue.saw(seen)
		if seen.Live != nil {
			if e := live(key, seen.Live, s.d.Now()); e != nil {
				return send(e)
			}
			return nil
		}
		// Earlier events are read too: an end is told with its report.
		if run == nil {
			var err error
			if run, err = s.open(seen.Event); err != nil {
				return err
			}
		}
		if err := run.Apply(seen.Event); err != nil {
			return err
		}
		if seen.Event.GetSequence() >= from {
			e, err := event(ctx, key, run, seen.Event, by)
			if err != nil {
				return err
			}
			if e != nil {
				if err := send(e); err != nil {
					return err
				}
			}
		}
		// A pause that was answered long ago is history, and no place to stop; so is
		// the end of a run that was retried.
		if st := run.Progress().Status(); seen.Latest && (st.Ended() || untilPause && st == graph.Waiting) {
			return runlog.Stop()
		}
		return nil
	})
	return RunFault(err, key.Run)
}

// watches is how often it is begun to watch a run that somebody waits for.
const watches = 3

// Settled waits until a run asks something or has ended. Whatever ends it earlier, whoever waits
// looks at how the run stands then; a watch that fails is begun again a few times before that.
func (s *Server) Settled(ctx context.Context, key runlog.Key) {
	for range watches {
		if s.Watch(ctx, key, 0, true, func(*orchestratorv1.RunEvent) error { return nil }) == nil || ctx.Err() != nil {
			return
		}
	}
}

// event tells one kept event as the API does; nil for what is of no interest
// outside.
func event(ctx context.Context, key runlog.Key, run *folded, e *runv1.Event, by auth.Principal) (*orchestratorv1.RunEvent, error) {
	out := &orchestratorv1.RunEvent{RunId: key.Run, Sequence: e.GetSequence(), Time: e.GetTime()}
	switch k := e.GetKind().(type) {
	case *runv1.Event_Started:
		out.Kind = &orchestratorv1.RunEvent_Started{Started: &orchestratorv1.RunStarted{Text: run.text, ThreadId: k.Started.GetThreadId()}}
	case *runv1.Event_StepCompleted:
		summary, err := run.Summary(k.StepCompleted)
		if err != nil {
			return nil, err
		}
		told, err := run.Detail(k.StepCompleted)
		if err != nil {
			return nil, err
		}
		var detail *anypb.Any
		if told != nil {
			if detail, err = anypb.New(told); err != nil {
				return nil, err
			}
		}
		out.Kind = &orchestratorv1.RunEvent_Completed{Completed: &orchestratorv1.StepCompleted{
			Timing:   run.timings[len(run.timings)-1],
			Summary:  summary,
			Degraded: k.StepCompleted.GetDegraded(),
			Detail:   detail,
		}}
	case *runv1.Event_Interrupted:
		pause := run.Pause(k.Interrupted.GetInterruptId())
		out.Kind = &orchestratorv1.RunEvent_Interrupted{Interrupted: &orchestratorv1.RunInterrupted{
			InterruptId: pause.GetInterruptId(),
			Explanation: pause.GetExplanation(),
			Questions:   pause.GetQuestions(),
			ExpireTime:  pause.GetExpireTime(),
			Pause:       run.told(pause, by),
		}}
	case *runv1.Event_Answered:
		out.Kind = &orchestratorv1.RunEvent_Answered{Answered: &orchestratorv1.RunAnswered{
			InterruptId: k.Answered.GetInterruptId(),
			Outcome:     k.Answered.GetOutcome(),
			User:        k.Answered.GetUser(),
		}}
	case *runv1.Event_Signalled:
		out.Kind = &orchestratorv1.RunEvent_Signalled{Signalled: &orchestratorv1.RunSignalled{
			Name: k.Signalled.GetName(), Input: k.Signalled.GetPayload(), User: k.Signalled.GetUser(),
		}}
	case *runv1.Event_Released:
		if k.Released.GetWaited() == nil {
			return nil, nil // another worker has it in a moment
		}
		out.Kind = &orchestratorv1.RunEvent_Delayed{Delayed: &orchestratorv1.RunDelayed{
			State:     k.Released.GetState(),
			Reason:    k.Released.GetError(),
			RetryTime: timestamppb.New(e.GetTime().AsTime().Add(k.Released.GetPause().AsDuration())),
		}}
	case *runv1.Event_TimerStarted:
		out.Kind = &orchestratorv1.RunEvent_Delayed{Delayed: &orchestratorv1.RunDelayed{
			State:     k.TimerStarted.GetState(),
			Reason:    "waiting until " + k.TimerStarted.GetFireTime().AsTime().Format(time.RFC3339),
			RetryTime: k.TimerStarted.GetFireTime(),
		}}
	case *runv1.Event_Retried:
		out.Kind = &orchestratorv1.RunEvent_Retried{Retried: &orchestratorv1.RunRetried{User: k.Retried.GetUser()}}
	case *runv1.Event_ChildStarted:
		out.Kind = &orchestratorv1.RunEvent_Called{Called: &orchestratorv1.RunCalled{
			State: k.ChildStarted.GetState(), RunId: k.ChildStarted.GetRunId(), Graph: k.ChildStarted.GetGraph(),
		}}
	case *runv1.Event_ChildEnded:
		out.Kind = &orchestratorv1.RunEvent_Returned{Returned: &orchestratorv1.RunReturned{
			State: k.ChildEnded.GetState(), RunId: k.ChildEnded.GetRunId(),
			Status: statusOf(k.ChildEnded.GetStatus(), k.ChildEnded.GetDisposition()), Reason: k.ChildEnded.GetReason(),
		}}
	case *runv1.Event_Completed, *runv1.Event_Failed, *runv1.Event_Cancelled:
		report, err := run.report(ctx)
		if err != nil {
			return nil, err
		}
		out.Kind = &orchestratorv1.RunEvent_Ended{Ended: &orchestratorv1.RunEnded{Report: report}}
	default:
		return nil, nil
	}
	return out, nil
}
