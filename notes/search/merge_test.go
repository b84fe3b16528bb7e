package search

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	words := []Ranked{{"e", 9}, {"d", 8}, {"c", 7}}
	days := []Ranked{{"z", 0}, {"y", 0}, {"c", 0}}
	tests := []struct {
		name     string
		limit    int
		lists    [][]Ranked
		want     []string
		distinct int
	}{
		{"nothing merges to nothing", 5, nil, nil, 0},
		{"without a limit all are there once, best first", 0, [][]Ranked{words, days}, []string{"e", "d", "c", "z", "y"}, 5},
		{"the lists take turns at the limit", 4, [][]Ranked{words, days}, []string{"e", "d", "z", "y"}, 5},
		{"an empty list takes no turn", 2, [][]Ranked{nil, words}, []string{"e", "d"}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			merged, distinct := Merge(tt.limit, tt.lists...)
			var got []string
			for _, r := range merged {
				got = append(got, r.ID)
			}
			if !slices.Equal(got, tt.want) || distinct != tt.distinct {
				t.Errorf("%v of %d, want %v of %d", got, distinct, tt.want, tt.distinct)
			}
		})
	}
}

func TestMergeAddsUpScoresAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ranked := rapid.Custom(func(t *rapid.T) Ranked {
			return Ranked{rapid.StringMatching("[a-f]").Draw(t, "id"), float64(rapid.IntRange(0, 3).Draw(t, "score"))}
		})
		lists := rapid.SliceOfN(rapid.SliceOf(ranked), 0, 4).Draw(t, "lists")
		limit := rapid.IntRange(0, 8).Draw(t, "limit")
		sum := map[string]float64{}
		for _, l := range lists {
			for _, r := range l {
				sum[r.ID] += r.Score
			}
		}
		got, distinct := Merge(limit, lists...)
		want := len(sum)
		if limit > 0 {
			want = min(limit, want)
		}
		if distinct != len(sum) || len(got) != want || !slices.IsSortedFunc(got, CompareRanked) {
			t.Fatalf("%v, %d", got, distinct)
		}
		for _, r := range got {
			score, there := sum[r.ID]
			if !there || score != r.Score {
				t.Fatalf("%v: %s repeats or has not the sum of its scores %v", got, r.ID, score)
			}
			delete(sum, r.ID)
		}
	})
}
