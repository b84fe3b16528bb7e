package analyzer

import (
	"regexp"
	"strconv"

	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// ordinal is the number that the user gave to a thing, right behind its name:
// "attempt 3", "practice exam nr 2: 68%", "sourdough no 4".
var ordinal = regexp.MustCompile(`(?i)^\W?\s?(?:(?:attempt|try|round|batch|no|nr|number|part|version)\.?\s?)?#?(\d{1,3})(?:st|nd|rd|th)?(?:[:.,!?)]?(?:\s|$)|[:,])`)

// numberedUpTo returns up to which number the user has counted the things of a
// stance, from one on, and the notes that do. It is false where fewer than two
// notes number them, or the numbers don't rise.
func (q *inquiry) numberedUpTo(st stance) (int, []*note, bool) {
	last := 0
	var by []*note
	for _, n := range st.told {
		text := n.entry.GetText()
		for _, i := range st.subject.placesIn(n) {
			m := ordinal.FindStringSubmatch(text[n.tokens[i+st.subject.length(n, i)-1].End:])
			if m == nil {
				continue
			}
			k, _ := strconv.Atoi(m[1])
			if k == last {
				break
			}
			if k < last || k > last+3 {
				return 0, nil, false
			}
			last, by = k, append(by, n)
			break
		}
	}
	return last, by, len(by) > 1 && last > len(by)-1
}

// length is how many words of the note name the subject at a token.
func (s *subject) length(n *note, i int) int {
	length := 1
	for _, p := range s.phrases {
		if n.at(i, p) {
			length = max(length, len(p))
		}
	}
	return length
}

// tellNumbered tells how many of the subject there were where the user has
// numbered them.
func (q *inquiry) tellNumbered(p *part, st stance) bool {
	if p.Aggregate != ask.Count || st.subject == nil || !st.span.days.IsZero() {
		return false
	}
	last, by, ok := q.numberedUpTo(st)
	if !ok {
		return false
	}
	f := q.fact(newFact(kindCount, st.subject.about(), "numbered", float64(last), "", st.days, len(by), ids(by),
		"The notes number the %s up to %d, on %s.", st.subjectName(), last, by[len(by)-1].day))
	q.find(p, likely, f.GetText(), f)
	return true
}

// numberedAs returns the note that gives the subject a number.
func numberedAs(st stance, number int) *note {
	for _, n := range st.told {
		text := n.entry.GetText()
		for _, i := range st.subject.placesIn(n) {
			m := ordinal.FindStringSubmatch(text[n.tokens[i+st.subject.length(n, i)-1].End:])
			if m == nil {
				continue
			}
			if k, _ := strconv.Atoi(m[1]); k == number {
				return n
			}
		}
	}
	return nil
}
