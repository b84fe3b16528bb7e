package parser

import "testing"

func TestAValueThatSaysByHowMuchAnotherDiffersIsNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Sorry, I slept half an hour less on Sunday": true,
		"the run was 2 km longer":                    true,
		"it took 20 minutes more":                    true,
		"the bench was 5kg lighter yesterday":        true,
		"I wrote an hour too much":                   true,
		"10 too many":                                true,
		"dinner was an hour later":                   true,
		"a quarter of an hour more":                  true,
		"actually more like 7 km":                    false,
		"it was 7 km, not 6":                         false,
		"I slept less, 6 hours":                      false,
		"no more than 5 km":                          false,
		"the longer run was 12 km, not 11":           false,

		"the bench press was 82.5 kg. It felt light":       false,
		"correction: lunch later than 1 pm, it was at two": false,
	} {
		if got := offBy.MatchString(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
