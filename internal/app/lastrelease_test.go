package app

import (
	"errors"
	"io"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
)

// A client of the last release calls one service, and is held to the same rules.
func TestAClientOfTheLastReleaseIsAnswered(t *testing.T) {
	t.Parallel()
	conns := serveKeys(t,
		auth.Key{Name: "all", Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()},
		auth.Key{Name: "calendar", Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: []auth.Scope{auth.Calendar}},
	)
	api := orchestratorv1.NewOrchestratorServiceClient(conns[0]) //nolint:staticcheck // what the last release has
	submitted, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{Text: "squat 3x5 at 80 kg"}})
	if err != nil {
		t.Fatal(err)
	}
	id := submitted.GetRun().GetId()
	stream, err := api.WatchRun(t.Context(), &orchestratorv1.WatchRunRequest{RunId: id})
	ended := false
	for err == nil {
		var event *orchestratorv1.WatchRunResponse
		event, err = stream.Recv()
		ended = ended || event.GetEvent().GetEnded() != nil
	}
	if !errors.Is(err, io.EOF) || !ended {
		t.Fatalf("the run ended: %t, %v", ended, err)
	}
	if _, err := api.CancelRun(t.Context(), &orchestratorv1.CancelRunRequest{RunId: id}); err != nil {
		t.Fatal(err)
	}
	kept, err := api.ListAuditEvents(t.Context(), &orchestratorv1.ListAuditEventsRequest{RunId: id})
	if err != nil || len(kept.GetEvents()) != 1 || kept.GetEvents()[0].GetMethod() != "CancelRun" {
		t.Errorf("the audit log has %v, %v", kept.GetEvents(), err)
	}
	methods := orchestratorv1.File_weft_orchestrator_v1_orchestrator_proto.Services().ByName("OrchestratorService").Methods()
	for i := range methods.Len() {
		m := methods.Get(i)
		if m.Name() == "GetCalendarFeed" {
			continue
		}
		err := conns[1].Invoke(t.Context(), "/weft.orchestrator.v1.OrchestratorService/"+string(m.Name()), dynamicpb.NewMessage(m.Input()), dynamicpb.NewMessage(m.Output()))
		if !errors.Is(fault.FromError(err), fault.ScopeMissing) {
			t.Errorf("%s without its scope: %v", m.Name(), err)
		}
	}
	err = conns[0].Invoke(t.Context(), "/weft.orchestrator.v1.OrchestratorService/ListGraphs", &orchestratorv1.ListRunsRequest{}, &orchestratorv1.ListRunsResponse{})
	if status.Code(err) != codes.Unimplemented {
		t.Errorf("a method that it never had: %v", err)
	}
}
