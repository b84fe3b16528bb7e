package wish

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/timespan"
)

var (
	weekdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	parts    = map[string]Window{
		"morning": {From: 5 * 60, To: 12 * 60}, "lunchtime": {From: 12 * 60, To: 14 * 60}, "afternoon": {From: 12 * 60, To: 17 * 60},
		"evening": {From: 17 * 60, To: 22 * 60}, "night": {From: 20 * 60, To: day},
	}
	not      = regexp.MustCompile(`\b(?:not|no|never|except|without|nothing|none|avoid|avoiding|can't|can’t|cannot|don't|don’t|won't|isn't|free|off)\b[^,;.\x00]{0,30}$`)
	only     = regexp.MustCompile(`\b(?:but|only|just|then|can|have)\b[^,;.]*$`)
	taken    = regexp.MustCompile(`^\s*(?:are|is|stays?|remains?|should be|must be|has to be|have to be)?\s*(?:off|free|busy|taken|blocked|out|impossible|not possible|don't work|doesn't work|closed)\b`)
	carries  = regexp.MustCompile(`^\s*(?:or|and|nor|,)\s*(?:not\s+)?(?:on|at|in)?\s*$`)
	leadDays = regexp.MustCompile(`(?:\b(?:not|no|never|except|without|only|just|but|avoid)\s+)*(?:\b(?:on|at|in|during|for)\s+)?(?:\bthe\s+)?$`)
	bareDay  = regexp.MustCompile(`^(?:mon|tues|wednes|thurs|fri|satur|sun)day$`)
	clock    = regexp.MustCompile(`^\s*,?\s*(?:from|between)?\s*(\d{1,2})(?::(\d\d))?\s*(am|pm)?\s*(?:to|until|till|and|-|–)\s*(\d{1,2})(?::(\d\d))?\s*(am|pm)?\b`)
)

// recurring tells whether a span stands for a time of each week.
func recurring(s timespan.Span) bool {
	return s.Range.Start.IsZero() && s.Range.End.IsZero()
}

// weekly takes a time of each week, as one that is open or is not.
func (r *reader) weekly(s timespan.Span, no bool) {
	w := Window{Days: s.Weekdays, To: day}
	assumed := false
	if s.Hourly() {
		w.From, w.To = s.StartHour*60, s.EndHour*60
		assumed = !strings.ContainsAny(s.Text, "0123456789")
	}
	if w.To <= w.From { // past midnight
		w.To = day
	}
	from, to := s.Offset, s.Offset+len(s.Text)
	if x, end, ok := r.clock(to, s); ok {
		w.From, w.To, to, assumed = x.From, x.To, end, false
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
	r.wish.Windows = append(r.wish.Windows, w)
	r.take(from, to, assumed, "%s", w)
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
	if m := not.FindIndex(before); m != nil && !only.Match(before[m[0]+2:]) {
		return true
	}
	return taken.Match(r.left[s.Offset+len(s.Text):])
}

// clock reads hours that follow a time of the week: "evenings from 7 to 9". Half
// a clock is not guessed: without am, pm or a part of the day it has to be one
// of 24 hours.
func (r *reader) clock(at int, s timespan.Span) (w Window, end int, ok bool) {
	m := clock.FindSubmatchIndex(r.left[at:])
	if m == nil {
		return w, 0, false
	}
	g := r.groups(shift(m, at))
	late := s.Hourly() && s.StartHour >= 12
	from, okFrom := hour(g[1], g[2], g[3], g[6], late)
	to, okTo := hour(g[4], g[5], g[6], "", late)
	if !okFrom || !okTo || to <= from {
		return w, 0, false
	}
	if g[3] == "" && g[6] == "" && !s.Hourly() && to <= 12*60 {
		return w, 0, false
	}
	return Window{From: from, To: to}, at + m[1], true
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
