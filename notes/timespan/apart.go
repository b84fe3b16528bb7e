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
	values = s.inherit(s.crossed(s.dayOfWeek(values)))
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

// dayOfWeek joins a weekday and the week that follows what was on it: "the
// Tuesday ride last week".
func (s *scanner) dayOfWeek(values []value) []value {
	var joined []value
	for i := 0; i < len(values); i++ {
		v := values[i]
		if i+1 < len(values) && v.weekly && v.loose() && values[i+1].unit() == week && s.things(v.stop, values[i+1].first) {
			w := values[i+1]
			v.Range = single(weekdayBefore(v.Range.Start.Weekday(), w.Range.End))
			v.Assumed, v.Apart = w.Assumed, append(v.Apart, Words{w.Text, w.Offset})
			v.stop = w.stop
			i++
		}
		joined = append(joined, v)
	}
	return joined
}

// things reports whether one to three words that name something, and no others,
// stand between two tokens.
func (s *scanner) things(i, end int) bool {
	if i == end || end-i > 3 {
		return false
	}
	for ; i < end; i++ {
		if s.at(i).kind != word || s.function(i) || s.tense(i) != telling {
			return false
		}
	}
	return true
}

// crossed joins weekdays and hours that narrow each other: "after 10 pm on
// weekdays".
func (s *scanner) crossed(values []value) []value {
	if len(values) != 2 || s.contrasts {
		return values
	}
	a, b := values[0], values[1]
	if b.Hourly() {
		a, b = b, a
	}
	if !a.Range.IsZero() || !b.Range.IsZero() || b.Hourly() || len(a.Weekdays) > 0 || !s.inOneClause(values[0], values[1]) {
		return values
	}
	b.StartHour, b.EndHour = a.StartHour, a.EndHour
	b.Apart = append(b.Apart, Words{a.Text, a.Offset})
	b.first, b.stop = values[0].first, values[1].stop
	return []value{b}
}

// inherit lends what narrows a range to one of the same length that it is held
// against: "mornings this week compared to last week".
func (s *scanner) inherit(values []value) []value {
	for i := 1; i < len(values); i++ {
		v, before := values[i], values[i-1]
		if !s.contrasts || !v.plain() || before.plain() || !before.bounded() || before.Range.Days() < 7 || !s.bare(before.stop, v.first) ||
			max(v.Range.Days(), before.Range.Days())-min(v.Range.Days(), before.Range.Days()) > 3 {
			continue
		}
		values[i].Weekdays, values[i].StartHour, values[i].EndHour = before.Weekdays, before.StartHour, before.EndHour
	}
	return values
}

// bare reports whether nothing but words that join stand between two tokens.
func (s *scanner) bare(i, end int) bool {
	for ; i < end; i++ {
		if !joins[s.low(i)] && !linking[s.low(i)] {
			return false
		}
	}
	return true
}

// plain reports whether v is a range of whole days.
func (v value) plain() bool { return v.bounded() && !v.Hourly() && len(v.Weekdays) == 0 }

// narrowable reports whether v is long enough to be narrowed to what n says.
func (v value) narrowable(n value) bool { return len(n.Weekdays) == 0 || v.Range.Days() >= 7 }

// farApart is how many tokens may stand between what belongs together. It bounds
// the work on texts that have no sentences.
const farApart = 24

// inOneClause reports whether nothing but words of one clause stand between two
// values, or one of them stands beside it: "workdays vs weekends, last 4 weeks".
func (s *scanner) inOneClause(a, b value) bool {
	if b.first-a.stop > farApart {
		return false
	}
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
