package observer

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// chanceBound is how often mere chance may bring about a line.
const chanceBound = 0.05

// chanceOfHits returns the chance of at least so many hits: have days, dealt out at
// random among all days, hit a marked day so often. It is Fisher's exact test, one-sided.
func chanceOfHits(hits, marked, have, all int) float64 {
	p := 0.0
	for k := max(hits, have-(all-marked)); k <= min(marked, have); k++ {
		p += math.Exp(logWays(marked, k) + logWays(all-marked, have-k) - logWays(all, have))
	}
	return p
}

// logWays returns the logarithm of the number of ways to choose k of n.
func logWays(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
