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
	if s.people[s.low(i)] && !cues[s.low(i-1)] {
		return true
	}
	if s.at(i+1).kind == possessive && !company[s.low(i-1)] {
		return kin[s.low(i+2)] || kin[s.low(i+3)] && !s.function(i+2) && s.at(i+2).kind == word
	}
	if _, _, yeared := s.yearSuffix(i + 1); yeared || s.at(i+1).kind == number {
		return false
	}
	before, after := s.low(i-1), s.low(i+1)
	switch {
	case before == "for" && presents[s.low(i-2)], before == "from" && sendings[s.low(i-2)]:
		return true // "card for June", "message from April"
	case particles[after], (before == "is" || before == "was") && (s.low(i-2) == "old" || s.low(i-2) == "who"):
		return true // "Jan van Eyck", "how old is June"
	case cues[before]:
		return false
	case auxiliaries[before] && actions[after], be[before] && presences[after]:
		return true
	case before == "with" && s.low(i-2) != "start" && s.low(i-2) != "compared",
		company[before],
		before == "/" && s.low(i-2) == "w",
		speaks[after], strings.HasSuffix(after, "ly") && speaks[s.low(i+2)],
		(after == "is" || after == "was") && whereabouts[s.low(i+2)],
		(after == "came" || after == "comes" || after == "went") && visits[s.low(i+2)]:
		return true
	}
	return false
}

func weekdayName(w string) bool { _, ok := weekdays[w]; return ok }

func seasonName(w string) bool { return seasons[w] != 0 }
