package timespan

import "time"

// joinedDate reads a date whose parts a dash or a stroke joins and whose month is
// a name: Oct-15, 15/Oct, Oct-2026, 15-Oct-2026, 2026-Oct-15.
func (s *scanner) joinedDate(i int) (value, int, bool) {
	parts, end := s.joinedParts(i)
	var m time.Month
	var numbers []token // but for the month
	for _, t := range parts {
		if named, ok := months[t.low]; ok && m == 0 {
			m = named
		} else if t.kind == number {
			numbers = append(numbers, t)
		}
	}
	if m == 0 || len(numbers) == 0 || len(numbers)+1 != len(parts) || s.at(i).glued && i > 0 && !opens(s.low(i-1)) {
		return value{}, i, false
	}
	if len(numbers) == 1 {
		switch n := numbers[0]; len(n.text) {
		case 1, 2:
			return s.daysTo(m, n.n, n.n, i, end)
		case 4:
			return monthOf(m).of(n.n).settled(), end, true
		}
		return value{}, i, false
	}
	d, y := numbers[0], numbers[1]
	if len(d.text) == 4 {
		d, y = y, d
	}
	switch {
	case len(d.text) > 2 || m == months[parts[0].low] && len(y.text) != 4: // Oct-15-20
		return value{}, i, false
	case len(y.text) == 4:
		return dateOn(y.n, m, d.n), end, true
	}
	return dateOn(century(y.n, s.today), m, d.n), end, len(y.text) == 2
}

// joinedParts returns up to three tokens that one sign joins without blanks, none
// if more follows that belongs to them.
func (s *scanner) joinedParts(i int) (parts []token, end int) {
	sep := s.low(i + 1)
	if sep != "-" && sep != "/" {
		return nil, i
	}
	end = i + 1
	for parts = append(parts, s.at(i)); len(parts) < 4 && s.low(end) == sep && s.at(end).glued && s.at(end+1).glued; end += 2 {
		parts = append(parts, s.at(end+1))
	}
	if len(parts) > 3 || s.at(end).glued && s.at(end).kind != mark {
		return nil, i
	}
	return parts, end
}
