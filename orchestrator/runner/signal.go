package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

var (
	// ErrEnded is returned for a signal to a run that has ended.
	ErrEnded = errors.New("the run has ended")
	// ErrTooManySignals is returned for a signal to a run that has been sent
	// graph.MaxSignals since it last got on.
	ErrTooManySignals = errors.New("the run has been sent as many signals as it takes until it gets on")
)

// A Signal is sent to a run.
type Signal struct {
	Name    string
	Payload proto.Message // nil for nothing
	By      auth.Principal
	// RequestID makes a repeated signal count once; "" is none.
	RequestID string
}

// Signal sends a run a signal, and returns the event by which the run has it. When it
// returns the signal is kept. The same request id again, with the same signal, changes
// nothing, also when the run has ended meanwhile; with another it is a *runlog.ReusedError.
func (r *Runner) Signal(ctx context.Context, k runlog.Key, s Signal) (sequence int64, err error) {
	if s.By.Tenant != k.Tenant {
		return 0, fmt.Errorf("send a signal to run %s of another tenant: %w", k.Run, runlog.ErrNotFound)
	}
	signalled := &runv1.Signalled{Name: s.Name, User: s.By.User, Principal: principal(s.By), RequestId: s.RequestID}
	if s.Payload != nil {
		if signalled.Payload, err = anypb.New(s.Payload); err != nil {
			return 0, fmt.Errorf("pack the signal to run %s: %w", k.Run, err)
		}
	}
	// What is decided may outlive the caller, so it is not told by a variable of the caller's.
	at := make(chan int64, 1)
	err = r.change(ctx, k, func(run *opened, now time.Time) ([]*runv1.Event, error) {
		var events []*runv1.Event
		earlier, err := takenBefore(run, signalled)
		if err != nil {
			return nil, err
		}
		if earlier == 0 {
			if events, err = takeSignal(run, signalled, now); err != nil {
				return nil, err
			}
			earlier = events[0].GetSequence()
		}
		select {
		case <-at: // of a decision that came too late for the log
		default:
		}
		at <- earlier
		return events, nil
	})
	if err != nil {
		return 0, err
	}
	return <-at, nil
}

// takeSignal returns the events by which a run takes a signal.
func takeSignal(run *opened, s *runv1.Signalled, now time.Time) ([]*runv1.Event, error) {
	if run.Progress().Status().Ended() {
		return nil, ErrEnded
	}
	if _, err := graph.FindPort(run.flow, graph.SignalPort, s.GetName()); err != nil {
		return nil, err
	}
	if run.Progress().Signals >= graph.MaxSignals {
		return nil, ErrTooManySignals
	}
	return run.Signal(proto.CloneOf(s), now)
}

// takenBefore returns the event by which a run has a signal already, 0 if it has not.
func takenBefore(run *opened, s *runv1.Signalled) (int64, error) {
	if s.GetRequestId() == "" {
		return 0, nil
	}
	for _, e := range slices.Backward(run.Events()) {
		was := e.GetSignalled()
		if was == nil || was.GetRequestId() != s.GetRequestId() {
			continue
		}
		if was.GetName() != s.GetName() || was.GetUser() != s.GetUser() || !proto.Equal(was.GetPayload(), s.GetPayload()) {
			return 0, &runlog.ReusedError{Run: run.Progress().Started.GetRunId()}
		}
		return e.GetSequence(), nil
	}
	return 0, nil
}
