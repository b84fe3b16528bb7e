package command

import "testing"

func TestAChoiceIsNamedByItsNumberItsPlaceOrItsWords(t *testing.T) {
	t.Parallel()
	options := []string{"2026-02-22_18-00-00: Bench 80kg 5x5", "2026-02-22_09-00-00: Bench 80kg 5x3", "neither of them was a bench"}
	for text, want := range map[string]int{
		"1": 1, " 2 ": 2, "3.": 3, "#2": 2, "2)": 2, "number 3": 3, "the second one": 2, "First": 1, "last": 3,
		"2026-02-22_09-00-00": 2, "5x3": 2, "neither of them was a bench.": 3,
		"0": 0, "4": 0, "80kg": 0, "": 0, "bench 90 kg": 0, "when was that?": 0, "2 km": 0, "first frost": 0,
	} {
		got, ok := choice(text, options)
		if ok != (want > 0) || ok && got != options[want-1] {
			t.Errorf("%q chooses %q, want number %d", text, got, want)
		}
	}
	if got, ok := choice("5", []string{"10", "5"}); !ok || got != "5" {
		t.Errorf("a number that is a choice itself chooses %q", got)
	}
	if got, ok := choice("ran 5k", nil); ok {
		t.Errorf("%q of nothing", got)
	}
}
