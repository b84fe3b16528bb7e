package scenario

import (
	"strings"
	"sync/atomic"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
)

// Agents that run apart know nothing of what the others wait for. The run tells
// them, so that it waits once for a server that never answers, and not once for
// each agent.
func TestARunWaitsOnceForAProviderThatIsSilent(t *testing.T) {
	t.Parallel()
	for _, shape := range []struct {
		name  string
		start func(t *testing.T, vault string, set []config.Override) *mesh.Mesh
	}{
		{"in one process", func(t *testing.T, vault string, set []config.Override) *mesh.Mesh {
			m, stop := mesh.Start(t, vault, "", set...)
			t.Cleanup(stop)
			return m
		}},
		{"each role its own process", func(t *testing.T, vault string, set []config.Override) *mesh.Mesh {
			return mesh.Processes(t, vault, set...)
		}},
	} {
		t.Run(shape.name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int64
			url := peer.Serve(t, func(peer.Call) peer.Reply {
				calls.Add(1)
				return peer.Reply{Fault: peer.Silent}
			})
			m := shape.start(t, mesh.ExampleVault(t), append(peer.Settings(url), config.Override{Path: "llm.timeout", Value: "1s"}))
			r := m.Ask(t, "Wie habe ich letzte Woche geschlafen?")
			if n := calls.Load(); n != 1 {
				t.Errorf("the run waited %d times", n)
			}
			if r.GetStatus() != orchestratorv1.RunReport_PARTIAL || r.GetAnswer() == "" { // rules don't read German
				t.Errorf("it ended %v: %s", r.GetStatus(), r.GetFailure())
			}
			for _, agent := range []string{"router", "synthesizer"} {
				from := r.GetProvenance()[agent]
				if from.GetMind() != commonv1.Mind_MIND_RULES || !from.GetDegraded() || !strings.Contains(from.GetDegradedReason(), "in time") && !strings.Contains(from.GetDegradedReason(), "no answer within") && !strings.Contains(from.GetDegradedReason(), "left alone") {
					t.Errorf("the %s answered as %v", agent, from)
				}
			}
		})
	}
}
