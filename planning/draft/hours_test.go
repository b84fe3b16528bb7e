package draft

import (
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/timeline"
)

func TestATimeIsHeldAgainstTheHoursThatWereSaid(t *testing.T) {
	t.Parallel()
	r := request(t, "finish my thesis by the end of May, 16 hours a week, evenings, not on Thursdays")
	zone := r.Now.Location()
	monday := time.Date(2027, 1, 4, 0, 0, 0, 0, zone)
	h, err := Kept{Said: r}.Hours(zone, monday, monday.AddDate(0, 0, 7))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Duration]string{
		19 * time.Hour: "", 9 * time.Hour: OutsideHours, (3*24 + 19) * time.Hour: OutsideDay, (3*24 + 9) * time.Hour: OutsideDay,
	} {
		from := monday.Add(at)
		if code, why := h.Outside(from, from.Add(time.Hour)); code != want || (why == "") != (want == "") {
			t.Errorf("%s is %q: %s", from.Format("Mon 15:04"), code, why)
		}
	}
	if code, _ := h.Outside(monday, monday); code != "" {
		t.Errorf("what takes no time is outside: %s", code)
	}
}

// What is waited for after something that is done is counted as its lag says.
func TestAWaitOfWorkingDaysGoesOverWeekends(t *testing.T) {
	t.Parallel()
	thursday := civil.NewDate(2026, 12, 3)
	for calendar, want := range map[string]civil.Date{"": thursday + 3, timeline.WorkingDays: thursday + 5} {
		if day := later(thursday, outline.Dependency{Lag: 3 * 24 * 60, Calendar: calendar}); day != want {
			t.Errorf("three days of %q after %s are on %s", calendar, thursday, day)
		}
	}
}
