package recur

import (
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// Basis says what the next date of a task that repeats is counted from.
type Basis string

// The two.
const (
	// FromSchedule: the rule's own dates, whenever the task was done.
	FromSchedule Basis = "schedule"
	// FromCompletion: the rule begins anew on the day when it was done: "every
	// three days when done".
	FromCompletion Basis = "completion"
)

// Repeat is how a task comes back.
type Repeat struct {
	Rule  Rule
	Start civil.Date // the first date
	Basis Basis
	// PilesUp: each date that was missed is still due, such as a rent; else the
	// latest alone, such as watering plants. From completion nothing piles up.
	PilesUp bool
}

// Settled is what has become of a task so far; the zero value is nothing.
type Settled struct {
	Times int        // how often it was done or left out
	Due   civil.Date // the latest date of the rule that is settled
	On    civil.Date // the day when that was done
}

// mostDue bounds what piles up: the latest are kept.
const mostDue = 1000

// Open returns the dates that are due and not settled, on or before today; when
// there is none the next one; when the rule has ended, nothing. The rule must be
// one that Check accepts.
func (r Repeat) Open(s Settled, today civil.Date) []civil.Date {
	if r.Basis == FromCompletion {
		return r.afterCompletion(s)
	}
	from := r.Start
	if s.Times > 0 {
		from = s.Due + 1
	}
	set := Set{Start: Moment{DateTime: civil.DateTime{Date: r.Start}, AllDay: true}, Rules: []Rule{r.Rule}}
	var due []civil.Date
	for o := range set.From(from, time.UTC) {
		late := o.Civil.Date <= today
		if !late && len(due) > 0 {
			break
		}
		if len(due) == mostDue || len(due) == 1 && !r.PilesUp {
			due = due[1:]
		}
		due = append(due, o.Civil.Date)
		if !late {
			break
		}
	}
	return due
}

// afterCompletion returns the one date that follows the last completion.
func (r Repeat) afterCompletion(s Settled) []civil.Date {
	next := r.Start
	rule := r.Rule
	if s.Times > 0 {
		if rule.Count > 0 && s.Times >= rule.Count {
			return nil
		}
		rule.Count = 0
		var found bool
		if next, found = rule.after(s.On); !found {
			return nil
		}
	}
	return []civil.Date{next}
}

// after returns the first date after a day of the rule that begins on that day.
// A month or a year on from a day that the month lacks is the month's last day.
func (r Rule) after(day civil.Date) (civil.Date, bool) {
	var next civil.Date
	year, month, monthDay := day.Split()
	switch every := max(1, r.Interval); {
	case !r.by() && r.Freq == Monthly:
		month += time.Month(every)
		next = lastOf(year, month, monthDay)
	case !r.by() && r.Freq == Yearly:
		next = lastOf(year+every, month, monthDay)
	default:
		set := Set{Start: Moment{DateTime: civil.DateTime{Date: day}, AllDay: true}, Rules: []Rule{r}}
		for o := range set.From(day+1, time.UTC) {
			return o.Civil.Date, true
		}
		return 0, false
	}
	return next, next <= lastDay && (r.Until == nil || next <= r.Until.Date)
}

// lastOf returns a day of a month, or the last one that the month has.
func lastOf(year int, month time.Month, day int) civil.Date {
	first := civil.NewDate(year, month, 1)
	y, m, _ := first.Split()
	return first + civil.Date(min(day, civil.DaysIn(y, m))-1)
}
