package usage_test

import (
	"errors"
	"sync"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/usage"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

func TestEverybodyWhoListensHearsOfEachCall(t *testing.T) {
	t.Parallel()
	var run, step usage.Tally
	ctx := usage.Listen(t.Context(), run.Add)
	usage.Tell(ctx, &commonv1.ModelUsage{Agent: "router", Calls: 1, InputTokens: 7})
	inner := usage.Listen(ctx, step.Add)
	var calls sync.WaitGroup
	for range 10 {
		calls.Go(func() {
			usage.Tell(inner, &commonv1.ModelUsage{Agent: "planner", Calls: 2, OutputTokens: 3, CostMicroUsd: 5})
		})
	}
	calls.Wait()
	usage.Tell(inner, nil)
	usage.Tell(inner, &commonv1.ModelUsage{Agent: "evaluator"})
	usage.Tell(t.Context(), &commonv1.ModelUsage{Agent: "evaluator", Calls: 1})
	if got := step.List(); len(got) != 1 || got[0].GetCalls() != 20 || got[0].GetOutputTokens() != 30 || got[0].GetCostMicroUsd() != 50 {
		t.Errorf("the step heard %v", got)
	}
	if got := run.List(); len(got) != 2 || got[0].GetAgent() != "planner" || usage.Total(got).GetCalls() != 21 || usage.Total(got).GetInputTokens() != 7 {
		t.Errorf("the run heard %v", got)
	}
}

func TestAnErrorTellsWhatWasSpentInVain(t *testing.T) {
	t.Parallel()
	spent := &commonv1.Provenance{ModelCalls: 3, InputTokens: 900, OutputTokens: 40, CostMicroUsd: 12}
	err := usage.Onto(fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "no"), spent)
	sent := fault.FromStatus(err.GRPCStatus()) // as it comes out of the wire
	got := usage.OfError("router", sent)
	if got.GetAgent() != "router" || got.GetCalls() != 3 || got.GetInputTokens() != 900 || got.GetOutputTokens() != 40 || got.GetCostMicroUsd() != 12 {
		t.Errorf("it tells %v", got)
	}
	for _, silent := range []error{nil, errors.New("x"), fault.New(codes.Internal, fault.Internal, "x"), usage.Onto(fault.New(codes.Internal, fault.Internal, "x"), nil)} {
		if got := usage.OfError("router", silent); got != nil {
			t.Errorf("%v tells %v", silent, got)
		}
	}
}
