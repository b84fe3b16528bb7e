package schedule

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/netresearch/go-cron"
)

// yearsAhead is how far a next time is looked for: 29 February may be eight years away.
const yearsAhead = 9

var expressions = cron.MustNewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor | cron.DowOrDom).
	WithMaxSearchYears(yearsAhead)

// A Timetable says when something is to happen: a cron expression in a time zone.
type Timetable struct {
	spec *cron.SpecSchedule
	zone *time.Location
}

// ErrNever is returned for an expression that is well formed and names no day that comes.
var ErrNever = errors.New("names no day that comes, such as 30 February")

// ParseTimetable reads an expression of five fields (minute, hour, day of month, month, day of
// week) or @hourly, @daily, @weekly, @monthly, @yearly. As in cron, of a day of month and a day
// of week that are both named, either is enough.
func ParseTimetable(expression string, zone *time.Location) (Timetable, error) {
	text := strings.ToLower(strings.TrimSpace(expression)) // the library takes THU for a hash
	if strings.Contains(text, "=") {
		return Timetable{}, errors.New("has a time zone of its own; name the zone beside it")
	}
	parsed, err := expressions.Parse(text)
	if err != nil {
		return Timetable{}, fmt.Errorf("is no cron expression: %w", err)
	}
	spec, ok := parsed.(*cron.SpecSchedule)
	if !ok {
		return Timetable{}, errors.New("names no times of day; in place of @every 10m write */10 * * * *")
	}
	t := Timetable{spec, zone}
	if t.Next(time.Now()).IsZero() {
		return Timetable{}, ErrNever
	}
	return t, nil
}

// Next returns the first time after another; zero if there is none in years. A time that the
// clock skips is when it has been skipped. Of a time that the clock shows twice the first
// counts, unless each hour is meant.
func (t Timetable) Next(after time.Time) time.Time {
	at := after.In(t.zone)
	for within := at; ; { // a span in which the clock does not change
		_, offset := within.Zone()
		_, change := within.ZoneBounds()
		spec := *t.spec
		spec.Location = time.FixedZone("", offset)
		next := spec.Next(at)
		if next.IsZero() {
			return next
		}
		if change.IsZero() || next.Before(change) {
			if next = next.In(t.zone); t.everyHour() || !shownBefore(next) {
				return next
			}
			at = next
			continue
		}
		_, later := change.Zone()
		if skipped := time.Duration(later-offset) * time.Second; !t.everyHour() && next.Before(change.Add(skipped)) {
			return change
		}
		at, within = change.Add(-time.Nanosecond), change
	}
}

const allHours = 1<<24 - 1

func (t Timetable) everyHour() bool { return t.spec.Hour&allHours == allHours }

// shownBefore reports whether the clock was set back since it showed the same as at a time.
func shownBefore(at time.Time) bool {
	start, _ := at.ZoneBounds()
	if start.IsZero() {
		return false
	}
	_, before := start.Add(-time.Nanosecond).Zone()
	_, now := at.Zone()
	return at.Before(start.Add(time.Duration(before-now) * time.Second))
}

// mostCounted bounds the work on a timetable that nobody looked at for years.
const mostCounted = 100_000

// Due returns the times after one and up to another, the last `most` of them, and how many
// there are in all, of which mostCounted are counted.
func (t Timetable) Due(after, until time.Time, most int) (last []time.Time, all int) {
	for at := t.Next(after); !at.IsZero() && !at.After(until); at = t.Next(at) {
		if all == mostCounted { // so many have come that the last ones are of the last days
			last, _ = t.Due(until.Add(-mostCounted*time.Minute/2), until, most)
			break
		}
		all++
		if last = append(last, at); len(last) > most {
			last = last[1:]
		}
	}
	return last, all
}
