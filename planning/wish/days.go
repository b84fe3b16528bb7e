package wish

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
)

// Nobody means the night by "after 6pm" and "before 9am".
const (
	dawn  = 5 * 60
	night = 23 * 60
)

var weekdayNamed = map[string]time.Weekday{
	"sun": time.Sunday, "mon": time.Monday, "tue": time.Tuesday, "wed": time.Wednesday, "thu": time.Thursday, "fri": time.Friday, "sat": time.Saturday,
}

var (
	parts = map[string]Window{
		"morning": {From: 6 * 60, To: 12 * 60}, "lunchtime": {From: 12 * 60, To: 14 * 60}, "afternoon": {From: 12 * 60, To: 17 * 60},
		"evening": {From: 17 * 60, To: 22 * 60}, "night": {From: 20 * 60, To: night},
	}
	not      = regexp.MustCompile(`\b(?:not|no|never|except|without|nothing|none|avoid|avoiding|can't|can’t|cannot|don't|don’t|won't|isn't|free|off)\b[^,;.\x00]{0,30}$`)
	atWork   = regexp.MustCompile(`\b(?:i|we)(?:'m|’m| am)?\s+(?:work|working|teach|teaching|have (?:work|school|class|classes|lessons))\b[^,;.]{0,20}$`)
	only     = regexp.MustCompile(`\b(?:but|only|just|then|can|have)\b[^,;.]*$`)
	taken    = regexp.MustCompile(`^\s*(?:are|is|stays?|remains?|should be|must be|has to be|have to be)?\s*(?:off|free|busy|taken|blocked|out|impossible|not possible|don't work|doesn't work|closed)\b`)
	carries  = regexp.MustCompile(`^\s*(?:or|and|nor|,)\s*(?:not\s+)?(?:on|at|in)?\s*$`)
	leadDays = regexp.MustCompile(`(?:\b(?:not|no|never|except|without|only|just|but|avoid)\s+)*(?:\b(?:on|at|in|during|for)\s+)?(?:\bthe\s+)?$`)
	every    = regexp.MustCompile(`^(?:every|each)\b`)
	daySpan  = regexp.MustCompile(`\b(?:from\s+)?(mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?\s*(?:to|through|thru|till|until|-|–)\s*(mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?\b`)
	bareDay  = regexp.MustCompile(`^(?:mon|tues|wednes|thurs|fri|satur|sun)day$`)
	oneSided = regexp.MustCompile(`^\s*,?\s*(after|from|before|until|till)\s+(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)?(?:\b|$)`)
	noon     = regexp.MustCompile(`\b(?:noon|midday)\b`)
	alone    = regexp.MustCompile(`\b(?:from|between)?\s*\d{1,2}(?::\d\d)?\s*(?:am|pm)?\s*(?:to|until|till|and|-|–)\s*\d{1,2}(?::\d\d)?\s*(?:am|pm)\b`)
	clock    = regexp.MustCompile(`^\s*,?\s*(?:from|between)?\s*(\d{1,2})(?::(\d\d))?\s*(am|pm)?\s*(?:to|until|till|and|-|–)\s*(\d{1,2})(?::(\d\d))?\s*(am|pm)?\b`)
)

// recurring tells whether a span stands for a time of each week.
func recurring(s timespan.Span) bool {
	return s.Range.Start.IsZero() && s.Range.End.IsZero()
}

// clocks reads hours that stand by themselves: "8–11pm".
func (r *reader) clocks() {
	for _, m := range alone.FindAllIndex(r.left, -1) {
		if w, end, ok := r.clock(m[0], false, false); ok {
			no := not.Match(r.left[:m[0]])
			if no {
				r.wish.Never = append(r.wish.Never, w)
				r.take(m[0], end, false, "not %s", w)
				continue
			}
			r.open(w, m[0], end, false, true)
		}
	}
}

