package observer

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// chanceBound is how often a line may be said of what is mere chance.
const chanceBound = 0.05

// chanceOfHits is the chance that something falls on so many of the marked days or on
// more, if the days that have it were dealt out at random among all: Fisher's exact
// test, one-sided.
func chanceOfHits(hits, marked, have, all int) float64 {
	p := 0.0
	for k := max(hits, have-(all-marked)); k <= min(marked, have); k++ {
		p += math.Exp(logWays(marked, k) + logWays(all-marked, have-k) - logWays(all, have))
	}
	return p
}

// logWays is the logarithm of in how many ways k of n can be chosen.
func logWays(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
