package scenario

import (
	"strings"
	"testing"
)

// A question may have no word of the note that answers it. A model sees the latest notes
// beside those that were found.
func TestAModelSeesTheLatestNotesBesideThoseThatWereFound(t *testing.T) {
	t.Parallel()
	w := &writer{write: func(prompt string) writing {
		if label := labelOf(prompt, "Fetched the Kangoo"); label != "" {
			return writing{Answer: "1,034.60 " + label + "."}
		}
		return writing{Answer: "Your notes don't tell.", Missing: "the bill"}
	}}
	m := w.mesh(t, "quick", "Fetched the Kangoo: 1,034.60.", "The garage said that the car needs a clutch.")
	if r := m.Ask(t, "what did the garage charge for the car?"); !strings.HasPrefix(r.GetAnswer(), "1,034.60 [") {
		t.Errorf("it says %q", r.GetAnswer())
	}
}
