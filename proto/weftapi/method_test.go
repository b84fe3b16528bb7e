package weftapi_test

import (
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
)

func TestEveryMethodStatesWhatItNeeds(t *testing.T) {
	t.Parallel()
	for _, m := range weftapi.Methods() {
		if m.Rules.GetScope() == orchestratorv1.Scope_SCOPE_UNSPECIFIED {
			t.Errorf("%s states no scope", m.FullMethod())
		}
		if m.HTTP.GetPattern() == nil {
			t.Errorf("%s states no path", m.FullMethod())
		}
		if reads := m.Rules.GetScope() == orchestratorv1.Scope_SCOPE_READ; reads && !m.OnlyReads() {
			t.Errorf("%s needs the scope read and may change something", m.FullMethod())
		}
	}
}

// A caller of the last release finds every method, under the name that it had.
func TestTheDeprecatedServiceLeadsToTheMethodsThatTookItsPlace(t *testing.T) {
	t.Parallel()
	old := orchestratorv1.File_weft_orchestrator_v1_orchestrator_proto.Services().ByName("OrchestratorService").Methods()
	for i := range old.Len() {
		d := old.Get(i)
		m, found := weftapi.FindMethod("/weft.orchestrator.v1.OrchestratorService/" + string(d.Name()))
		if !found || m.Name() != d.Name() || m.Input() != d.Input() || m.Output() != d.Output() ||
			m.IsStreamingServer() != d.IsStreamingServer() || m.IsStreamingClient() != d.IsStreamingClient() {
			t.Errorf("%s leads to %s", d.FullName(), m.FullMethod())
		}
	}
	if old.Len() < 60 {
		t.Errorf("it has %d methods", old.Len())
	}
}
