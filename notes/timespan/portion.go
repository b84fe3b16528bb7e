package timespan

import (
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// portion reads a part of a longer span: "early March", "the end of last year",
// "the first week of January", "the first 10 days of May".
func (s *scanner) portion(i int) (value, int, bool) {
	at := s.skip(i, "the", "very")
	cut, at, ok := s.cut(at)
	if !ok {
		return value{}, i, false
	}
	v, end, ok := s.single(at, true)
	if !ok {
		v, end, ok = s.running(s.skip(at, "the"), at)
	}
	if !ok || v.void {
		return v, end, ok
	}
	if !v.bounded() || v.Range.Days() < 5 || v.Hourly() {
		return value{}, i, false
	}
	r, exact := cut(v.Range)
	if !v.Range.Contains(r.Start) || r.End.After(v.Range.End) {
		return value{}, i, false
	}
	v.Range, v.point = r, notes.Day{}
	if v.Grain = commonv1.Grain_GRAIN_SPAN; r.Days() == 1 {
		v.Grain = commonv1.Grain_GRAIN_DAY
	}
	return v.assume(!exact), end, true
}

// A cutter returns a part of a range, and whether there is no doubt about it.
type cutter func(notes.Range) (notes.Range, bool)

// cut reads which part is meant, with the "of" or "in" that leads on.
func (s *scanner) cut(i int) (cutter, int, bool) {
	w := s.low(i)
	switch w {
	case "early":
		return thirds(0), s.skip(i+1, "in", "on"), true
	case "late":
		return thirds(2), s.skip(i+1, "in", "on"), true
	case "mid":
		return thirds(1), s.skip(i+1, "-"), true
	case "earlier", "later":
		if s.low(i+1) == "this" || s.low(i+1) == "in" {
			return s.sideOfToday(w == "earlier"), s.skip(i+1, "in"), true
		}
	case "beginning", "start", "middle", "end":
		if s.low(i+1) == "of" {
			return edge(map[string]int{"middle": 1, "end": 2}[w]), i + 2, true
		}
	case "rest", "remainder":
		if s.low(i+1) == "of" {
			return s.sideOfToday(false), i + 2, true
		}
	}
	if n, end := s.ordinal(i); (n == 1 || n == 2) && s.seq(end, "half", "of") {
		return half(n == 2), end + 2, true
	}
	return s.counted(i)
}

// ordinal reads "second" or "2nd"; n is 0 if none of the first five stands
// there. The index after i is returned in any case.
func (s *scanner) ordinal(i int) (n, end int) {
	if t := s.at(i); t.kind == number && t.n >= 1 && t.n <= 5 && s.at(i+1).glued && ordinalEnding(s.low(i+1)) {
		return t.n, i + 2
	}
	return ordinals[s.low(i)], i + 1
}

// counted reads "first week of", "second day of", "last 10 days of".
func (s *scanner) counted(i int) (cutter, int, bool) {
	nth, next := s.ordinal(i)
	fromEnd := s.low(i) == "last" || s.low(i) == "final"
	if nth == 0 && !fromEnd {
		return nil, i, false
	}
	n, at, _, ok := s.count(next)
	if !ok || nth > 1 {
		n, at = 1, next
	}
	u := units[s.low(at)]
	days := map[unit]int{day: n, week: 7 * n, fortnight: 14 * n}[u]
	if days <= 0 || days > 400 || s.low(at+1) != "of" && s.low(at+1) != "in" {
		return nil, i, false
	}
	return func(r notes.Range) (notes.Range, bool) {
		if fromEnd {
			return notes.Range{Start: r.End.AddDays(1 - days), End: r.End}, true
		}
		first := r.Start.AddDays(days * (nth - 1))
		return notes.Range{Start: first, End: first.AddDays(days - 1)}, true
	}, at + 2, true
}

// thirds cuts out the first, middle or last third: of a year by months, of
// anything else by days.
func thirds(k int) cutter {
	return func(r notes.Range) (notes.Range, bool) {
		n := r.Days()
		if n >= 360 && n <= 366 {
			return monthsFrom(r.Start.Year, r.Start.Month+time.Month(4*k), 4), false
		}
		third := (n + 2) / 3
		switch k {
		case 0:
			return notes.Range{Start: r.Start, End: r.Start.AddDays(third - 1)}, false
		case 2:
			return notes.Range{Start: r.End.AddDays(1 - third), End: r.End}, false
		}
		return notes.Range{Start: r.Start.AddDays(n / 3), End: r.End.AddDays(-(n / 3))}, false
	}
}

// edge is like thirds, but the beginning of a year is its first quarter.
func edge(k int) cutter {
	return func(r notes.Range) (notes.Range, bool) {
		if n := r.Days(); n < 360 || n > 366 || k == 1 {
			return thirds(k)(r)
		}
		return monthsFrom(r.Start.Year, r.Start.Month+time.Month(9*k/2), 3), false
	}
}

// half cuts a range in two: a month after its 15th, others by days.
func half(second bool) cutter {
	return func(r notes.Range) (notes.Range, bool) {
		middle := r.Start.AddDays((r.Days()+1)/2 - 1)
		if n := r.Days(); n >= 28 && n <= 31 {
			middle = r.Start.AddDays(14)
		} else if n >= 360 && n <= 366 {
			middle = r.Start.AddMonths(6).AddDays(-1)
		}
		if second {
			return notes.Range{Start: middle.AddDays(1), End: r.End}, true
		}
		return notes.Range{Start: r.Start, End: middle}, true
	}
}

// sideOfToday cuts a range at today.
func (s *scanner) sideOfToday(earlier bool) cutter {
	return func(r notes.Range) (notes.Range, bool) {
		if !r.Contains(s.today) {
			return r, true
		}
		if earlier {
			return notes.Range{Start: r.Start, End: s.today}, true
		}
		return notes.Range{Start: s.today, End: r.End}, true
	}
}
