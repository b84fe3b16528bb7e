package timespan

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// expression reads the longest expression that begins at token i.
func (s *scanner) expression(i int) (value, int, bool) {
	for _, rule := range []func(int) (value, int, bool){s.between, s.hourLimit, s.limit, s.stretch} {
		if v, end, ok := rule(i); ok {
			return v, end, true
		}
	}
	return value{}, i, false
}

// between reads "between X and Y" and "from X to Y".
func (s *scanner) between(i int) (value, int, bool) {
	opener := s.low(i)
	if opener != "between" && opener != "from" {
		return value{}, i, false
	}
	x, at, ok := s.single(i+1, true)
	if !ok || !x.bounded() {
		return value{}, i, false
	}
	if end, open := s.openEnd(at); opener == "from" && open {
		return s.since(x), end, true
	}
	joint := s.joint(at)
	if opener == "between" {
		joint = s.skip(at, "and", "&")
	}
	if joint == at {
		return x, at, opener == "between" && x.Range.Days() > 1 && s.low(i+1) == "the" // "the 5th and the 9th of June"
	}
	return s.pair(i, x, joint)
}

// openEnd reads "on", "onwards", "until now" after "from X".
func (s *scanner) openEnd(i int) (int, bool) {
	for _, words := range [][]string{{"onward"}, {"onwards"}, {"until", "now"}, {"till", "now"}, {"to", "now"}, {"to", "date"}} {
		if s.seq(i, words...) {
			return i + len(words), true
		}
	}
	if s.low(i) == "on" && s.at(i+1).kind == mark {
		return i + 1, true
	}
	return i, false
}

// joint reads what joins the ends of a range.
func (s *scanner) joint(i int) int {
	return s.skip(i, "to", "until", "till", "through", "thru", "-", "–", "—")
}

// pair reads the second end of a range that begins with x.
func (s *scanner) pair(i int, x value, at int) (value, int, bool) {
	y, end, ok := s.single(s.skip(at, "on"), true)
	if !ok {
		return s.pairDate(i, x, at)
	}
	if y.void {
		return y, end, true
	}
	if v, ok := s.join(x, y); ok {
		return v, end, true
	}
	return value{}, i, false
}

// pairDate reads the bare date in "between Jan 5 and 9".
func (s *scanner) pairDate(i int, x value, at int) (value, int, bool) {
	n, end, ok := s.dayNumber(at)
	from := x.Range.Start
	if !ok || x.Range.Days() != 1 || !x.Explicit || !s.closed(end) || n <= from.Date || !exists(from.Year, from.Month, n) {
		return value{}, i, false
	}
	x.Range.End.Date = n
	x.Grain = commonv1.Grain_GRAIN_SPAN
	return x, end, true
}

// join makes one range of two ends, lending each the year that the other names.
func (s *scanner) join(x, y value) (value, bool) {
	if !y.bounded() {
		return value{}, false
	}
	switch {
	case x.loose == year && y.loose == 0 && y.Explicit:
		x = s.moved(x, y.Range.End.Year-x.Range.Start.Year)
		if x.start().After(y.end()) {
			x = s.moved(x, -1)
		}
	case y.loose == year && x.loose == 0 && x.Explicit:
		y = s.moved(y, x.Range.Start.Year-y.Range.Start.Year)
		if y.end().Before(x.start()) {
			y = s.moved(y, 1)
		}
	case x.loose != 0 && y.end().Before(x.start()):
		x = s.moved(x, -1)
	}
	v := dated(notes.Range{Start: x.start(), End: y.end()}, commonv1.Grain_GRAIN_SPAN)
	v.Assumed = x.Assumed || y.Assumed
	v.Explicit = x.Explicit || y.Explicit
	return v, !y.end().Before(x.start())
}

// moved returns v moved by n of what it is loose in.
func (s *scanner) moved(v value, n int) value {
	r := v.Range
	switch {
	case v.loose == week:
		v.Range = notes.Range{Start: r.Start.AddDays(7 * n), End: r.End.AddDays(7 * n)}
	case r.Days() > 1:
		length := (r.End.Year-r.Start.Year)*12 + int(r.End.Month-r.Start.Month) + 1
		v.Range = monthsFrom(r.Start.Year+n, r.Start.Month, length)
	default:
		v.Range = notes.Range{Start: r.Start.AddMonths(12 * n), End: r.End.AddMonths(12 * n)}
	}
	return v
}

