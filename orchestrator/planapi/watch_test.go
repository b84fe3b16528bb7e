package planapi

import (
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
)

func TestAPlanThatIsSharedSaysToEachWatcherWhichPausesAreTheirs(t *testing.T) {
	t.Parallel()
	plan := &orchestratorv1.Plan{Pauses: []*orchestratorv1.Pause{
		{Id: "a", Scope: "approve", Users: []string{"ann"}},
		{Id: "b", Scope: "write"},
	}}
	for name, c := range map[string]struct {
		by   auth.Principal
		mine []bool
	}{
		"who was asked":         {auth.Principal{User: "ann", Scopes: auth.Scopes()}, []bool{true, true}},
		"who may not approve":   {auth.Principal{User: "ann", Scopes: []auth.Scope{auth.Read, auth.Write}}, []bool{false, true}},
		"somebody else":         {auth.Principal{User: "bob", Scopes: auth.Scopes()}, []bool{false, true}},
		"who may not even read": {auth.Principal{User: "eve"}, []bool{false, false}},
	} {
		got := toldTo(c.by, plan)
		for i, p := range got.GetPauses() {
			if p.GetMine() != c.mine[i] {
				t.Errorf("%s: pause %s is theirs: %v", name, p.GetId(), p.GetMine())
			}
		}
		if plan.GetPauses()[0].GetMine() || plan.GetPauses()[1].GetMine() {
			t.Fatalf("%s has changed what others read", name)
		}
	}
}
