package app

import (
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func TestTheAuditTellsOfKeysThatWereMadeWithoutAServer(t *testing.T) {
	t.Parallel()
	conns := serveKeys(t, auth.Key{Name: "ops", Tenant: "acme", User: "ops", Kind: auth.Person, Scopes: []auth.Scope{auth.Operate}})
	api := weftapi.NewClient(conns[0])
	for { // it is told in a moment
		list, err := api.ListAuditEvents(t.Context(), &orchestratorv1.ListAuditEventsRequest{Methods: []string{"KeyAdded"}})
		if err != nil {
			t.Fatal(err)
		}
		if events := list.GetEvents(); len(events) > 0 {
			if e := events[0]; len(events) != 1 || e.GetApiKeyId() == "" || e.GetUser() != "" || e.GetDescription() != "person ops, scopes operate" ||
				time.Since(e.GetTime().AsTime()) > time.Hour {
				t.Errorf("it tells %v", events)
			}
			return
		}
		select {
		case <-t.Context().Done():
			t.Fatal("it is not told")
		case <-time.Tick(10 * time.Millisecond):
		}
	}
}
