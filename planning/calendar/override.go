package calendar

import (
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
)

// override is an event in the place of an occurrence.
type override struct {
	event *event
	times times
	at    recur.Moment // the occurrence
	shift int          // seconds of the clock by which it was moved
	zone  string       // in which its occurrence is told, if nobody knows that
	lost  bool         // nobody can tell which occurrence it is
	// disputed: another one stands for the same occurrence, and nobody says which is newer.
	disputed bool
}

// reading is what the occurrences of a series may be like.
type reading struct {
	event *event
	times times
	start recur.Moment // of whom it is a day or a time
	shift int
}

// maxReadings bounds them.
const maxReadings = 10

// moment returns when an occurrence of a series that begins at start is.
func (r reading) moment(o recur.Occurrence, start recur.Moment, home *time.Location) recur.Moment {
	switch {
	case r.start.AllDay == start.AllDay:
		return recur.Moment{DateTime: o.Civil.Add(r.shift), AllDay: start.AllDay, Zone: start.Zone}
	case r.start.AllDay:
		at := civil.DateTime{Date: civil.DateOf(o.Time.In(home))}
		return recur.Moment{DateTime: at.Add(r.shift), AllDay: true}
	}
	return recur.Moment{DateTime: o.Civil.Add(r.shift), Zone: r.start.Zone}
}

// from returns from when on an override of this and all that follow may count; one that cancels,
// from when on it does.
func (o override) from(home *time.Location) time.Time {
	at := o.at.Time(home)
	switch {
	case o.zone == "":
		return at
	case o.event.cancelled:
		return at.Add(latest)
	}
	return at.Add(-earliest)
}

// readings returns what the occurrences are like from an override on. Where nobody can tell what
// it moves, or by how much, they may be as before too.
func (o override) readings(before []reading, series times) []reading {
	same := o.zone == series.zone && o.times.zone == series.zone
	switch {
	case o.event.cancelled && o.disputed:
		return before
	case o.event.cancelled:
		return nil
	}
	r := reading{o.event, series, o.times.set.Start, o.shift}
	r.times.length, r.times.unknown = o.times.length, series.unknown || o.times.unknown
	r.times.travel, r.times.wholeMorning = o.times.travel, o.times.wholeMorning
	if o.zone != "" && o.zone != o.times.zone {
		r.times.unclear = earliest
	}
	if same && !o.disputed {
		return []reading{r}
	}
	return append(slices.Clone(before), r)
}

