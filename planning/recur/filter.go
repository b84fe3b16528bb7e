package recur

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// day is a date with what the parts of a rule ask of it.
type day struct {
	date               civil.Date
	year               int
	month              time.Month
	monthDay, monthLen int
	yearDay, yearLen   int
	weekday            Weekday
}

func dayAt(date civil.Date) day {
	d := day{date: date}
	d.year, d.month, d.monthDay = date.Split()
	d.monthLen = civil.DaysIn(d.year, d.month)
	d.yearDay = int(date-civil.NewDate(d.year, time.January, 1)) + 1
	d.yearLen = 337 + civil.DaysIn(d.year, time.February)
	d.weekday = WeekdayOf(date.Weekday())
	return d
}

// next moves d to the following day.
func (d *day) next() {
	if d.monthDay == d.monthLen {
		*d = dayAt(d.date + 1)
		return
	}
	d.date++
	d.monthDay++
	d.yearDay++
	if d.weekday++; d.weekday > Sunday {
		d.weekday = Monday
	}
}

// numbers is a set of numbers, of which negative ones count from the end.
type numbers struct {
	any           bool // no number narrows
	ahead, behind [6]uint64
}

func numbersOf(list []int) numbers {
	s := numbers{any: len(list) == 0}
	for _, n := range list {
		if n < 0 {
			s.behind[-n/64] |= 1 << (-n % 64)
		} else {
			s.ahead[n/64] |= 1 << (n % 64)
		}
	}
	return s
}

// has reports whether the n-th of so many is in the set.
func (s *numbers) has(n, of int) bool {
	back := of - n + 1
	return s.any || (s.ahead[n/64]>>(n%64)|s.behind[back/64]>>(back%64))&1 == 1
}

// filter says which days of a period a rule takes.
type filter struct {
	months, monthDays, yearDays, weeks numbers
	anyWeekday                         bool
	weekdays                           [7]bool
	ordinals                           []Day
	inMonth                            bool // ordinals count in the month, else in the year
}

// filterOf returns what the rule says, and where it says nothing what the day of
// DTSTART says (RFC 5545 §3.3.10).
func filterOf(r Rule, start civil.Date) filter {
	first := dayAt(start)
	if !r.by() || len(r.ByMonth)+len(r.ByWeekNo) > 0 && len(r.ByMonthDay)+len(r.ByYearDay)+len(r.ByDay) == 0 {
		switch {
		case r.Freq == Weekly, len(r.ByWeekNo) > 0:
			r.ByDay = []Day{{Weekday: first.weekday}}
		case r.Freq == Yearly && len(r.ByMonth) == 0:
			r.ByMonth, r.ByMonthDay = []int{int(first.month)}, []int{first.monthDay}
		case r.Freq == Yearly, r.Freq == Monthly:
			r.ByMonthDay = []int{first.monthDay}
		}
	}
	f := filter{
		months: numbersOf(r.ByMonth), monthDays: numbersOf(r.ByMonthDay), yearDays: numbersOf(r.ByYearDay), weeks: numbersOf(r.ByWeekNo),
		anyWeekday: len(r.ByDay) == 0,
		inMonth:    r.Freq == Monthly || len(r.ByMonth) > 0,
	}
	for _, d := range r.ByDay {
		if d.Ordinal == 0 {
			f.weekdays[d.Weekday] = true
		} else {
			f.ordinals = append(f.ordinals, d)
		}
	}
	return f
}

// takes reports whether the day, in the week-th of so many weeks of its period,
// is one of the rule's.
func (f *filter) takes(d *day, week, weeks int) bool {
	return f.months.has(int(d.month), 12) && f.monthDays.has(d.monthDay, d.monthLen) &&
		f.yearDays.has(d.yearDay, d.yearLen) && f.weeks.has(week, weeks) && f.takesWeekday(d)
}

func (f *filter) takesWeekday(d *day) bool {
	if f.anyWeekday || f.weekdays[d.weekday] {
		return true
	}
	n, of := d.yearDay, d.yearLen
	if f.inMonth {
		n, of = d.monthDay, d.monthLen
	}
	for _, o := range f.ordinals {
		if o.Weekday == d.weekday && (o.Ordinal == (n-1)/7+1 || -o.Ordinal == (of-n)/7+1) {
			return true
		}
	}
	return false
}

// fineUnit is how many seconds the period of a rule has that is finer than a day; 0 for others.
func (r Rule) fineUnit() int {
	switch r.Freq {
	case Hourly:
		return 3600
	case Minutely:
		return 60
	}
	return 0
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// timesOf returns the seconds of a day at which a rule can have occurrences.
func timesOf(r Rule, start Moment) []int {
	if start.AllDay {
		return []int{0} // the standard has BYHOUR and the like ignored
	}
	hours, minutes, seconds := r.ByHour, r.ByMinute, r.BySecond
	if len(hours) == 0 {
		hours = upTo(24)
		if r.fineUnit() == 0 {
			hours = []int{start.Second / 3600}
		}
	}
	if len(minutes) == 0 {
		minutes = upTo(60)
		if r.Freq != Minutely {
			minutes = []int{start.Second / 60 % 60}
		}
	}
	if len(seconds) == 0 {
		seconds = []int{start.Second % 60}
	}
	times := make([]int, 0, len(hours)*len(minutes)*len(seconds))
	for _, h := range hours {
		for _, m := range minutes {
			for _, s := range seconds {
				times = append(times, h*3600+m*60+min(s, 59))
			}
		}
	}
	return slices.Compact(times)
}
