package app

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// A caller that knows nothing but the API finds the graphs, and what to start them with.
func TestGraphsSayHowTheyAreStarted(t *testing.T) {
	t.Parallel()
	conns := serveKeys(t, auth.Key{Name: "a", Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()})
	api := apptest.Patient(weftapi.NewClient(conns[0]))
	list, err := api.ListGraphs(t.Context(), &orchestratorv1.ListGraphsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	newest := map[string]*orchestratorv1.Graph{}
	for _, g := range list.GetGraphs() {
		if g.GetNewest() {
			newest[g.GetName()] = g
		}
		checkGraph(t, g)
	}
	plan := newest["plan"]
	if plan == nil || !plan.GetStartable() || !slices.Equal(plan.GetScopes(), []string{"write", "approve"}) {
		t.Fatalf("the graph plan is %v", plan)
	}
	replan := newest["replan"]
	input := &anypb.Any{}
	if err := protojson.Unmarshal([]byte(`{"@type":"type.googleapis.com/`+replan.GetInput().GetType()+`"}`), input); err != nil {
		t.Fatal(err)
	}
	started, err := api.StartRun(t.Context(), &orchestratorv1.StartRunRequest{Graph: replan.GetName(), Input: input, RequestId: "once"})
	if err != nil || started.GetRun().GetGraphVersion() != replan.GetVersion() {
		t.Errorf("the run is %v, %v", started.GetRun(), err)
	}

	one, err := api.ListGraphs(t.Context(), &orchestratorv1.ListGraphsRequest{Name: "replan"})
	if err != nil || len(one.GetGraphs()) == 0 || one.GetGraphs()[0].GetName() != "replan" {
		t.Errorf("replan alone is %v, %v", one, err)
	}
	if _, err := api.ListGraphs(t.Context(), &orchestratorv1.ListGraphsRequest{Name: "trips"}); !errors.Is(fault.FromError(err), fault.GraphUnknown) {
		t.Errorf("a graph that there is not: %v", err)
	}
}

// checkGraph fails the test if what is told of a graph doesn't hang together.
func checkGraph(t *testing.T, g *orchestratorv1.Graph) {
	t.Helper()
	states := map[string]bool{}
	for _, s := range g.GetStates() {
		states[s.GetName()] = true
		if s.GetKind() == orchestratorv1.GraphState_KIND_UNSPECIFIED || s.GetDescription() == "" || len(s.GetOutcomes()) == 0 {
			t.Errorf("%s: %v", g.GetName(), s)
		}
		if (s.GetKind() == orchestratorv1.GraphState_KIND_WAIT) != (s.GetScope() != "") {
			t.Errorf("%s: answering %s takes the scope %q", g.GetName(), s.GetName(), s.GetScope())
		}
	}
	ends := false
	for _, s := range g.GetStates() {
		for _, o := range s.GetOutcomes() {
			ends = ends || len(o.GetNext()) == 0
			for _, next := range o.GetNext() {
				if !states[next] {
					t.Errorf("%s: %s leads to %s, which is none of its states", g.GetName(), s.GetName(), next)
				}
			}
		}
	}
	if !states[g.GetStart()] || !ends || g.GetDescription() == "" || !strings.HasPrefix(g.GetMermaid(), "stateDiagram") {
		t.Errorf("%v", g)
	}
	if g.GetStartable() && g.GetInput() == nil {
		t.Errorf("%s can be started, and does not say with what", g.GetName())
	}
	for _, m := range []*orchestratorv1.GraphMessage{g.GetInput(), g.GetResult()} {
		if m == nil {
			continue
		}
		var s jsonschema.Schema
		if err := json.Unmarshal([]byte(m.GetSchema()), &s); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Resolve(nil); err != nil {
			t.Errorf("the schema of %s: %v", m.GetType(), err)
		}
	}
}

func TestAnOperatorSeesHowTheMeshStands(t *testing.T) {
	t.Parallel()
	conns := serveKeys(t,
		auth.Key{Name: "a", Tenant: "acme", User: "ann", Kind: auth.Person, Scopes: auth.Scopes()},
		auth.Key{Name: "b", Tenant: "acme", User: "bob", Kind: auth.Person, Scopes: []auth.Scope{auth.Read}},
	)
	api, reader := apptest.Patient(weftapi.NewClient(conns[0])), weftapi.NewClient(conns[1])
	mesh, err := api.GetMesh(t.Context(), &orchestratorv1.GetMeshRequest{})
	if err != nil {
		t.Fatal(err)
	}
	here := 0
	for _, r := range mesh.GetRoles() {
		if r.GetHere() && r.GetReplicas() == 1 && r.GetProblem() == "" {
			here++
		}
	}
	if here < 10 || len(mesh.GetNeeds()) < 4 || len(mesh.GetAgents()) < 8 || mesh.GetAgents()[0].GetMind() != "rules" {
		t.Errorf("%d roles are here; the mesh is %v", here, mesh)
	}
	for _, n := range mesh.GetNeeds() {
		if !n.GetOk() {
			t.Errorf("it misses %s", n.GetName())
		}
	}
	if _, err := reader.GetMesh(t.Context(), &orchestratorv1.GetMeshRequest{}); !errors.Is(fault.FromError(err), fault.ScopeMissing) {
		t.Errorf("without the scope operate: %v", err)
	}
	domains, err := reader.ListDomains(t.Context(), &orchestratorv1.ListDomainsRequest{})
	if err != nil || len(domains.GetDomains()) < 3 {
		t.Errorf("the domains are %v, %v", domains, err)
	}
	spent, err := reader.GetBudget(t.Context(), &orchestratorv1.GetBudgetRequest{})
	if err != nil || spent.GetTokens() != 0 || spent.GetDayTokens() != -1 || !spent.GetDayStartTime().IsValid() {
		t.Errorf("the budget is %v, %v", spent, err)
	}
}
