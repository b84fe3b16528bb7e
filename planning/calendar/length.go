package calendar

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
	"github.com/weft-mesh/weft/planning/timeline"
)

// MaxLength is the longest that an event may be, in days: as long as a timeline.
const MaxLength = timeline.MaxDays

// length is how long an event is: days by the calendar, then an exact time; or until the end
// of the day on which it begins.
type length struct {
	days          int
	exact         time.Duration
	untilMidnight bool
	// clock is by how many seconds the clock shows more at the end, in the zone of the end, than
	// at the start. A night shift until six ends at six on all nights, and when the exact time is
	// over where that is later.
	clock int
	zone  *time.Location // nil: no clock counts
}

// compare orders lengths, roughly by the clock.
func (l length) compare(o length) int {
	rough := func(l length) time.Duration {
		if l.untilMidnight {
			l.days = 1
		}
		return time.Duration(l.days)*24*time.Hour + l.exact
	}
	return cmp.Compare(rough(l), rough(o))
}

// after returns the end of what begins at a civil time, which is the instant at.
func (l length) after(begin recur.Moment, at time.Time, home *time.Location) time.Time {
	if l.untilMidnight {
		end := (begin.Date + 1).In(home)
		if begin.Zone != nil {
			end = (civil.DateOf(at.In(home)) + 1).In(home)
		}
		return end
	}
	if l.days != 0 {
		begin.Date += civil.Date(l.days)
		at = begin.Time(home)
	}
	end := at.Add(l.exact)
	if l.zone == nil {
		return end
	}
	if byClock := begin.Add(l.clock).In(l.zone); byClock.After(end) {
		return byClock
	}
	return end
}

// parseLength reads a DURATION, such as "P1DT2H", "-PT15M" or "P2W".
func parseLength(text string) (length, bool) {
	var l length
	text = strings.ToUpper(strings.TrimPrefix(text, "+"))
	text, negative := strings.CutPrefix(text, "-")
	date, clock, timed := strings.Cut(strings.TrimPrefix(text, "P"), "T")
	if !strings.HasPrefix(text, "P") || date == "" && clock == "" || timed && clock == "" {
		return l, false
	}
	weeks, date, ok1 := amount(date, 'W')
	days, date, ok2 := amount(date, 'D')
	hours, clock, ok3 := amount(clock, 'H')
	minutes, clock, ok4 := amount(clock, 'M')
	seconds, clock, ok5 := amount(clock, 'S')
	l.days = weeks*7 + days
	l.exact = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
	if negative {
		l.days, l.exact = -l.days, -l.exact
	}
	return l, ok1 && ok2 && ok3 && ok4 && ok5 && date == "" && clock == ""
}

// amount takes a number and its unit off the front, if they are there.
func amount(text string, unit byte) (n int, rest string, ok bool) {
	i := strings.IndexByte(text, unit)
	if i < 0 {
		return 0, text, true
	}
	n, err := strconv.Atoi(text[:i])
	return n, text[i+1:], err == nil && n >= 0 && n < 10_000_000
}
