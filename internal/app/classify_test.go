package app

import (
	"fmt"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/store"
)

func TestRunsWaitForAPeerWhoseTokenIsAnother(t *testing.T) {
	t.Parallel()
	if got := classify(fault.New(codes.Unauthenticated, fault.CredentialInvalid, "another token")); got != graph.Unreachable {
		t.Errorf("the run is %v", got)
	}
}

func TestRunsWaitForAnAgentThatHasTooMuchToDo(t *testing.T) {
	t.Parallel()
	busy := fault.New(codes.ResourceExhausted, fault.AgentBusy, "too much to do").After(2 * time.Second)
	for name, err := range map[string]error{
		"a retriever":   fmt.Errorf("retrieve: %w", busy),
		"over the wire": busy.GRPCStatus().Err(),
	} {
		if got := classify(err); got != graph.Unreachable {
			t.Errorf("%s: the run is %v", name, got)
		}
		if got := retryAfter(err); got < 2*time.Second || got > 3*time.Second {
			t.Errorf("%s: it comes back after %v", name, got)
		}
	}
	if got := retryAfter(fault.New(codes.ResourceExhausted, fault.QueueFull, "full").After(time.Second)); got != 0 {
		t.Errorf("another error asks for %v", got)
	}
}

// A database may be away for longer than any limit, and what was accepted is kept all
// the same.
func TestRunsWaitForTheDatabaseWithoutALimit(t *testing.T) {
	t.Parallel()
	away := fmt.Errorf("read recent notes: %w", store.ErrUnavailable)
	for name, err := range map[string]error{
		"the orchestrator's own":       away,
		"a retriever's":                fault.Wrap(away, codes.Unavailable, fault.StoreUnavailable, "the database can't be reached"),
		"a retriever's, over the wire": fault.Wrap(away, codes.Unavailable, fault.StoreUnavailable, "the database can't be reached").GRPCStatus().Err(),
		"a disk that is full":          fmt.Errorf("keep: %w", store.ErrNoSpace),
	} {
		if got := classify(err); got != graph.Blocked {
			t.Errorf("%s: the run is %v", name, got)
		}
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
