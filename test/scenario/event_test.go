package scenario

import (
	"slices"
	"strings"
	"testing"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/test/mesh"
)

// The notes say that the release is on Friday, February 20. Nothing in the
// questions does.
func TestATimeThatCountsFromAnEventIsFoundInTheNotes(t *testing.T) {
	t.Parallel()
	m := mesh.InProcess(t, mesh.ExampleVault(t), "")
	for _, c := range []struct {
		question, first, last string // the days that are meant
		evidence              string // the beginning of a note's id
	}{
		{"What did I do the weekend before the release?", "2026-02-14", "2026-02-15", "2026-02-15_10-00"},
		{"How did release week go?", "2026-02-16", "2026-02-22", "2026-02-20_14-20"},
		{"How did I sleep since the release?", "2026-02-20", "2026-02-23", "2026-02-21_09-40"},
	} {
		t.Run(c.question, func(t *testing.T) {
			t.Parallel()
			r := m.Ask(t, c.question)
			if got := states(r); count(got, "PLAN") < 2 || count(got, "RETRIEVE") < 2 {
				t.Errorf("it was not planned again with what was found: %v", got)
			}
			ranges := r.GetTimeRanges()
			if len(ranges) != 1 || ranges[0].GetStart() != c.first || ranges[0].GetEnd() != c.last {
				t.Errorf("read as %v, want %s to %s", ranges, c.first, c.last)
			}
			if !slices.ContainsFunc(r.GetWarnings(), func(w string) bool { return strings.Contains(w, "2026-02-20") }) {
				t.Errorf("the day that was taken is not told: %q", r.GetWarnings())
			}
			if !slices.ContainsFunc(r.GetRetrieved(), func(e *orchestratorv1.RetrievedEntry) bool { return strings.HasPrefix(e.GetId(), c.evidence) }) {
				t.Errorf("the note of %s is not looked at", c.evidence)
			}
			wantGrounded(t, m, r)
		})
	}
}
