package extract_test

import (
	"testing"

	"github.com/weft-mesh/weft/notes/extract"
)

func TestAClockSpanIsTheTimeBetweenTwoTimesOfDay(t *testing.T) {
	t.Parallel()
	for text, minutes := range map[string]float64{
		"shop 6 to 9pm":                     180,
		"guitar 7 to 8.30 pm. fingers sore": 90,
		"from half 8 till 9":                30,
		"6am to 2.30pm. stinker":            510,
		"day 1, 7 till half 3":              510,
		"slept 22:40-6:15":                  455,
		"from nine till half twelve":        210,
	} {
		got := extract.ClockSpans(text)
		if len(got) != 1 || got[0].Minutes != minutes || got[0].Bare {
			t.Errorf("%q: %+v, want %v minutes", text, got, minutes)
		}
	}
	for _, text := range []string{"lost 4-1", "mood 6 to 8", "english 6-8"} {
		if got := extract.ClockSpans(text); len(got) != 1 || !got[0].Bare {
			t.Errorf("%q may be anything, and is %+v", text, got)
		}
	}
	for _, text := range []string{"5:30-5:45/km", "from 84.20 to 90.30", "30 to 40 min", "one to two hours", "bp 138-84", "2026-01-02 to 2026-01-05"} {
		if got := extract.ClockSpans(text); len(got) != 0 {
			t.Errorf("%q is no span of the clock: %+v", text, got)
		}
	}
}
