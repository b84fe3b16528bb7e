package dayfile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
)

// A moment is a day with or without a time.
type moment struct {
	day       notes.Day
	ambiguous bool
	clock     Clock
	hasClock  bool
	unread    string // what stands behind the day, if it is no time that can be read
}

// parseMoment reads what a field tells of a day: a day as it may stand in a heading, and a
// time behind it. A time with its distance from UTC, or the name of its zone, is one of the
// zone, so that 23:30 in UTC is of the next day in Berlin. Abbreviations, and all where no
// zone is given, are left aside: what counts then is the clock on the wall where the note was
// written. A text that tells a second day tells none.
func parseMoment(value any, zone *time.Location) (m moment, ok bool) {
	s := spellStamp(momentText(value))
	if len(s) > dateMax {
		return moment{}, false
	}
	d, rest, ok := cutDate(s)
	if !ok {
		begin := len(s) // of the time, "October 15, 2026 10:30 AM"
		if at := timeBehind.FindStringIndex(s); at != nil {
			begin = at[0]
		}
		d, ok = parseDate(s[:begin])
		rest = s[begin:]
	}
	if !ok || !d.isOneDay() || anotherDay.MatchString(rest) {
		return moment{}, false
	}
	m = moment{day: d.in(d.year), ambiguous: d.ambiguous}
	said := strings.TrimSpace(timeLead.ReplaceAllString(rest, ""))
	if m.clock, rest, m.hasClock = cutClock(said); !m.hasClock {
		return m.withWeekday(said)
	}
	m.clock, rest = cutHalfDay(m.clock, rest)
	if zone != nil {
		m.moveTo(zone, strings.ReplaceAll(rest, "\u2212", "-"))
	}
	return m, true
}

var (
	// timeBehind is a time behind a date in words, whether it is one of the day or not.
	timeBehind = regexp.MustCompile(`(?i)(?:\s+at\s|[\s,]+\d{1,2}(?::\d|(?:[.h]\d\d)?\s?(?:[ap]\.?m\b|h\b|uhr\b|o['’]?clock\b))|[\s,]+(?:noon|midnight)\b).*$`)
	// timeLead stands between a day and its time.
	timeLead = regexp.MustCompile(`^[\s,\]]*(?i:at\s+|T)?\s*`)
)

// withWeekday returns the moment with what stands behind its day and is no time: the name of the
// weekday, which has to be that of the day, or what can't be read.
func (m moment) withWeekday(said string) (moment, bool) {
	if day, ok := weekdayNamed(strings.Trim(said, "()[], ")); ok {
		return m, day == m.day.Weekday()
	}
	m.unread = strings.TrimRight(said, " ])")
	return m, true
}

// isOneDay reports whether a date is a day of the calendar, and its weekday that of the day.
func (d date) isOneDay() bool {
	return d.full() && d.valid(d.year) && (!d.hasWeekday || d.in(d.year).Weekday() == d.weekday)
}

// anotherDay matches a day in digits behind one that was read.
var anotherDay = regexp.MustCompile(`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\b\d{8}\b`)

// momentText returns the text of a field's value that may tell a day. Of a list only one of
// a single day does.
func momentText(value any) string {
	switch v := value.(type) {
	case time.Time:
		return strings.TrimSuffix(v.Format("2006-01-02T15:04:05Z07:00"), "T00:00:00Z")
	case int, int64, uint64:
		return fmt.Sprint(v)
	case string:
		return strings.Trim(v, " []\"'") // [[2026-01-05]] is a link to the daily note
	case []any:
		if len(v) == 1 {
			return momentText(v[0])
		}
	}
	return ""
}

// offset matches a time's distance from UTC behind the time and its fraction of a second:
// Z, +01:00, +0100, -5, UTC, GMT+0100 (CET), -0800 PST, (GMT-8), Z[America/New_York].
var offset = regexp.MustCompile(`^(?:[.,]\d+)? ?\(?(?:(?:[zZ]|UTC|GMT)|(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?(?: ?\([^)]*\)| [A-Z]{2,5})?)\)?(?:\[[\w/+-]+\]?)?$`)

// zoneName matches the name of a time's zone behind it.
var zoneName = regexp.MustCompile(`^(?:[.,]\d+)? ?[\[(]?([A-Z]\w+(?:/[\w+-]+){1,2})[\])]?$`)

// moveTo makes a moment one of a zone by what tells its own behind it, if that does.
func (m *moment) moveTo(zone *time.Location, rest string) {
	var own *time.Location
	switch at, name := offset.FindStringSubmatch(rest), zoneName.FindStringSubmatch(rest); {
	case at != nil:
		hours, _ := strconv.Atoi(at[2])
		minutes, _ := strconv.Atoi(at[3])
		if hours > 15 || minutes > 59 {
			return // there is no such zone
		}
		seconds := (hours*60 + minutes) * 60
		if at[1] == "-" {
			seconds = -seconds
		}
		own = time.FixedZone("", seconds)
	case name != nil:
		var err error
		if own, err = time.LoadLocation(name[1]); err != nil {
			return
		}
	default:
		return
	}
	d, c := m.day, m.clock
	t := time.Date(d.Year, d.Month, d.Date, c.Hour, c.Minute, c.Second, 0, own).In(zone)
	m.day, m.clock = notes.DayOf(t), Clock{t.Hour(), t.Minute(), t.Second()}
}

// stampedMoment matches a day in digits without separators, with or without a time of such.
var stampedMoment = regexp.MustCompile(`^(\d{4})(\d\d)(\d\d)(?:[T_ -]?(\d\d)(\d\d)(\d\d)?)?(\D.*)?$`)

// spellStamp puts separators into a day and a time without: 20261110, 20261112T233000Z.
func spellStamp(s string) string {
	m := stampedMoment.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	out := m[1] + "-" + m[2] + "-" + m[3]
	if m[4] != "" {
		out += "T" + m[4] + ":" + m[5]
	}
	if m[6] != "" {
		out += ":" + m[6]
	}
	return out + m[7]
}
