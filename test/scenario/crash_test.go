package scenario

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/proto/weftapi"
	"github.com/weft-mesh/weft/test/mesh"
)

// TestAKilledServerLosesAndRepeatsNothing kills a server in the middle of its
// work, again and again, and looks at what the next one makes of it: every
// input that was accepted ends, every note is in the vault once, and no step
// that was finished runs a second time.
func TestAKilledServerLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	const rounds, perRound = 3, 6
	var runs []string
	for round := range rounds {
		p := mesh.Spawn(t, vault, "up")
		api := mesh.Dial(t, p.Addresses["api"])
		for i := range perRound {
			text := fmt.Sprintf("note number %d-%d: ran %d km in the morning", round, i, 3+i)
			res, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{
				Input:     mesh.InputAt(text, mesh.Now().Add(time.Duration(round*perRound+i)*time.Minute)),
				RequestId: fmt.Sprintf("r-%d-%d", round, i),
			})
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, res.GetRun().GetId())
		}
		// The last run is somewhere between its steps now.
		waitForStep(t, api, runs[len(runs)-1])
		p.Kill()
	}

	p := mesh.Spawn(t, vault, "up")
	api := mesh.Dial(t, p.Addresses["api"])
	for _, id := range runs {
		steps := waitForEnd(t, api, id)
		for step, n := range steps {
			if n != 1 {
				t.Errorf("run %s finished %s %d times", id, step, n)
			}
		}
	}
	m := &mesh.Mesh{API: api, Vault: vault}
	all := strings.Join(values(m.Raw(t)), "\n")
	for round := range rounds {
		for i := range perRound {
			if n := strings.Count(all, fmt.Sprintf("note number %d-%d:", round, i)); n != 1 {
				t.Errorf("note %d-%d is in the vault %d times", round, i, n)
			}
		}
	}
}

// waitForStep returns when a run has finished a step, or has ended.
func waitForStep(t *testing.T, api weftapi.Client, id string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stream, err := api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: id})
	if err != nil {
		t.Fatal(err)
	}
	for {
		res, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if res.GetEvent().GetCompleted() != nil || res.GetEvent().GetEnded() != nil {
			return
		}
	}
}

// waitForEnd returns how often a run finished each of its steps.
func waitForEnd(t *testing.T, api weftapi.Client, id string) map[string]int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stream, err := api.WatchRun(ctx, &orchestratorv1.WatchRunRequest{RunId: id})
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string]int{}
	for {
		res, err := stream.Recv()
		if err != nil {
			t.Fatalf("run %s: %v", id, err)
		}
		if c := res.GetEvent().GetCompleted(); c != nil {
			steps[c.GetTiming().GetState()]++
		}
		if e := res.GetEvent().GetEnded(); e != nil {
			if s := e.GetReport().GetStatus(); s != orchestratorv1.RunReport_COMPLETED {
				t.Errorf("run %s ended %v: %s", id, s, e.GetReport().GetFailure())
			}
			return steps
		}
	}
}
