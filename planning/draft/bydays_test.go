package draft

import (
	"fmt"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/problem"
)

// What is said of some days of the week holds on these, and what is said of each day is what each day has.
func TestEachDayOfTheWeekHasWhatWasSaidOfIt(t *testing.T) {
	t.Parallel()
	for words, c := range map[string]struct {
		most  map[time.Weekday]int // 0: none
		least map[time.Weekday]int // of each such day before the last of the work
	}{
		"at most 1 hour a day on weekdays, at most 3 hours on Sundays, not on Saturdays": {
			most: map[time.Weekday]int{1: 60, 2: 60, 3: 60, 4: 60, 5: 60, 0: 180, 6: 0}},
		"at most 1 hour a day, at most 3 hours on Sundays": {most: map[time.Weekday]int{1: 60, 2: 60, 3: 60, 4: 60, 5: 60, 6: 60, 0: 180}},
		"an hour a day on weekdays": {
			most: map[time.Weekday]int{1: 60, 2: 60, 3: 60, 4: 60, 5: 60, 6: 0, 0: 0}, least: map[time.Weekday]int{1: 60, 2: 60, 3: 60, 4: 60, 5: 60}},
		"an hour on weekdays and 3 hours on Sundays": {
			most: map[time.Weekday]int{1: 60, 2: 60, 3: 60, 4: 60, 5: 60, 6: 0, 0: 180}, least: map[time.Weekday]int{1: 60, 2: 60, 3: 60, 4: 60, 5: 60, 0: 180}},
	} {
		r := request(t, "paint the boat by 30 April 2027, "+words)
		r.Steps = []Step{{"Paint", 1200}}
		d, err := Make(t.Context(), r)
		if err != nil || d.Result.Verdict != problem.Feasible {
			t.Errorf("%s: %v, %v", words, d.Result.Verdict, err)
			continue
		}
		worked, last := map[string]int{}, time.Time{}
		for _, b := range d.Result.Schedule.Blocks {
			from := d.Frame.Time(b.From).In(r.Now.Location())
			worked[from.Format(time.DateOnly)] += b.To - b.From
			last = laterTime(last, from)
		}
		for at := d.Start.In(r.Now.Location()); !at.After(last); at = at.AddDate(0, 0, 1) {
			n, day := worked[at.Format(time.DateOnly)], fmt.Sprintf("%s, %s", words, at.Format("Mon 2 Jan"))
			if n > c.most[at.Weekday()] {
				t.Errorf("%s has %d min", day, n)
			}
			if n < c.least[at.Weekday()] && at.Format(time.DateOnly) != last.Format(time.DateOnly) {
				t.Errorf("%s has only %d min", day, n)
			}
		}
	}
}

func laterTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
