package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Trend is how a series moves with time.
type Trend struct {
	// PerWeek is the slope: the median of the slopes between all pairs of
	// points (Theil and Sen), in the series' unit per week. A few outliers
	// don't move it.
	PerWeek float64
	// P is the chance that a series without a trend would order itself as much
	// or more (Mann and Kendall, two-sided).
	P float64
	N int // of points
}

// The least that a trend is told from: below four points, no order is rare
// enough (the chance of three in order is one in three).
const (
	minTrendPoints = 4
	trendP         = 0.1
	// Above this many points neighbours are merged: pairs grow as the square.
	maxTrendPoints = 400
)

// Direction returns 1 for rising, -1 for falling, and 0 where the series is too
// short or chance explains the slope well enough.
func (t Trend) Direction() int {
	if t.N < minTrendPoints || t.P > trendP {
		return 0
	}
	switch {
	case t.PerWeek > 0:
		return 1
	case t.PerWeek < 0:
		return -1
	}
	return 0
}

// TrendOf returns the trend of s. Several points of one day do not order each
// other; merge them with Daily where that is not meant.
func TrendOf(s Series) Trend {
	t := Trend{N: len(s), P: 1}
	if len(s) < 2 {
		return t
	}
	x, y := thin(s)
	slopes := make([]float64, 0, len(x)*(len(x)-1)/2)
	score := 0
	for i := range x {
		for j := range i {
			if x[i] == x[j] {
				continue
			}
			slope := (y[i] - y[j]) / (x[i] - x[j])
			slopes = append(slopes, slope)
			score += sign(slope)
		}
	}
	if len(slopes) == 0 {
		return t
	}
	t.PerWeek = Median(slopes) * 7
	t.P = kendallP(score, x, y)
	return t
}

// thin returns days since the first and values, neighbours merged into medians
// where there are too many.
func thin(s Series) (x, y []float64) {
	size := (len(s) + maxTrendPoints - 1) / maxTrendPoints
	for group := range slices.Chunk(s, size) {
		var days []float64
		for _, p := range group {
			days = append(days, float64(p.Day.Sub(s[0].Day)))
		}
		x = append(x, Median(days))
		y = append(y, Median(group.Values()))
	}
	return x, y
}

func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// kendallP returns the chance of a score of Kendall's at least as far from
// zero: exact without ties in a small sample, else by the normal distribution
// with the variance corrected for ties in both.
func kendallP(score int, x, y []float64) float64 {
	n := len(x)
	tx, ty := ties(x), ties(y)
	if len(tx) == 0 && len(ty) == 0 && n <= 30 {
		return exactKendallP(score, n)
	}
	f := float64(n)
	pairs := func(t float64) float64 { return t * (t - 1) }
	triples := func(t float64) float64 { return t * (t - 1) * (t - 2) }
	weighted := func(t float64) float64 { return t * (t - 1) * (2*t + 5) }
	variance := (weighted(f) - sum(tx, weighted) - sum(ty, weighted)) / 18
	variance += sum(tx, pairs) * sum(ty, pairs) / (2 * pairs(f))
	if n > 2 {
		variance += sum(tx, triples) * sum(ty, triples) / (9 * triples(f))
	}
	away := math.Abs(float64(score)) - 1 // continuity
	if variance <= 0 || away <= 0 {
		return 1
	}
	return 2 * distuv.UnitNormal.Survival(away/math.Sqrt(variance))
}

// exactKendallP counts, among all orders of n distinct values, those whose
// score is at least as far from zero. With k inversions the score is
// n(n-1)/2 - 2k.
func exactKendallP(score, n int) float64 {
	share := []float64{1} // share of orders by inversions
	for m := 2; m <= n; m++ {
		next := make([]float64, len(share)+m-1)
		for k, c := range share {
			for add := range m {
				next[k+add] += c / float64(m)
			}
		}
		share = next
	}
	p := 0.0
	for k, c := range share {
		if abs(n*(n-1)/2-2*k) >= abs(score) {
			p += c
		}
	}
	return min(p, 1)
}

func abs(n int) int { return max(n, -n) }

// ties returns the sizes of the groups of equal values, those of one left out.
func ties(values []float64) []float64 {
	var out []float64
	sorted := slices.Sorted(slices.Values(values))
	for start := 0; start < len(sorted); {
		end := start + 1
		for end < len(sorted) && sorted[end] == sorted[start] {
			end++
		}
		if end-start > 1 {
			out = append(out, float64(end-start))
		}
		start = end
	}
	return out
}

func sum(values []float64, of func(float64) float64) float64 {
	total := 0.0
	for _, v := range values {
		total += of(v)
	}
	return total
}
