package scenario

import (
	"slices"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// cites reports whether an answer cites an entry.
func cites(r *orchestratorv1.RunReport, id string) bool {
	return slices.ContainsFunc(r.GetRetrieved(), func(e *orchestratorv1.RetrievedEntry) bool { return e.GetId() == id })
}

func TestARemovedNoteIsInNoAnswerUntilItIsRestored(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	m.Ask(t, "Slept 7 h")
	kept := m.Ask(t, "Bench press 5x5 at 80 kg").GetEntry()
	const question = "when did I last bench press?"
	before := m.Ask(t, question)
	if !cites(before, kept.GetId()) {
		t.Fatalf("the note is not found: %v", before.GetRetrieved())
	}
	gone, err := m.API.RemoveEntry(t.Context(), &orchestratorv1.RemoveEntryRequest{Id: kept.GetId(), ContentHash: kept.GetContentHash()})
	if err != nil || gone.GetTrashed().GetPath() == "" {
		t.Fatalf("removed %v, %v", gone, err)
	}
	if r := m.Ask(t, question); cites(r, kept.GetId()) {
		t.Errorf("it is answered from the removed note: %s", r.GetAnswer())
	}
	if got := m.Report(t, before.GetRunId()); got.GetAnswer() != before.GetAnswer() || !cites(got, kept.GetId()) {
		t.Errorf("the answer that cited it became %q", got.GetAnswer())
	}
	back, err := m.API.RestoreEntry(t.Context(), &orchestratorv1.RestoreEntryRequest{Id: kept.GetId()})
	if err != nil || back.GetEntry().GetText() != kept.GetText() {
		t.Fatalf("restored %v, %v", back, err)
	}
	if r := m.Ask(t, question); !cites(r, kept.GetId()) {
		t.Errorf("the restored note is not found: %v", r.GetRetrieved())
	}

	edited, err := m.API.EditEntry(t.Context(), &orchestratorv1.EditEntryRequest{
		Id: kept.GetId(), ContentHash: kept.GetContentHash(), Text: "Squat 5x5 at 100 kg", TimeZone: mesh.Zone,
	})
	if err != nil || len(edited.GetWarnings()) > 0 || edited.GetEntry().GetDomainData().GetFields()["strength"] == nil {
		t.Fatalf("edited %v, %v", edited, err)
	}
	if r := m.Ask(t, "when did I last squat?"); !cites(r, kept.GetId()) {
		t.Errorf("the edited note is not found: %v", r.GetRetrieved())
	}
	// An edit that undoes a correction says so.
	m.Ask(t, "correction: squat was 110 kg, not 100")
	got, err := m.API.GetEntry(t.Context(), &orchestratorv1.GetEntryRequest{Id: kept.GetId()})
	if err != nil || !got.GetEntry().GetCorrected() {
		t.Fatalf("corrected %v, %v", got, err)
	}
	edited, err = m.API.EditEntry(t.Context(), &orchestratorv1.EditEntryRequest{
		Id: kept.GetId(), ContentHash: got.GetEntry().GetContentHash(), Text: "Squat 5x5 at 100 kg, easy", TimeZone: mesh.Zone,
	})
	if err != nil || edited.GetEntry().GetCorrected() || len(edited.GetWarnings()) != 1 || !strings.Contains(edited.GetWarnings()[0], "had corrected") {
		t.Errorf("edited %v, %v", edited, err)
	}
}
