package recur

import (
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// Frequency is the period that a rule repeats by.
type Frequency string

// The frequencies that are expanded.
const (
	Yearly  Frequency = "YEARLY"
	Monthly Frequency = "MONTHLY"
	Weekly  Frequency = "WEEKLY"
	Daily   Frequency = "DAILY"

	Hourly   Frequency = "HOURLY"
	Minutely Frequency = "MINUTELY"
)

// Weekday is a day of the week. The zero value is Monday, with which weeks begin
// by the standard unless a rule says otherwise.
type Weekday int

// The weekdays.
const (
	Monday Weekday = iota
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
	Sunday
)

const weekdayNames = "MOTUWETHFRSASU"

// WeekdayOf returns the same day in the numbering of this package.
func WeekdayOf(d time.Weekday) Weekday { return Weekday((d + 6) % 7) }

// String returns the day as rules have it, such as "MO".
func (w Weekday) String() string {
	if w < Monday || w > Sunday {
		return "?" + strconv.Itoa(int(w))
	}
	return weekdayNames[2*w : 2*w+2]
}

// Day is a weekday of BYDAY.
type Day struct {
	Ordinal int // 2 is the second of the month or year, -1 the last; 0 each
	Weekday Weekday
}

// String returns the day as rules have it, such as "-1FR".
func (d Day) String() string {
	if d.Ordinal == 0 {
		return d.Weekday.String()
	}
	return strconv.Itoa(d.Ordinal) + d.Weekday.String()
}

// Rule is a recurrence rule. One that was not parsed should be checked.
type Rule struct {
	Freq     Frequency
	Interval int // 0 is 1
	// Count is how many occurrences there are, DTSTART included; 0: no bound. With Until
	// the bound that comes first ends them.
	Count int
	// Until is the last time that may be an occurrence; nil: no bound.
	Until *Moment
	// What narrows or widens the period, in ascending order and without doubles.
	// Negative numbers count from the end.
	ByMonth, ByMonthDay, ByYearDay, ByWeekNo, BySetPos []int
	ByDay                                              []Day
	ByHour, ByMinute, BySecond                         []int
	WeekStart                                          Weekday
}

// Moment is a point in a calendar: a day, or a time in a zone or in none.
type Moment struct {
	civil.DateTime
	AllDay bool           // the time of day doesn't count
	Zone   *time.Location // nil: floating, wherever the person is
}

// Time returns the instant of m, or the first of its day; floating times and
// days are read in the zone that is passed.
func (m Moment) Time(floating *time.Location) time.Time {
	zone := m.Zone
	if zone == nil {
		zone = floating
	}
	if m.AllDay {
		return m.Date.In(floating)
	}
	return m.DateTime.In(zone)
}

// text returns m as iCalendar has it; a zone other than UTC stands elsewhere.
func (m Moment) text() string {
	year, month, day := m.Date.Split()
	b := make([]byte, 0, 16)
	b = digits(b, year, 4)
	b = digits(digits(b, int(month), 2), day, 2)
	if m.AllDay {
		return string(b)
	}
	b = append(b, 'T')
	b = digits(digits(digits(b, m.Second/3600, 2), m.Second/60%60, 2), m.Second%60, 2)
	if m.Zone == time.UTC {
		b = append(b, 'Z')
	}
	return string(b)
}

func digits(b []byte, n, width int) []byte {
	s := strconv.Itoa(n)
	for range width - len(s) {
		b = append(b, '0')
	}
	return append(b, s...)
}

// String returns the rule in one form: parts in the order of the standard,
// without those that say what holds anyway.
func (r Rule) String() string {
	var b strings.Builder
	b.WriteString("FREQ=" + string(r.Freq))
	if r.Until != nil {
		b.WriteString(";UNTIL=" + r.Until.text())
	}
	if r.Count > 0 {
		b.WriteString(";COUNT=" + strconv.Itoa(r.Count))
	}
	if r.Interval > 1 {
		b.WriteString(";INTERVAL=" + strconv.Itoa(r.Interval))
	}
	for _, p := range r.lists() {
		if p.name == "BYDAY" {
			writeList(&b, p.name, r.ByDay, Day.String)
			continue
		}
		writeList(&b, p.name, *p.list, strconv.Itoa)
	}
	if r.WeekStart != Monday {
		b.WriteString(";WKST=" + r.WeekStart.String())
	}
	return b.String()
}

func writeList[T any](b *strings.Builder, name string, list []T, text func(T) string) {
	for i, v := range list {
		if i == 0 {
			b.WriteString(";" + name + "=")
		} else {
			b.WriteByte(',')
		}
		b.WriteString(text(v))
	}
}

// part is a list of a rule: its least and greatest number, and whether they may
// count from the end.
type part struct {
	name     string
	low, top int
	negative bool
	list     *[]int // nil: BYDAY
}

// lists returns the lists of r in the order of the standard.
func (r *Rule) lists() []part {
	return []part{
		{"BYSECOND", 0, 60, false, &r.BySecond},
		{"BYMINUTE", 0, 59, false, &r.ByMinute},
		{"BYHOUR", 0, 23, false, &r.ByHour},
		{"BYDAY", 1, 53, true, nil},
		{"BYMONTHDAY", 1, 31, true, &r.ByMonthDay},
		{"BYYEARDAY", 1, 366, true, &r.ByYearDay},
		{"BYWEEKNO", 1, 53, true, &r.ByWeekNo},
		{"BYMONTH", 1, 12, false, &r.ByMonth},
		{"BYSETPOS", 1, 366, true, &r.BySetPos},
	}
}

func (p part) holds(n int) bool {
	return n >= p.low && n <= p.top || p.negative && -n >= p.low && -n <= p.top
}
