package rpc_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/porttest"
	"github.com/weft-mesh/weft/kit/rpc"
)

func TestACallIsToldNotToHaveBeenSentOnlyIfNobodyCanHaveIt(t *testing.T) {
	t.Parallel()
	told := func(err error) string {
		t.Helper()
		f, ok := errors.AsType[*fault.Error](err)
		if !ok || f.Reason != fault.AgentUnavailable {
			t.Fatalf("it failed with %v", err)
		}
		return f.Metadata[rpc.NotSent]
	}
	address := porttest.FreeAddress(t)
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	if got := told(dial(t, address).call(ctx)); got != "true" {
		t.Errorf("where nobody listens it is %q", got)
	}
	// One that has the call and dies: it is tried again, where nobody is by then.
	r := serve(t, address, nil)
	caller := dial(t, address)
	callUntil(t, caller, func() bool { return r.calls.Load() > 0 })
	came := make(chan struct{})
	r.route = func(ctx context.Context) error {
		close(came)
		<-ctx.Done()
		return ctx.Err()
	}
	go func() {
		select {
		case <-came:
		case <-time.After(within):
		}
		r.server.Stop()
	}()
	if got := told(caller.call(ctx)); got != "" {
		t.Errorf("of a call that has come in it is %q", got)
	}
}
