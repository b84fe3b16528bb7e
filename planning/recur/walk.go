package recur

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
)

// walk yields what lies from one day through another. It reports whether that
// was all.
func (s Set) walk(from, through civil.Date, floating *time.Location, b *Budget, yield func(Occurrence) bool) bool {
	if s.Start.AllDay {
		s.Start.Second, s.Start.Zone = 0, nil
	}
	zone := s.Start.Zone
	if zone == nil {
		zone = floating
	}
	m := merger{from: from, budget: b, extras: s.extras(zone)}
	for _, r := range s.Rules {
		m.sources = append(m.sources, source{cursor: newCursor(r, s.Start, from, through, floating)})
		if !m.pull(len(m.sources) - 1) {
			return false
		}
	}
	except := s.exceptions(zone)
	for {
		o, found, within := m.next()
		switch {
		case !within:
			return false
		case !found || o.Civil.Date > through:
			return true
		case o.Civil.Date < from:
			continue
		}
		o.Time = Moment{o.Civil, s.Start.AllDay, zone}.Time(zone)
		if !except.has(o) && !yield(o) {
			return false
		}
	}
}

// merger brings the times of several rules, DTSTART and RDATE in order, each
// once.
type merger struct {
	from    civil.Date
	budget  *Budget
	sources []source
	extras  []Occurrence
}

// source is a rule with the next time of it.
type source struct {
	cursor *cursor
	head   civil.DateTime
	live   bool
}

// pull brings the next time of a rule that is not before the first day. It
// reports whether the budget sufficed.
func (m *merger) pull(i int) bool {
	s := &m.sources[i]
	s.cursor.looks = m.budget.Days
	for {
		s.head, s.live = s.cursor.next()
		if !s.live || s.head.Date >= m.from {
			break
		}
	}
	m.budget.Days = s.cursor.looks
	return s.live || m.budget.Days > 0
}

// next returns the earliest of all, if there is one, and whether the budget
// sufficed. Of two at one time it is the extra, which has a length.
func (m *merger) next() (o Occurrence, found, within bool) {
	for _, s := range m.sources {
		if s.live && (!found || s.head.Compare(o.Civil) < 0) {
			o.Civil, found = s.head, true
		}
	}
	if len(m.extras) > 0 && (!found || m.extras[0].Civil.Compare(o.Civil) <= 0) {
		o, found = m.extras[0], true
		m.extras = m.extras[1:]
	}
	for i := range m.sources {
		if s := &m.sources[i]; s.live && s.head == o.Civil && !m.pull(i) {
			return o, found, false
		}
	}
	return o, found, true
}

// extras returns DTSTART and the RDATEs, as civil times of the set's zone.
func (s Set) extras(zone *time.Location) []Occurrence {
	list := []Occurrence{{Civil: s.Start.DateTime}}
	for _, e := range s.Dates {
		at := e.DateTime
		switch {
		case s.Start.AllDay:
			at.Second = 0
		case e.AllDay:
			at.Second = s.Start.Second
		case e.Zone != nil && e.Zone != zone:
			at = civil.Of(e.Time(zone).In(zone))
		}
		list = append(list, Occurrence{Civil: at, Length: e.Length})
	}
	stable.Sort(list, func(a, b Occurrence) int {
		if c := a.Civil.Compare(b.Civil); c != 0 {
			return c
		}
		return int(b.Length - a.Length)
	})
	return slices.CompactFunc(list, func(a, b Occurrence) bool { return a.Civil == b.Civil })
}

// exceptions are what EXDATE takes out.
type exceptions struct {
	days  map[civil.Date]bool
	times map[int64]bool
}

func (s Set) exceptions(zone *time.Location) exceptions {
	e := exceptions{map[civil.Date]bool{}, map[int64]bool{}}
	for _, m := range s.Except {
		if s.Start.AllDay || m.AllDay {
			e.days[m.Date] = true
		} else {
			e.times[m.Time(zone).Unix()] = true
		}
	}
	return e
}

func (e exceptions) has(o Occurrence) bool {
	return len(e.days) > 0 && e.days[o.Civil.Date] || len(e.times) > 0 && e.times[o.Time.Unix()]
}
