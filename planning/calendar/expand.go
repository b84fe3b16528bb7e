package calendar

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Bounds of the expansion of one event.
const (
	maxOccurrences = 20_000
	maxDaysTried   = 2_000_000
)

// Commitments returns what the events are from one instant until another, by
// start. Whole days and floating times are those of the person's zone, home.
func (c *Calendar) Commitments(from, to time.Time, home *time.Location) ([]timeline.Commitment, []Warning, error) {
	if home == nil {
		return nil, nil, errors.New("calendar: commitments need the person's time zone")
	}
	if !from.Before(to) || to.Sub(from) > timeline.MaxDays*24*time.Hour {
		return nil, nil, fmt.Errorf("calendar: from %s to %s are not one minute to %d days", from.Format(time.RFC3339), to.Format(time.RFC3339), timeline.MaxDays)
	}
	x := expander{from: from, to: to, budget: c.within().budget}
	for i := range c.files {
		x.resolver = resolver{&c.files[i], home, &x.told}
		if err := x.expand(); err != nil {
			return nil, nil, fmt.Errorf("calendar %s: %w", c.files[i].name, err)
		}
	}
	slices.SortFunc(x.found, func(a, b timeline.Commitment) int {
		return cmp.Or(a.From.Compare(b.From), cmp.Compare(a.ID, b.ID))
	})
	return x.found, x.told, nil
}

// expander collects the commitments of a stretch of time.
type expander struct {
	resolver
	from, to time.Time
	budget   recur.Budget
	found    []timeline.Commitment
	told     warnings
}

// override is an event in the place of an occurrence.
type override struct {
	event *event
	times times
	at    recur.Moment // the occurrence
	shift int          // seconds of the clock by which it was moved
	// elsewhere: its occurrence is told in a zone that nobody knows
	elsewhere bool
}

// expand takes the events of the file.
func (x *expander) expand() error {
	overrides := map[string][]*event{}
	newest := map[string]*event{} // of the series and events with one UID
	for i := range x.file.events {
		e := &x.file.events[i]
		switch n := newest[e.uid]; {
		case e.uid == "":
		case e.recurrence.text != "":
			overrides[e.uid] = append(overrides[e.uid], e)
		case n == nil || e.sequence > n.sequence:
			newest[e.uid] = e
		}
	}
	for uid, n := range newest {
		if n.cancelled { // with all that was moved before
			overrides[uid] = slices.DeleteFunc(overrides[uid], func(e *event) bool { return e.sequence < n.sequence })
		}
	}
	for i := range x.file.events {
		e := &x.file.events[i]
		if e.recurrence.text != "" && e.uid != "" || newest[e.uid] != nil && e.sequence < newest[e.uid].sequence {
			continue
		}
		own := overrides[e.uid]
		delete(overrides, e.uid)
		if err := x.series(e, x.overrides(own)); err != nil {
			return err
		}
	}
	// Those whose series is not in the file.
	for i := range x.file.events {
		e := &x.file.events[i]
		if own := overrides[e.uid]; len(own) > 0 {
			delete(overrides, e.uid)
			x.overrides(own)
		}
	}
	return nil
}

// overrides takes the events that stand for occurrences as commitments, and
// returns them; of several for one occurrence the last.
func (x *expander) overrides(events []*event) []override {
	slices.SortStableFunc(events, byTime)
	byMoment := map[int64]override{}
	for i, e := range events {
		at, known, err := x.moment(e.recurrence)
		if err != nil {
			x.warn(BadLine, e, "RECURRENCE-ID: %v", err)
			at = recur.Moment{DateTime: civil.DateTime{Date: civil.Date(-1 - i)}} // it stands for no occurrence
		}
		t, ok := x.times(e)
		if !ok && !e.cancelled {
			continue
		}
		o := override{event: e, times: t, at: at, elsewhere: !known}
		if ok && !t.always {
			o.shift = x.shift(at, t.set.Start)
		}
		byMoment[at.Time(x.home).Unix()] = o
	}
	list := slices.SortedFunc(maps.Values(byMoment), func(a, b override) int {
		return a.at.Time(x.home).Compare(b.at.Time(x.home))
	})
	for _, o := range list {
		if o.event.cancelled {
			continue
		}
		start := o.times.set.Start
		if o.times.always {
			x.takeAll(o.event, o.times)
			continue
		}
		x.emit(o.event, o.times, fmt.Sprintf("%s/%s", o.event.uid, o.at.DateTime), start, start.Time(x.home), 0)
	}
	return list
}

// shift returns by how much of the clock an occurrence is moved, at most a year.
func (x *expander) shift(from, to recur.Moment) int {
	const year = 366 * 24 * 3600
	zone := to.Zone
	if zone == nil {
		zone = x.home
	}
	a := civil.Of(from.Time(x.home).In(zone))
	if from.AllDay {
		a = civil.DateTime{Date: from.Date, Second: to.Second}
	}
	return min(max(int(to.Date-a.Date)*24*3600+to.Second-a.Second, -year), year)
}

