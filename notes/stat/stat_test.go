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

func TestSummarize(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		values []float64
		want   stat.Summary
	}{
		{"nothing has no summary", nil, stat.Summary{}},
		{"one value has no spread", []float64{80}, stat.Summary{N: 1, Sum: 80, Mean: 80, Median: 80, Min: 80, Max: 80}},
		{"the median of an even sample lies between", []float64{5, 4.5, 5.5, 5}, stat.Summary{N: 4, Sum: 20, Mean: 5, Median: 5, Min: 4.5, Max: 5.5, StandardDev: math.Sqrt(0.5 / 3)}},
		{"the order does not matter", []float64{9, 1, 2}, stat.Summary{N: 3, Sum: 12, Mean: 4, Median: 2, Min: 1, Max: 9, StandardDev: math.Sqrt(19)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := stat.Summarize(tt.values)
			if !close(got.StandardDev, tt.want.StandardDev) {
				t.Errorf("standard deviation = %v, want %v", got.StandardDev, tt.want.StandardDev)
			}
			got.StandardDev = tt.want.StandardDev
			if got != tt.want {
				t.Errorf("Summarize(%v) = %+v, want %+v", tt.values, got, tt.want)
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
		apart, clear  bool
	}{
		{"an empty sample compares with nothing", nil, []float64{5}, 0, 1, false, false},
		{"one against one can't be told from chance", []float64{7}, []float64{5}, -2, 1, true, false},
		{"three against three are one deal of ten", []float64{7, 7.5, 8}, []float64{4.5, 5, 5.5}, -2.5, 0.1, true, false},
		{"four against four are clear", []float64{7, 7.5, 8, 7.2}, []float64{4.5, 5, 5.5, 5.1}, -2.4, 2.0 / 70, true, true},
		{"equal samples do not differ", []float64{80, 80}, []float64{80, 80}, 0, 1, false, false},
		{"samples that overlap are not apart", []float64{1, 2, 3}, []float64{2, 3, 4}, 1, 0.5, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := stat.Compare(tt.before, tt.after)
			if math.Abs(got.Diff-tt.diff) > 1e-9 || !close(got.P, tt.p) || got.Apart() != tt.apart || got.Clear() != tt.clear {
				t.Errorf("Compare = %+v, apart %v, clear %v", got, got.Apart(), got.Clear())
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

func TestAroundTakesTheDayItselfAsAfter(t *testing.T) {
	t.Parallel()
	s := series(1, 7, 7, 7, 5, 5, 5, 100)
	got := stat.Around(s, monday.AddDays(3), 3)
	if got.Before.Mean != 7 || got.After.Mean != 5 || got.Before.N != 3 || got.After.N != 3 {
		t.Errorf("Around = %+v", got)
	}
}

func TestTogether(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		table stat.Together
		p     float64
		sign  int
	}{
		{"nothing is no evidence", stat.Together{}, 1, 0},
		{"one day is no evidence", stat.Together{Both: 1}, 1, 1},
		{"always together over six days", stat.Together{Both: 3, Neither: 3}, 0.1, 1},
		{"always together over eight days", stat.Together{Both: 4, Neither: 4}, 2.0 / 70, 1},
		{"never together over eight days", stat.Together{OnlyA: 4, OnlyB: 4}, 2.0 / 70, -1},
		{"the lady tasting tea, three of four", stat.Together{Both: 3, OnlyA: 1, OnlyB: 1, Neither: 3}, 34.0 / 70, 1},
		{"evenly spread", stat.Together{Both: 5, OnlyA: 5, OnlyB: 5, Neither: 5}, 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.table.P(); !close(got, tt.p) {
				t.Errorf("P = %v, want %v", got, tt.p)
			}
			if got := tt.table.LogOdds(); int(math.Copysign(1, got))*boolInt(got != 0) != tt.sign {
				t.Errorf("LogOdds = %v, want sign %d", got, tt.sign)
			}
		})
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestCrossCountsEachDayOnce(t *testing.T) {
	t.Parallel()
	days := []notes.Day{monday, monday, monday.AddDays(1), monday.AddDays(2), monday.AddDays(3)}
	heavy := func(d notes.Day) bool { return d.Date%2 == 0 }
	short := func(d notes.Day) bool { return d.Date < 18 }
	if got, want := stat.Cross(days, heavy, short), (stat.Together{Both: 1, OnlyA: 1, OnlyB: 1, Neither: 1}); got != want {
		t.Errorf("Cross = %+v, want %+v", got, want)
	}
}

func TestStreaksAndGaps(t *testing.T) {
	t.Parallel()
	on := func(dates ...int) []notes.Day {
		var out []notes.Day
		for _, d := range dates {
			out = append(out, notes.NewDay(2026, 2, d))
		}
		return out
	}
	span := func(a, b int) notes.Range {
		return notes.Range{Start: notes.NewDay(2026, 2, a), End: notes.NewDay(2026, 2, b)}
	}
	days := on(20, 3, 4, 4, 5, 9)

	streaks := stat.Streaks(days)
	if want := []notes.Range{span(3, 5), span(9, 9), span(20, 20)}; !equal(streaks, want) {
		t.Errorf("Streaks = %v, want %v", streaks, want)
	}
	if longest, ok := stat.Longest(streaks); !ok || longest != span(3, 5) {
		t.Errorf("Longest = %v, %v", longest, ok)
	}
	if _, ok := stat.Longest(nil); ok {
		t.Error("no streaks have a longest")
	}
	if got, want := stat.Gaps(days, span(1, 28), 3), []notes.Range{span(6, 8), span(10, 19), span(21, 28)}; !equal(got, want) {
		t.Errorf("Gaps = %v, want %v", got, want)
	}
	if got, want := stat.Gaps(days, notes.Range{}, 3), []notes.Range{span(6, 8), span(10, 19)}; !equal(got, want) {
		t.Errorf("Gaps between the first and the last day = %v, want %v", got, want)
	}
	if got := stat.Gaps(nil, notes.Range{}, 1); got != nil {
		t.Errorf("no days in no range have the gaps %v", got)
	}
}

func equal(a, b []notes.Range) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestSeries(t *testing.T) {
	t.Parallel()
	s := stat.NewSeries([]stat.Point{
		{Day: monday.AddDays(9), Value: 90, ID: "d"},
		{Day: monday, Value: 80, ID: "a"},
		{Day: monday, Value: 85, ID: "b"},
		{Day: monday.AddDays(2), Value: 85, ID: "c"},
	})
	if p, _ := s.Highest(); p.ID != "d" {
		t.Errorf("Highest = %v", p)
	}
	if p, _ := s.Within(notes.Range{End: monday.AddDays(2)}).Highest(); p.ID != "b" {
		t.Errorf("the first of equals is not the highest: %v", p)
	}
	if p, _ := s.Lowest(); p.ID != "a" {
		t.Errorf("Lowest = %v", p)
	}
	if got := s.Records(); len(got) != 3 || got[2].ID != "d" {
		t.Errorf("Records = %v", got)
	}
	if got := s.Daily(stat.Mean); len(got) != 3 || got[0].Value != 82.5 {
		t.Errorf("Daily = %v", got)
	}
	if got := len(s.Days()); got != 3 {
		t.Errorf("%d days", got)
	}
	weeks := s.Weeks(time.Sunday)
	if len(weeks) != 2 || weeks[0].Start != monday.AddDays(-1) || len(weeks[0].Points) != 3 || len(weeks[1].Points) != 1 {
		t.Errorf("Weeks = %v", weeks)
	}
}

func TestRatesAndShares(t *testing.T) {
	t.Parallel()
	if got := stat.PerWeek(6, 14); got != 3 {
		t.Errorf("6 in two weeks are %v a week", got)
	}
	if got := stat.PerWeek(6, 0); got != 0 {
		t.Errorf("6 in no days are %v a week", got)
	}
	if got, ok := stat.Percent(80, 100); !ok || got != 25 {
		t.Errorf("80 to 100 is %v %%, %v", got, ok)
	}
	if got, ok := stat.Percent(-4, -2); !ok || got != 50 {
		t.Errorf("-4 to -2 is %v %%, %v", got, ok)
	}
	if _, ok := stat.Percent(0, 5); ok {
		t.Error("a change from zero has a percentage")
	}
	week := notes.Range{Start: monday, End: monday.AddDays(6)}
	if got := stat.Coverage([]notes.Day{monday, monday, monday.AddDays(-1)}, week); got != 1.0/7 {
		t.Errorf("Coverage = %v", got)
	}
}
