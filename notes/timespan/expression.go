package timespan

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// expression reads the longest expression that begins at token i.
func (s *scanner) expression(i int) (value, int, bool) {
	for _, rule := range []func(int) (value, int, bool){s.everyWeekday, s.occasion, s.hourSpan, s.between, s.hourLimit, s.limit, s.around, s.stretch} {
		if v, end, ok := rule(i); ok {
			return v, end, true
		}
	}
	return value{}, i, false
}

// between reads "between X and Y" and "from X to Y".
func (s *scanner) between(i int) (value, int, bool) {
	switch opener := s.low(i); {
	case opener == "between" && !differ[s.low(i-1)], opener == "from" && !s.relocated(i):
	default:
		return value{}, i, false
	}
	if v, end, ok := s.daysOfMonth(i + 1); ok {
		return v, end, true
	}
	x, at, ok := s.part(i+1, i+1, true)
	if ok && x.void != "" {
		return x, at, true
	}
	if !ok || !x.bounded() {
		return value{}, i, false
	}
	if s.low(i) == "from" {
		return s.fromTo(i, at, x)
	}
	switch joint := s.skip(at, "and", "&"); {
	case joint == at:
		return x, at, x.Range.Days() > 1 && s.low(i+1) == "the" // "the 5th and the 9th of June"
	case s.low(joint) == "now":
		return s.since(x), joint + 1, true
	default:
		return s.pair(i, x, joint)
	}
}

// fromTo reads what follows "from X" at token i.
func (s *scanner) fromTo(i, at int, x value) (value, int, bool) {
	end, open := s.openEnd(at)
	joint := s.joint(at)
	switch {
	case open && x.start().After(s.today):
		x.Range.End, x.Grain = notes.Day{}, commonv1.Grain_GRAIN_SPAN
		return x, end, true // "from August on"
	case open:
		return s.since(x), end, true
	case joint == at:
		return value{}, i, false
	}
	return s.pair(i, x, joint)
}

// daysOfMonth reads "4 to 22 this month" and "4 and 22 of last month".
func (s *scanner) daysOfMonth(i int) (value, int, bool) {
	from, at, ok := s.dayNumber(s.skip(i, "the"))
	joint := max(s.joint(at), s.skip(at, "and", "&"))
	to, at, too := s.dayNumber(s.skip(joint, "the"))
	if !ok || !too || from.n >= to.n || !lasts[s.low(s.skip(at, "of"))] && s.low(s.skip(at, "of")) != "this" {
		return value{}, i, false
	}
	v, end, ok := s.modified(s.skip(at, "of"))
	if !ok || v.Grain != commonv1.Grain_GRAIN_MONTH {
		return value{}, i, false
	}
	first := dateOn(v.Range.Start.Year, v.Range.Start.Month, from.n)
	last := dateOn(v.Range.Start.Year, v.Range.Start.Month, to.n)
	if last.void != "" {
		return last, end, true
	}
	first.Range.End, first.Grain = last.Range.End, commonv1.Grain_GRAIN_SPAN
	return first, end, true
}

// relocated reports whether token i tells from which day something was moved:
// "the dentist moved from Tuesday to Thursday" names two days.
func (s *scanner) relocated(i int) bool {
	for k := i - 1; k >= max(0, i-5) && !s.breaks(k); k-- {
		if relocations[s.low(k)] {
			return true
		}
	}
	return false
}

// openEnd reads "on", "onwards", "until now" after "from X".
func (s *scanner) openEnd(i int) (int, bool) {
	switch joint := s.joint(i); {
	case s.low(i) == "onward" || s.low(i) == "onwards":
		return i + 1, true
	case joint > i && (s.low(joint) == "now" || s.low(joint) == "present"), s.seq(i, "to", "date"):
		return max(joint, i+1) + 1, true
	}
	if s.low(i) == "on" && !owners[s.low(i+1)] && !s.timeWord(i+1) || s.low(i) == "on" && s.at(i+1).kind == number && s.at(i+2).kind == word {
		return i + 1, true
	}
	return i, false
}

