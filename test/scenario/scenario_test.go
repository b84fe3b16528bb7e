// Package scenario holds what the product promises its users, as tests through
// the public API, in every shape that the mesh can have.
package scenario

import (
	"os"
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/store/postgres/postgrestest"
	"github.com/weft-mesh/weft/test/mesh"
)

var database postgrestest.Cluster

func TestMain(m *testing.M) {
	code := database.Run(m)
	mesh.RemoveBinary()
	os.Exit(code)
}

func TestTheSixScenarios(t *testing.T) {
	t.Parallel()
	for _, shape := range mesh.Shapes() {
		t.Run(shape.Name, func(t *testing.T) {
			t.Parallel()
			m := shape.Start(t, mesh.ExampleVault(t))
			t.Run("a simple query lists what is there", func(t *testing.T) { simpleQuery(t, m) })
			t.Run("an insight query quotes the reasons that notes give", func(t *testing.T) { insightQuery(t, m) })
			t.Run("a question for advice gets notes and no advice", func(t *testing.T) { recommendation(t, m) })
			t.Run("a question in two parts gets both answered", func(t *testing.T) { twoParts(t, m) })
			t.Run("a correction changes the entry and keeps what was written", func(t *testing.T) { correction(t, m) })
			t.Run("a question beside a correction is answered by what is right", func(t *testing.T) { correctionAndQuestion(t, m) })
			t.Run("a question without data gets a gap and no guess", func(t *testing.T) { noData(t, m) })
		})
	}
}

func simpleQuery(t *testing.T, m *mesh.Mesh) {
	r := m.Ask(t, "Show me last week's workouts")
	wantQuery(t, r, orchestratorv1.RunReport_COMPLETED)
	wantRange(t, r, "2026-02-16", "2026-02-22")
	if len(r.GetCitations()) == 0 {
		t.Error("nothing is cited")
	}
	wantGrounded(t, m, r)
	for _, c := range r.GetCitations() {
		if c.GetDate() < "2026-02-16" || c.GetDate() > "2026-02-22" {
			t.Errorf("%s is not of last week", c.GetDate())
		}
	}
}

func insightQuery(t *testing.T, m *mesh.Mesh) {
	r := m.Ask(t, "Why didn't I deadlift last week?")
	wantQuery(t, r, orchestratorv1.RunReport_COMPLETED)
	wantRange(t, r, "2026-02-16", "2026-02-22")
	wantDomain(t, r, "strength")
	if !slices.ContainsFunc(r.GetFindings(), func(f *commonv1.Finding) bool { return f.GetKind() == commonv1.FindingKind_FINDING_KIND_REASON }) {
		t.Errorf("no reason that the notes give: %v", r.GetFindings())
	}
	wantWords(t, r.GetAnswer(), "no deadlift")
	wantGrounded(t, m, r)
	if len(r.GetFindings()) == 0 || len(r.GetCitations()) == 0 {
		t.Errorf("%d findings and %d citations", len(r.GetFindings()), len(r.GetCitations()))
	}
}

func recommendation(t *testing.T, m *mesh.Mesh) {
	r := m.Ask(t, "What should I do today?")
	wantQuery(t, r, orchestratorv1.RunReport_COMPLETED)
	if len(r.GetCitations()) == 0 {
		t.Error("nothing is cited")
	}
	if !hasGap(r, commonv1.GapReason_GAP_REASON_NO_ADVICE) {
		t.Errorf("gaps = %v", r.GetGaps())
	}
	wantTemplates(t, r.GetAnswer(), "that decision is yours")
	wantGrounded(t, m, r)
}

func twoParts(t *testing.T, m *mesh.Mesh) {
	r := m.Ask(t, "Why was I tired last week and what should I change?")
	wantQuery(t, r, orchestratorv1.RunReport_COMPLETED)
	if len(r.GetSubQueries()) != 2 || r.GetDependency() != commonv1.DependencyType_DEPENDENCY_TYPE_DEPENDENT {
		t.Errorf("%d parts, %v", len(r.GetSubQueries()), r.GetDependency())
	}
	for _, id := range []int32{1, 2} {
		if !slices.ContainsFunc(r.GetFindings(), func(f *commonv1.Finding) bool { return f.GetSubQueryId() == id }) {
			t.Errorf("part %d has no findings", id)
		}
	}
	wantGrounded(t, m, r)
}

