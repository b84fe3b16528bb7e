package scenario

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// Notes that nobody could search are not called absent.
func TestAnOutageIsToldAsOne(t *testing.T) {
	t.Parallel()
	api, _ := without(t, mesh.ExampleVault(t), "retriever")
	for _, question := range []string{"How far did I run last week?", "Did I ever go swimming?"} {
		input := mesh.Input(question)
		input.Intent = commonv1.InputType_INPUT_TYPE_QUERY
		res, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: input})
		if err != nil {
			t.Fatal(err)
		}
		r := end(t, api, res.GetRun().GetId())
		if r.GetStatus() != orchestratorv1.RunReport_PARTIAL || !hasGap(r, commonv1.GapReason_GAP_REASON_OUTAGE) {
			t.Errorf("%q ended %v, gaps %v: %s", question, r.GetStatus(), r.GetGaps(), r.GetFailure())
		}
		if hasGap(r, commonv1.GapReason_GAP_REASON_NO_NOTES) || len(r.GetFacts())+len(r.GetCitations()) > 0 {
			t.Errorf("%q: gaps %v, facts %v, citations %v", question, r.GetGaps(), r.GetFacts(), r.GetCitations())
		}
		wantWords(t, r.GetAnswer(), "search all your notes just now")
		for _, absence := range []string{"no note", "there are no", "never"} {
			if strings.Contains(strings.ToLower(r.GetAnswer()), absence) {
				t.Errorf("%q claims that there is nothing:\n%s", question, r.GetAnswer())
			}
		}
	}
}

// What an input is, only the router tells: without it nothing is kept as a note that
// may be a question.
func TestWithoutARouterNothingIsTakenForANote(t *testing.T) {
	t.Parallel()
	vault := mesh.EmptyVault(t)
	api, _ := without(t, vault, "router")
	res, err := api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: mesh.Input("How far did I run last week?")})
	if err != nil {
		t.Fatal(err)
	}
	if r := end(t, api, res.GetRun().GetId()); r.GetStatus() != orchestratorv1.RunReport_FAILED || !strings.Contains(r.GetFailure(), "can't be reached") ||
		r.GetFailureDetail().GetCode() != "UNREACHABLE" || r.GetFailureDetail().GetState() != "ROUTE" || r.GetFailureDetail().GetCause() != "AGENT_UNAVAILABLE" {
		t.Errorf("it ended %v: %s %s", r.GetStatus(), r.GetFailure(), r.GetAnswer())
	}
	if raw := (&mesh.Mesh{API: api, Vault: vault}).Raw(t); len(raw) > 0 {
		t.Errorf("it was kept: %v", raw)
	}
	const text = "Ran 5 km along the river"
	note := mesh.Input(text)
	note.Intent = commonv1.InputType_INPUT_TYPE_LOG
	if res, err = api.SubmitInput(t.Context(), &orchestratorv1.SubmitInputRequest{Input: note}); err != nil {
		t.Fatal(err)
	}
	if r := end(t, api, res.GetRun().GetId()); r.GetEntry().GetText() != text {
		t.Errorf("what the caller calls a note ended %v: %s", r.GetStatus(), r.GetFailure())
	}
}
