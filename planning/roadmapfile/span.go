package roadmapfile

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

const (
	weekdayForm = `(?i:(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?[ \t]+)?`
	clockForm   = `(\d{1,2}):(\d\d)([+-]\d\d:\d\d)?`
)

// spanForm is the time of a block: Sun 2027-01-17 09:00–10:30. The day of the
// end is that of the begin if it isn't there.
var spanForm = regexp.MustCompile(`^` + weekdayForm + `(\d{4}-\d\d-\d\d)[ \tT]+` + clockForm +
	`[ \t]*(?:–|—|-|to)[ \t]*(?:` + weekdayForm + `(\d{4}-\d\d-\d\d)[ \tT]+)?` + clockForm + `(?:[ \t]|$)`)

// readSpan reads the time of a block at the begin of a text. n is how much of it
// that is, 0 if it begins otherwise. weekday is the one that stands there.
func readSpan(s string, zone *time.Location) (from, to time.Time, n int, weekday string, err error) {
	m := spanForm.FindStringSubmatch(s)
	if m == nil {
		return from, to, 0, "", nil
	}
	n = len(m[0])
	for n > 0 && (s[n-1] == ' ' || s[n-1] == '\t') {
		n--
	}
	day, err := civil.ParseDate(m[2])
	if err != nil {
		return from, to, n, m[1], err
	}
	last := day
	if m[7] != "" {
		if last, err = civil.ParseDate(m[7]); err != nil {
			return from, to, n, m[1], err
		}
	}
	if from, err = instant(day, m[3:6], zone); err == nil {
		to, err = instant(last, m[8:11], zone)
	}
	switch {
	case err != nil:
	case day.Year() < 1900 || last.Year() >= civil.MaxYear-1:
		err = fmt.Errorf("the year of %.40q is out of range", s[:n])
	case !from.Before(to):
		err = errors.New("it ends before it begins; a time that runs past midnight needs both days: 2027-01-17 23:00 – 2027-01-18 00:30")
	}
	return from, to, n, m[1], err
}

// instant is that of a day, and hour, minute and offset.
func instant(d civil.Date, clock []string, zone *time.Location) (time.Time, error) {
	hour, _ := strconv.Atoi(clock[0])
	minute, _ := strconv.Atoi(clock[1])
	if minute > 59 || hour > 24 || hour == 24 && minute > 0 {
		return time.Time{}, fmt.Errorf("%s:%s is not a time of day", clock[0], clock[1])
	}
	at := civil.At(d, hour, minute, 0)
	if clock[2] == "" {
		return at.In(zone).UTC(), nil
	}
	offset, err := time.Parse("-07:00", clock[2])
	if err != nil {
		return time.Time{}, fmt.Errorf("%s is not a time zone offset", clock[2])
	}
	return at.In(offset.Location()).UTC(), nil
}

// spanText writes the time of a block.
func spanText(from, to time.Time, zone *time.Location) string {
	a, b := civil.Of(from.In(zone)), civil.Of(to.In(zone))
	first := fmt.Sprintf("%s %s %s", a.Date.Weekday().String()[:3], a.Date, clock(from, a, zone))
	switch {
	case a.Date == b.Date:
		return first + "–" + clock(to, b, zone)
	case b.Date == a.Date+1 && b.Second == 0 && b.In(zone).Equal(to):
		return first + "–24:00"
	}
	return fmt.Sprintf("%s – %s %s %s", first, b.Date.Weekday().String()[:3], b.Date, clock(to, b, zone))
}

// clock writes a time of a day, with the offset where clocks show it twice and
// the second one is meant.
func clock(t time.Time, c civil.DateTime, zone *time.Location) string {
	s := fmt.Sprintf("%02d:%02d", c.Second/3600, c.Second/60%60)
	if !civil.At(c.Date, 0, c.Second/60, 0).In(zone).Equal(t) {
		s += t.In(zone).Format("-07:00")
	}
	return s
}
