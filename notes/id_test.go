package notes

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestAnIDIsItsTimeToTheSecondAndIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-62_167_219_200, 253_402_300_799).Draw(t, "seconds"), 0).UTC() // the years 0 to 9999
		id := ID{Local: at, N: rapid.IntRange(1, 120).Draw(t, "n")}
		s := id.String()
		if want := at.Format("2006-01-02_15-04-05"); s[:len(want)] != want {
			t.Fatalf("%q does not begin with %q", s, want)
		}
		if got, err := ParseID(s); err != nil || !got.Local.Equal(id.Local) || got.N != id.N {
			t.Fatalf("%q is read as %v, %v", s, got, err)
		}
	})
}
