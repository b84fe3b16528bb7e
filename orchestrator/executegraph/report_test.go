package executegraph_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// cancelled tells where the run stands if it is cancelled behind some of its events.
func (r *run) cancelled(events []*runv1.Event) map[string]planv1.StepResult_Status {
	r.t.Helper()
	view := r.g.Open()
	for _, e := range append(slices.Clip(events), &runv1.Event{
		Sequence: int64(len(events) + 1), Time: timestamppb.New(time.Now()), Kind: &runv1.Event_Cancelled{Cancelled: &runv1.Cancelled{User: "bob"}},
	}) {
		if err := view.Apply(e); err != nil {
			r.t.Fatal(err)
		}
	}
	m, err := view.Report(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	out := map[string]planv1.StepResult_Status{}
	for _, s := range m.(*planv1.ExecutionReport).GetResults() { //nolint:forcetypeassert // or the test fails
		out[s.GetStepId()] = s.GetStatus()
	}
	return out
}

// Wherever a plan is cancelled, a call that may have been made is never told as one that it
// did not come to.
func TestACallThatACancelCutsOffIsInDoubt(t *testing.T) {
	t.Parallel()
	r := newRun(t, plan())
	r.exec.answer = func(n int, _ *executorv1.ExecuteRequest) (*executorv1.ExecuteResponse, error) {
		if n == 1 {
			return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_UNKNOWN, Text: "it did not answer"}, nil
		}
		return &executorv1.ExecuteResponse{Outcome: executorv1.ExecuteResponse_OUTCOME_DONE, Structured: []byte(`{"path":"Invoices/7.pdf"}`)}, nil
	}
	r.answer(r.waits(), "again")
	r.answer(r.waits(), "approve")
	r.answer(r.waits(), "done")
	r.expect("DONE, make DONE, send DONE, call DONE_BY_HAND", made, made, sent)

	const unknown = planv1.StepResult_STATUS_UNKNOWN
	want, begun := map[string]planv1.StepResult_Status{}, 0
	for i, e := range r.events[:len(r.events)-1] { // the last one ends the run
		switch k := e.GetKind().(type) {
		case *runv1.Event_StepStarted: // of a call
			begun++
			want[[]string{"make", "make", "send"}[begun-1]] = unknown
		case *runv1.Event_StepCompleted:
			if out, err := k.StepCompleted.GetOutput().UnmarshalNew(); err == nil {
				if s, ok := out.(*planv1.StepResult); ok {
					want[s.GetStepId()] = s.GetStatus()
				}
			}
		case *runv1.Event_Answered:
			if k.Answered.GetOutcome() == "done" {
				want["call"] = planv1.StepResult_STATUS_DONE_BY_HAND
			}
		}
		if got := r.cancelled(r.events[:i+1]); !maps.Equal(got, want) {
			t.Errorf("cancelled behind event %d (%T) it stands as %v, want %v", i+1, e.GetKind(), got, want)
		}
	}
	if begun != 3 {
		t.Errorf("%d calls were begun", begun)
	}
}
