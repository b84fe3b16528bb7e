package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// issue makes an API key of a tenant and returns the file with it.
func issue(t *testing.T, keys, tenant string) string {
	t.Helper()
	return issueScoped(t, keys, tenant, tenant, "read,write")
}

// issueScoped makes an API key of a user of a tenant and returns the file with it.
func issueScoped(t *testing.T, keys, tenant, user, scopes string) string {
	t.Helper()
	out, err := exec.Command(mesh.Binary(t), "keys", "add", tenant+"-"+user, "--tenant", tenant, "--user", user, "--scopes", scopes, "--file", keys, "-o", "json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var key struct{ Key string }
	if err := json.Unmarshal(out, &key); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(key.Key), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Two servers share a bus and a database. Either answers every tenant, and when one is
// killed the other goes on with what it had under way.
func TestServersOverOneDatabaseServeEveryTenantAndEachOther(t *testing.T) {
	t.Parallel()
	url := database.Database(t)
	keys := filepath.Join(t.TempDir(), "keys.json")
	tenants := map[string]string{}
	for _, tenant := range []string{"acme", "bolt"} {
		tenants[tenant] = issueScoped(t, keys, tenant, tenant, "read,write,approve")
	}
	up := func(more ...string) *mesh.Process {
		return mesh.Spawn(t, mesh.EmptyVault(t), append([]string{"up", "--set", "store=postgres", "--set", "postgres.url=" + url, "--set", "auth.keys_file=" + keys}, more...)...)
	}
	first := up("--set", "nats.listen=127.0.0.1:0")
	second := up("--set", "nats.url="+first.Addresses["nats"], "--token-file", first.TokenFile)
	as := func(p *mesh.Process, tenant string) *mesh.Mesh {
		return &mesh.Mesh{API: apptest.Patient(weftapi.NewClient(mesh.Conn(t, p.Addresses["api"], tenants[tenant])))}
	}
	note := func(tenant string, i int) *orchestratorv1.Input {
		in := mesh.Input(fmt.Sprintf("Slept %d h, says %s.", i, tenant))
		in.Intent = commonv1.InputType_INPUT_TYPE_LOG
		return in
	}

	for i := 1; i <= 2; i++ {
		for tenant := range tenants {
			for _, p := range []*mesh.Process{first, second} {
				if r, _ := as(p, tenant).Process(t, note(tenant, i)); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
					t.Errorf("a note of %s: %v", tenant, r)
				}
			}
		}
	}
	roadmap := sharedRoadmap(t, as(first, "acme").API, as(second, "acme").API, as(second, "bolt").API)
	// What the second has accepted is kept, and is carried out without it.
	runs := map[string][]string{}
	for i := 3; i <= 8; i++ {
		for tenant := range tenants {
			res, err := as(second, tenant).API.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: note(tenant, i)})
			if err != nil {
				t.Fatal(err)
			}
			runs[tenant] = append(runs[tenant], res.GetRun().GetId())
		}
	}
	second.Kill()
	if got, err := as(first, "acme").API.GetRoadmap(t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: roadmap}); err != nil || got.GetRoadmap().GetVersion() != 2 {
		t.Errorf("the roadmap is %v, %v", got, err)
	}
	for tenant := range tenants {
		m := as(first, tenant)
		for _, run := range runs[tenant] {
			if r := m.Settled(t, run); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
				t.Errorf("run %s of %s: %v", run, tenant, r)
			}
		}
		list, err := m.API.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(list.GetEntries()); n != 10 {
			t.Errorf("%s has %d of 10 notes", tenant, n)
		}
		for _, e := range list.GetEntries() {
			if !strings.HasSuffix(e.GetText(), "says "+tenant+".") {
				t.Errorf("%s has %q", tenant, e.GetText())
			}
		}
		r := m.Ask(t, "How long did I sleep today?")
		if len(r.GetCitations()) == 0 || !strings.HasPrefix(r.GetCitations()[0].GetId(), "2026-02-23") {
			t.Errorf("the question of %s: %v", tenant, r)
		}
	}
}

// sharedRoadmap keeps a roadmap by one server, and changes it by another. The first tells
// who watches it, and another tenant has none.
func sharedRoadmap(t *testing.T, one, another, other weftapi.Client) (id string) {
	t.Helper()
	g := &goal{t: t, api: one}
	proposed, err := one.ProposeRoadmap(t.Context(), &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{
		Wish: "Run 10 km in twelve weeks, three times a week", Schedules: 5, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)},
	}})
	g.took(proposed, err, orchestratorv1.Roadmap_STATE_PROPOSED)
	g.approve(orchestratorv1.Roadmap_STATE_ACTIVE)
	watch, err := one.WatchRoadmap(t.Context(), &orchestratorv1.WatchRoadmapRequest{RoadmapId: g.is.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	for version := int32(1); version <= 2; version++ {
		if seen, err := watch.Recv(); err != nil || seen.GetRoadmap().GetVersion() != version {
			t.Fatalf("watched is %v, %v", seen.GetRoadmap().GetVersion(), err)
		}
		if version == 1 {
			g.api = another
			changed, err := g.api.ChangeRoadmap(t.Context(), &orchestratorv1.ChangeRoadmapRequest{RoadmapId: g.is.GetId(), Version: 1, Changes: []*orchestratorv1.RoadmapChange{
				{Kind: orchestratorv1.RoadmapChange_KIND_SHIFTED, Days: 1},
			}})
			g.took(changed, err, orchestratorv1.Roadmap_STATE_ACTIVE)
		}
	}
	if _, err := other.GetRoadmap(t.Context(), &orchestratorv1.GetRoadmapRequest{RoadmapId: g.is.GetId()}); !errors.Is(err, fault.RoadmapNotFound) {
		t.Errorf("another tenant's is %v", err)
	}
	return g.is.GetId()
}
