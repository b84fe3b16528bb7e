package planner

import (
	"fmt"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/place"
)

// calendarDays is how many days ahead a model is shown a calendar of, for dates that it works out.
const calendarDays = 400

// mondaysFrom are the Mondays of the months to come, in one line: "2026-12: 7 14 21 28".
func mondaysFrom(now time.Time) string {
	var out strings.Builder
	month := time.Month(0)
	first := civil.DateOf(now).WeekStart(time.Monday)
	for day := first; day < first+calendarDays; day += 7 {
		at := day.In(time.UTC)
		if at.Month() != month {
			if month = at.Month(); out.Len() > 0 {
				out.WriteString("; ")
			}
			out.WriteString(at.Format("2006-01") + ":")
		}
		fmt.Fprintf(&out, " %d", at.Day())
	}
	return out.String()
}

// holidaysFrom are the holidays of the person's country, in one line; "" where they are not known.
func holidaysFrom(now time.Time) string {
	at, ok := place.Of(now.Location())
	if !ok {
		return ""
	}
	var out []string
	for _, h := range at.Holidays(civil.DateOf(now), civil.DateOf(now)+calendarDays) {
		out = append(out, h.Day.In(time.UTC).Format("Mon 2006-01-02")+" "+h.Name)
	}
	return strings.Join(out, ", ")
}