// since returns the range from v's first day to today.
func (s *scanner) since(v value) value {
	if v.loose != 0 && v.start().After(s.today) {
		v = s.moved(v, -1)
	}
	w := dated(notes.Range{Start: v.start(), End: s.today}, commonv1.Grain_GRAIN_SPAN)
	w.Assumed, w.Explicit = v.Assumed, v.Explicit
	return w
}

// limit reads "since X", "until X", "before X", "after X".
func (s *scanner) limit(i int) (value, int, bool) {
	at, how := i+1, s.low(i)
	switch {
	case s.seq(i, "ever", "since"):
		at, how = i+2, "since"
	case s.seq(i, "up", "to"), s.seq(i, "up", "until"), s.seq(i, "up", "till"):
		at, how = i+2, "until"
	case s.seq(i, "prior", "to"):
		at, how = i+2, "before"
	case how != "since" && how != "until" && how != "till" && how != "before" && how != "after":
		return value{}, i, false
	}
	v, end, ok := s.portion(at)
	if !ok {
		v, end, ok = s.single(at, true)
	}
	if !ok || v.void {
		return v, end, ok
	}
	if !v.bounded() || how != "since" && s.at(end).kind == possessive { // "after Monday's session" is on Monday
		return value{}, i, false
	}
	if how == "since" {
		return s.since(v), end, true
	}
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
	w.Assumed, w.Explicit = v.Assumed, v.Explicit
	return w, end, true
}

// stretch reads "X to Y" and all that is no more than X.
func (s *scanner) stretch(i int) (value, int, bool) {
	x, at, ok := s.portion(i)
	if !ok {
		x, at, ok = s.single(i, s.cued(i))
	}
	if !ok || !x.bounded() || x.Hourly() {
		return x, at, ok
	}
	joint := s.joint(at)
	if joint == at || s.low(at) == "to" && s.comparing {
		return x, at, true
	}
	if v, end, ok := s.pair(at, x, joint); ok {
		return v, end, true
	}
	return x, at, true
}

// deepest is how often expressions may stand within expressions: "the first week
// of the month before last March" needs three. It bounds the work on texts that
// nobody writes.
const deepest = 4

// single reads one expression with the part of the day that may go with it.
func (s *scanner) single(i int, cued bool) (value, int, bool) {
	if s.depth == deepest {
		return value{}, i, false
	}
	s.depth++
	defer func() { s.depth-- }()
	v, end, ok := s.atom(i, cued)
	if !ok || v.void {
		return v, end, ok
	}
	if v.Range.IsZero() { // "the morning of January 5", "mornings last week"
		w, wend, ok := s.atom(s.skip(end, "of", "on"), true)
		if ok && w.bounded() && !w.Hourly() {
			return w.during(hours{v.StartHour, v.EndHour}), wend, true
		}
		return v, end, true
	}
	if w, wend, ok := s.weekdayIn(v, end); ok {
		v, end = w, wend
	}
	if v.bounded() && !v.Hourly() {
		if h, hend, ok := s.dayPart(s.skip(end, ",")); ok {
			return v.during(h), hend, true
		}
	}
	if s.seq(end, "so", "far") && v.Range.End.After(s.today) {
		v.Range.End = s.today
		end += 2
	}
	return v, end, true
}

// cued reports whether the words before token i announce a time.
func (s *scanner) cued(i int) bool {
	if s.prev != nil && s.prevEnd == i-1 && joins[s.low(i-1)] {
		return true
	}
	return cues[s.low(i-1)] || joins[s.low(i+1)] && s.sameKind(i, i+2)
}

var joins = set("and", "or", "vs", "versus", "to", "than", "&", ",", "-", "–", "/", "through")

// sameKind reports whether two tokens are both months, both weekdays, or both
// years: then each speaks for the other.
func (s *scanner) sameKind(i, j int) bool {
	_, m1 := months[s.low(i)]
	_, m2 := months[s.low(j)]
	_, d1 := weekdays[s.low(i)]
	_, d2 := weekdays[s.low(j)]
	return m1 && m2 || d1 && d2 || s.yearNumber(i) && s.yearNumber(j)
}
