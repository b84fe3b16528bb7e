package quality

import "testing"

// What is wrongly taken for something to do is not kept as a note, so none may be.
func TestNoNoteAndNoQuestionIsTakenForSomethingToDo(t *testing.T) {
	t.Parallel()
	for _, half := range []Half{Dev, Held} {
		files, err := Files(Cases(), "actions", half)
		if err != nil {
			t.Fatal(err)
		}
		verdicts, err := runActions(t.Context(), Env{}, files)
		if err != nil {
			t.Fatal(err)
		}
		judged := map[string]int{}
		for _, v := range verdicts {
			for _, m := range v.Marks {
				judged[m.Measure]++
				if (m.Measure == takenByRules || m.Measure == takenByReader) && m.Hits > 0 {
					t.Errorf("%q: %v", v.Text, v.Faults)
				}
			}
		}
		if judged[takenByRules] == 0 || judged[takenByReader] == 0 {
			t.Errorf("%s: judged are %v", half, judged)
		}
	}
}
