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
}

// parseMoment reads what a field tells of a day: a day as it may stand in a heading, and a
// time behind it. A time with its distance from UTC is one of the zone, so that 23:30 in
// UTC is of the next day in Berlin. Other names of zones, and all where no zone is given,
// are left aside: what counts then is the clock on the wall where the note was written.
func parseMoment(value any, zone *time.Location) (m moment, ok bool) {
	s := spellStamp(momentText(value))
	if len(s) > dateMax {
		return moment{}, false
	}
	d, rest, ok := cutDate(s)
	if !ok {
		begin := len(s) // of the time, "October 15, 2026 10:30 AM"
		if at := strings.IndexByte(s, ':'); at > 0 {
			begin = strings.LastIndexAny(s[:at], " \t") + 1
		}
		d, ok = parseDate(strings.TrimSuffix(strings.TrimRight(s[:begin], " "), " at"))
		rest = s[begin:]
	}
	if !ok || !d.full() || !d.valid(d.year) {
		return moment{}, false
	}
	m = moment{day: d.in(d.year), ambiguous: d.ambiguous}
	m.clock, rest, m.hasClock = cutClock(strings.TrimLeft(rest, "T ,]"))
	if !m.hasClock {
		return m, true
	}
	m.clock, rest = cutHalfDay(m.clock, rest)
	if at := offset.FindStringSubmatch(rest); at != nil && zone != nil {
		m.in(zone, at)
	}
	return m, true
}

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
// Z, +01:00, +0100, -5, UTC, GMT+0100 (CET).
var offset = regexp.MustCompile(`^(?:[.,]\d+)? ?(?:(?:[zZ]|UTC|GMT)$|(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?(?: ?\([^)]*\))?$)`)

// in makes a moment at a distance from UTC one of a zone.
func (m *moment) in(zone *time.Location, distance []string) {
	hours, _ := strconv.Atoi(distance[2])
	minutes, _ := strconv.Atoi(distance[3])
	if hours > 15 || minutes > 59 {
		return // there is no such zone
	}
	seconds := (hours*60 + minutes) * 60
	if distance[1] == "-" {
		seconds = -seconds
	}
	d, c := m.day, m.clock
	t := time.Date(d.Year, d.Month, d.Date, c.Hour, c.Minute, c.Second, 0, time.FixedZone("", seconds)).In(zone)
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