// joint reads what joins the ends of a range.
func (s *scanner) joint(i int) int {
	if s.seq(i, ".", ".") || s.seq(i, "up", "to") {
		return i + 2
	}
	if !joints[s.low(i)] {
		return i
	}
	if s.seq(i, "-", ">") {
		return i + 2
	}
	return i + 1
}

// pair reads the second end of a range that begins with x.
func (s *scanner) pair(i int, x value, at int) (value, int, bool) {
	if v, end, ok := s.pairDate(i, x, at); ok {
		return v, end, true
	}
	y, end, ok := s.part(at, s.skip(at, "on"), true)
	if !ok {
		return value{}, i, false
	}
	if y.void != "" {
		return y, end, true
	}
	if v, ok := s.join(x, y); ok {
		return v, end, true
	}
	return value{}, i, false
}

// pairDate reads the bare date in "between Jan 5 and 9".
func (s *scanner) pairDate(i int, x value, at int) (value, int, bool) {
	d, end, ok := s.dayNumber(s.skip(at, "the"))
	from := x.Range.Start
	if !ok || s.monthAt(end) || x.Range.Days() != 1 || !x.Explicit || !s.closed(end) || s.low(end) == "of" || d.n <= from.Date {
		return value{}, i, false
	}
	if v := dateOn(from.Year, from.Month, d.n); v.void != "" {
		return v, end, true
	}
	x.Range.End.Date = d.n
	x = x.settled()
	x.Grain = commonv1.Grain_GRAIN_SPAN
	return x, end, true
}

// join makes one range of two ends, lending each the year that the other names.
func (s *scanner) join(x, y value) (value, bool) {
	if !y.bounded() {
		return value{}, false
	}
	yearly := x.again != nil && y.again != nil && x.loose() && y.loose()
	switch {
	case x.weekly && (x.fixed || y.weekly) && x.Range == y.Range:
		x = s.moved(x, -1) // "between last Monday and this Monday", "from Sunday to Sunday"
	case x.loose() != y.loose():
		x, y = s.lend(x, y)
	case x.dateOnly && y.end().Before(x.start()):
		x = monthBack(x)
	case x.loose() && y.end().Before(x.start()):
		if next := s.moved(y, 1); !y.weekly && s.runsNow(x.start(), next.end()) {
			y = next // it runs: "between Christmas and New Year" on December 28
		} else {
			x = s.moved(x, -1)
		}
	}
	v := dated(notes.Range{Start: x.start(), End: y.end()}, commonv1.Grain_GRAIN_SPAN)
	v.Assumed = x.Assumed || y.Assumed
	v.Explicit = x.Explicit || y.Explicit
	if yearly {
		v.again = spanning(x.again, y.again, y.Range.Start.Year-x.Range.Start.Year)
	}
	return v, !y.end().Before(x.start())
}

// lend moves the loose one of two ends into the year or the week of the other.
func (s *scanner) lend(x, y value) (value, value) {
	switch {
	case x.again != nil && x.loose() && y.Explicit:
		x = s.moved(x, y.Range.End.Year-x.Range.Start.Year)
		if x.start().After(y.end()) {
			x = s.moved(x, -1)
		}
	case y.again != nil && y.loose() && x.Explicit:
		y = s.moved(y, x.Range.Start.Year-y.Range.Start.Year)
		if y.end().Before(x.start()) {
			y = s.moved(y, 1)
		}
	case x.Grain == commonv1.Grain_GRAIN_YEAR && y.again != nil && y.loose():
		y = s.moved(y, x.Range.Start.Year-y.Range.Start.Year) // "this year until April"
	case x.dateOnly && y.end().Before(x.start()):
		x = monthBack(x)
	case x.weekly && x.loose():
		x.Range = single(weekdayBefore(x.Range.Start.Weekday(), y.end()))
	case y.weekly && y.loose():
		y.Range = single(weekdayBefore(y.Range.Start.Weekday(), x.start().AddDays(6)))
	case x.loose() && y.end().Before(x.start()):
		x = s.moved(x, -1)
	}
	return x, y
}