// series takes an event and all that recurs of it.
func (x *expander) series(e *event, overrides []override) error {
	t, ok := x.times(e)
	if !ok {
		return nil
	}
	if t.always {
		x.takeAll(e, t)
		return nil
	}
	replaced := map[int64]bool{}
	days := map[civil.Date]bool{}
	widest := t.length
	if widest.untilMidnight {
		widest.days = 1
	}
	reach := 0
	var future []override
	for _, o := range overrides {
		switch {
		case o.elsewhere != t.unknown && !o.at.AllDay, t.roughly && !o.at.AllDay: // it may be another one
		case o.at.AllDay || t.set.Start.AllDay:
			days[o.at.Date] = true
		default:
			replaced[o.at.Time(x.home).Unix()] = true
		}
		if o.event.future {
			future = append(future, o)
			widest.days = max(widest.days, o.times.length.days)
			widest.exact = max(widest.exact, o.times.length.exact)
			reach = max(reach, o.shift, -o.shift)
		}
	}
	for _, d := range t.set.Dates {
		widest.exact = max(widest.exact, d.Length)
	}
	before := civil.Date(widest.days + int(widest.exact/(24*time.Hour)) + reach/86400 + 3)
	found, err := x.between(t.set, civil.DateOf(x.from.UTC())-before, civil.DateOf(x.to.UTC())+civil.Date(reach/86400+4))
	if err != nil {
		return x.tooMany(e, err)
	}
	recurs := len(t.set.Rules)+len(t.set.Dates) > 0
	by, meant, shift := e, t, 0 // what the occurrence is like from here on
	for _, o := range found {
		for len(future) > 0 && !future[0].at.Time(x.home).After(o.Time) {
			by, meant.length, shift = future[0].event, future[0].times.length, future[0].shift
			future = future[1:]
		}
		if by.cancelled || days[o.Civil.Date] || replaced[o.Time.Unix()] {
			continue
		}
		id := e.uid
		if recurs {
			id = fmt.Sprintf("%s/%s", e.uid, o.Civil)
		}
		at := recur.Moment{DateTime: o.Civil.Add(shift), AllDay: t.set.Start.AllDay, Zone: t.set.Start.Zone}
		x.emit(by, meant, id, at, at.Time(x.home), o.Length)
	}
	return nil
}

// takeAll adds what an event takes of which nobody can tell when it recurs.
func (x *expander) takeAll(e *event, t times) {
	begin, end := t.set.Start.Time(x.home), x.to
	if t.last != nil {
		last := (max(t.last.Date, t.set.Start.Date) + 2).In(x.home) // wherever on earth its day is
		end = t.length.after(recur.Moment{DateTime: civil.Of(last), Zone: x.home}, last, x.home)
	}
	if t.unknown {
		begin = begin.Add(-earliest)
	}
	if begin.Before(x.from) {
		begin = x.from
	}
	if end.After(x.to) {
		end = x.to
	}
	if !e.cancelled && begin.Before(end) {
		x.found = append(x.found, timeline.Commitment{ID: e.uid, Title: e.summary, From: begin, To: end, Free: e.free, Doubt: e.doubt})
	}
}

// tooMany makes an event that recurs beyond bounds one commitment for all of the
// time. It fails where the bounds of all events are reached.
func (x *expander) tooMany(e *event, why error) error {
	if x.budget.Days <= 0 || x.budget.Occurrences <= 0 {
		return fmt.Errorf("event %.80q and those before it recur too often between %s and %s", e.uid, x.from.Format(time.DateOnly), x.to.Format(time.DateOnly))
	}
	if !e.cancelled {
		x.warn(TooMany, e, "it recurs too often, and takes all of the time: %v", why)
		x.found = append(x.found, timeline.Commitment{ID: e.uid, Title: e.summary, From: x.from, To: x.to, Free: e.free, Doubt: e.doubt})
	}
	return nil
}

// between expands a set within the bounds of an event and of what is left for
// all.
func (x *expander) between(s recur.Set, from, to civil.Date) ([]recur.Occurrence, error) {
	if len(s.Rules) > maxRules {
		return nil, fmt.Errorf("it has more than %d rules", maxRules)
	}
	b := recur.Budget{Occurrences: min(maxOccurrences, x.budget.Occurrences), Days: min(maxDaysTried, x.budget.Days)}
	was := b
	found, err := s.Between(from, to, x.home, &b)
	x.budget.Occurrences -= was.Occurrences - b.Occurrences
	x.budget.Days -= was.Days - b.Days
	return found, err
}

// emit adds a commitment if it is within the time that is asked for.
func (x *expander) emit(e *event, t times, id string, at recur.Moment, begin time.Time, own time.Duration) {
	end := t.length.after(at, begin, x.home)
	if own > 0 {
		end = begin.Add(own)
	}
	if t.unknown {
		begin, end = begin.Add(-earliest), end.Add(latest)
	}
	if begin.Before(x.to) && (end.After(x.from) || begin.Equal(end) && !begin.Before(x.from)) {
		x.found = append(x.found, timeline.Commitment{ID: id, Title: e.summary, From: begin, To: end, AllDay: at.AllDay, Free: e.free, Doubt: e.doubt})
	}
}
