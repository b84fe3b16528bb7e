package scenario

import (
	"slices"
	"strings"
	"testing"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"github.com/weft-mesh/weft/test/mesh"
)

// A question of 64 KiB is answered like any other, with a word about what of it
// was not read.
func TestALongQuestionIsAnsweredAndSaysWhatWasNotRead(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	for name, text := range map[string]string{
		"dates":         strings.Repeat("2026-03-04 ", 5900),
		"weeks":         "How did I sleep " + strings.Repeat("last week and ", 4600) + "last week?",
		"a pasted page": strings.Repeat("The committee met and nothing was decided. ", 1500) + "How did I sleep last week?",
	} {
		t.Run(name, func(t *testing.T) {
			report, _ := m.Process(t, &orchestratorv1.Input{Text: text, Intent: commonv1.InputType_INPUT_TYPE_QUERY})
			if s := report.GetStatus(); s != orchestratorv1.RunReport_COMPLETED && s != orchestratorv1.RunReport_PARTIAL {
				t.Fatalf("the run is %v: %s", s, report.GetFailure())
			}
			if !slices.ContainsFunc(report.GetWarnings(), func(w string) bool { return strings.HasPrefix(w, "The question is long (6") }) {
				t.Errorf("warnings = %q", report.GetWarnings())
			}
			if !strings.Contains(report.GetAnswer(), "only its first and last 2047 bytes were read") {
				t.Errorf("the answer does not say that a part was not read: %.200s", report.GetAnswer())
			}
		})
	}
	found, err := m.API.SearchEntries(t.Context(), &orchestratorv1.SearchEntriesRequest{Text: strings.Repeat("today ", 9000) + "bench"})
	if err != nil || len(found.GetEntries()) == 0 {
		t.Errorf("a search that says “today” over and over finds %d notes: %v, %q", len(found.GetEntries()), err, found.GetWarnings())
	}
}
