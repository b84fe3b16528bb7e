package timespan

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// since returns the range from v's first day to today.
func (s *scanner) since(v value) value {
	if v.loose() && v.start().After(s.today) {
		v = s.moved(v, -1)
	}
	w := dated(notes.Range{Start: v.start(), End: s.today}, commonv1.Grain_GRAIN_SPAN)
	w.Assumed, w.Explicit, w.anchor = v.Assumed, v.Explicit, &v
	return w
}

// sinceTo reads the end that may follow "since X": "since Monday until today".
func (s *scanner) sinceTo(v value, end int) (value, int, bool) {
	w := s.since(v)
	if low := s.low(end); low == "until" || low == "till" || low == "up" || low == "to" || low == "through" {
		if y, yend, ok := s.pair(end, v, s.joint(s.skip(end, "up"))); ok && y.void == "" {
			return y, yend, true
		}
	}
	return w, end, true
}

// duration reads "since 3 days", which speakers of other languages say for "for
// the last 3 days".
func (s *scanner) duration(i int) (value, int, bool) {
	n, at, about, ok := s.count(s.skip(i, "like", "about", "around", "roughly", "almost", "over"))
	u := units[s.low(at)]
	if !ok || u == 0 || n > 1000 || !s.closed(at+1) {
		return value{}, i, false
	}
	return dated(rolling(u, s.today, n), commonv1.Grain_GRAIN_SPAN).assume(about), at + 1, true
}

// limits are the words that a limit begins with, and what they come to.
var limits = map[string]string{"since": "since", "until": "until", "till": "until", "before": "before", "after": "after"}

// limitWord returns what the limit at token i begins with, and the token behind;
// "" if none begins there.
func (s *scanner) limitWord(i int) (how string, at int) {
	next := s.low(i + 1)
	switch s.low(i) {
	case "ever":
		if next == "since" {
			return next, i + 2
		}
	case "prior":
		if next == "to" {
			return "before", i + 2
		}
	case "up":
		asked := next == "to" && (subjects[s.low(i-1)] || s.low(i-1) == "been") // "what were we up to"
		if (next == "to" || limits[next] == "until") && !asked {
			return "until", i + 2
		}
	case "by":
		if s.asks && s.past && s.inquires(i) { // "how far had I run by 10 February"
			return "by", i + 1
		}
	case "through":
		if valid[s.low(i-1)] {
			return "until", i + 1
		}
	}
	return limits[s.low(i)], i + 1
}

// limit reads "since X", "until X", "before X", "after X".
func (s *scanner) limit(i int) (value, int, bool) {
	how, at := s.limitWord(i)
	switch how {
	case "":
		return value{}, i, false
	case "since":
		return s.sinceLimit(at)
	case "before", "after":
		if v, ok := s.otherSide(how, i, at); ok {
			return v, at, true
		}
	}
	v, end, ok := s.part(at, at, true)
	if !ok && how != "until" && subjects[s.low(at)] && turns[s.low(at+1)] {
		v, end, ok = s.eventOn(at)
	}
	switch {
	case !ok || v.void != "":
		return v, end, ok
	case how == "by" && v.Range.Days() > 1 && s.low(s.skip(at, "the")) != "end":
		return value{}, i, false // at its beginning, or during it
	case !v.bounded() || s.at(end).kind == possessive: // "after Monday's session" is on Monday
		return value{}, i, false
	case how == "after":
		return s.afterTo(v, end)
	case s.counting(i):
		return v, end, true // "how many days until Christmas"
	case how == "before" && s.low(s.skip(at, "the")) == "end":
		how = "until" // "before the end of March" is in March, too
	}
	return s.sideOf(how, v), end, true
}

// otherSide reads "before" or "after" that shares its date with the other: "before
// and after Easter", "until Easter vs after".
func (s *scanner) otherSide(how string, i, at int) (value, bool) {
	if other := s.low(at + 1); joins[s.low(at)] && other != how && (other == "before" || other == "after") {
		if v, _, ok := s.single(at+2, true); ok && v.bounded() {
			return s.sideOf(how, v), true
		}
	}
	if s.closed(at) && s.low(i-1) != "not" && s.prev != nil && s.prev.anchor != nil && s.joined(i) {
		return s.sideOf(how, *s.prev.anchor), true
	}
	return value{}, false
}

// sinceLimit reads what follows "since".
func (s *scanner) sinceLimit(at int) (value, int, bool) {
	if v, end, ok := s.duration(at); ok {
		return v, end, true
	}
	today := dated(single(s.today), commonv1.Grain_GRAIN_PART_OF_DAY)
	if c, end, ok := s.clock(at); ok && c.sure {
		return today.during(hours{c.hour, 24}), end, true
	}
	v, end, ok := s.part(at, at, true)
	if !ok {
		v, end, ok = s.eventOn(at)
	}
	switch {
	case !ok || v.void != "":
		return v, end, ok
	case v.Range.IsZero() && v.Hourly(): // "since noon"
		return today.during(hours{v.StartHour, 24}), end, true
	case !v.bounded():
		return value{}, at, false
	}
	return s.sinceTo(v, end)
}

// afterTo reads the end that may follow "after X": "after Monday until Friday".
func (s *scanner) afterTo(v value, end int) (value, int, bool) {
	w := s.sideOf("after", v)
	if low := s.low(end); low == "until" || low == "till" || low == "up" {
		if y, yend, ok := s.pair(end, v, s.joint(end)); ok && y.void == "" && !y.Range.End.Before(w.Range.Start) {
			w.Range.End, end = y.Range.End, yend
		}
	}
	return w, end, true
}

// counting reports whether the words before "until" at token i ask how long it is
// to a day.
func (s *scanner) counting(i int) bool {
	before := s.low(i - 1)
	return s.asks && !s.past && (units[before] != 0 && howMany[s.low(i-2)] || before == "long" && s.low(i-2) == "how" || before == "left")
}

// eventOn reads the day in "since my surgery on June 9": what is dated there is
// named before it, in a few words.
func (s *scanner) eventOn(i int) (value, int, bool) {
	for at := i + 1; at <= i+6 && at < len(s.toks) && s.at(at).kind == word; at++ {
		if s.low(at) != "on" && s.low(at) != "in" {
			continue
		}
		if v, end, ok := s.part(at+1, at+1, true); ok && v.bounded() && !v.Hourly() && len(v.Weekdays) == 0 {
			return v, end, true
		}
	}
	return value{}, i, false
}

// sideOf returns what lies before or after v, or until its end.
func (s *scanner) sideOf(how string, v value) value {
	r := notes.Range{End: v.end()}
	switch how {
	case "before":
		r.End = v.start().AddDays(-1)
	case "after":
		r = notes.Range{Start: v.end().AddDays(1), End: s.today}
		if s.today.Before(r.Start) {
			r.End = notes.Day{}
		}
	}
	w := dated(r, commonv1.Grain_GRAIN_SPAN)
	w.Assumed, w.Explicit, w.anchor = v.Assumed, v.Explicit, &v
	return w
}
