package recur

import (
	"iter"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
)

// Set is all that says when something recurs: DTSTART, RRULE, RDATE, EXDATE.
type Set struct {
	Start  Moment
	Rules  []Rule
	Dates  []Extra
	Except []Moment
}

// Extra is an occurrence beside the rules.
type Extra struct {
	Moment
	// Length is that of its period; 0: as long as all others.
	Length time.Duration
}

// Occurrence is one of a set.
type Occurrence struct {
	// Civil is the time as it stands in the zone of DTSTART.
	Civil civil.DateTime
	// Time is the instant, or the first of the day, in the zone of DTSTART; where
	// that has none, in the zone that was passed.
	Time time.Time
	// Length is that of an RDATE with a period; 0: as long as all others.
	Length time.Duration
}

// Budget bounds an expansion, and what several take together.
type Budget struct {
	Occurrences int
	Days        int // days that rules are tried on
}

// NewBudget is ample for a person's calendar and small for a machine.
func NewBudget() *Budget { return &Budget{Occurrences: 200_000, Days: 50_000_000} }

// Check says what is wrong with a set, as an *Error.
func (s Set) Check() error {
	for _, r := range s.Rules {
		if err := r.Check(); err != nil {
			return err
		}
	}
	if s.Start.Date < 0 || s.Start.Date > lastDay || s.Start.Second < 0 || s.Start.Second > 86399 {
		return fail(OutOfRange, "DTSTART", "%v is not in the years 1 to %d", s.Start.DateTime, civil.MaxYear)
	}
	return nil
}

// From yields the occurrences on and after a day in the order of their civil
// times, to the year 9999. It does not walk there from DTSTART, unless a rule
// has COUNT. Days and floating times are read in the zone that is passed. The
// set must be one that Check accepts.
func (s Set) From(day civil.Date, floating *time.Location) iter.Seq[Occurrence] {
	return func(yield func(Occurrence) bool) {
		s.walk(day, lastDay, floating, &Budget{Occurrences: 1 << 40, Days: 1 << 40}, yield)
	}
}

// Between returns the occurrences from one day until before another, by instant.
// It fails with TooLarge where the budget does not suffice, of which it takes
// what it needs; nil is one of its own.
func (s Set) Between(from, to civil.Date, floating *time.Location, b *Budget) ([]Occurrence, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if b == nil {
		b = NewBudget()
	}
	var found []Occurrence
	done := s.walk(from, to-1, floating, b, func(o Occurrence) bool {
		if b.Occurrences == 0 {
			return false
		}
		b.Occurrences--
		found = append(found, o)
		return true
	})
	if !done {
		return nil, fail(TooLarge, "", "there are too many occurrences between %v and %v, or finding them takes too long; ask for fewer days", from, to)
	}
	// In a gap what comes later by the clock may come earlier.
	stable.Sort(found, func(a, b Occurrence) int { return a.Time.Compare(b.Time) })
	return slices.CompactFunc(found, func(a, b Occurrence) bool { return a.Time.Equal(b.Time) }), nil
}

// IncludesStart reports whether a rule by itself has the time at which it starts. Where it has
// not, programs differ on whether COUNT counts that.
func (r Rule) IncludesStart(start Moment) bool {
	if start.AllDay {
		start.Second, start.Zone = 0, nil
	}
	r.Count, r.Until = 0, nil
	c := newCursor(r, start, start.Date, start.Date, time.UTC)
	c.looks = 1
	first, found := c.next()
	return found && first == start.DateTime
}
