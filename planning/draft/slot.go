package draft

import (
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// The pause between two sessions where nobody said how long it is, in minutes; the one between work
// several times a day, if the hours allow it; and the shortest slot that is worth having.
const (
	pause    = 30
	farApart = 3 * 60
	shortest = 15
)

// slotted cuts times of the week into slots of a session each, with a pause between two, so that
// two sessions don't make one that is longer than was said.
func slotted(windows []timeline.Window, r wish.Rhythm) []timeline.Window {
	switch aDay := (r.Sessions + 6) / 7; {
	case r.Longest == 0:
		return windows
	case r.Rest > 0:
		return cut(windows, r.Longest, r.Rest, r.Longest)
	case aDay > 1:
		if out := cut(windows, r.Longest, farApart, r.Longest); fewest(out) >= aDay {
			return out
		}
	}
	return cut(windows, r.Longest, pause, shortest)
}

// cut makes slots of a length with a pause between two. One at the end of a window may be shorter,
// down to the least.
func cut(windows []timeline.Window, length, pause, least int) []timeline.Window {
	var out []timeline.Window
	for _, w := range windows {
		from, end := w.Hours.From, w.Hours.To
		if n := len(out); n > 0 && out[n-1].Weekdays == w.Weekdays && out[n-1].Since == w.Since {
			from = max(from, out[n-1].Hours.To+pause)
		}
		for ; from+min(length, least) <= end; from += length + pause {
			w.Hours = timeline.Hours{From: from, To: min(end, from+length)}
			out = append(out, w)
		}
	}
	return out
}

// fewest is how many windows a day has that has any, at least.
func fewest(windows []timeline.Window) int {
	type day struct {
		of    time.Weekday
		since civil.Date
	}
	counts, least := map[day]int{}, len(windows)
	for _, w := range windows {
		for of := range time.Weekday(7) {
			if w.Weekdays.Has(of) {
				counts[day{of, w.Since}]++
			}
		}
	}
	for _, n := range counts {
		least = min(least, n)
	}
	return least
}
