package search

import "testing"

func TestASlipOfThePenIsToldFromAnotherWord(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{"migrane", "migraine"}, {"protien", "protein"}, {"celling", "ceiling"}, {"presants", "presents"},
		{"happend", "happened"}, {"freinds", "friends"}, {"slept", "slapt"},
	} {
		if !Near(same[0], same[1]) || !Near(same[1], same[0]) {
			t.Errorf("%q is not read as %q", same[0], same[1])
		}
	}
	for _, other := range [][2]string{
		{"beach", "bench"}, {"oliver", "olives"}, {"walked", "walker"}, {"horse", "house"}, {"sheep", "sleep"}, {"run", "runs"}, {"diner", "liner"},
		{"training", "straining"}, {"squat", "squat"}, {"12.50", "12.60"}, {"", ""}, {"", "a"}, {"migrane", "migrainous"},
	} {
		if Near(other[0], other[1]) {
			t.Errorf("%q is read as %q", other[0], other[1])
		}
	}
}
