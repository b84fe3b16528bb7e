package analyzer

import (
	"strings"
	"testing"
)

func TestSlugsFitIntoGapIDs(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Bench Press": "bench-press", "Café au lait!": "cafe-au-lait", "": "it", "…": "it",
		strings.Repeat("long ", 50): strings.Repeat("long-", 16),
	} {
		if got := slug(name); got != want {
			t.Errorf("slug(%q) = %q, want %q", name, got, want)
		}
	}
}