func correction(t *testing.T, m *mesh.Mesh) {
	logged := m.Ask(t, "Bench press 5x5 at 85 lbs, felt fine")
	if logged.GetInputType() != commonv1.InputType_INPUT_TYPE_LOG || logged.GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Fatalf("logging gave %v, %v", logged.GetInputType(), logged.GetStatus())
	}
	if got := load(logged.GetEntry()); got != 85 {
		t.Fatalf("the entry says %v lb: %v", got, logged.GetEntry().GetDomainData())
	}
	r := m.Ask(t, "Actually that was 185 not 85 pounds")
	if r.GetInputType() != commonv1.InputType_INPUT_TYPE_CORRECTION || r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
		t.Fatalf("correcting gave %v, %v", r.GetInputType(), r.GetStatus())
	}
	if got := r.GetCorrected().GetId(); got != logged.GetEntry().GetId() {
		t.Fatalf("it changed %q, not %q", got, logged.GetEntry().GetId())
	}
	if got := load(r.GetCorrected()); got != 185 {
		t.Errorf("the entry says %v lb", got)
	}
	if got := r.GetCorrected().GetText(); got != "Bench press 5x5 at 85 lbs, felt fine" {
		t.Errorf("the text was changed to %q", got)
	}
	all := strings.Join(values(m.Raw(t)), "\n")
	if !strings.Contains(all, "[correction]") || !strings.Contains(all, "Actually that was 185 not 85 pounds") {
		t.Error("the correction is not in the vault")
	}
}

func correctionAndQuestion(t *testing.T, m *mesh.Mesh) {
	logged := m.Ask(t, "Front squat 3x5 at 70 kg")
	r := m.Ask(t, "Actually the front squat was 75 not 70 kg. What's my best front squat?")
	if r.GetInputType() != commonv1.InputType_INPUT_TYPE_CORRECTION || r.GetCorrected().GetId() != logged.GetEntry().GetId() {
		t.Fatalf("it is %v and corrects %q, want %q", r.GetInputType(), r.GetCorrected().GetId(), logged.GetEntry().GetId())
	}
	if got := load(r.GetCorrected()); got != 75 {
		t.Errorf("the entry says %v kg", got)
	}
	wantWords(t, r.GetAnswer(), "75")
	wantGrounded(t, m, r)
}

func noData(t *testing.T, m *mesh.Mesh) {
	r := m.Ask(t, "How's my swimming progress?")
	ended := orchestratorv1.RunReport_PARTIAL
	if !mesh.ByRules() {
		ended = orchestratorv1.RunReport_COMPLETED // a model has read the notes, and says what they lack
	}
	wantQuery(t, r, ended)
	if !slices.ContainsFunc(r.GetGaps(), func(g *commonv1.Gap) bool {
		return g.GetReason() == commonv1.GapReason_GAP_REASON_NO_NOTES && g.GetSeverity() == commonv1.Severity_SEVERITY_CRITICAL && slices.Contains(g.GetWords(), "swimming")
	}) {
		t.Errorf("gaps = %v", r.GetGaps())
	}
	if mesh.ByRules() && len(r.GetCitations()) > 0 {
		t.Errorf("it cites %v", r.GetCitations())
	}
	wantTemplates(t, r.GetAnswer(), "swim")
}

// load returns the load of the first set of an entry, in its own unit.
func load(e *commonv1.Entry) float64 {
	strength := e.GetDomainData().GetFields()["strength"].GetStructValue()
	sets := strength.GetFields()["sets"].GetListValue().GetValues()
	if len(sets) == 0 {
		return 0
	}
	return sets[0].GetStructValue().GetFields()["load"].GetStructValue().GetFields()["value"].GetNumberValue()
}

func values(m map[string]string) []string {
	var out []string
	for _, v := range m {
		out = append(out, v)
	}
	return out
}
