package stat_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/stat"
)

func values(least, most int) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(rapid.Map(rapid.IntRange(-400, 400), func(n int) float64 { return float64(n) / 4 }), least, most)
}

func anySeries(t *rapid.T) stat.Series {
	points := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) stat.Point {
		return stat.Point{
			Day:   monday.AddDays(rapid.IntRange(0, 60).Draw(t, "day")),
			Value: float64(rapid.IntRange(-50, 50).Draw(t, "value")),
		}
	}), 0, 40).Draw(t, "points")
	return stat.NewSeries(points)
}

func TestMeanAndMedianLieWithinTheirValues(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := values(1, 50).Draw(t, "values")
		least, most := slices.Min(v), slices.Max(v)
		mean, median := stat.Mean(v), stat.Median(v)
		if mean < least || mean > most || median < least || median > most {
			t.Fatalf("mean %v, median %v", mean, median)
		}
		if sum := stat.Sum(v); math.Abs(mean*float64(len(v))-sum) > 1e-6 {
			t.Fatalf("mean %v and sum %v disagree", mean, sum)
		}
	})
}

func TestATrendTurnsWithItsSeries(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anySeries(t)
		up, flipped := stat.TrendOf(s), slices.Clone(s)
		for i := range flipped {
			flipped[i].Value = -flipped[i].Value
		}
		down := stat.TrendOf(flipped)
		if !close(up.PerWeek, -down.PerWeek) || !close(up.P, down.P) || up.Direction() != -down.Direction() {
			t.Fatalf("%+v against %+v", up, down)
		}
		if up.P < 0 || up.P > 1 {
			t.Fatalf("P = %v", up.P)
		}
	})
}

func TestAStraightLineHasItsOwnSlope(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		slope := float64(rapid.IntRange(-40, 40).Draw(t, "slope")) / 8
		n := rapid.IntRange(5, 900).Draw(t, "n")
		var s stat.Series
		for i := range n {
			s = append(s, stat.Point{Day: monday.AddDays(7 * i), Value: slope * float64(i)})
		}
		got := stat.TrendOf(s)
		want := 0
		if slope != 0 {
			want = int(math.Copysign(1, slope))
		}
		if math.Abs(got.PerWeek-slope) > 1e-9 || got.Direction() != want {
			t.Fatalf("slope %v over %d weeks: %+v", slope, n, got)
		}
	})
}

func TestChangeIsTheSameBackwards(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := values(0, 14).Draw(t, "a"), values(0, 14).Draw(t, "b")
		there, back := stat.Compare(a, b), stat.Compare(b, a)
		if there.Before != back.After || there.After != back.Before || math.Abs(there.P-back.P) > 1e-9 || there.P < 0 || there.P > 1 {
			t.Fatalf("%+v against %+v", there, back)
		}
	})
}

func BenchmarkTrendOf(b *testing.B) {
	var s stat.Series
	for i := range 10_000 {
		s = append(s, stat.Point{Day: monday.AddDays(i), Value: float64(i*7919%1000) / 10})
	}
	for b.Loop() {
		stat.TrendOf(s)
	}
}
