package recur

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

var lastDay = civil.NewDate(civil.MaxYear, time.December, 31)

// cursor walks the civil times of one rule in ascending order, period by period.
type cursor struct {
	rule   Rule
	start  Moment
	filter filter
	times  []int
	unit   int // not 0: days are walked, and each stride-th of these seconds taken
	stride int
	until  func(civil.DateTime) bool // whether a time is not yet too late
	last   civil.Date                // no day after it is looked at

	period int
	day    day        // the next day to look at
	end    civil.Date // where its period ends
	weekly civil.Date // first day of the weeks of a year that are numbered
	weeks  int

	found   []civil.DateTime // of the current period
	at      int              // the next of them
	left    int              // how many COUNT leaves; -1: no bound
	counted bool             // whether DTSTART has been counted
	looks   int              // how many days may still be looked at
}

// newCursor stands before the first time that the rule has on or after a day;
// with COUNT before the very first one.
func newCursor(r Rule, start Moment, from, to civil.Date, floating *time.Location) *cursor {
	c := &cursor{
		rule: r, start: start, filter: filterOf(r, start.Date), times: timesOf(r, start),
		until: untilOf(r, start, floating), last: min(to, lastDay), left: -1,
	}
	if c.unit = r.fineUnit(); c.unit > 0 {
		c.rule.Freq, c.rule.Interval = Daily, 1
	}
	if start.AllDay {
		c.unit = 0 // each day has one of its hours
	}
	c.stride = max(1, r.Interval)
	if r.Count > 0 {
		c.left = r.Count
		if r.fineUnit() == 0 {
			from = c.skipCounted(from)
		} else {
			from = start.Date
		}
	}
	at := c.periodOf(start.Date)
	if from > start.Date {
		every := c.every()
		at += (c.periodOf(from) - at) / every * every
	}
	c.enter(at)
	return c
}

func (c *cursor) every() int { return max(1, c.rule.Interval) }

// skipCounted returns the day from which a rule with COUNT has to be walked:
// the start, but where each period has one time by arithmetic alone.
func (c *cursor) skipCounted(from civil.Date) civil.Date {
	step := civil.Date(c.every())
	if c.rule.Freq == Weekly {
		step *= 7
	}
	r := c.rule
	if c.rule.Freq != Weekly && c.rule.Freq != Daily || r.by() || len(r.BySetPos)+len(r.ByHour)+len(r.ByMinute)+len(r.BySecond) > 0 || from <= c.start.Date {
		return c.start.Date
	}
	skipped := min((from-c.start.Date)/step, civil.Date(c.left))
	c.left -= int(skipped)
	c.counted = true
	c.start.Date += skipped * step
	return c.start.Date
}

// periodOf numbers the periods of the frequency, without regard to INTERVAL.
func (c *cursor) periodOf(d civil.Date) int {
	switch c.rule.Freq {
	case Daily:
		return int(d)
	case Weekly:
		return int(d.WeekStart(c.weekStart())+7) / 7
	case Monthly:
		year, month, _ := d.Split()
		return year*12 + int(month) - 1
	}
	year := d.Year()
	if len(c.rule.ByWeekNo) > 0 {
		if d >= c.firstWeek(year+1) {
			return year + 1
		}
		if d < c.firstWeek(year) {
			return year - 1
		}
	}
	return year
}

func (c *cursor) weekStart() time.Weekday { return time.Weekday((c.rule.WeekStart + 1) % 7) }

// firstWeek returns the first day of the first week that has four days of the year.
func (c *cursor) firstWeek(year int) civil.Date {
	return civil.NewDate(year, time.January, 4).WeekStart(c.weekStart())
}

