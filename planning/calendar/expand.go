package calendar

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
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
			return nil, nil, fmt.Errorf("%s: %w", c.files[i].name, err)
		}
	}
	stable.Sort(x.found, func(a, b timeline.Commitment) int {
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
			overrides[uid] = slices.DeleteFunc(overrides[uid], n.supersedes)
		}
	}
	for i := range x.file.events {
		e := &x.file.events[i]
		if e.recurrence.text != "" && e.uid != "" || newest[e.uid] != nil && newest[e.uid].supersedes(e) {
			continue
		}
		t, ok := x.times(e)
		if !ok {
			continue // what its overrides are moved from is not known
		}
		own, err := x.overrides(overrides[e.uid], &t)
		if err != nil {
			return err
		}
		delete(overrides, e.uid)
		if err := x.series(e, t, own); err != nil {
			return err
		}
	}
	// Those whose series is not in the file.
	for i := range x.file.events {
		e := &x.file.events[i]
		if own := overrides[e.uid]; len(own) > 0 {
			delete(overrides, e.uid)
			if _, err := x.overrides(own, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// series takes an event and all that recurs of it.
func (x *expander) series(e *event, t times, overrides []override) error {
	if t.always {
		x.takeAll(e, t.withMoved(overrides))
		return nil
	}
	of := x.sortOverrides(t, overrides)
	found, err := x.between(t.set, civil.DateOf(x.from.UTC())-of.before, civil.DateOf(x.to.UTC())+civil.Date(of.reach/86400+6))
	if err != nil {
		return x.tooMany(e, err)
	}
	future := of.future
	recurs := len(t.set.Rules)+len(t.set.Dates) > 0
	var as []reading // what the occurrences are like from here on
	if !e.cancelled {
		as = []reading{{event: e, times: t, start: t.set.Start}}
	}
	for _, o := range found {
		for len(future) > 0 && !future[0].from(x.home).After(o.Time) {
			as = future[0].readings(as, t)
			future = future[1:]
			if len(as) > maxReadings {
				x.takeFrom(e, t.withMoved(overrides).withTravel(o.Time, x.home))
				return nil
			}
		}
		if of.days[o.Civil.Date] || of.replaced[o.Time.Unix()] {
			continue
		}
		id := e.uid
		if recurs {
			id = fmt.Sprintf("%s/%s", e.uid, o.Civil)
		}
		for _, r := range as {
			at := r.moment(o, t.set.Start, x.home)
			x.emit(r.event, r.times, id, at, at.Time(x.home), o.Length)
		}
	}
	return nil
}

// takeAll adds what an event takes of which nobody can tell when it recurs.
func (x *expander) takeAll(e *event, t times) {
	begin, end := t.set.Start.Time(x.home), x.to
	if t.last != nil {
		last := (max(t.last.Date, t.set.Start.Date) + 2 + civil.Date((t.later+86399)/86400)).In(x.home) // wherever on earth its day is
		end = t.length.after(recur.Moment{DateTime: civil.Of(last), Zone: x.home}, last, x.home)
	}
	if t.unknown {
		begin = begin.Add(-earliest)
	}
	if begin = t.withTravel(begin.Add(-time.Duration(t.earlier)*time.Second), x.home); begin.Before(x.from) {
		begin = x.from
	}
	if end.After(x.to) {
		end = x.to
	}
	if !e.cancelled && begin.Before(end) {
		x.found = append(x.found, timeline.Commitment{ID: e.uid, Title: e.summary, From: begin, To: end, Free: e.free, Doubt: e.doubt})
	}
}

// takeFrom adds an event of which so many things are said that it takes all of the time from an
// instant on.
func (x *expander) takeFrom(e *event, begin time.Time) {
	x.warn(Contradiction, e, "it is moved in more than %d ways; it takes all of the time from %s on", maxReadings, begin.Format(time.DateOnly))
	if begin.Before(x.from) {
		begin = x.from
	}
	if begin.Before(x.to) {
		x.found = append(x.found, timeline.Commitment{ID: e.uid, Title: e.summary, From: begin, To: x.to, Doubt: e.doubt})
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
	begin, end = t.withTravel(begin.Add(-t.unclear), x.home), end.Add(t.unclear)
	if begin.Before(x.to) && (end.After(x.from) || begin.Equal(end) && !begin.Before(x.from)) {
		x.found = append(x.found, timeline.Commitment{ID: id, Title: e.summary, From: begin, To: end, AllDay: at.AllDay, Free: e.free, Doubt: e.doubt})
	}
}