// weekdaySpans reads "Monday to Thursday".
func (r *reader) weekdaySpans() {
	for _, m := range daySpan.FindAllSubmatchIndex(r.left, -1) {
		g := r.groups(m)
		first, last := weekdayNamed[g[1][:3]], weekdayNamed[g[2][:3]]
		w := Window{To: day}
		for d := first; ; d = (d + 1) % 7 {
			w.Days = append(w.Days, d)
			if d == last {
				break
			}
		}
		no, to := not.Match(r.left[:m[0]]) || atWork.Match(r.left[:m[0]]), m[1]
		from := m[0] - len(leadDays.Find(r.left[:m[0]]))
		if x, end, ok := r.clock(to, false, false); ok {
			w.From, w.To, to = x.From, x.To, end
		}
		if no {
			r.wish.Never = append(r.wish.Never, w)
			r.take(from, to, false, "not %s", w)
			continue
		}
		r.open(w, from, to, false, false)
	}
}

// open takes a window. One of hours that follows one of days right away is about
// those days: "Monday to Thursday after 6pm".
func (r *reader) open(w Window, from, to int, assumed, exact bool) {
	if w.From > 0 && w.To == day {
		w.To = night
	}
	if w.From == 0 && w.To < day {
		w.From = min(dawn, w.To-1)
	}
	n := len(r.wish.Windows)
	if n > 0 && len(w.Days) == 0 && r.upTo > 0 && r.upTo <= from && strings.TrimSpace(r.text[r.upTo:from]) == "" {
		if last := &r.wish.Windows[n-1]; len(last.Days) > 0 && last.From == 0 && last.To == day {
			last.From, last.To = w.From, w.To
			r.upTo = to
			r.take(from, to, assumed, "%s", *last)
			return
		}
	}
	r.wish.Windows = append(r.wish.Windows, w)
	for len(r.exact) < n {
		r.exact = append(r.exact, false)
	}
	r.exact = append(r.exact, exact && len(w.Days) == 0)
	r.upTo = to
	r.take(from, to, assumed, "%s", w)
}

// narrow has hours that are said in digits, for all days, bound the windows that
// they overlap: "four evenings a week, after 6pm".
func (r *reader) narrow() {
	for len(r.exact) < len(r.wish.Windows) {
		r.exact = append(r.exact, false)
	}
	var out []Window
	for i, x := range r.wish.Windows {
		narrowed := x
		for j, y := range r.wish.Windows {
			if i != j && r.exact[j] && !r.exact[i] && x.From < y.To && y.From < x.To {
				narrowed.From, narrowed.To = max(x.From, y.From), min(x.To, y.To)
			}
		}
		if !r.exact[i] || !slices.ContainsFunc(r.others(i), func(o Window) bool { return o.From < x.To && x.From < o.To }) {
			out = append(out, narrowed)
		}
	}
	r.wish.Windows = out
}

// others are the windows that are not hours for all days.
func (r *reader) others(i int) []Window {
	var out []Window
	for j, w := range r.wish.Windows {
		if j != i && !r.exact[j] {
			out = append(out, w)
		}
	}
	return out
}

// weekly takes a time of each week, as one that is open or is not.
func (r *reader) weekly(s timespan.Span, no bool) {
	w := Window{Days: s.Weekdays, To: day}
	assumed := false
	if s.Hourly() {
		w.From, w.To = s.StartHour*60, s.EndHour*60
		if assumed = !strings.ContainsAny(s.Text, "0123456789"); assumed {
			w.From = max(w.From, 6*60)
		}
	}
	if x, _, ok := r.clock(s.Offset, false, false); ok && s.Hourly() && len(s.Weekdays) == 0 {
		w.From, w.To = x.From, x.To // to the minute
	}
	if w.To <= w.From { // past midnight
		w.To = day
	}
	from, to := s.Offset, s.Offset+len(s.Text)
	if x, end, ok := r.clock(to, s.Hourly(), s.Hourly() && s.StartHour >= 12); ok && x.From < w.To && w.From < x.To {
		w.From, w.To, to, assumed = max(w.From, x.From), min(w.To, x.To), end, false
	}
	from -= len(leadDays.Find(r.left[:from]))
	if no {
		if m := taken.FindIndex(r.left[to:]); m != nil {
			to += m[1]
		}
		r.wish.Never = append(r.wish.Never, w)
		r.take(from, to, assumed, "not %s", w)
		return
	}
	if every.MatchString(strings.ToLower(s.Text)) && r.wish.Sessions == 0 {
		r.every = true
		if r.wish.Sessions = len(w.Days); r.wish.Sessions == 0 {
			r.wish.Sessions = 7
		}
	}
	r.open(w, from, to, assumed, s.Hourly() && strings.ContainsAny(s.Text, "0123456789"))
}

