package recur

import (
	"slices"

	"github.com/weft-mesh/weft/planning/civil"
)

const (
	maxCount    = 1_000_000
	maxInterval = 1_000_000
	// maxTimes bounds the times of one day: once a minute.
	maxTimes = 24 * 60
)

// Check says what is wrong with a rule, as an *Error.
func (r Rule) Check() error {
	switch {
	case !slices.Contains([]Frequency{Yearly, Monthly, Weekly, Daily, Hourly, Minutely}, r.Freq):
		return fail(OutOfRange, "FREQ", "%.20q is none of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY", r.Freq)
	case r.Interval < 0 || r.Interval > maxInterval:
		return fail(OutOfRange, "INTERVAL", "%d is not in 1 to %d", r.Interval, maxInterval)
	case r.Count < 0 || r.Count > maxCount:
		return fail(OutOfRange, "COUNT", "%d is not in 1 to %d", r.Count, maxCount)
	case r.WeekStart < Monday || r.WeekStart > Sunday:
		return fail(OutOfRange, "WKST", "%d is no weekday", r.WeekStart)
	case r.Until != nil && (r.Until.Date < 0 || r.Until.Date.Year() > civil.MaxYear || r.Until.Second < 0 || r.Until.Second > 86399):
		return fail(OutOfRange, "UNTIL", "%v is not in the years 1 to %d", r.Until.DateTime, civil.MaxYear)
	}
	if err := r.checkLists(); err != nil {
		return err
	}
	return r.checkTogether()
}

// checkLists holds the numbers of all lists against their ranges.
func (r Rule) checkLists() error {
	for _, p := range r.lists() {
		if p.list == nil {
			continue
		}
		for i, n := range *p.list {
			if !p.holds(n) {
				return fail(OutOfRange, p.name, "%d is not in %d to %d", n, p.low, p.top)
			}
			if i > 0 && n <= (*p.list)[i-1] {
				return fail(Malformed, p.name, "%d does not come after %d", n, (*p.list)[i-1])
			}
		}
	}
	for i, d := range r.ByDay {
		if d.Weekday < Monday || d.Weekday > Sunday || d.Ordinal < -53 || d.Ordinal > 53 {
			return fail(OutOfRange, "BYDAY", "%v is not a weekday with an ordinal of 1 to 53", d)
		}
		if i > 0 && compareDays(r.ByDay[i-1], d) >= 0 {
			return fail(Malformed, "BYDAY", "%v does not come after %v", d, r.ByDay[i-1])
		}
	}
	if n := len(timesOf(r, Moment{})); n > maxTimes {
		return fail(TooLarge, "BYHOUR", "%d times a day are more than %d", n, maxTimes)
	}
	return nil
}

// checkTogether finds parts that the standard forbids together.
func (r Rule) checkTogether() error {
	ordinal := slices.ContainsFunc(r.ByDay, func(d Day) bool { return d.Ordinal != 0 })
	switch {
	case len(r.ByWeekNo) > 0 && r.Freq != Yearly:
		return fail(Contradiction, "BYWEEKNO", "only a YEARLY rule has weeks by number")
	case len(r.ByYearDay) > 0 && (r.Freq == Monthly || r.Freq == Weekly || r.Freq == Daily):
		return fail(Contradiction, "BYYEARDAY", "a %s rule has no days of the year", r.Freq)
	case len(r.ByMonthDay) > 0 && r.Freq == Weekly:
		return fail(Contradiction, "BYMONTHDAY", "a WEEKLY rule has no days of the month")
	case ordinal && r.Freq != Yearly && r.Freq != Monthly:
		return fail(Contradiction, "BYDAY", "only MONTHLY and YEARLY rules have weekdays with an ordinal")
	case ordinal && len(r.ByWeekNo) > 0:
		return fail(Contradiction, "BYDAY", "with BYWEEKNO a weekday has no ordinal")
	case len(r.BySetPos) > 0 && r.fineUnit() > 0:
		return fail(Contradiction, "BYSETPOS", "it is not expanded for a rule that is finer than a day")
	case len(r.BySetPos) > 0 && !r.by() && len(r.ByHour)+len(r.ByMinute)+len(r.BySecond) == 0:
		return fail(Contradiction, "BYSETPOS", "it counts in what another BY part gives, and there is none")
	}
	return nil
}

// by reports whether a part names days.
func (r Rule) by() bool {
	return len(r.ByMonth)+len(r.ByMonthDay)+len(r.ByYearDay)+len(r.ByWeekNo)+len(r.ByDay) > 0
}

func compareDays(a, b Day) int {
	if a.Ordinal != b.Ordinal {
		return a.Ordinal - b.Ordinal
	}
	return int(a.Weekday - b.Weekday)
}
