package network

import (
	"fmt"
	"maps"
	"slices"
)

// Bounds of what Analyse takes.
const (
	MaxActivities = 100_000
	MaxLinks      = 1_000_000
	// MaxTime bounds each duration, release and deadline: a hundred years.
	MaxTime Minute = 100 * 366 * 24 * 60
)

// Span is the time from From to To, To not included.
type Span struct {
	From, To Minute
}

// Activity is something that takes time without a break.
type Activity struct {
	ID       string
	Duration Minute // 0: a milestone
	Release  Minute // the earliest start; none is before 0
	Deadline Minute // the latest finish; 0: none
}

// InputError says what of the input can't be analysed.
type InputError struct{ Reason string }

func (e *InputError) Error() string { return e.Reason }

func refuse(format string, args ...any) error {
	return &InputError{fmt.Sprintf(format, args...)}
}

// index checks the activities and returns where each id is.
func index(activities []Activity) (map[string]int, error) {
	if len(activities) > MaxActivities {
		return nil, refuse("there are %d activities; at most %d are analysed", len(activities), MaxActivities)
	}
	at := make(map[string]int, len(activities))
	for i, a := range activities {
		if j, ok := at[a.ID]; ok {
			return nil, refuse("activities %d and %d have the same id %q", j, i, a.ID)
		}
		at[a.ID] = i
		if a.Duration < 0 || a.Release < 0 || a.Deadline < 0 || max(a.Duration, a.Release, a.Deadline) > MaxTime {
			return nil, refuse("activity %q: duration %d, release %d and deadline %d have to be from 0 to %d minutes",
				a.ID, a.Duration, a.Release, a.Deadline, MaxTime)
		}
	}
	return at, nil
}

// CheckSpans says whether spans can be a calendar: each with a length, sorted,
// and apart from each other.
func CheckSpans(spans []Span) error {
	last := Minute(-1)
	for i, s := range spans {
		if s.From <= last && (i > 0 || s.From < 0) || s.To <= s.From || s.To > MaxTime {
			return refuse("span %d (%d to %d) has to begin after the one before it ends, at 0 at the earliest, and end after it begins, by %d at the latest",
				i, s.From, s.To, MaxTime)
		}
		last = s.To
	}
	return nil
}

func calendars(spans map[string][]Span) (map[string]*calendar, error) {
	out := make(map[string]*calendar, len(spans))
	for _, name := range slices.Sorted(maps.Keys(spans)) {
		if err := CheckSpans(spans[name]); err != nil {
			return nil, refuse("calendar %q: %v", name, err)
		}
		out[name] = newCalendar(spans[name])
	}
	return out, nil
}
