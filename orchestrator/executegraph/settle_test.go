package executegraph_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
)

// A call that was never made is never in doubt: the person is asked how to go on, and not
// whether it happened.
func TestACallThatWasNotMadeIsNotInDoubt(t *testing.T) {
	t.Parallel()
	always := func(err error) func(*executor) {
		return func(e *executor) {
			e.refuse = func(int) error { return err }
		}
	}
	away := fault.New(codes.Unavailable, fault.ToolUnavailable, "the tool server invoices can't be used")
	nobody := fault.New(codes.Unavailable, fault.AgentUnavailable, "nobody is there").With(rpc.NotSent, "true")
	for name, tt := range map[string]struct {
		play func(*executor)
		cut  int
	}{
		"its server is away":      {play: always(away)},
		"its executor is away":    {play: always(nobody)}, // and can't be asked either
		"first one, then another": {play: func(e *executor) { e.refuse = func(n int) error { return []error{away, nobody}[n%2] } }},
		"its requests got lost":   {play: func(e *executor) { e.lose = 3 }},
		"a worker died before":    {play: always(away), cut: 4},
		"its connection was lost": {play: func(e *executor) {
			e.answer = func(int, *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
				return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_NOT_SENT, Text: "the call was not sent"}, nil
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, plan())
			r.cut = tt.cut
			tt.play(r.exec)
			i := r.waits()
			if i.GetState() != "DECIDE" || !strings.Contains(i.GetText(), "failed") || strings.Contains(i.GetText(), "happen") || i.GetExplanation() == "" {
				t.Errorf("asked is %v", i)
			}
			// What was sent and did not arrive calls nothing any more.
			for _, req := range r.exec.late {
				if _, err := r.exec.Execute(t.Context(), req); !errors.Is(err, fault.GrantUsed) {
					t.Errorf("a request that comes late: %v", err)
				}
			}
			r.exec.refuse, r.exec.answer = nil, nil
			before := len(r.exec.called())
			r.answer(i, "again")
			if i = r.waits(); i.GetState() != "APPROVE" || !slices.Equal(r.exec.called()[before:], []string{made}) {
				t.Errorf("then it waits in %v, and called were %q", i, r.exec.called())
			}
		})
	}
}

// An executor that can't be asked leaves a call in doubt that may have reached it.
func TestACallThatMayHaveBeenMadeStaysInDoubt(t *testing.T) {
	t.Parallel()
	for name, play := range map[string]func(*executor){
		"a request may have arrived": func(e *executor) { e.lose = 6 },
		"a worker may have sent one": func(e *executor) {
			e.refuse = func(int) error {
				return fault.New(codes.Unavailable, fault.AgentUnavailable, "nobody is there").With(rpc.NotSent, "true")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, plan())
			if play(r.exec); r.exec.refuse != nil {
				r.cut = 4
			}
			i := r.waits()
			if i.GetState() != "DECIDE" || !strings.Contains(i.GetText(), "happen") {
				t.Errorf("asked is %v", i)
			}
			if why := i.GetExplanation(); !strings.Contains(why, "may have been called") || strings.Contains(why, "try again") {
				t.Errorf("it is told why as %q", why)
			}
		})
	}
}
