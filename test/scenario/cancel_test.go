package scenario

import (
	"fmt"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// TestANoteThatACancelledRunHasKeptIsNamed cancels runs at any moment: what one of
// them has left in the vault, its report names.
func TestANoteThatACancelledRunHasKeptIsNamed(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	for i := range 40 {
		text := fmt.Sprintf("note number %d of a person who changes her mind", i)
		res, err := m.API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: &orchestratorv1.Input{
			Text: text, Intent: commonv1.InputType_INPUT_TYPE_LOG,
		}})
		if err != nil {
			t.Fatal(err)
		}
		cancelled, err := m.API.CancelRun(t.Context(), &orchestratorv1.CancelRunRequest{RunId: res.GetRun().GetId(), Reason: "not now"})
		if err != nil {
			t.Fatal(err)
		}
		if r := cancelled.GetRun().GetReport(); r.GetStatus() == orchestratorv1.RunReport_CANCELLED && (r.GetCancellation().GetReason() != "not now" || r.GetCancellation().GetUser() == "") {
			t.Errorf("note %d: who cancelled it and why is told as %v", i, r.GetCancellation())
		}
		kept := strings.Contains(strings.Join(values(m.Raw(t)), "\n"), text)
		if named := cancelled.GetRun().GetReport().GetEntry() != nil; named != kept {
			t.Errorf("note %d: in the vault %v, named by the report %v (%v)", i, kept, named, cancelled.GetRun().GetStatus())
		}
	}
}
