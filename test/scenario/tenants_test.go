package scenario

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
)

// Two tenants share a bus, each with a vault and workers of its own. A worker that
// took the other's run could neither read nor keep anything.
func TestEachTenantsRunsAreWalkedWhereItsNotesAre(t *testing.T) {
	t.Parallel()
	mine, server := mesh.Shared(t, mesh.EmptyVault(t))
	others := mesh.Joined(t, mesh.EmptyVault(t), server, config.Override{Path: "tenant", Value: "other"})
	for i := range 8 {
		for of, m := range map[string]*mesh.Mesh{"mine": mine, "other": others} {
			text := fmt.Sprintf("Slept %d h, says %s.", i+1, of)
			in := mesh.Input(text)
			in.Intent = commonv1.InputType_INPUT_TYPE_LOG
			if r, _ := m.Process(t, in); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
				t.Errorf("%q: %v", text, r)
			}
			r := m.Ask(t, "How long did I sleep today?")
			if r.GetStatus() != orchestratorv1.RunReport_COMPLETED || len(r.GetCitations()) == 0 {
				t.Errorf("the question of %s: %v", of, r)
			}
		}
	}
	for of, m := range map[string]*mesh.Mesh{"mine": mine, "other": others} {
		list, err := m.API.ListEntries(t.Context(), &orchestratorv1.ListEntriesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(list.GetEntries()); n != 8 {
			t.Errorf("%s has %d of 8 notes", of, n)
		}
		for _, e := range list.GetEntries() {
			if !strings.HasSuffix(e.GetText(), of+".") {
				t.Errorf("%s has %q", of, e.GetText())
			}
		}
	}
}

// Two tenants share a bus and a model that obeys whatever it reads. What one of them
// writes reaches nothing of the other's.
func TestATenantReachesNothingOfAnother(t *testing.T) {
	t.Parallel()
	model := &obedient{rand: rand.New(rand.NewPCG(7, 11))}
	set := append(peer.Settings(peer.Serve(t, model.answer)), config.Override{Path: "llm.parse_retry", Value: "0"})
	vault := mesh.EmptyVault(t)
	write(t, filepath.Join(vault, "global-context.md"), certainPage)
	write(t, filepath.Join(vault, "logs", "raw", "2026", "02", "2026-02-20.md"), certainDay)
	mine, server := mesh.Shared(t, vault, set...)
	others := mesh.Joined(t, mesh.EmptyVault(t), server, append(set, config.Override{Path: "tenant", Value: "other"})...)

	// Ids tell when a note was written, and the other writes nothing on this day.
	old := look(t, mine).known
	model.obey("Slept 7 h.")
	run := mine.Ask(t, "Slept 7 h.").GetRunId()
	before := look(t, mine)

	for i, text := range hostile(t) {
		if i%5 > 0 {
			continue
		}
		model.obey(text)
		others.Ask(t, text)
		r := others.Ask(t, "How did I sleep last week, and whose birthday was it?")
		for _, c := range r.GetCitations() {
			if old[c.GetId()] {
				t.Errorf("%q: another's answer cites %s", text, c.GetId())
			}
		}
		before.wantOnly(t, text, look(t, mine))
	}

	for what, call := range map[string]func(context.Context) error{
		"look at its run": func(ctx context.Context) error {
			_, err := others.API.GetRun(ctx, &orchestratorv1.GetRunRequest{RunId: run})
			return err
		},
		"cancel its run": func(ctx context.Context) error {
			_, err := others.API.CancelRun(ctx, &orchestratorv1.CancelRunRequest{RunId: run})
			return err
		},
		"read its note": func(ctx context.Context) error {
			_, err := others.API.GetEntry(ctx, &orchestratorv1.GetEntryRequest{Id: slices.Sorted(maps.Keys(old))[0]})
			return err
		},
	} {
		if err := call(t.Context()); status.Code(err) != codes.NotFound {
			t.Errorf("another may %s: %v", what, err)
		}
	}
	in := mesh.Input("how did I sleep?")
	in.Intent = commonv1.InputType_INPUT_TYPE_QUERY
	if r, _ := mine.Process(t, in); r.GetStatus() == orchestratorv1.RunReport_RUNNING {
		t.Error("the run goes on")
	}
}
