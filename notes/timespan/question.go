package timespan

// A question asks about what has been, where a note may tell of what is to come.

// readQuestions finds out whether the text is a question or a request, and which
// of its clauses do no more than say what it is about: "rent goes up from March,
// what did I pay in January".
func (s *scanner) readQuestions() {
	s.stated = make([]bool, len(s.toks))
	first, asks, states := 0, false, false
	for i, t := range s.toks {
		if s.asksAt(i) {
			s.asks, asks = true, true
		}
		states = states || be[t.low] || timetable[t.low] || arrangedWords[t.low] || pastTense(t.low) || subjects[s.low(i-1)] && plans[t.low]
		if last := i == len(s.toks)-1; last || s.breaks(i) || s.pauses(i) {
			for k := first; k <= i; k++ {
				s.stated[k] = states && !asks
			}
			first, asks, states = i+1, false, false
		}
	}
}

// asksAt reports whether token i makes its text a question or a request.
func (s *scanner) asksAt(i int) bool {
	low, before := s.low(i), s.low(i-1)
	switch {
	case low == "?", i < 6 && askers[low], questions[low], i == 0 && weighing[low]:
		return true
	case inverted[low] && (i == 0 || s.breaks(i-1)):
		return inquired[s.low(i+1)]
	}
	return wishes[[2]string{before, low}]
}

// wishes are words of a request that may stand in the middle of a text.
var wishes = map[[2]string]bool{
	{"to", "see"}: true, {"to", "know"}: true, {"give", "me"}: true, {"sum", "up"}: true,
	{"need", "my"}: true, {"need", "the"}: true, {"need", "all"}: true,
}

// inquires reports whether the clause of token i is part of a question and no
// statement beside it.
func (s *scanner) inquires(i int) bool {
	return s.asks && i >= 0 && i < len(s.stated) && !s.stated[i]
}
