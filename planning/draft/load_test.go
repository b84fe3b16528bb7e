package draft

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
)

func TestWeeksOfADraftHoldAllOfItsWorkWithinTheirHours(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"hours of evenings":     "half marathon by 25 April, four evenings a week, not on Thursdays",
		"a limit of the week":   "finish my thesis by the end of May, 15 hours a week",
		"a habit every morning": "learn Italian in six months, half an hour every morning",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := Make(t.Context(), request(t, text))
			if err != nil || d.Result.Verdict != problem.Feasible {
				t.Fatal(err, d.Result.Verdict)
			}
			work, _ := d.Load()
			var sum problem.Minute
			weeks := d.Weeks()
			for i, w := range weeks {
				if w.Monday.Weekday() != time.Monday || i > 0 && w.Monday != weeks[i-1].Monday+7 {
					t.Errorf("week %d begins on %s", i, w.Monday)
				}
				if w.taken() > w.Room {
					t.Errorf("the week of %s has %d minutes of work and %d for it", w.Monday, w.taken(), w.Room)
				}
				sum += w.taken()
			}
			if sum != work || weeks[0].Monday != d.Start.WeekStart(time.Monday) || weeks[len(weeks)-1].taken() == 0 {
				t.Errorf("%d of %d minutes are in the weeks from %s", sum, work, weeks[0].Monday)
			}
			if name == "a limit of the week" && weeks[1].Room != 15*60 {
				t.Errorf("15 hours a week are %d minutes", weeks[1].Room)
			}
		})
	}
	if weeks := (&Draft{Start: civil.NewDate(2026, time.December, 1)}).Weeks(); weeks != nil {
		t.Errorf("a draft without a schedule has %v", weeks)
	}
}
