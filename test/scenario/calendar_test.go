package scenario

import (
	"testing"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/test/mesh"
)

func TestDaysAreCountedAtBothEndsOfTheCalendar(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.EmptyVault(t), "")
	for _, year := range []int{1000, 9000} {
		for _, day := range []time.Time{
			time.Date(year, 1, 1, 12, 0, 0, 0, time.UTC), time.Date(year, 12, 31, 12, 0, 0, 0, time.UTC),
		} {
			for _, words := range []string{
				"last week compared with the week before", "last year and next year", "1000 years ago", "in 1000 years", "in 9000 years", "since 0001-01-01",
				"until 9999-12-31", "in the last 10000 days", "every Monday of the last 500 years", "between 999 and 9999", "before Christmas", "in the 90s",
				"the weekend before last", "last millennium", "the week of 31 December 9999",
			} {
				in := mesh.InputAt("How did I sleep "+words+"?", day)
				in.Intent = commonv1.InputType_INPUT_TYPE_QUERY
				got, err := m.API.ExplainInput(t.Context(), &orchestratorv1.ExplainInputRequest{Input: in})
				if err != nil {
					t.Errorf("%q in %d: %v", words, year, err)
				}
				for _, i := range got.GetReport().GetInstructions() {
					if _, err := notes.ParseRange(i.GetDateRange().GetStart(), i.GetDateRange().GetEnd()); err != nil {
						t.Errorf("%q in %d: %v", words, year, err)
					}
				}
			}
			in := mesh.InputAt("Yesterday I slept 7 h, tomorrow I rest", day)
			in.Intent = commonv1.InputType_INPUT_TYPE_LOG
			if r, _ := m.Process(t, in); r.GetStatus() != orchestratorv1.RunReport_COMPLETED || r.GetEntry().GetText() != in.GetText() {
				t.Errorf("a note of %v: %v, %s", day, r.GetStatus(), r.GetFailure())
			}
		}
	}
}
