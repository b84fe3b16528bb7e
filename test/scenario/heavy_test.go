package scenario

import (
	"context"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"golang.org/x/sync/errgroup"

	"github.com/weft-mesh/weft/internal/app/apptest"
	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// A tenant sends many notes that are much work to read. The notes and questions of
// another are answered meanwhile, and the server stays ready.
func TestATenantWithHeavyNotesKeepsNoOtherWaiting(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys.json")
	heavy, light := issue(t, keys, "heavy"), issue(t, keys, "light")
	p := mesh.Spawn(t, mesh.EmptyVault(t), "up", "--set", "store=postgres", "--set", "postgres.url="+database.Database(t), "--set", "auth.keys_file="+keys)
	as := func(key string) *mesh.Mesh {
		return &mesh.Mesh{API: apptest.Patient(weftapi.NewClient(mesh.Conn(t, p.Addresses["api"], key)))}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	const notes = 120
	var ended atomic.Int64
	var sent errgroup.Group
	sent.SetLimit(16)
	other := as(heavy)
	for range notes {
		sent.Go(func() error {
			in := mesh.Input(strings.Repeat("x1", 15_000))
			in.Intent = commonv1.InputType_INPUT_TYPE_LOG
			res, err := other.API.SubmitInput(ctx, &orchestratorv1.SubmitInputRequest{Input: in})
			if err != nil {
				return err
			}
			go func() {
				stream, err := other.API.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: res.GetRun().GetId()})
				for err == nil {
					_, err = stream.Recv()
				}
				if ctx.Err() == nil {
					ended.Add(1)
				}
			}()
			return nil
		})
	}
	if err := sent.Wait(); err != nil {
		t.Fatal(err)
	}

	m, before := as(light), ended.Load()
	for _, text := range []string{"Slept 7 h.", "Slept 8 h.", "Ran 5 km.", "How long did I sleep today?", "How far did I run today?"} {
		m.Ask(t, text)
	}
	if got := ended.Load() - before; got > notes/10 {
		t.Errorf("%d of %d heavy notes went before five light runs", got, notes)
	}
}
