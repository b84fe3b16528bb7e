package stat_test

import (
	"math"
	"testing"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/stat"
)

var monday = notes.NewDay(2026, 2, 16)

// series has one point for each value, step days apart.
func series(step int, values ...float64) stat.Series {
	var out stat.Series
	for i, v := range values {
		out = append(out, stat.Point{Day: monday.AddDays(i * step), Value: v})
	}
	return out
}

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

func TestTheMiddleOfASample(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name              string
		values            []float64
		sum, mean, median float64
	}{
		{"nothing comes to nothing", nil, 0, 0, 0},
		{"one value is all three", []float64{80}, 80, 80, 80},
		{"the median of an even sample lies between", []float64{5, 4.5, 5.5, 6}, 21, 5.25, 5.25},
		{"the order does not matter", []float64{9, 1, 2}, 12, 4, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if sum, mean, median := stat.Sum(tt.values), stat.Mean(tt.values), stat.Median(tt.values); sum != tt.sum || mean != tt.mean || median != tt.median {
				t.Errorf("sum %v, mean %v, median %v of %v", sum, mean, median, tt.values)
			}
		})
	}
}

func TestTrendOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		series    stat.Series
		perWeek   float64
		direction int
	}{
		{"nothing has no trend", nil, 0, 0},
		{"one point has no trend", series(7, 80), 0, 0},
		{"three points in order may be chance", series(7, 80, 82.5, 85), 2.5, 0},
		{"four points in order are a trend", series(7, 80, 82.5, 85, 87.5), 2.5, 1},
		{"the slope is per week whatever the step", series(1, 70, 71, 72, 73, 74), 7, 1},
		{"falling is a trend, too", series(7, 26, 25.5, 25, 24.5, 24), -0.5, -1},
		{"an outlier does not turn the slope", series(7, 80, 81, 82, 83, 84, 85, 60, 87), 1, 1},
		{"values that jump about have no trend", series(7, 80, 85, 79, 86, 80, 84), 0.75, 0},
		{"a constant has no trend", series(7, 80, 80, 80, 80, 80, 80), 0, 0},
		{"points of one day have no trend", series(0, 1, 2, 3, 4, 5), 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := stat.TrendOf(tt.series)
			if !close(got.PerWeek, tt.perWeek) && tt.direction != 0 || got.Direction() != tt.direction {
				t.Errorf("TrendOf = %+v, direction %d; want %v a week, direction %d", got, got.Direction(), tt.perWeek, tt.direction)
			}
		})
	}
}

func TestTrendChances(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		series stat.Series
		want   float64
	}{
		{"four in order: two of 24 orders", series(7, 1, 2, 3, 4), 2.0 / 24},
		{"five in order: two of 120 orders", series(7, 1, 2, 3, 4, 5), 2.0 / 120},
		{"one swap of four: eight of 24 orders", series(7, 1, 2, 4, 3), 8.0 / 24},
		// Score 14, variance (6*5*17-2*1*9)/18 = 27.33, z = 13/5.228.
		{"ties take the normal distribution", series(7, 1, 2, 2, 3, 4, 5), 0.01290},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := stat.TrendOf(tt.series).P; math.Abs(got-tt.want) > 5e-4 {
				t.Errorf("P = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		before, after []float64
		diff, p       float64
		clear         bool
	}{
		{"an empty sample compares with nothing", nil, []float64{5}, 5, 1, false},
		{"one against one can't be told from chance", []float64{7}, []float64{5}, -2, 1, false},
		{"three against three are one deal of ten", []float64{7, 7.5, 8}, []float64{4.5, 5, 5.5}, -2.5, 0.1, false},
		{"four against four are clear", []float64{7, 7.5, 8, 7.2}, []float64{4.5, 5, 5.5, 5.1}, -2.4, 2.0 / 70, true},
		{"equal samples do not differ", []float64{80, 80}, []float64{80, 80}, 0, 1, false},
		{"samples that overlap are not apart", []float64{1, 2, 3}, []float64{2, 3, 4}, 1, 0.5, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := stat.Compare(tt.before, tt.after)
			if math.Abs(got.After-got.Before-tt.diff) > 1e-9 || !close(got.P, tt.p) || got.Clear() != tt.clear {
				t.Errorf("Compare = %+v, clear %v", got, got.Clear())
			}
		})
	}
}

func TestLargeSamplesAreComparedByWelch(t *testing.T) {
	t.Parallel()
	// t = 2.3412 at 21.98 degrees of freedom, by numerical integration.
	var before, after []float64
	for i := range 12 {
		before = append(before, float64(i+1))
		after = append(after, float64(i+1+3+i%2))
	}
	if p := stat.Compare(before, after).P; math.Abs(p-0.028695) > 1e-5 {
		t.Errorf("P = %v", p)
	}
}

func TestASeriesIsInOrderOfItsDays(t *testing.T) {
	t.Parallel()
	s := stat.NewSeries([]stat.Point{
		{Day: monday.AddDays(9), Value: 90},
		{Day: monday, Value: 85},
		{Day: monday, Value: 80},
	})
	if s[0].Value != 85 || s[1].Value != 80 || s[2].Value != 90 {
		t.Errorf("the series is %v", s)
	}
	if got := len(s.Days()); got != 2 {
		t.Errorf("%d days", got)
	}
}

func TestAWeekBeginsOnTheDayOfTheUser(t *testing.T) {
	t.Parallel()
	if got := stat.WeekOf(monday, time.Sunday); got != monday.AddDays(-1) {
		t.Errorf("the week from Sunday begins on %v", got)
	}
	if got := stat.WeekOf(monday.AddDays(6), time.Monday); got != monday {
		t.Errorf("the week from Monday begins on %v", got)
	}
}

func TestARateIsAWeek(t *testing.T) {
	t.Parallel()
	if got := stat.PerWeek(6, 14); got != 3 {
		t.Errorf("6 in two weeks are %v a week", got)
	}
	if got := stat.PerWeek(6, 0); got != 0 {
		t.Errorf("6 in no days are %v a week", got)
	}
}
