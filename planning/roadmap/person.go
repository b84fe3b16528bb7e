package roadmap

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/timeline"
	"github.com/weft-mesh/weft/planning/wish"
)

// Usual is when work on a goal may lie where nobody has said: evenings, and the
// days of the weekend.
func Usual() []wish.Window {
	weekend := []time.Weekday{time.Saturday, time.Sunday}
	return []wish.Window{
		{Days: []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}, From: 17*60 + 30, To: 21*60 + 30},
		{Days: weekend, From: 9 * 60, To: 12 * 60},
		{Days: weekend, From: 14 * 60, To: 18 * 60},
	}
}

// awake is what "any time" means: nobody's night is planned.
var awake = wish.Window{From: 8 * 60, To: 22 * 60}

// Office is when others are at work, but for when a person can't be there.
func Office(w wish.Wish) []timeline.Window {
	w.Windows = []wish.Window{{Days: []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}, From: 9 * 60, To: 17 * 60}}
	w.Apart, w.Sessions = 0, 0
	windows, _ := Windows(w)
	return windows
}

// Windows returns when the work of a wish may lie in each week: where it says
// so, else as usual, without when it says not. A day of which that leaves nothing of
// what is usual is taken from morning to night. assumed tells that nobody said.
// Where nothing else keeps its rhythm, so many days of each week are chosen.
func Windows(w wish.Wish) (windows []timeline.Window, assumed bool) {
	said := slices.Clone(w.Windows)
	if assumed = len(said) == 0; assumed {
		said = Usual()
		if w.Rest > 0 { // several times a day are not only in the evening
			said = []wish.Window{awake}
		}
	}
	for i, x := range said {
		if x.From == 0 && x.To == 24*60 {
			said[i].From, said[i].To = awake.From, awake.To
		}
	}
	nevers := slices.Clone(w.Never)
	for _, s := range w.Streams { // nothing is laid over what is fixed
		nevers = append(nevers, s.Visits...)
	}
	for _, s := range stretches(slices.Concat(said, nevers)) {
		open := within(said, s)
		var week [7][]wish.Window
		for d := range 7 {
			weekday, never := time.Weekday(d), within(nevers, s)
			if !has(s, weekday) {
				continue
			}
			left := less(on(open, weekday), on(never, weekday))
			if assumed && s == (wish.Days{}) && len(left) == 0 { // "not in the evening" leaves the rest of the day
				left = less([]wish.Window{awake}, on(never, weekday))
			}
			week[d] = left
		}
		if w.Apart > 0 || w.Single && w.Sessions > 0 {
			week = spread(week, w.Sessions, w.Apart)
		}
		for d, left := range week {
			for _, x := range left {
				windows = append(windows, timeline.Window{
					Weekdays: timeline.On(time.Weekday(d)), Hours: timeline.Hours{From: x.From, To: x.To}, Since: s.First, Until: s.Last,
				})
			}
		}
	}
	return windows, assumed
}

// spread leaves of a week as many days as there are sessions, with so many days between two: those
// with most hours, and of these the ones that lie best apart. 0 is no bound. The days are the same
// whatever else the person's time holds, so that nothing moves to others when that changes.
func spread(week [7][]wish.Window, sessions, apart int) [7][]wish.Window {
	most := 7
	if sessions > 0 {
		most = sessions
	}
	var best, at int
	for set := 1; set < 1<<7; set++ {
		if bits.OnesCount(uint(set)) > most {
			continue
		}
		if worth := worth(week, set, apart); worth > best {
			best, at = worth, set
		}
	}
	for d := range week {
		if at>>d&1 == 0 {
			week[d] = nil
		}
	}
	return week
}

// Gap tells on how many days of a week the work of a wish may lie, up to so many, and how many days
// can be between two of them in the order of the week, at least. Where its hours change it is told
// of the stretch with the fewest.
func Gap(w wish.Wish, sessions int) (days, gap int) {
	w.Single, w.Sessions = true, sessions
	days, gap = 7, 7
	windows, _ := Windows(w)
	for len(windows) > 0 {
		since := windows[0].Since
		n := slices.IndexFunc(windows, func(x timeline.Window) bool { return x.Since != since })
		if n < 0 {
			n = len(windows)
		}
		last, here := -1, 0
		for i := range 7 {
			day := time.Weekday((i + 1) % 7)
			if !slices.ContainsFunc(windows[:n], func(x timeline.Window) bool { return x.Weekdays.Has(day) }) {
				continue
			}
			if here++; last >= 0 {
				gap = min(gap, i-last-1)
			}
			last = i
		}
		days, windows = min(days, here), windows[n:]
	}
	return days, gap % 7
}

