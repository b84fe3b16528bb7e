package app

import (
	"fmt"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestRunsWaitForAPeerWhoseTokenIsAnother(t *testing.T) {
	t.Parallel()
	if got := classify(fault.New(codes.Unauthenticated, fault.CredentialInvalid, "another token")); got != graph.Unreachable {
		t.Errorf("the run is %v", got)
	}
}

func TestAFailedRunTellsTheReasonOfTheErrorThatItFailedWith(t *testing.T) {
	t.Parallel()
	refused := fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "no model")
	for err, want := range map[error]string{
		refused:                              "MODEL_UNAVAILABLE",
		fmt.Errorf("step PLAN: %w", refused): "MODEL_UNAVAILABLE",
		refused.GRPCStatus().Err():           "MODEL_UNAVAILABLE", // as it comes from an agent
	} {
		if got := reason(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}
