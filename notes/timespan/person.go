package timespan

import "strings"

// introduced returns the names that the text says are somebody's: "August is my
// nephew".
func (s *scanner) introduced() map[string]bool {
	var names map[string]bool
	for i, t := range s.toks {
		if !givenNames[t.low] || s.low(i+1) != "is" && s.at(i+1).kind != possessive || !articles[s.low(i+2)] || s.low(i+2) == "the" {
			continue
		}
		if who := s.low(i + 3); kin[who] || company[who] {
			if names == nil {
				names = map[string]bool{}
			}
			names[t.low] = true
		}
	}
	return names
}

// person reports whether the month's name at token i is somebody's: "with
// April", "June's husband", "Jan said".
func (s *scanner) person(i int) bool {
	if !givenNames[s.low(i)] || s.comparing && s.low(i-1) == "with" {
		return false
	}
	before, after := s.low(i-1), s.low(i+1)
	if s.people[s.low(i)] && !cues[before] {
		return true
	}
	if s.at(i+1).kind == possessive && !company[before] {
		return s.related(i + 2)
	}
	if _, _, yeared := s.yearSuffix(i + 1); yeared || s.at(i+1).kind == number {
		return false
	}
	switch {
	case before == "for" && presents[s.low(i-2)], before == "from" && sendings[s.low(i-2)]:
		return true // "card for June", "message from April"
	case particles[after], (before == "is" || before == "was") && (s.low(i-2) == "old" || s.low(i-2) == "who"):
		return true // "Jan van Eyck", "how old is June"
	}
	return !cues[before] && (s.accompanies(i) || s.acts(i))
}

// related reports whether token i, or the one behind it, names a relative: "June's
// husband", "April's little brother".
func (s *scanner) related(i int) bool {
	return kin[s.low(i)] || kin[s.low(i+1)] && !s.function(i) && s.at(i).kind == word
}

// accompanies reports whether the words before the name at token i are such as only
// a person follows: "with April", "told June".
func (s *scanner) accompanies(i int) bool {
	before, first := s.low(i-1), s.low(i-2)
	return company[before] || before == "/" && first == "w" || before == "with" && first != "start" && first != "compared"
}

// acts reports whether the words around the name at token i tell of what only a
// person does: "Jan said", "will April come", "is June there".
func (s *scanner) acts(i int) bool {
	before, after, then := s.low(i-1), s.low(i+1), s.low(i+2)
	switch {
	case speaks[after], strings.HasSuffix(after, "ly") && speaks[then]:
		return true
	case auxiliaries[before] && actions[after], be[before] && presences[after]:
		return true
	case after == "is", after == "was":
		return whereabouts[then]
	case after == "came", after == "comes", after == "went":
		return visits[then]
	}
	return false
}

func weekdayName(w string) bool { _, ok := weekdays[w]; return ok }

func seasonName(w string) bool { return seasons[w] != 0 }
