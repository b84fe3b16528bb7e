package app

import (
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
