package rpc_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fair"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
)

// An agent with more to do than it can do in time refuses a call at once and says when to
// come back. What it refused, and what its caller gave up, it never works on.
func TestAnAgentRefusesWhatItCannotDoInTime(t *testing.T) {
	t.Parallel()
	const takes = 200 * time.Millisecond
	turns := fair.New(1, 1)
	var worked atomic.Int32
	m := &mesh{route: func(context.Context) error { worked.Add(1); return nil }}
	m.start(t, rpc.Options{Turns: turns})
	work := func() *fair.Permit {
		p, err := turns.Acquire(t.Context(), "local", 1)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	first := work()
	<-time.After(takes) // which is what a call of this agent takes
	first.Release()

	now := work()
	gone, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() { left <- m.call(gone) }()
	for turns.Load().Waiting == 0 && t.Context().Err() == nil {
		time.Sleep(time.Millisecond) // nothing tells of a call that waits
	}
	hasty, cancel := context.WithTimeout(t.Context(), takes/2)
	defer cancel()
	f, ok := errors.AsType[*fault.Error](m.call(hasty))
	if !ok || f.Reason != fault.AgentBusy || f.Code != codes.ResourceExhausted || f.RetryAfter <= 0 {
		t.Errorf("a call that could not be answered in time: %+v", f)
	}
	if err := m.say(hasty, ""); !errors.Is(err, fault.AgentBusy) { // which can't be taken once it is read
		t.Errorf("a request that could not be answered in time was read: %v", err)
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gives up gets %v", err)
	}
	for turns.Load().Waiting > 0 && t.Context().Err() == nil {
		time.Sleep(time.Millisecond)
	}
	now.Release()
	if n := worked.Load(); n != 0 {
		t.Errorf("%d calls that nobody waits for were worked on", n)
	}
	if err := m.call(t.Context()); err != nil || worked.Load() != 1 {
		t.Errorf("a call that finds nobody before it: %v", err)
	}
}