// refused tells whether a span stands for when it may not be.
func (r *reader) refused(s timespan.Span) bool {
	before := r.left[:s.Offset]
	if n := len(r.wish.Readings); n > 0 && strings.HasPrefix(r.wish.Readings[n-1].Means, "not ") {
		words := r.wish.Readings[n-1].Words
		if i := strings.LastIndex(r.text[:s.Offset], words); i >= 0 && carries.Match(before[i+len(words):]) {
			return true
		}
	}
	if atWork.Match(before) {
		return true
	}
	if m := not.FindIndex(before); m != nil && !only.Match(before[m[0]+2:]) {
		return true
	}
	return taken.Match(r.left[s.Offset+len(s.Text):])
}

// clock reads hours that follow a time of the week: "evenings from 7 to 9", "after
// 6pm". Half a clock is not guessed: without am, pm or a part of the day (hourly,
// late for one after noon) it has to be one of 24 hours.
func (r *reader) clock(at int, hourly, late bool) (w Window, end int, ok bool) {
	m := clock.FindSubmatchIndex(r.left[at:])
	if m == nil {
		return r.half(at, hourly, late)
	}
	g := r.groups(shift(m, at))
	from, okFrom := hour(g[1], g[2], g[3], g[6], late)
	to, okTo := hour(g[4], g[5], g[6], "", late)
	guessed := g[3] == "" && g[6] == "" && !hourly && to <= 12*60
	return Window{From: from, To: to}, at + m[1], okFrom && okTo && from < to && !guessed
}

// half reads hours with one end: "after 6pm".
func (r *reader) half(at int, hourly, late bool) (w Window, end int, ok bool) {
	m := oneSided.FindSubmatchIndex(r.left[at:])
	if m == nil {
		return w, 0, false
	}
	g := r.groups(shift(m, at))
	t, ok := hour(g[2], g[3], g[4], "", late)
	if g[4] == "" && g[3] == "" && !hourly && t <= 12*60 {
		ok = false // which half of the day?
	}
	w = Window{From: t, To: day}
	if g[1] == "before" || g[1] == "until" || g[1] == "till" {
		w = Window{To: t}
	}
	return w, at + m[1], ok && w.From < w.To
}

func shift(m []int, by int) []int {
	out := make([]int, len(m))
	for i, x := range m {
		if out[i] = x; x >= 0 {
			out[i] += by
		}
	}
	return out
}

// hour returns a time of the day, in minutes. other is the half of the day that
// the end of the span has, for its beginning.
func hour(h, m, half, other string, late bool) (int, bool) {
	hour, _ := strconv.Atoi(h)
	minute, _ := strconv.Atoi(m)
	if half == "" {
		half = other
	}
	switch {
	case half == "pm" && hour < 12, half == "" && late && hour < 12:
		hour += 12
	case half == "am" && hour == 12:
		hour = 0
	}
	return hour*60 + minute, hour*60+minute <= day && minute < 60
}

// String tells the window, as in "Mon, Wed 17:00–22:00".
func (w Window) String() string {
	var out []string
	names := make([]string, 0, len(w.Days))
	for i := range 7 {
		if d := time.Weekday((i + 1) % 7); len(w.Days) > 0 && w.on(d) {
			names = append(names, d.String()[:3])
		}
	}
	if len(names) > 0 {
		out = append(out, strings.Join(names, ", "))
	}
	if w.From > 0 || w.To < day {
		out = append(out, fmt.Sprintf("%02d:%02d–%02d:%02d", w.From/60, w.From%60, w.To/60, w.To%60))
	}
	if len(out) == 0 {
		return "any time"
	}
	return strings.Join(out, " ")
}
