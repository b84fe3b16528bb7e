package timeline

import (
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
)

// Weekdays is a set of days of the week; the empty one stands for all.
type Weekdays uint8

// On returns the set of some days.
func On(days ...time.Weekday) Weekdays {
	var w Weekdays
	for _, d := range days {
		w |= 1 << d
	}
	return w
}

// Has reports whether a day is in the set.
func (w Weekdays) Has(d time.Weekday) bool { return w == 0 || w>>d&1 == 1 }

// Hours is a time of the day, in minutes since midnight by the clock.
type Hours struct {
	From int // 0 to 1,439
	// To is 1 to 1,440, which is midnight at the day's end. One that is not after
	// From is on the next day. Both 0 are the whole day.
	To int
}

func (h Hours) check() error {
	whole := h == Hours{}
	if !whole && (h.From < 0 || h.From > 1439 || h.To < 0 || h.To > 1440 || h.From == h.To) {
		return fmt.Errorf("hours from minute %d to %d: from is 0 to 1439, to is 0 to 1440, and they differ", h.From, h.To)
	}
	return nil
}

// Week is a week by ISO 8601, which begins on Monday.
type Week struct{ Year, Number int }

// Window is a time that comes again.
type Window struct {
	Weekdays Weekdays // on which it begins
	Hours    Hours
	// Since and Until are the first and the last day on which it begins; zero: no
	// bound.
	Since, Until civil.Date
	// Weeks are those in which it begins; none: all.
	Weeks []Week
}

// begins reports whether the window has a day.
func (w Window) begins(d civil.Date) bool {
	if !w.Weekdays.Has(d.Weekday()) || d < w.Since || w.Until != 0 && d > w.Until {
		return false
	}
	if len(w.Weeks) == 0 {
		return true
	}
	year, number := d.ISOWeek()
	return slices.Contains(w.Weeks, Week{year, number})
}

func (w Window) check() error {
	if w.Until != 0 && w.Until < w.Since {
		return fmt.Errorf("a window until %v is over before it begins on %v", w.Until, w.Since)
	}
	for _, k := range w.Weeks {
		if k.Number < 1 || k.Number > 53 {
			return fmt.Errorf("week %d of %d: weeks are 1 to 53", k.Number, k.Year)
		}
	}
	return w.Hours.check()
}

// Exception says which hours a day has instead of those of all windows.
type Exception struct {
	Day   civil.Date
	Hours []Hours // none: nothing is done that day
}

// Constraint bounds when something may be done: "Tuesday and Thursday evenings",
// "not on Thursdays", "in week 3".
type Constraint struct {
	Window
	Not bool
}
