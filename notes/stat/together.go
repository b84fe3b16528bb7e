package stat

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"

	"github.com/weft-mesh/weft/notes"
)

// Together counts over days how two conditions A and B fall together.
type Together struct {
	Both, OnlyA, OnlyB, Neither int
}

// Cross counts A and B over the days on which both are known.
func Cross(days []notes.Day, a, b func(notes.Day) bool) Together {
	var t Together
	for _, d := range distinct(days) {
		switch inA, inB := a(d), b(d); {
		case inA && inB:
			t.Both++
		case inA:
			t.OnlyA++
		case inB:
			t.OnlyB++
		default:
			t.Neither++
		}
	}
	return t
}

// N returns the number of days.
func (t Together) N() int { return t.Both + t.OnlyA + t.OnlyB + t.Neither }

// LogOdds returns the logarithm of the odds ratio, each count raised by a half
// (Haldane and Anscombe), so that a small table with an empty cell stays
// finite. Positive: they fall together more often than apart.
func (t Together) LogOdds() float64 {
	c := func(n int) float64 { return float64(n) + 0.5 }
	return math.Log(c(t.Both) * c(t.Neither) / (c(t.OnlyA) * c(t.OnlyB)))
}

// P returns the chance of a table at least as rare, with the same totals, if A
// and B had nothing to do with each other (Fisher's exact test, two-sided).
func (t Together) P() float64 {
	if t.N() == 0 {
		return 1
	}
	a, b, n := t.Both+t.OnlyA, t.Both+t.OnlyB, t.N()
	seen := hypergeometric(t.Both, a, b, n) * (1 + 1e-9)
	p := 0.0
	for both := max(0, a+b-n); both <= min(a, b); both++ {
		if q := hypergeometric(both, a, b, n); q <= seen {
			p += q
		}
	}
	return min(p, 1)
}

// Clear reports whether chance explains badly how they fall.
func (t Together) Clear() bool { return t.P() <= clearP }

// hypergeometric returns the chance that a of n days and b of n days, drawn
// apart, share exactly both.
func hypergeometric(both, a, b, n int) float64 {
	choose := func(n, k int) float64 {
		return combin.LogGeneralizedBinomial(float64(n), float64(k))
	}
	return math.Exp(choose(a, both) + choose(n-a, b-both) - choose(n, b))
}
