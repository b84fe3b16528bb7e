package search_test

import (
	"maps"
	"slices"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/search"
)

func TestMeaningLeavesOutWhatSaysNothing(t *testing.T) {
	t.Parallel()
	got := slices.Sorted(maps.Keys(search.Meaning("I was running to the runs of the week")))
	if want := []string{search.Stem("run"), search.Stem("week")}; !slices.Equal(got, want) {
		t.Errorf("Meaning = %v, want %v", got, want)
	}
}

func TestNamesAreTheStringsAndKeysOfData(t *testing.T) {
	t.Parallel()
	data, err := structpb.NewStruct(map[string]any{"strength": map[string]any{"sets": []any{map[string]any{"exercise": "squat", "reps": 5}}}})
	if err != nil {
		t.Fatal(err)
	}
	got := search.Names(data)
	slices.Sort(got)
	if want := []string{"exercise", "reps", "sets", "squat", "strength"}; !slices.Equal(got, want) {
		t.Errorf("Names = %v, want %v", got, want)
	}
	if got := search.Names(nil); len(got) > 0 {
		t.Errorf("Names of nothing = %v", got)
	}
}
