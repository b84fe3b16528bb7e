package timespan

import (
	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// alike returns v in the year or week that the next item of a list names:
// "March and April 2025", "Monday and Tuesday last week".
func (s *scanner) alike(v, next value) value {
	if v.Range.IsZero() && next.bounded() && !next.plain() { // "mornings vs evenings last week"
		v.Range, v.Assumed, v.Explicit = next.Range, next.Assumed, next.Explicit
		return v
	}
	if v.Range == next.Range && v.Text != next.Text && v.Hourly() == next.Hourly() && (v.weekly || v.again != nil) && !next.loose() {
		return s.moved(v, -1) // "last Tuesday vs this Tuesday"
	}
	if !v.loose() && !v.dateOnly || next.loose() && !v.dateOnly || next.dateOnly || v.Grain != next.Grain || !next.bounded() {
		return v
	}
	if v.dateOnly && exists(next.Range.Start.Year, next.Range.Start.Month, v.Range.Start.Date) { // "the 3rd and 4th of June"
		v.Range = single(notes.Day{Year: next.Range.Start.Year, Month: next.Range.Start.Month, Date: v.Range.Start.Date})
		v.Assumed, v.dateOnly = next.Assumed, false
		return v
	}
	return s.besideOf(v, next)
}

// besideOf returns v in the year or the week of next.
func (s *scanner) besideOf(v, next value) value {
	switch {
	case v.again != nil && next.Explicit:
		v = s.moved(v, next.Range.Start.Year-v.Range.Start.Year)
	case v.weekly:
		mine, other := s.cal.period(week, v.Range.Start, 0), s.cal.period(week, next.Range.Start, 0)
		v = s.moved(v, other.Start.Sub(mine.Start)/7)
	default:
		return v
	}
	v = v.settled()
	v.Assumed = next.Assumed
	return v
}

// elliptic returns what a bare year after a period of another year stands for:
// "March 2024 vs 2025", "this summer or last year".
func (s *scanner) elliptic(v value, i int) value {
	if v.Grain != commonv1.Grain_GRAIN_YEAR || s.prev == nil || s.prev.again == nil || !s.prev.fixed || !s.joined(i) {
		return v
	}
	w := s.moved(*s.prev, v.Range.Start.Year-s.prev.Range.Start.Year)
	w.Text, w.Offset, w.listed = v.Text, v.Offset, v.listed
	return w
}

// joinedTo reports whether token i is held against the expression before, or
// joined to it.
func (s *scanner) joinedTo(i int) bool {
	if s.prev == nil || i <= s.prevEnd {
		return false
	}
	if s.joined(i) {
		return true
	}
	held := s.low(i-1) == "than" || s.low(i-1) == "vs" || s.comparing && (s.low(i-1) == "to" || s.low(i-1) == "with")
	for k := s.prevEnd; k < i; k++ {
		if s.breaks(k) {
			return false
		}
	}
	return held && i-s.prevEnd <= 8
}

// joined reports whether nothing but words that join stand between the
// expression before and token i.
func (s *scanner) joined(i int) bool {
	for k := s.prevEnd; k < i; k++ {
		if !joins[s.low(k)] && !linking[s.low(k)] {
			return false
		}
	}
	return s.prev != nil && i > s.prevEnd && i-s.prevEnd <= 4
}

// like returns v in the year that the item before it in a list names: "March
// 2025 and April".
func (s *scanner) like(v, before value) value {
	within := before.Grain == commonv1.Grain_GRAIN_YEAR
	if v.again == nil || !v.loose() || before.loose() || !before.Explicit && !within || !before.bounded() || v.Grain != before.Grain && !within ||
		before.Range.Start.Year != before.Range.End.Year {
		return v
	}
	moved := s.moved(v, before.Range.Start.Year-v.Range.Start.Year)
	if moved.Range.Start.Before(before.Range.Start) {
		moved = s.moved(v, 1)
	}
	if moved.Range.Start.After(s.today) {
		return v
	}
	moved = moved.settled()
	moved.Assumed = before.Assumed
	return moved
}

// guessed reports whether token i begins a part of the year before it: "in 2024,
// was it autumn", "last year I set goals on January 1".
func (s *scanner) guessed(i int) bool {
	if s.prev == nil || s.prev.Grain != commonv1.Grain_GRAIN_YEAR || i-s.prevEnd > 8 || s.contrasts {
		return false
	}
	guess, pause := false, false
	for k := s.prevEnd; k < i; k++ {
		if s.breaks(k) || joins[s.low(k)] && s.low(k) != "," {
			return false
		}
		guess = guess || guesses[s.low(k)]
		pause = pause || s.pauses(k)
	}
	return guess || !pause && i > s.prevEnd
}
