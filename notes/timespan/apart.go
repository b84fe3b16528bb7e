package timespan

import (
	"slices"
)

// Weekdays and hours often stand apart from the range that they narrow: "how did
// Mondays go in May", "after 8 pm at all last week". Within a sentence they
// belong together.

// together joins what stands apart: all weekdays and hours without a range to
// the one range of their sentence, or the only such to all ranges that are held
// against each other.
func (s *scanner) together(values []value) []value {
	var joined []value
	for first := 0; first < len(values); {
		end := first + 1
		for end < len(values) && !s.parted(values[end-1].stop, values[end].first) {
			end++
		}
		joined = append(joined, s.sentence(values[first:end])...)
		first = end
	}
	return joined
}

// parted reports whether a sentence ends between two tokens.
func (s *scanner) parted(i, end int) bool {
	for ; i < end; i++ {
		if s.breaks(i) {
			return true
		}
	}
	return false
}

// sentence joins what stands apart in the values of one sentence.
func (s *scanner) sentence(values []value) []value {
	var narrow, wide []int // places of what has no range, and of the ranges
	for i, v := range values {
		switch {
		case v.Range.IsZero():
			narrow = append(narrow, i)
		case v.plain():
			wide = append(wide, i)
		}
	}
	if len(narrow) == 0 || len(narrow)+len(wide) < len(values) || len(wide) != 1 && (len(narrow) != 1 || !s.contrasts) {
		return values
	}
	for _, n := range narrow {
		for _, w := range wide {
			if !values[w].narrowable(values[n]) || !s.inOneClause(values[min(n, w)], values[max(n, w)]) {
				return values
			}
		}
	}
	if len(wide) == 1 {
		for _, n := range narrow {
			values[n] = narrowing(values[n], values[wide[0]])
		}
		return slices.Delete(slices.Clone(values), wide[0], wide[0]+1)
	}
	for _, w := range wide {
		values[w] = values[w].narrowedBy(values[narrow[0]])
	}
	return slices.Delete(slices.Clone(values), narrow[0], narrow[0]+1)
}

// plain reports whether v is a range of whole days.
func (v value) plain() bool { return v.bounded() && !v.Hourly() && len(v.Weekdays) == 0 }

// narrowable reports whether v is long enough to be narrowed to what n says.
func (v value) narrowable(n value) bool { return len(n.Weekdays) == 0 || v.Range.Days() >= 7 }

// inOneClause reports whether nothing but words of one clause stand between two
// values, or one of them stands beside it: "workdays vs weekends, last 4 weeks".
func (s *scanner) inOneClause(a, b value) bool {
	pause := -1
	for k := a.stop; k < b.first; k++ {
		if s.pauses(k) {
			pause = k
		}
	}
	return pause < 0 || s.led(pause+1, b.first) && s.clauseEnds(b.stop) || pause == a.stop && s.led(0, a.first)
}

// led reports whether only words that lead into a time stand between two tokens.
func (s *scanner) led(i, end int) bool {
	for ; i < end; i++ {
		if !leads[s.low(i)] {
			return false
		}
	}
	return true
}

// clauseEnds reports whether a clause ends before token i.
func (s *scanner) clauseEnds(i int) bool { return i == len(s.toks) || s.pauses(i) || s.breaks(i) }

// narrowedBy returns v, narrowed to the weekdays and hours of n. It stands where
// v stands.
func (v value) narrowedBy(n value) value {
	if n.Hourly() {
		v = v.during(hours{n.StartHour, n.EndHour})
	}
	v.Weekdays, v.Assumed = n.Weekdays, v.Assumed || n.Assumed
	v.Apart = append(v.Apart, Words{n.Text, n.Offset})
	return v
}

// narrowing returns what narrows v the same way, but stands where n stands.
func narrowing(n, v value) value {
	w := v.narrowedBy(n)
	w.Text, w.Offset, w.Apart = n.Text, n.Offset, append(n.Apart, Words{v.Text, v.Offset})
	return w
}