// enter goes to the first day of a period.
func (c *cursor) enter(period int) {
	var first civil.Date
	c.period, c.weekly, c.weeks = period, 0, 0
	switch c.rule.Freq {
	case Daily:
		first = civil.Date(period)
		c.end = first + 1
	case Weekly:
		// Weeks that begin on the same weekday are all equally far from day 0.
		first = civil.Date(period*7) + (c.start.Date.WeekStart(c.weekStart())+7)%7 - 7
		c.end = first + 7
	case Monthly:
		first = civil.NewDate(0, time.Month(period+1), 1)
		c.end = civil.NewDate(0, time.Month(period+2), 1)
	default:
		first, c.end = civil.NewDate(period, time.January, 1), civil.NewDate(period+1, time.January, 1)
		if len(c.rule.ByWeekNo) > 0 {
			first, c.end = c.firstWeek(period), c.firstWeek(period+1)
			c.weekly, c.weeks = first, int(c.end-first)/7
		}
	}
	c.day = dayAt(first)
}

// next returns the next time of the rule. It ends also where no more days may be
// looked at.
func (c *cursor) next() (civil.DateTime, bool) {
	for c.at == len(c.found) {
		if c.left == 0 || c.day.date > c.last || c.looks <= 0 {
			return civil.DateTime{}, false
		}
		c.fill()
		c.enter(c.period + c.every())
	}
	t := c.found[c.at]
	c.at++
	if c.left > 0 && !c.counted && t != c.start.DateTime {
		c.left-- // DTSTART is the first, though no rule matches it
	}
	c.counted = true
	if c.left == 0 || !c.until(t) {
		c.left, c.found, c.at = 0, nil, 0
		return civil.DateTime{}, false
	}
	if c.left > 0 {
		c.left--
	}
	return t, true
}

// fill collects what the rule has in the current period, from DTSTART on.
func (c *cursor) fill() {
	var few [32]civil.Date
	days := few[:0]
	for c.day.date < c.end {
		c.looks -= 1 + len(c.times)/24
		week := int(c.day.date-c.weekly)/7 + 1
		if c.weeks == 0 {
			week = 1
		}
		if c.filter.takes(&c.day, week, max(1, c.weeks)) {
			days = append(days, c.day.date)
		}
		c.day.next()
	}
	c.found, c.at = c.found[:0], 0
	n := len(days) * len(c.times)
	for _, i := range positions(c.rule.BySetPos, n) {
		c.add(days[i/len(c.times)], c.times[i%len(c.times)])
	}
	if len(c.rule.BySetPos) == 0 {
		for _, d := range days {
			for _, s := range c.times {
				c.add(d, s)
			}
		}
	}
}

func (c *cursor) add(d civil.Date, second int) {
	at := civil.DateTime{Date: d, Second: second}
	if c.unit > 0 && ((int(d-c.start.Date)*86400+second)/c.unit-c.start.Second/c.unit)%c.stride != 0 {
		return
	}
	if at.Compare(c.start.DateTime) >= 0 && d <= lastDay {
		c.found = append(c.found, at)
	}
}

// positions returns the indexes that BYSETPOS takes of n, in ascending order.
func positions(setPos []int, n int) []int {
	var taken []int
	for _, p := range setPos {
		if p < 0 {
			p += n + 1
		}
		if p >= 1 && p <= n {
			taken = append(taken, p-1)
		}
	}
	slices.Sort(taken)
	return slices.Compact(taken)
}

// untilOf returns what UNTIL lets pass: all, without one.
func untilOf(r Rule, start Moment, floating *time.Location) func(civil.DateTime) bool {
	u := r.Until
	switch {
	case u == nil:
		return func(civil.DateTime) bool { return true }
	case u.AllDay || start.AllDay:
		return func(t civil.DateTime) bool { return t.Date <= u.Date }
	case u.Zone == nil || u.Zone == start.Zone:
		return func(t civil.DateTime) bool { return t.Compare(u.DateTime) <= 0 }
	}
	zone := start.Zone
	if zone == nil {
		zone = floating
	}
	last := u.DateTime.In(u.Zone)
	return func(t civil.DateTime) bool { return t.Date < u.Date-1 || !t.In(zone).After(last) }
}
