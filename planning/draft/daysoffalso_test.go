package draft

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// Days off beside other times are more time where "and" or "or" joins them; else both have to be. Either is told.
func TestDaysOffAreMoreTimeOrBothHaveToBe(t *testing.T) {
	t.Parallel()
	const also, only = "also on days off, by your calendars, at any time of the day", "only on days off, by your calendars"
	for said, means := range map[string]string{
		"on my free days and weekday evenings":                  also,
		"weekday evenings and on my days off":                   also,
		"weekday evenings or also on my free days":              also,
		"weekday evenings, on my days off":                      only,
		"on my days off":                                        only,
		"never on Sundays. Weekday evenings and on my days off": also,
	} {
		r := request(t, "tidy the archive within 8 weeks, "+said)
		zone, today := r.Now.Location(), civil.DateOf(r.Now)
		off := map[civil.Date]bool{}
		var held []timeline.Commitment
		for on := today; on < today+80; on += 3 {
			off[on] = true
			held = append(held, timeline.Commitment{Title: "Day off", From: on.In(zone), To: (on + 1).In(zone), AllDay: true})
		}
		r.Steps, r.Commitments = []Step{{"Sort", 2400}}, func(time.Time, time.Time) ([]timeline.Commitment, error) { return held, nil }
		d, err := Make(t.Context(), r)
		if err != nil || !d.Keeps() || d.Result.Verdict != problem.Feasible {
			t.Errorf("%s: %v, %q %q, %v", said, err, d.Unread, d.Unkept, d.Result.Verdict)
			continue
		}
		if !slices.ContainsFunc(d.Wish.Readings, func(r wish.Reading) bool { return r.Means == means }) {
			t.Errorf("%s: it reads %+v", said, d.Wish.Readings)
		}
		early := false
		for _, span := range d.Problem.Free {
			from := d.Frame.Time(span.From).In(zone)
			on := civil.DateOf(from)
			early = early || off[on] && from.Hour() < 12
			evening := from.Hour() >= 17 && from.Weekday() != time.Saturday && from.Weekday() != time.Sunday
			switch refused := strings.HasPrefix(said, "never") && from.Weekday() == time.Sunday; {
			case refused, means == only && !off[on], !off[on] && !evening:
				t.Errorf("%s: there is time from %s", said, from)
			}
		}
		if means == also && !early {
			t.Errorf("%s: no morning of a day off is free", said)
		}
	}
}