// monthBack moves a day of any month a month back: "from the 1st until yesterday".
func monthBack(x value) value {
	if on := shift(month, x.Range.Start, -1); on.Date == x.Range.Start.Date {
		x.Range = single(on)
	}
	return x
}

// spanning returns the rule for what runs from one period of a year to another,
// of the same year or so many later.
func spanning(from, to rule, later int) rule {
	return func(y int) (notes.Range, bool) {
		x, ok := from(y)
		z, too := to(y + later)
		return notes.Range{Start: x.Start, End: z.End}, ok && too
	}
}

// nearEnd is how many days the end of a span that runs may lie ahead, whatever of it is over.
const nearEnd = 31

// runsNow reports whether a span runs of which a third is over, or little is to come: "from January
// to March" in February.
func (s *scanner) runsNow(start, end notes.Day) bool {
	left := end.Sub(s.today)
	return !end.Before(start) && left <= max(nearEnd, 2*s.today.Sub(start))
}

// moved returns v moved by n of what it is loose in.
func (s *scanner) moved(v value, n int) value {
	r := v.Range
	switch {
	case v.weekly:
		v.Range = notes.Range{Start: r.Start.AddDays(7 * n), End: r.End.AddDays(7 * n)}
	case v.again != nil:
		if moved, ok := v.again(r.Start.Year + n); ok {
			v.Range = moved
		}
	}
	return v
}

// nearby is how many days around a date "around" speaks of, each way.
const nearby = 3

// around reads "around Halloween" and "around the 5th of March".
func (s *scanner) around(i int) (value, int, bool) {
	if s.low(i) != "around" && s.low(i) != "circa" {
		return value{}, i, false
	}
	v, end, ok := s.single(i+1, true)
	if !ok || !v.bounded() || v.Range.Days() != 1 || !v.Explicit || v.Hourly() {
		return value{}, i, false
	}
	v.Range = notes.Range{Start: v.Range.Start.AddDays(-nearby), End: v.Range.End.AddDays(nearby)}
	v.Grain = commonv1.Grain_GRAIN_SPAN
	v.again = nil
	return v.assume(true), end, true
}

// stretch reads "X to Y" and all that is no more than X.
func (s *scanner) stretch(i int) (value, int, bool) {
	x, at, ok := s.part(i, i, s.cued(i))
	if !ok || !x.bounded() || x.Range.Days() > 1 && !x.plain() || len(x.Weekdays) > 0 {
		return x, at, ok
	}
	if end, open := s.openEnd(at); open && s.low(at) != "on" && s.low(at+1) != "date" {
		return s.since(x), end, true // "June until now"
	}
	joint := s.joint(at)
	if s.low(at) == "/" && len(s.at(at+1).text) == 4 && s.at(at+2).low == "-" {
		joint = at + 1 // an interval of ISO 8601
	}
	if joint == at || s.low(at) == "to" && s.parts(i) {
		return x, at, true
	}
	if v, end, ok := s.pair(at, x, joint); ok && (!x.Hourly() || v.void == "" && v.Range.Days() > 1) {
		return v, end, true // also "Tuesday night till Thursday"
	}
	return x, at, true
}

// parts reports whether "to" behind the expression at token i stands between two:
// "compare March to April", "moved from Tuesday to Thursday".
func (s *scanner) parts(i int) bool {
	return s.comparing || s.low(i-1) == "from" && s.relocated(i-1)
}

// part reads a portion at token i, or else one expression at token whole.
func (s *scanner) part(i, whole int, cued bool) (value, int, bool) {
	if v, end, ok := s.portion(i); ok {
		return v, end, true
	}
	return s.single(whole, cued)
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
	if !ok || v.void != "" {
		return v, end, ok
	}
	if v.Range.IsZero() {
		return s.partWithin(v, end)
	}
	if w, wend, ok := s.movedByWeeks(v, end); ok {
		v, end = w, wend
	}
	if w, wend, ok := s.within(v, end); ok {
		v, end = w, wend
	}
	if v.void == "" && v.bounded() && !v.Hourly() {
		if h, hend, ok := s.partOf(end); ok {
			return v.during(h), hend, true
		}
	}
	v, end = s.soFar(v, i, end)
	return v, end, true
}

