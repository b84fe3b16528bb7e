package stat

import (
	"slices"

	gonum "gonum.org/v1/gonum/stat"
)

// Sum adds values up.
func Sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

// Mean returns the arithmetic mean, 0 of none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	// Rounding must not put a mean of equal values beside them.
	return min(max(gonum.Mean(values, nil), slices.Min(values)), slices.Max(values))
}

// Median returns the middle value, or the mean of the two in the middle; 0 of
// none.
func Median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	if n%2 == 1 {
		return sorted[n/2]
	}
	low, high := sorted[n/2-1], sorted[n/2]
	return low + (high-low)/2
}

// PerWeek returns how many a week n events in days days are; 0 for no days.
func PerWeek(n float64, days int) float64 {
	if days <= 0 {
		return 0
	}
	return n * 7 / float64(days)
}
