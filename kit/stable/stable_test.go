package stable

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSortIsThatOfTheStandardLibrary(t *testing.T) {
	t.Parallel()
	type pair struct{ key, at int }
	rapid.Check(t, func(t *rapid.T) {
		var list []pair
		for i, key := range rapid.SliceOf(rapid.IntRange(0, 5)).Draw(t, "keys") {
			list = append(list, pair{key, i})
		}
		byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		if Sort(list, byKey); !slices.Equal(list, want) {
			t.Errorf("%v, want %v", list, want)
		}
	})
}
