package draft

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// The runs of a week are spread over it, the long one is at the weekend, and where the calendar leaves no room
// for that they are where there is room.
func TestATrainingHasDaysOfRest(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for text, inARow := range map[string]int{
		"run a 10 km race on 21 March 2027, three times a week":                     1,
		"half marathon on 25 April 2027, four evenings a week":                      2,
		"run a 10 km race on 21 March 2027, only Mondays, Tuesdays and Wednesdays":  3,
		"run a 10 km race on 21 March 2027, three times a week; weekends are taken": 0,
	} {
		words, taken, _ := strings.Cut(text, ";")
		r := request(t, words)
		if taken != "" {
			r.Commitments = func(from, to time.Time) (out []timeline.Commitment, err error) {
				for day := civil.DateOf(from); day.In(zone).Before(to); day++ {
					if on := day.Weekday(); on == time.Saturday || on == time.Sunday || on == time.Friday {
						out = append(out, timeline.Commitment{Title: "away", From: day.In(zone), To: (day + 1).In(zone), AllDay: true})
					}
				}
				return out, nil
			}
		}
		d := draft(t, r)
		if d.Result.Verdict != problem.Feasible {
			t.Errorf("%s: it is %s", text, d.Result.Verdict)
			continue
		}
		runs := map[civil.Date]bool{}
		for _, b := range d.Goal.Blocks(d.Frame, d.Result.Schedule) {
			if strings.Contains(b.Title, "Easy run") || b.Title == "Long run" || strings.Contains(b.Title, "Intervals") {
				runs[civil.DateOf(b.From)] = true
			}
			if on := civil.DateOf(b.From).Weekday(); b.Title == "Long run" && inARow > 0 && inARow < 3 && on != time.Saturday && on != time.Sunday {
				t.Errorf("%s: a long run is on a %s", text, on)
			}
		}
		most, row := 0, 0
		for i, day := range slices.Sorted(maps.Keys(runs)) {
			if row++; i > 0 && !runs[day-1] {
				row = 1
			}
			most = max(most, row)
		}
		if inARow > 0 && most != inARow {
			t.Errorf("%s: %d days in a row", text, most)
		}
	}
}
