package timespan

// occasion reads a day that only the people it belongs to know: "on my
// birthday", "since her wedding", "the day before our anniversary".
func (s *scanner) occasion(i int) (value, int, bool) {
	at, led := i, occasionCues[s.low(i-1)]
	if n, end := s.countedUnit(i); n && (s.low(end) == "before" || s.low(end) == "after" || s.low(end) == "of") {
		at, led = end+1, true
	}
	end, ok := s.owned(at)
	if !ok || !led && i > 0 {
		return value{}, i, false
	}
	if !led && s.at(end).kind != mark && !s.asks {
		return value{}, i, false
	}
	if engagedIn[s.low(end)] || s.timeWord(s.skip(s.skip(end, "was", "is", "on"), "on", "the")) { // "the wedding is on Saturday"
		return value{}, i, false
	}
	return value{void: "the notes do not say here when that was"}, end, true
}

// countedUnit reports whether a unit with or without a number stands at token i:
// "two days", "the week".
func (s *scanner) countedUnit(i int) (bool, int) {
	at := s.skip(i, "the")
	if _, end, _, ok := s.count(at); ok {
		at = end
	}
	return units[s.low(at)] != 0, at + 1
}

// owned reads whose occasion it is and its name: "my 30th birthday", "moms
// birthday", "Anna's wedding".
func (s *scanner) owned(i int) (int, bool) {
	at := i
	switch {
	case owning[s.low(at)]:
		at++
		if k := s.owner(at); k > at && !(s.low(at) == "name" && s.low(at+1) == "day") {
			at = k // "my mom's"
		}
	case s.owner(at) > at:
		at = s.owner(at)
	default:
		return i, false
	}
	at = s.skip(at, "last", "next", "first", "second")
	if n, end := s.nth(at); n > 0 {
		at = end
	}
	if !occasions[s.low(at)] {
		if s.low(at) == "due" && s.low(at+1) == "date" || s.low(at) == "name" && s.low(at+1) == "day" {
			return at + 2, true
		}
		return i, false
	}
	return s.skip(at+1, "anniversary", "day", "party", "weekend"), true
}

// owner reads "mom's", "moms", "Annas" and returns the index after it, else i.
func (s *scanner) owner(i int) int {
	t := s.at(i)
	if t.kind != word || s.function(i) {
		return i
	}
	if s.at(i+1).kind == possessive {
		return i + 2
	}
	if apostropheMark(s.low(i+1)) && len(t.low) > 2 && t.low[len(t.low)-1] == 's' {
		return i + 2 // "my parents' anniversary"
	}
	if len(t.low) > 2 && t.low[len(t.low)-1] == 's' && t.low[len(t.low)-2] != 's' {
		return i + 1
	}
	if kin[t.low] && !occasions[t.low] {
		return i + 1 // "my mom birthday"
	}
	return i
}
