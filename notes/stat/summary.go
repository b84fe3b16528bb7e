package stat

import (
	"slices"

	gonum "gonum.org/v1/gonum/stat"
)

// A Summary describes a sample.
type Summary struct {
	N           int
	Sum         float64
	Mean        float64
	Median      float64
	Min, Max    float64
	StandardDev float64 // of the population that the sample is from; 0 for less than two
}

// Summarize describes values. The Summary of none is zero.
func Summarize(values []float64) Summary {
	n := len(values)
	if n == 0 {
		return Summary{}
	}
	s := Summary{N: n, Min: slices.Min(values), Max: slices.Max(values), Median: Median(values)}
	for _, v := range values {
		s.Sum += v
	}
	// Rounding must not put a mean of equal values beside them.
	s.Mean = min(max(gonum.Mean(values, nil), s.Min), s.Max)
	if n > 1 {
		s.StandardDev = gonum.StdDev(values, nil)
	}
	return s
}

// Mean returns the arithmetic mean, 0 of none.
func Mean(values []float64) float64 { return Summarize(values).Mean }

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
