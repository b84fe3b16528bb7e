package calendar

import "strings"

// A calendar may say at its head which zone is its own (X-WR-TIMEZONE), as Google and Apple write
// it. Times without a zone are in that one.

// ownZone takes what a calendar says is its zone. One that says two is in a zone that nobody
// knows, and one that can't be read too.
func (r *reader) ownZone(l *lines) {
	p, err := decode("X-WR-TIMEZONE", l.line, l.cut)
	switch own := r.zones.own; {
	case err != nil:
		r.warn(BadLine, l.first, "%v; nobody knows the zone of times without one", err)
		r.zones.own = "?"
	case own == "" || p.value == own:
		r.zones.own = p.value
	case p.value != "":
		r.warn(Contradiction, l.first, "the calendar names a second zone as its own (X-WR-TIMEZONE), so nobody knows the zone of times without one")
		r.zones.own = "?"
	}
}

// placeFloating puts times without a zone into that of their calendar, which may be named behind
// its events.
func (f *file) placeFloating() {
	for i := range f.events {
		e := &f.events[i]
		placed := !e.start.floats()
		e.start.placeInCalendarZone()
		e.recurrence.placeInCalendarZone()
		for j := range e.ends {
			if own := e.ends[j]; own.placeInCalendarZone() && placed { // it may be in the zone of its start
				e.ends = append(e.ends, own)
			} else {
				e.ends[j] = own
			}
		}
		for _, list := range [][]stamp{e.dates, e.except} {
			for j := range list {
				list[j].placeInCalendarZone()
			}
		}
	}
}

// floats reports whether a stamp says nothing of its zone.
func (s stamp) floats() bool {
	text := strings.ToUpper(s.text)
	parts := looseTime.FindStringSubmatch(text)
	return s.zone == "" && !strings.HasSuffix(text, "Z") && (parts == nil || parts[7] == "")
}

// placeInCalendarZone puts a stamp without a zone into that of its calendar, and reports whether it did.
func (s *stamp) placeInCalendarZone() bool {
	if !s.floats() || s.zones == nil || s.zones.own == "" {
		return false
	}
	s.zone = s.zones.own
	return true
}
