package timespan

import (
	"slices"
	"time"

	"github.com/weft-mesh/weft/notes"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// decadeNames are the decades that are called by their tens.
var decadeNames = map[string]int{
	"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90,
}

// decade reads "2010s", "the 90s" and "the nineties".
func (s *scanner) decade(i int) (value, int, bool) {
	y, end := decadeNames[s.low(i)], i+1
	if y == 0 {
		y, end = s.tens(i)
	}
	called := s.low(i-1) == "the" || thirdNames[s.low(i-1)] || apostropheMark(s.low(i-1))
	switch {
	case y == 0 || y < 100 && !called:
		return value{}, i, false
	case y < 100:
		if y = century(y, s.today); y > s.today.Year {
			y -= 100
		}
	}
	first := notes.Day{Year: y, Month: time.January, Date: 1}
	return dated(s.cal.period(decade, first, 0), commonv1.Grain_GRAIN_SPAN).explicit(), end, true
}

// tens reads "2010s" and "90s", 0 if they are no decade: a pulse may be in the
// 60s as well.
func (s *scanner) tens(i int) (int, int) {
	t, after := s.at(i), s.at(i+1)
	switch {
	case t.kind != number || t.n%10 != 0 || !after.glued || after.low != "s" && after.kind != possessive:
	case len(t.text) == 4 && t.n >= 1900 && t.n < 2200 && (after.kind == word || s.low(i-1) == "the"):
		return t.n, i + 2
	case len(t.text) == 2 && t.n >= 20 && !s.gauged():
		return t.n, i + 2
	}
	return 0, i
}

// gauged reports whether the text tells of what is measured in tens.
func (s *scanner) gauged() bool {
	return slices.ContainsFunc(s.toks, func(t token) bool { return gauges[t.low] })
}
