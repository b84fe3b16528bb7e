package draft

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/pattern"
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

// What a week has room for is no more than its days leave, each within what was said of a day; and where hardly
// anything is to spare, that is told.
func TestAWeekHasRoomForWhatItsDaysLeave(t *testing.T) {
	t.Parallel()
	r := request(t, "sort the cellar by 15 April, at most 90 minutes a day, 6 hours a week, only on Mondays, Wednesdays and Fridays, 40 hours in all")
	for total, full := range map[string]bool{"40 hours": false, "85 hours": true} {
		of := r
		of.Wish = strings.Replace(r.Wish, "40 hours", total, 1)
		d, err := Make(t.Context(), of)
		if err != nil || d.Result.Verdict != problem.Feasible {
			t.Fatal(total, err, d.Result.Verdict)
		}
		if week := d.Weeks()[2]; week.Room != 3*90 {
			t.Errorf("%s: the week of %s has room for %d minutes, want 270", total, week.Monday, week.Room)
		}
		told := slices.ContainsFunc(d.Assumptions, func(a pattern.Assumption) bool { return strings.Contains(a.Text, " to spare in all") })
		if told != full {
			t.Errorf("%s: that little is to spare is told: %v", total, told)
		}
	}
}
