package apptest_test

import (
	"context"
	"errors"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// A busy server refuses what it is asked for the given reasons, one after the other.
type busy struct {
	weftapi.Client
	reasons []fault.Reason
	asked   []string // request ids
}

func (b *busy) SubmitInput(_ context.Context, req *orchestratorv1.SubmitInputRequest, _ ...grpc.CallOption) (*orchestratorv1.SubmitInputResponse, error) {
	b.asked = append(b.asked, req.GetRequestId())
	if n := len(b.asked); n <= len(b.reasons) {
		return nil, fault.New(codes.Unavailable, b.reasons[n-1], "not now")
	}
	return &orchestratorv1.SubmitInputResponse{}, nil
}

func TestWhatTheBusCanNotStoreIsAskedForAgainWithTheSameRequestID(t *testing.T) {
	t.Parallel()
	b := &busy{reasons: []fault.Reason{fault.BusUnavailable, fault.BusUnavailable}}
	if _, err := apptest.Patient(b).SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{}); err != nil {
		t.Fatal(err)
	}
	if a := b.asked; len(a) != 3 || a[0] == "" || a[1] != a[0] || a[2] != a[0] {
		t.Errorf("asked was %q", a)
	}
	b = &busy{reasons: []fault.Reason{fault.BusUnavailable, fault.DiskFull}}
	_, err := apptest.Patient(b).SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{RequestId: "mine"})
	if a := b.asked; !errors.Is(err, fault.DiskFull) || len(a) != 2 || a[0] != "mine" || a[1] != "mine" {
		t.Errorf("%v after %q", err, a)
	}
}
