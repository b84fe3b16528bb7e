package stat

import (
	"math"

	gonum "gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Change compares two samples, for example of two spans.
type Change struct {
	Before, After float64 // their means
	// P is the chance that samples of one kind would lie at least as far apart:
	// 1 where a sample is empty.
	P float64
}

// clearP is the usual bound of one in twenty.
const clearP = 0.05

// Clear reports whether chance explains the difference badly.
func (c Change) Clear() bool { return c.P <= clearP }

// Compare returns the change from one sample to another. P comes from every way
// to deal the values out (a permutation test) as long as there are few, and
// from Welch's t-test beyond.
func Compare(before, after []float64) Change {
	c := Change{Before: Mean(before), After: Mean(after), P: 1}
	switch {
	case len(before) == 0 || len(after) == 0 || c.Before == c.After:
	case waysToDeal(len(before), len(after)) <= maxDeals:
		c.P = permutationP(before, after)
	default:
		c.P = welchP(before, after)
	}
	return c
}

// maxDeals bounds the work of the permutation test: eight and eight values are
// 12,870 ways.
const maxDeals = 20000

func waysToDeal(n, m int) float64 {
	return math.Exp(combin.LogGeneralizedBinomial(float64(n+m), float64(n)))
}

func permutationP(a, b []float64) float64 {
	all := append(append([]float64{}, a...), b...)
	total := Sum(all)
	n, m := float64(len(a)), float64(len(b))
	apart := func(sumA float64) float64 { return math.Abs(sumA/n - (total-sumA)/m) }
	// The same values summed in another order may differ in the last bits.
	seen := apart(Sum(a)) * (1 - 1e-9)
	hits, ways := 0, 0
	deals := combin.NewCombinationGenerator(len(all), len(a))
	picked := make([]int, len(a))
	for deals.Next() {
		deals.Combination(picked)
		s := 0.0
		for _, i := range picked {
			s += all[i]
		}
		ways++
		if apart(s) >= seen {
			hits++
		}
	}
	return float64(hits) / float64(ways)
}

func welchP(a, b []float64) float64 {
	if len(a) < 2 || len(b) < 2 {
		return 1
	}
	meanA, varA := gonum.MeanVariance(a, nil)
	meanB, varB := gonum.MeanVariance(b, nil)
	ea, eb := varA/float64(len(a)), varB/float64(len(b))
	if ea+eb == 0 {
		return 0 // two different constants, many times over
	}
	t := math.Abs(meanA-meanB) / math.Sqrt(ea+eb)
	freedom := (ea + eb) * (ea + eb) /
		(ea*ea/float64(len(a)-1) + eb*eb/float64(len(b)-1))
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Survival(t)
}
