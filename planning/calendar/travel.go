package calendar

import "time"

// maxTravel is the longest way to an event.
const maxTravel = 2 * 24 * time.Hour

// readTravel reads how long the way to an event is, which its time begins with. Of several the
// longest counts; one that can't be read takes the day up to the event.
func (r *resolver) readTravel(e *event, t *times) {
	for _, text := range e.travel {
		l, ok := parseLength(text)
		way := time.Duration(l.days)*24*time.Hour + l.exact
		switch {
		case !ok || way < 0:
			r.warn(BadEnd, e, "the way to it %.40q can't be read; it takes the day up to it", text)
			t.wholeMorning = true
		case way > maxTravel:
			r.warn(TooLong, e, "the way to it is longer than %d days; the rest is cut off", int(maxTravel/(24*time.Hour)))
			way = maxTravel
		}
		t.travel = max(t.travel, way)
	}
}

// withTravel returns when what begins at a time has to be set out for.
func (t times) withTravel(begin time.Time, home *time.Location) time.Time {
	out := begin.Add(-t.travel)
	if t.wholeMorning {
		here := begin.In(home)
		if midnight := time.Date(here.Year(), here.Month(), here.Day(), 0, 0, 0, 0, home); midnight.Before(out) {
			return midnight
		}
	}
	return out
}
