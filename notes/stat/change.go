package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/combin"
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
	meanA, meanB := Mean(a), Mean(b)
	ea, eb := sampleVariance(a)/float64(len(a)), sampleVariance(b)/float64(len(b))
	if ea+eb == 0 {
		return 0 // two different constants, many times over
	}
	t := math.Abs(meanA-meanB) / math.Sqrt(ea+eb)
	freedom := (ea + eb) * (ea + eb) /
		(ea*ea/float64(len(a)-1) + eb*eb/float64(len(b)-1))
	return mathext.RegIncBeta(freedom/2, .5, freedom/(freedom+t*t)) // both tails of Student's distribution
}

// sampleVariance is the variance of what the values, at least two, are drawn from. The packages
// of gonum that have it, and the distributions, bring linear algebra along: 2 MB of the binary.
func sampleVariance(values []float64) float64 {
	mean, squares := Mean(values), 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return squares / float64(len(values)-1)
}