// partWithin reads the days of a part of the day: "the morning of January 5",
// "mornings last week", "evenings in June".
func (s *scanner) partWithin(v value, end int) (value, int, bool) {
	w, wend, ok := s.atom(s.skip(end, "of", "on"), true)
	if !ok || !w.bounded() {
		w, wend, ok = s.scope(end)
	}
	if ok && len(w.Weekdays) == 0 && !w.Range.IsZero() && !w.Hourly() {
		return w.during(hours{v.StartHour, v.EndHour}), wend, true
	}
	return v, end, s.low(end) != "of" // "the night of the storm"
}

// soFar ends v, the tokens from i to end, today where "so far" stands beside it.
func (s *scanner) soFar(v value, i, end int) (value, int) {
	for leads[s.low(i-1)] {
		i--
	}
	after := s.seq(end, "so", "far")
	if !v.Range.Contains(s.today) || !after && !s.seq(i-2, "so", "far") {
		return v, end
	}
	v.Range.End = s.today
	if after {
		end += 2
	}
	return v, end
}

// within reads what narrows v down: "last week on Monday", "last year in March",
// "last month on the 5th", "last month on Mondays".
func (s *scanner) within(v value, i int) (value, int, bool) {
	for _, rule := range []func(value, int) (value, int, bool){s.onWeekdays, s.weekdayIn, s.inYear, s.inMonth} {
		if w, end, ok := rule(v, i); ok {
			return w, end, true
		}
	}
	return value{}, i, false
}

// inYear reads the month, season, holiday or date in "last year in March" and
// "last year's Christmas".
func (s *scanner) inYear(v value, i int) (value, int, bool) {
	at := s.skip(i, "in", "at", "on", "around", "for", "'s")
	if v.Grain != commonv1.Grain_GRAIN_YEAR || at == i && months[s.low(i)] == 0 && (!thirdNames[s.low(i)] || months[s.low(i+1)] == 0) {
		return value{}, i, false
	}
	w, end, ok := s.part(at, at, true)
	if !ok || w.again == nil || !w.loose() || !w.bounded() {
		return value{}, i, false
	}
	w = s.moved(w, v.Range.Start.Year-w.Range.Start.Year).settled()
	w.Assumed = v.Assumed
	return w, end, w.Range.Start.Year == v.Range.Start.Year
}

// inMonth reads the date in "last month on the 5th".
func (s *scanner) inMonth(v value, i int) (value, int, bool) {
	at := s.skip(i, "on")
	the := s.skip(at, "the")
	d, end, ok := s.dayNumber(the)
	if v.Grain != commonv1.Grain_GRAIN_MONTH || the == i || !ok || !d.ordinal || !s.closedOrPart(end) {
		return value{}, i, false
	}
	return dateOn(v.Range.Start.Year, v.Range.Start.Month, d.n), end, true
}

// cued reports whether the words before token i announce a time.
func (s *scanner) cued(i int) bool {
	if s.prev != nil && s.prevEnd == i-1 && joins[s.low(i-1)] {
		return true
	}
	if s.prev != nil && s.joined(i) {
		return true
	}
	if s.seq(i-2, "how", "was") || s.seq(i-2, "how", "is") || terms[s.low(i+1)] {
		return true
	}
	held := joins[s.low(i+1)] || s.comparing && s.low(i+1) == "with"
	return cues[s.low(i-1)] || held && s.sameKind(i, i+2) || s.low(i+1) == "compared" && s.sameKind(i, i+3)
}

// sameKind reports whether two tokens are both months, both weekdays, or both
// years: then each speaks for the other.
func (s *scanner) sameKind(i, j int) bool {
	_, m1 := months[s.low(i)]
	_, m2 := months[s.low(j)]
	_, d1 := weekdays[s.low(i)]
	_, d2 := weekdays[s.low(j)]
	return seasonName(s.low(i)) && seasonName(s.low(j)) || m1 && m2 || d1 && d2 || s.yearNumber(i) && s.yearNumber(j)
}
