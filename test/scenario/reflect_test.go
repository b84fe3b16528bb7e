package scenario

import (
	"strings"
	"sync/atomic"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/peer"
	"github.com/weft-mesh/weft/test/scripted"
)

// A look over the notes asks the observer's model, puts what it finds on the page with
// the note that says it, and finds nothing new the second time. No run asks that model.
func TestAReflectionRemembersWhatNotesSayAndNoRunDoes(t *testing.T) {
	t.Parallel()
	var observed atomic.Int32
	model := func(c peer.Call) peer.Reply {
		if c.Agent != "observer" {
			return scripted.Mind(c)
		}
		observed.Add(1)
		return peer.Reply{Text: `{"because":"It will hold.","remember":[{"category":"FACT","certainty":"LIKELY","key":"knee_injury","value":"left knee since the marathon"}]}`}
	}
	settings := append(peer.Settings(peer.Serve(t, model)), config.Override{Path: "llm.depth", Value: "deep"})
	m, stop := mesh.Start(t, mesh.EmptyVault(t), "", settings...)
	t.Cleanup(stop)
	var id string
	for _, text := range []string{"My left knee is injured since the marathon.", "Bench press 3x5 @ 80 kg", "how is my knee?", "Correction: bench was 82.5 kg, not 80"} {
		r, _ := m.Process(t, mesh.Input(text))
		if id == "" {
			id = r.GetEntry().GetId()
		}
	}
	if n := observed.Load(); n != 0 {
		t.Fatalf("runs asked the observer's model %d times", n)
	}

	req := &orchestratorv1.ReflectRequest{Now: mesh.Input("").GetNow(), TimeZone: mesh.Zone}
	first, err := m.API.Reflect(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if u := first.GetUpdates(); len(u) != 1 || u[0].GetKey() != "knee_injury" || u[0].GetSource() != id {
		t.Errorf("learned %v, want it from %s", u, id)
	}
	if first.GetProvenance().GetMind() != commonv1.Mind_MIND_MODEL || first.GetNotesRead() != 2 || observed.Load() != 1 {
		t.Errorf("%d calls: %v", observed.Load(), first)
	}
	page := pageOf(t, m)
	if !strings.Contains(page, "knee_injury: left knee since the marathon (likely, from "+id+")") {
		t.Errorf("the page is\n%s", page)
	}
	again, err := m.API.Reflect(t.Context(), req)
	if err != nil || len(again.GetUpdates()) > 0 || pageOf(t, m) != page || again.GetSince() != mesh.Now().Format("2006-01-02") {
		t.Errorf("again %v, error %v, page\n%s", again, err, pageOf(t, m))
	}
}

func TestAReflectionWithoutAModelIsByRules(t *testing.T) {
	t.Parallel()
	if !mesh.ByRules() {
		t.Skip("it is about rules")
	}
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	got, err := m.API.Reflect(t.Context(), &orchestratorv1.ReflectRequest{Now: mesh.Input("").GetNow(), TimeZone: mesh.Zone})
	if err != nil || got.GetProvenance().GetMind() != commonv1.Mind_MIND_RULES || got.GetProvenance().GetDegraded() || got.GetNotesRead() == 0 {
		t.Errorf("%v, error %v", got, err)
	}
	if _, err := m.API.Reflect(t.Context(), &orchestratorv1.ReflectRequest{Since: "last week"}); err == nil {
		t.Error("no day is taken for a day")
	}
}

func pageOf(t *testing.T, m *mesh.Mesh) string {
	t.Helper()
	got, err := m.API.GetContext(t.Context(), &orchestratorv1.GetContextRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return got.GetText()
}
