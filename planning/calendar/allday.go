package calendar

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
)

// A series of whole days has exceptions, moved occurrences and an end that are days. Exchange and
// Outlook write them as the instant at which the day begins where the person is.

// dayBegun returns the day that a moment means: the one that it names, or that begins with it
// where it is written, where the person is, or in a zone of its calendar. It reports whether there
// is one such day.
func (r *resolver) dayBegun(m recur.Moment, in *zones) (civil.Date, bool) {
	if m.AllDay || m.Second == 0 {
		return m.Date, true
	}
	var days []civil.Date
	for _, zone := range r.dayZones(in) {
		at := m.Time(r.home)
		if day := civil.DateOf(at.In(zone)); day.In(zone).Equal(at) && !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	if len(days) != 1 {
		return 0, false
	}
	return days[0], true
}

// daysAround returns the days on which a moment may lie, in order.
func (r *resolver) daysAround(m recur.Moment, in *zones) []civil.Date {
	days := []civil.Date{m.Date}
	for _, zone := range r.dayZones(in) {
		days = append(days, civil.DateOf(m.Time(r.home).In(zone)))
	}
	slices.Sort(days)
	return slices.Compact(days)
}

func (r *resolver) dayZones(in *zones) []*time.Location {
	zones := []*time.Location{r.home}
	if in != nil {
		zones = append(zones, in.list()...)
	}
	return zones
}

// untilDay makes the end of a rule of whole days a day: of those that it may be the last.
func (r *resolver) untilDay(e *event, u *recur.Moment) {
	if u == nil || u.AllDay {
		return
	}
	day, ok := r.dayBegun(*u, e.start.zones)
	if !ok {
		days := r.daysAround(*u, e.start.zones)
		if day = days[len(days)-1]; day != days[0] {
			r.warn(BadRule, e, "its rule ends at a time that begins no day; the last day that this may be is %s", day)
		}
	}
	*u = recur.Moment{DateTime: civil.DateTime{Date: day}, AllDay: true}
}

// exceptDay makes an exception of whole days a day, or reports that it takes none out.
func (r *resolver) exceptDay(e *event, m recur.Moment, in *zones) (recur.Moment, bool) {
	day, ok := r.dayBegun(m, in)
	if !ok {
		r.warn(BadRule, e, "EXDATE, which is passed over: it begins no day, and the event takes whole days")
	}
	return recur.Moment{DateTime: civil.DateTime{Date: day}, AllDay: true}, ok
}

// extraDays makes an extra date of whole days the days that it may be. A period takes its days.
func (r *resolver) extraDays(e *event, x recur.Extra, in *zones) []recur.Extra {
	days := []civil.Date{0}
	var ok bool
	if days[0], ok = r.dayBegun(x.Moment, in); !ok {
		if days = r.daysAround(x.Moment, in); len(days) > 1 {
			r.warn(BadRule, e, "RDATE begins no day, and the event takes whole days: each day that it may be is taken")
		}
	}
	var extras []recur.Extra
	for _, day := range days {
		one := recur.Extra{Moment: recur.Moment{DateTime: civil.DateTime{Date: day}, AllDay: true}}
		if x.Length > 0 {
			last := civil.DateOf(x.Time(r.home).Add(x.Length).In(r.home))
			one.Length = (max(day, last) + 1).In(r.home).Sub(day.In(r.home))
		}
		extras = append(extras, one)
	}
	return extras
}
