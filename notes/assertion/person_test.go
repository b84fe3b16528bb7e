package assertion_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/assertion"
)

func TestPeopleAreThoseWhoseAValueMayBe(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Tom ran 10 km, I walked 3":                        "Tom told, I own",
		"Ran 10 km (Tom), 5 km (me)":                       "Tom, me own",
		"Bench: Jonas 100 kg x 5, me 80 kg":                "Jonas, me own",
		"Bench day, Ludo got 120 kg up":                    "Ludo",
		"Training run, Zbyszek 10 km":                      "Zbyszek",
		"my sister's weight is 60 kg, mine 70":             "my sister's told, mine own",
		"Ran 8 km with Tom":                                "",
		"Coffee with Zbyszek, paid 4 €":                    "",
		"Long run in Utrecht, 18 km. HR 148, Bench 80.":    "Bench",
		"Ran 5 km in 25:30 and felt great on Tuesday. 5/5": "",
	} {
		var got []string
		for _, p := range assertion.People(text) {
			is := text[p.Start:p.End]
			if p.Own {
				is += " own"
			}
			if p.Told {
				is += " told"
			}
			got = append(got, is)
		}
		if is := strings.Join(got, ", "); is != want {
			t.Errorf("%q has %q, want %q", text, is, want)
		}
	}
}