// worth is that of a set of days: 0 if two lie too close.
func worth(week [7][]wish.Window, set, apart int) int {
	minutes, gap, last := 0, 7, -1
	var first int
	for i := range 7 {
		d := (i + 1) % 7 // from Monday
		if set>>d&1 == 0 {
			continue
		}
		of := 0
		for _, w := range week[d] {
			of += w.To - w.From
		}
		if of == 0 {
			return 0
		}
		minutes += min(of, enough)
		if last >= 0 {
			gap = min(gap, i-last-1)
		} else {
			first = i
		}
		last = i
	}
	if last >= 0 {
		gap = min(gap, 7-last+first-1)
	}
	if gap < apart {
		return 0
	}
	return minutes*8 + gap
}

// enough is how many minutes of a day count: more hours make no day better.
const enough = 2 * 60

// stretches are the longest times in which the same windows hold; 0 is no bound.
func stretches(windows []wish.Window) []wish.Days {
	firsts := []civil.Date{0}
	for _, w := range windows {
		if w.First != 0 {
			firsts = append(firsts, w.First)
		}
		if w.Last != 0 {
			firsts = append(firsts, w.Last+1)
		}
	}
	slices.Sort(firsts)
	firsts = slices.Compact(firsts)
	var out []wish.Days
	for i, first := range firsts {
		s := wish.Days{First: first}
		if i+1 < len(firsts) {
			s.Last = firsts[i+1] - 1
		}
		out = append(out, s)
	}
	return out
}

// has tells whether a stretch has a day of the week: one shorter than a week has not all.
func has(s wish.Days, d time.Weekday) bool {
	for day := s.First; s.First != 0 && s.Last != 0 && day < s.First+7; day++ {
		if day.Weekday() == d {
			return day <= s.Last
		}
	}
	return true
}

// within are the windows that hold in a stretch.
func within(windows []wish.Window, s wish.Days) []wish.Window {
	var out []wish.Window
	for _, w := range windows {
		if w.First <= s.First && (w.Last == 0 || s.Last != 0 && s.Last <= w.Last) {
			out = append(out, w)
		}
	}
	return out
}

// on returns the windows of one weekday, joined where they touch.
func on(windows []wish.Window, d time.Weekday) []wish.Window {
	var out []wish.Window
	for _, w := range windows {
		if len(w.Days) == 0 || slices.Contains(w.Days, d) {
			out = append(out, wish.Window{From: w.From, To: w.To})
		}
	}
	stable.Sort(out, func(a, b wish.Window) int { return cmp.Compare(a.From, b.From) })
	joined := out[:0]
	for _, w := range out {
		if n := len(joined); n > 0 && w.From <= joined[n-1].To {
			joined[n-1].To = max(joined[n-1].To, w.To)
		} else {
			joined = append(joined, w)
		}
	}
	return joined
}

// less returns what of the windows is in none of the others.
func less(windows, others []wish.Window) []wish.Window {
	var out []wish.Window
	for _, w := range windows {
		for _, o := range others {
			if o.To <= w.From || o.From >= w.To {
				continue
			}
			if o.From > w.From {
				out = append(out, wish.Window{From: w.From, To: o.From})
			}
			w.From = o.To
		}
		if w.From < w.To {
			out = append(out, w)
		}
	}
	return out
}

// Most returns the bounds of work that a wish names: of all of it, and of its streams.
func Most(w wish.Wish) []timeline.Most {
	longest := w.Longest
	var streams []timeline.Most
	for _, s := range w.Streams {
		of := w.Of(s)
		if w.Longest > 0 {
			longest = max(longest, of.Longest)
		}
		own := most(of, of.Longest)
		if len(s.Visits) == 0 {
			own = append(own, times(w.Bounds, of.Longest)...) // what holds for all work holds for this
		}
		for _, m := range own {
			m.Group = GroupOf(s.Name)
			streams = append(streams, m)
		}
	}
	return append(most(w, longest), streams...)
}

