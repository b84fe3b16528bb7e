package notes_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes"
)

func TestDaysAreCountedOverAllYears(t *testing.T) {
	t.Parallel()
	first, last := notes.NewDay(1, 1, 1), notes.NewDay(9999, 12, 31)
	if n := (notes.Range{Start: first, End: last}).Days(); n != 3_652_059 {
		t.Errorf("the years 1 to 9999 have %d days", n)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-3_000_000, 3_000_000).Draw(t, "n")
		from := notes.NewDay(5000, 1, 1)
		if got := from.AddDays(n).Sub(from); got != n {
			t.Fatalf("%d days later are %d", n, got)
		}
	})
}
