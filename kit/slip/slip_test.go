package slip_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/slip"
)

func TestASlipIsALetterOrASwap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"runs", "runs", 0}, {"runs", "", 4}, {"", "up", 2},
		{"ruins", "runs", 1}, {"rns", "runs", 1}, {"rans", "runs", 1}, {"rusn", "runs", 1},
		{"hepl", "help", 1}, {"search", "seacrh", 1}, {"abc", "cba", 2},
		{strings.Repeat("a", 100), strings.Repeat("a", 98) + "b", 2},
	} {
		if got := slip.Distance(c.a, c.b); got != c.want {
			t.Errorf("%q and %q are %d apart, want %d", c.a, c.b, got, c.want)
		}
		if got := slip.Distance(c.b, c.a); got != c.want {
			t.Errorf("%q and %q are %d apart, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestWhatIsMeantIsNear(t *testing.T) {
	t.Parallel()
	names := []string{"strength", "running", "swimming", "sleep"}
	for word, want := range map[string]string{"strenght": "strength", "RUNING": "running", "slep": "sleep", "cooking": "", "x": "", "": ""} {
		if got := slip.Nearest(word, names); got != want {
			t.Errorf("%q is meant to be %q, want %q", word, got, want)
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	for b.Loop() {
		slip.Distance("yesterdya", "yesterday")
	}
}
