package quality

import "testing"

// What is wrongly taken for a goal is not kept as a note, so none may be.
func TestNoNoteAndNoQuestionIsTakenForAGoal(t *testing.T) {
	t.Parallel()
	for _, half := range []Half{Dev, Held} {
		files, err := Files(Cases(), "goals", half)
		if err != nil {
			t.Fatal(err)
		}
		verdicts, err := runGoals(t.Context(), Env{}, files)
		if err != nil {
			t.Fatal(err)
		}
		judged, found := 0, 0.
		for _, v := range verdicts {
			for _, m := range v.Marks {
				switch {
				case m.Measure != takenForGoal:
					found += m.Hits
				case m.Hits > 0:
					t.Errorf("%q: %v", v.Text, v.Faults)
				default:
					judged++
				}
			}
		}
		if judged == 0 || found == 0 {
			t.Errorf("%s: of %d that are none; found are %v", half, judged, found)
		}
	}
}
