package timespan

// ordinals are written out; "twenty-first" and the like are put together.
var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "eigth": 8,
	"ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
	"sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}

// nth reads "second", "2nd", "twenty-first"; n is 0 if none stands there.
func (s *scanner) nth(i int) (n, end int) {
	t := s.at(i)
	if t.kind == number {
		if t.n > 0 && t.n < 100 && s.at(i+1).glued && ordinalEnding(s.low(i+1)) {
			return t.n, i + 2
		}
		return 0, i
	}
	if n := ordinals[t.low]; n > 0 {
		return n, i + 1
	}
	if tens := counts[t.low]; tens == 20 || tens == 30 {
		at := s.skip(i+1, "-")
		if ones := ordinals[s.low(at)]; ones > 0 && ones < 10 {
			return tens + ones, at + 1
		}
	}
	return 0, i
}

func ordinalEnding(w string) bool { return w == "st" || w == "nd" || w == "rd" || w == "th" }
