package scenario

import (
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// said is all that a report tells a person about a correction.
func said(r *orchestratorv1.RunReport) string {
	return strings.Join(append(r.GetParseNotes(), r.GetWarnings()...), " ")
}

func TestACorrectionThatCannotBeDoneSaysSoAndChangesNothing(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	for _, text := range []string{"Actually that was 185 not 85 pounds", "take back the last one"} {
		r := m.Ask(t, text)
		if r.GetInputType() != commonv1.InputType_INPUT_TYPE_CORRECTION || r.GetStatus() != orchestratorv1.RunReport_COMPLETED {
			t.Errorf("%q in an empty vault is %v, %v", text, r.GetInputType(), r.GetStatus())
		}
		if r.GetCorrected() != nil || !strings.Contains(said(r), "no entries to correct") {
			t.Errorf("%q in an empty vault corrects %v and says %q", text, r.GetCorrected(), said(r))
		}
	}

	logged := m.Ask(t, "Bench press 5x5 at 80 kg")
	for text, want := range map[string]string{
		"take back the last one":                             "can't remove a note",
		"Actually the bench press was on tuesday":            "can't move a note",
		"Correction: the deadlift was 120 kg, not 110":       "No recent entry",
		"yesterday's bench press was 85 kg, not 80":          "no entry from “yesterday”",
		"no wait it was " + strings.Repeat("x", 60<<10):      "data was changed",
		"Correction: " + strings.Repeat("not 80 but ", 5000): "data was changed",
	} {
		r := m.Ask(t, text)
		if r.GetCorrected() != nil {
			t.Errorf("%.40q corrects %v", text, r.GetCorrected())
		}
		if r.GetInputType() == commonv1.InputType_INPUT_TYPE_CORRECTION && !strings.Contains(said(r), want) {
			t.Errorf("%.40q says %q, want something on %q", text, said(r), want)
		}
		if got := entryLoad(t, m, logged.GetEntry().GetId()); got != 80 {
			t.Fatalf("after %.40q the note says %v kg", text, got)
		}
	}
}

func TestACorrectionChangesWhatItTellsAndNothingElse(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	m.Ask(t, "Easy run, 5 km in 31 min")
	r := m.Ask(t, "no wait it was 6 not 5")
	if got := run(r); got["distance"] != 6 || got["duration"] != 31 {
		t.Errorf("the run is %v, want 6 km in 31 min: %s", got, said(r))
	}
	r = m.Ask(t, "the run was 7 km in 40 min, not 6 in 31")
	if got := run(r); got["distance"] != 7 || got["duration"] != 40 {
		t.Errorf("the run is %v, want 7 km in 40 min: %s", got, said(r))
	}
	if got := r.GetCorrected().GetText(); got != "Easy run, 5 km in 31 min" {
		t.Errorf("the text was changed to %q", got)
	}
}

// run returns the quantities of the first run of a corrected entry.
func run(r *orchestratorv1.RunReport) map[string]float64 {
	runs := r.GetCorrected().GetDomainData().GetFields()["running"].GetStructValue().GetFields()["runs"].GetListValue().GetValues()
	out := map[string]float64{}
	if len(runs) == 0 {
		return out
	}
	for name, v := range runs[0].GetStructValue().GetFields() {
		out[name] = v.GetStructValue().GetFields()["value"].GetNumberValue()
	}
	return out
}
