package scenario

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/porttest"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// routed is what a router logs of each call.
const routed = "method=weft.router.v1.RouterService/Route "

// router starts a replica of the router.
func router(t *testing.T, vault, address string) *mesh.Process {
	t.Helper()
	return mesh.Spawn(t, vault, "serve", "--roles", "router", "--set", "roles.router.listen="+address, "--set", "log.level=debug")
}

// routedAt starts all but the router, which is looked for at some places.
func routedAt(t *testing.T, vault string, places ...string) *mesh.Process {
	t.Helper()
	roles := slices.DeleteFunc(app.Roles(), func(r string) bool { return r == "router" })
	args := []string{"serve", "--roles", strings.Join(roles, ","), "--set", "peers.router=" + strings.Join(places, ","), "--set", "log.level=debug"}
	for _, agent := range roles {
		if agent != app.Orchestrator {
			args = append(args, "--set", "roles."+agent+".listen=127.0.0.1:0")
		}
	}
	return mesh.Spawn(t, vault, args...)
}

// callRouter has the router called once, without a run that would try again.
func callRouter(ctx context.Context, api weftapi.Client) error {
	_, err := api.ExplainInput(ctx, &orchestratorv1.ExplainInputRequest{Input: mesh.Input("How far did I run last week?")})
	return err
}

func TestAReplicaThatIsAddedGetsCallsWithinSeconds(t *testing.T) {
	t.Parallel()
	vault := mesh.ExampleVault(t)
	here, there := porttest.FreeAddress(t), porttest.FreeAddress(t)
	router(t, vault, here)
	api := mesh.Dial(t, routedAt(t, vault, here, there).Addresses["api"])
	if err := callRouter(t.Context(), api); err != nil {
		t.Fatal(err)
	}
	wantReady := func(n int32) {
		t.Helper()
		status, err := api.GetMesh(t.Context(), &orchestratorv1.GetMeshRequest{})
		i := slices.IndexFunc(status.GetRoles(), func(r *orchestratorv1.MeshRole) bool { return r.GetName() == "router" })
		if err != nil || i < 0 {
			t.Fatal(err, i)
		}
		if r := status.GetRoles()[i]; r.GetHere() || r.GetReplicas() != 2 || r.GetReadyReplicas() != n || r.GetProblem() != "" {
			t.Errorf("the router is %v, want %d replicas of it ready", r, n)
		}
	}
	wantReady(1)
	added := router(t, vault, there)
	began := time.Now()
	for !strings.Contains(added.Log(t), routed) {
		if time.Since(began) > 20*time.Second {
			t.Fatal("the new replica has got no call")
		}
		if err := callRouter(t.Context(), api); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("its first call came after %v", time.Since(began))
	wantReady(2)
}

func TestARollingRestartOfAnAgentFailsNoCallAndNoRun(t *testing.T) {
	t.Parallel()
	vault := mesh.ExampleVault(t)
	places := []string{porttest.FreeAddress(t), porttest.FreeAddress(t)}
	replicas := []*mesh.Process{router(t, vault, places[0]), router(t, vault, places[1])}
	api := mesh.Dial(t, routedAt(t, vault, places...).Addresses["api"])

	ctx, cancel := context.WithCancel(t.Context())
	var load sync.WaitGroup
	for range 4 {
		load.Go(func() {
			for ctx.Err() == nil {
				if err := callRouter(t.Context(), api); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	m := &mesh.Mesh{API: api, Vault: vault}
	for i, old := range replicas {
		old.End(t)
		replicas[i] = router(t, vault, places[i])
		m.Ask(t, "How far did I run last week?")
		for began := time.Now(); !strings.Contains(replicas[i].Log(t), routed); time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > 20*time.Second {
				t.Fatal("the replica has got no call since its restart")
			}
		}
	}
	cancel()
	load.Wait()
}
