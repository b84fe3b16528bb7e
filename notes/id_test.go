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

func TestAnUndatedNoteIsNamedByItsPlace(t *testing.T) {
	t.Parallel()
	page := PageOf("home/House.md")
	id := UndatedID(page, []string{"House", "Wifi"}, 2)
	if got, err := ParseID(id.String()); err != nil || got != id || !got.Undated() || !got.Day().IsZero() || !got.In(time.UTC).IsZero() {
		t.Errorf("%q is read as %+v, %v", id, got, err)
	}
	if got, err := ParsePage(page.String()); err != nil || got != page {
		t.Errorf("page %q is read as %v, %v", page, got, err)
	}
	for _, other := range []ID{UndatedID(page, []string{"House"}, 2), UndatedID(page, []string{"House", "Wifi"}, 1), UndatedID(PageOf("House.md"), []string{"House", "Wifi"}, 2)} {
		if other == id || other.String() == id.String() {
			t.Errorf("%q names two notes", id)
		}
	}
	for _, bad := range []string{"note_", "note_000000000000_01234567", "note_0123456789AB_01234567", "note_0123456789ab_0123456", "note_0123456789ab_01234567-1", "note_0123456789ab-01234567"} {
		if got, err := ParseID(bad); err == nil {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}

func TestAnUndatedNoteLiesInNoRange(t *testing.T) {
	t.Parallel()
	day := NewDay(2026, 1, 5)
	for _, r := range []Range{{Start: day}, {End: day}, {Start: day, End: day}} {
		if r.Contains(Day{}) {
			t.Errorf("it lies in %v", r)
		}
	}
	if !(Range{}).Contains(Day{}) {
		t.Error("it lies not in the range of all notes")
	}
}
