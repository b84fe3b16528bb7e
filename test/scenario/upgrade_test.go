package scenario

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/plans/progress"
	"github.com/weft-mesh/weft/test/mesh"
)

// recorded starts a mesh on a copy of the vault that an earlier build left behind; see
// testdata/release. Its runs are as old as they are.
func recorded(t *testing.T) *outfit {
	t.Helper()
	vault := mesh.EmptyVault(t)
	if out, err := exec.Command("tar", "-C", vault, "-xpf", "testdata/release/vault.tar.gz").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	m, _ := mesh.Start(t, vault, "", config.Override{Path: "user", Value: "ann"}, config.Override{Path: "time_zone", Value: "UTC"},
		config.Override{Path: "runs.retention", Value: "876000h"}, config.Override{Path: "threads.expires", Value: "876000h"})
	return &outfit{Mesh: m}
}

// Every run of a log that an earlier build has written is listed and read, those that had
// ended as they ended, and the others go on from where they stood.
func TestTheRunsOfAnEarlierBuildAreReadAndGoOn(t *testing.T) {
	t.Parallel()
	o := recorded(t)
	list, err := o.API.ListRuns(t.Context(), &orchestratorv1.ListRunsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	runs := map[string]*orchestratorv1.Run{}
	for _, r := range list.GetRuns() {
		runs[r.GetGraph()+": "+r.GetText()] = r
	}
	for text, want := range map[string]orchestratorv1.RunReport_Status{
		"notes: Bench press 5x5 @ 80kg":                        orchestratorv1.RunReport_COMPLETED,
		"notes: Slept 6 h":                                     orchestratorv1.RunReport_COMPLETED,
		"notes: how did I sleep this month?":                   orchestratorv1.RunReport_COMPLETED,
		"notes: Correction: the bench press was 85 kg, not 80": orchestratorv1.RunReport_WAITING,
		"plan: Renew the bicycle light.":                       orchestratorv1.RunReport_WAITING,
		"plan: Renew the library card.":                        orchestratorv1.RunReport_CANCELLED,
		"execute: Renew the passport.":                         orchestratorv1.RunReport_WAITING,
	} {
		if got := runs[text]; got.GetStatus() != want {
			t.Errorf("%s is %v, want %v", text, got.GetStatus(), want)
		}
	}
	if len(list.GetRuns()) != 10 {
		t.Errorf("%d runs are listed, want 10", len(list.GetRuns()))
	}
	if slept := o.Report(t, runs["notes: how did I sleep this month?"].GetId()); !strings.Contains(slept.GetAnswer(), "Slept 6 h") {
		t.Errorf("the answer of a run that had ended is %q", slept.GetAnswer())
	}

	// Under way when its server was killed: the steps that it had kept are not repeated.
	asked := o.Settled(t, runs["notes: how heavy was the bench press?"].GetId())
	if asked.GetStatus() != orchestratorv1.RunReport_COMPLETED || !strings.Contains(asked.GetAnswer(), "80 kg") {
		t.Errorf("the run that was under way is %v: %q %s", asked.GetStatus(), asked.GetAnswer(), asked.GetFailure())
	}
	const meant = "2026-11-10_09-00-00"
	corrected := o.Answer(t, &orchestratorv1.AnswerRunRequest{
		RunId:   runs["notes: Correction: the bench press was 85 kg, not 80"].GetId(),
		Answers: []*orchestratorv1.QuestionAnswer{{Text: meant}},
	})
	if corrected.GetStatus() != orchestratorv1.RunReport_COMPLETED || entryLoad(t, o.Mesh, meant) != 85 {
		t.Errorf("the run that waited is %v: %s", corrected.GetStatus(), corrected.GetFailure())
	}

	plans, err := o.API.ListPlans(t.Context(), &orchestratorv1.ListPlansRequest{})
	if err != nil {
		t.Fatal(err)
	}
	plan := func(objective string) *orchestratorv1.Plan {
		i := slices.IndexFunc(plans.GetPlans(), func(p *orchestratorv1.Plan) bool { return p.GetContent().GetObjective() == objective })
		if i < 0 {
			t.Fatalf("there is no plan %q", objective)
		}
		return plans.GetPlans()[i]
	}
	o.markDone(t, plan("Renew the passport."), "", completed)
	proposed := plan("Renew the bicycle light.")
	approved := o.approve(t, proposed, waiting)
	if first := progress.Turn(approved); first.GetId() != "find" || first.GetState() != byHand {
		t.Errorf("approved, it is the turn of %v", first)
	}
	o.markDone(t, o.markDone(t, approved, "", waiting), "", completed)

	checked, err := o.API.VerifyRuns(t.Context(), &orchestratorv1.VerifyRunsRequest{})
	if err != nil || len(checked.GetLost())+len(checked.GetProblems()) > 0 {
		t.Errorf("the log is %v, %v", checked, err)
	}
	// What this build does goes into the same log.
	if r := o.Ask(t, "Slept 7 h"); r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Errorf("a new run is %v", r.GetStatus())
	}
}
