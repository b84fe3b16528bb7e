package search

import (
	"cmp"
	"slices"
	"strings"
)

// A Ranked is something found, by its id, and how well it fits.
type Ranked struct {
	ID    string
	Score float64
}

// Merge joins lists, each best first, into one without repeats, best first, and
// returns how many different ids there were. What several lists have gets the sum
// of its scores: a note on both halves of a question says more than one that is
// on either. If there are more than limit (0 is no limit), the lists take turns
// in naming their best, so that none is crowded out by another whose scores are
// higher. Of two equal scores the greater id comes first: ids begin with their
// time, so that is the newer note.
func Merge(limit int, lists ...[]Ranked) (merged []Ranked, distinct int) {
	size := 0
	for _, list := range lists {
		size = max(size, len(list))
	}
	sum := make(map[string]float64, size)
	for _, list := range lists {
		for _, r := range list {
			sum[r.ID] += r.Score
		}
	}
	distinct = len(sum)
	if limit <= 0 || limit > distinct {
		limit = distinct
	}
	taken := make(map[string]bool, limit)
	next := make([]int, len(lists))
	for len(merged) < limit {
		for i, list := range lists {
			for next[i] < len(list) && taken[list[next[i]].ID] {
				next[i]++
			}
			if next[i] < len(list) && len(merged) < limit {
				id := list[next[i]].ID
				taken[id] = true
				merged = append(merged, Ranked{id, sum[id]})
			}
		}
	}
	slices.SortFunc(merged, CompareRanked)
	return merged, distinct
}

// CompareRanked orders the better first, and of two equal ones the newer.
func CompareRanked(a, b Ranked) int {
	if a.Score != b.Score {
		return cmp.Compare(b.Score, a.Score)
	}
	return strings.Compare(b.ID, a.ID)
}