// overrides takes the events that stand for occurrences of a series as commitments, and returns
// them; without the series none is known.
func (x *expander) overrides(events []*event, series *times) ([]override, error) {
	byMoment := map[int64][]override{}
	var moments []int64
	for i, e := range events {
		o := x.occurrence(e, series)
		if o.lost {
			o.at = recur.Moment{DateTime: civil.DateTime{Date: civil.Date(-1 - i)}} // it stands for no occurrence
		}
		at := o.at.Time(x.home).Unix()
		if byMoment[at] == nil {
			moments = append(moments, at)
		}
		byMoment[at] = append(byMoment[at], o)
	}
	slices.Sort(moments)
	var all []override
	for _, at := range moments {
		for _, o := range x.settleOverrides(byMoment[at]) {
			t, ok := x.times(o.event)
			if !ok && !o.event.cancelled {
				continue
			}
			o.times = t
			if ok && !t.always {
				o.shift = x.shift(o.at, t.set.Start, series)
			}
			all = append(all, o)
			if o.event.cancelled {
				continue
			}
			if err := x.takeOverride(o, series); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// occurrence reads which occurrence an event stands for.
func (x *expander) occurrence(e *event, series *times) override {
	o := override{event: e}
	at, known, err := x.moment(e.recurrence)
	switch {
	case err != nil:
		x.warn(BadLine, e, "RECURRENCE-ID: %v", err)
		o.lost = true
		return o
	case !known:
		o.zone = e.recurrence.zone
		if series != nil && o.zone != series.zone {
			x.warn(UnknownZone, e, "nobody knows the time zone %.80q of its RECURRENCE-ID; the occurrence that it may stand for is taken too", o.zone)
		}
	case series != nil && series.set.Start.AllDay && !at.AllDay:
		day, ok := x.dayBegun(at, e.recurrence.zones)
		if !ok {
			x.warn(BadLine, e, "RECURRENCE-ID begins no day, and the event takes whole days: it stands for none of them")
			o.lost = true
		}
		at = recur.Moment{DateTime: civil.DateTime{Date: day}, AllDay: true}
	}
	o.at = at
	return o
}

// takeOverride takes an event that stands for an occurrence, and what it says of later ones
// without their series.
func (x *expander) takeOverride(o override, series *times) error {
	e, t := o.event, o.times
	recurs := len(t.set.Rules)+len(t.set.Dates) > 0
	switch {
	case t.always:
		x.takeAll(e, t)
		return nil
	case e.future && (o.lost || series == nil && !recurs):
		x.warn(NotRead, e, "it stands for all later occurrences too, and nobody can tell which these are; it takes all of the time from its start on")
		t.last = nil
		x.takeAll(e, t)
		return nil
	}
	id := fmt.Sprintf("%s/%s", e.uid, o.at.DateTime)
	if !recurs {
		start := t.set.Start
		x.emit(e, t, id, start, start.Time(x.home), 0)
		return nil
	}
	x.warn(Contradiction, e, "it stands for an occurrence of a series, and has a rule or dates of its own; both are taken")
	longest := int(t.length.exact / (24 * time.Hour))
	for _, d := range t.set.Dates {
		longest = max(longest, int(d.Length/(24*time.Hour)))
	}
	found, err := x.between(t.set, civil.DateOf(x.from.UTC())-civil.Date(t.length.days+longest+4), civil.DateOf(x.to.UTC())+4)
	if err != nil {
		return x.tooMany(e, err)
	}
	for _, one := range found {
		at := recur.Moment{DateTime: one.Civil, AllDay: t.set.Start.AllDay, Zone: t.set.Start.Zone}
		x.emit(e, t, fmt.Sprintf("%s/%s", id, one.Civil), at, at.Time(x.home), one.Length)
	}
	return nil
}

// shift returns by how much of the clock an occurrence is moved, at most a year.
func (x *expander) shift(from, to recur.Moment, series *times) int {
	const year = 366 * 24 * 3600
	zone := to.Zone
	if zone == nil {
		zone = x.home
	}
	if from.AllDay && series != nil && !series.set.Start.AllDay { // the day of a time
		from = recur.Moment{DateTime: civil.DateTime{Date: from.Date, Second: series.set.Start.Second}, Zone: series.set.Start.Zone}
	}
	a := from.DateTime
	if !from.AllDay {
		a = civil.Of(from.Time(x.home).In(zone))
	}
	if to.AllDay {
		a.Second = 0
	}
	return min(max(int(to.Date-a.Date)*24*3600+to.Second-a.Second, -year), year)
}

// sorted is what the overrides of a series change.
type sorted struct {
	replaced map[int64]bool      // instants of occurrences
	days     map[civil.Date]bool // of occurrences that are days, or of which the day is said
	future   []override          // those for all that follow, by when they begin
	reach    int                 // the most seconds by which one is moved
	before   civil.Date          // days for which an occurrence may last
}

func (x *expander) sortOverrides(t times, overrides []override) sorted {
	of := sorted{replaced: map[int64]bool{}, days: map[civil.Date]bool{}}
	widest := t.length
	if widest.untilMidnight {
		widest.days = 1
	}
	for _, o := range overrides {
		switch {
		case o.lost || o.zone != t.zone && !o.at.AllDay, t.roughly && !o.at.AllDay: // it may be another one
		case o.at.AllDay || t.set.Start.AllDay:
			of.days[o.at.Date] = true
		default:
			of.replaced[o.at.Time(x.home).Unix()] = true
		}
		if o.event.future && !o.lost {
			of.future = append(of.future, o)
			widest.days = max(widest.days, o.times.length.days)
			widest.exact = max(widest.exact, o.times.length.exact)
			of.reach = max(of.reach, o.shift, -o.shift)
		}
	}
	for _, d := range t.set.Dates {
		widest.exact = max(widest.exact, d.Length)
	}
	of.before = civil.Date(widest.days + int(widest.exact/(24*time.Hour)) + of.reach/86400 + 5)
	stable.Sort(of.future, func(a, b override) int { return a.from(x.home).Compare(b.from(x.home)) })
	return of
}

// withMoved returns times that nobody can tell, with where overrides of all that follow move some.
func (t times) withMoved(overrides []override) times {
	for _, o := range overrides {
		if !o.event.future || o.event.cancelled || o.lost {
			continue
		}
		t.earlier, t.later = max(t.earlier, -o.shift), max(t.later, o.shift)
		if o.times.length.compare(t.length) > 0 {
			t.length = o.times.length
		}
		t.travel, t.wholeMorning = max(t.travel, o.times.travel), t.wholeMorning || o.times.wholeMorning
	}
	return t
}
