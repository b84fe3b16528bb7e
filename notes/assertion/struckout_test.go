package assertion_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/assertion"
)

func TestWhatIsStruckOutIsNotShown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Trip to Lisbon ~~2 to 9 May~~ now 20 to 27 April.": "Trip to Lisbon […] now 20 to 27 April.",
		"~~Dentist on Monday~~ Dentist on Tuesday":          "[…] Dentist on Tuesday",
		"Ran 5 km ~~6 km~~.":                                "Ran 5 km […] .",
		"~~buy milk~~":                                      "~~buy milk~~",
		"- ~~buy milk~~":                                    "- ~~buy milk~~",
		"about ~5 km, ~~ so":                                "about ~5 km, ~~ so",
	} {
		if got := assertion.WithoutStruckOut(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
