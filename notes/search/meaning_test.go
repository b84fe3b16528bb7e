package search_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/weft-mesh/weft/notes/search"
)

func TestMeaningLeavesOutWhatSaysNothing(t *testing.T) {
	t.Parallel()
	got := slices.Sorted(maps.Keys(search.Meaning("I was running to the runs of the week")))
	if want := []string{search.Stem("run"), search.Stem("week")}; !slices.Equal(got, want) {
		t.Errorf("Meaning = %v, want %v", got, want)
	}
}
