package app

import (
	"testing"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/proto/weftapi"
)

func TestACallOfWhichNobodySaysWhatItNeedsIsRefused(t *testing.T) {
	t.Parallel()
	c, all := &callers{}, auth.Principal{Tenant: "local", Scopes: auth.Scopes()}
	for _, m := range weftapi.Methods() {
		if err := c.permit(all, m.FullMethod()); err != nil {
			t.Errorf("%s with every scope: %v", m.FullMethod(), err)
		}
		if err := c.permit(auth.Principal{Tenant: "local"}, m.FullMethod()); err == nil {
			t.Errorf("%s may be called with no scope", m.FullMethod())
		}
	}
	for _, unknown := range []string{"/weft.orchestrator.v1.FutureService/Do", "/weft.orchestrator.v1.RunsService/Do"} {
		if err := c.permit(all, unknown); err == nil {
			t.Errorf("%s may be called", unknown)
		}
	}
	if err := c.permit(all, "/grpc.health.v1.Health/Check"); err != nil {
		t.Errorf("a look at the server's health: %v", err)
	}
}