// most are the bounds of a rhythm, of which no session is longer than so many minutes; 0 is not known.
func most(w wish.Wish, longest int) []timeline.Most {
	var out []timeline.Most
	day := w.MostADay
	if w.Single && w.Sessions > 0 && w.Sessions <= 7 && w.Longest > 0 && (day == 0 || w.Longest < day) { // one session a day
		day = w.Longest
	}
	if day > 0 {
		out = append(out, timeline.Most{Per: timeline.PerDay, Minutes: day})
	}
	if n := cmp.Or(w.MostAWeek, w.AWeek); n > 0 {
		out = append(out, timeline.Most{Per: timeline.PerWeek, Minutes: n})
	}
	for _, b := range w.Bounds {
		if m := MostOf(b); m.Minutes > 0 {
			out = append(out, m)
		}
	}
	return append(out, times(w.Bounds, longest)...)
}

// times are bounds of so many times a day, as time. A schedule is held against the others when it is
// there.
func times(bounds []wish.Bound, longest int) []timeline.Most {
	var out []timeline.Most
	for _, b := range bounds {
		m := MostOf(b)
		if m.Minutes = b.Times * longest; m.Minutes > 0 && m.Minutes < 24*60 && !b.Week {
			out = append(out, m)
		}
	}
	return out
}

// OneADay returns the bounds by which sessions of a week lie on days of their own: the length of one
// a day, and that of all a week. Where some work has its own, those of all work are kept by each kind.
func OneADay(w wish.Wish) []timeline.Most {
	var out []timeline.Most
	add := func(r wish.Rhythm, group string) {
		if r.Sessions > 0 && r.Sessions <= 7 && r.Longest > 0 {
			out = append(out, timeline.Most{Per: timeline.PerDay, Minutes: r.Longest, Group: group},
				timeline.Most{Per: timeline.PerWeek, Minutes: r.Sessions * r.Longest, Group: group})
		}
	}
	own := false
	for _, s := range w.Streams {
		of := w.Of(s)
		own = own || s.Timed() || of.Longest > 0
		if len(s.Visits) == 0 {
			of.Sessions = cmp.Or(of.Sessions, w.Sessions)
		}
		add(of.Rhythm, GroupOf(s.Name))
	}
	if !own {
		add(w.Rhythm, "")
	}
	return out
}

// MostOf is a bound as a person's time has it.
func MostOf(b wish.Bound) timeline.Most {
	m := timeline.Most{Per: timeline.PerDay, Minutes: b.Minutes, Since: b.First, Until: b.Last}
	if b.Week {
		m.Per = timeline.PerWeek
	}
	if len(b.Days) > 0 {
		m.Weekdays = timeline.On(b.Days...)
	}
	return m
}

// Told tells windows by day, the days with the same hours together: "Mon, Tue
// 17:30–21:30". Those of some days alone stand by themselves, with the days.
func Told(windows []timeline.Window) []string {
	var out []string
	for len(windows) > 0 {
		since, until := windows[0].Since, windows[0].Until
		n := slices.IndexFunc(windows, func(w timeline.Window) bool { return w.Since != since || w.Until != until })
		if n < 0 {
			n = len(windows)
		}
		when := ""
		switch {
		case since != 0 && since == until:
			when = since.String() + ": "
		case since != 0 && until != 0:
			when = fmt.Sprintf("%s to %s: ", since, until)
		case since != 0:
			when = fmt.Sprintf("from %s: ", since)
		case until != 0:
			when = fmt.Sprintf("until %s: ", until)
		}
		for _, text := range ofWeek(windows[:n]) {
			out = append(out, when+text)
		}
		windows = windows[n:]
	}
	if len(out) > mostTold {
		out = append(out[:mostTold:mostTold], "and so on")
	}
	return out
}

// mostTold is how many lines of windows are told: what changes every week has a lot.
const mostTold = 5

// ofWeek tells windows of the same weeks.
func ofWeek(windows []timeline.Window) []string {
	var hours []string
	days := map[string][]string{}
	for i := range 7 {
		d := time.Weekday((i + 1) % 7)
		var parts []string
		for _, w := range windows {
			if w.Weekdays.Has(d) {
				parts = append(parts, clock(w.Hours.From)+"–"+clock(w.Hours.To))
			}
		}
		if len(parts) == 0 {
			continue
		}
		text := strings.Join(parts, ", ")
		if days[text] == nil {
			hours = append(hours, text)
		}
		days[text] = append(days[text], d.String()[:3])
	}
	for i, text := range hours {
		hours[i] = strings.Join(days[text], ", ") + " " + text
	}
	return hours
}

func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
