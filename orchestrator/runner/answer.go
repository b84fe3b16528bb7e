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

// An Answer ends a pause.
type Answer struct {
	Interrupt string // "" means the one that is open, if it is the only one
	Outcome   graph.Outcome
	Payload   proto.Message // nil if nothing was said
	By        auth.Principal
	// Once: the same answer again, of the same user, is an AnsweredError, too.
	Once bool
}

// Answer gives a run what it waits for and queues it. When it returns the
// answer is kept, and it came before its wait was over. The same answer again, of the same
// user, changes nothing; of another it is an AnsweredError.
func (r *Runner) Answer(ctx context.Context, k runlog.Key, a Answer) error {
	if a.By.Tenant != k.Tenant {
		return fmt.Errorf("answer run %s of another tenant: %w", k.Run, runlog.ErrNotFound)
	}
	var payload *anypb.Any
	if a.Payload != nil {
		var err error
		if payload, err = anypb.New(a.Payload); err != nil {
			return fmt.Errorf("pack the answer to run %s: %w", k.Run, err)
		}
	}
	return r.change(ctx, k, func(run *opened, now time.Time) ([]*runv1.Event, error) {
		events := run.Events()
		answered := &runv1.Answered{
			InterruptId: a.Interrupt,
			Outcome:     string(a.Outcome),
			Payload:     payload,
			User:        a.By.User,
			Principal:   principal(a.By),
			TraceParent: r.traceParent(ctx),
		}
		open := run.Progress().Waiting()
		if answered.InterruptId == "" && len(open) == 1 {
			answered.InterruptId = open[0].GetInterruptId()
		}
		if err := run.flow.Permit(events, answered.GetInterruptId(), a.By); err != nil {
			return nil, err // before it is told what somebody else has said
		}
		if !a.Once && repeated(events, answered) {
			return nil, nil
		}
		if earlier := given(events, answered.GetInterruptId()); earlier != nil {
			return nil, earlier
		}
		if len(open) == 0 {
			return nil, ErrNotWaiting
		}
		if !slices.ContainsFunc(open, func(i *runv1.Interrupted) bool { return i.GetInterruptId() == answered.GetInterruptId() }) {
			return nil, fmt.Errorf("%w: %s", ErrOtherInterrupt, open[0].GetInterruptId())
		}
		err := run.Accept(answered, a.By, now)
		if expired, ok := errors.AsType[*graph.ExpiredError](err); ok {
			return nil, fmt.Errorf("%w: %w", ErrNotWaiting, expired)
		}
		if err != nil {
			return nil, err
		}
		return []*runv1.Event{{Kind: &runv1.Event_Answered{Answered: answered}}}, nil
	})
}

// principal is what the log keeps of who has called; nil if that is nobody.
func principal(p auth.Principal) *runv1.Principal {
	if p.Kind == "" {
		return nil
	}
	out := &runv1.Principal{
		Tenant: p.Tenant, User: p.User, Kind: string(p.Kind), KeyId: p.KeyID, Issuer: p.Issuer, Subject: p.Subject,
	}
	for _, s := range p.Scopes {
		out.Scopes = append(out.Scopes, string(s))
	}
	return out
}

// An AnsweredError tells how a pause was answered before, by whom and when.
type AnsweredError struct {
	Answered *runv1.Answered
	Time     time.Time
}

func (e *AnsweredError) Error() string {
	return fmt.Sprintf("%v, by %s on %s", ErrAnswered, e.Answered.GetUser(), e.Time.UTC().Format(time.RFC3339))
}

// Unwrap makes it an ErrAnswered.
func (*AnsweredError) Unwrap() error { return ErrAnswered }

// given returns how a pause was answered, nil if nobody has: a wait that has expired goes
// on without an answer.
func given(events []*runv1.Event, interrupt string) error {
	for _, e := range events {
		if a := e.GetAnswered(); a != nil && a.GetInterruptId() == interrupt && a.GetUser() != "" {
			return &AnsweredError{a, e.GetTime().AsTime()}
		}
	}
	return nil
}

// repeated reports whether the same user has given the run exactly this answer.
func repeated(events []*runv1.Event, a *runv1.Answered) bool {
	return a.GetInterruptId() != "" && slices.ContainsFunc(events, func(e *runv1.Event) bool {
		b := e.GetAnswered()
		return b != nil && b.GetInterruptId() == a.GetInterruptId() &&
			b.GetUser() == a.GetUser() && b.GetOutcome() == a.GetOutcome() && proto.Equal(b.GetPayload(), a.GetPayload())
	})
}
