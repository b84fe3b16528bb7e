package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/services/analyzer/money"
)

var (
	// wasBefore stands between how it is and how it was: "at 2,140. was 900".
	wasBefore = regexp.MustCompile(`(?i)^[\s,.;:!(]*(?:and |but |it |that['’]?s |which |this )?(?:(?:up|down) from|was|were|from)\s+(?:only |just |at |still )?[€$£]?$`)
	// becameThen stands between how it was and how it is: "140 -> 61".
	becameThen = regexp.MustCompile(`(?i)^\s*(?:->|→|=>|to)\s*[€$£]?$`)
	arrow      = regexp.MustCompile(`->|→|=>`)
	fromBefore = regexp.MustCompile(`(?i)\bfrom\s+[€$£]?$`)
)

// A movement is from what to what a note says that something went.
type movement struct {
	note     *note
	token    int
	from, to float64
	unit     string
}

// movementIn reads a movement of the subject from one note, at most a few words
// behind its name.
func (q *inquiry) movementIn(n *note, s *subject) (movement, bool) {
	text, amounts := n.entry.GetText(), n.amounts()
	for _, i := range s.placesIn(n) {
		for k := 0; k+1 < len(amounts); k++ {
			a, b := amounts[k], amounts[k+1]
			if a.start < n.tokens[i].End || a.start > n.tokens[i].End+shortNote/3 || a.unit != "" && b.unit != "" && a.unit != b.unit {
				continue
			}
			m := movement{note: n, token: i, unit: a.unit}
			if m.unit == "" {
				m.unit = b.unit
			}
			if m.unit == "" && (q.priced(s) || money.Speaks(n.sentence(i))) {
				m.unit = q.currency()
			}
			between := text[a.end:b.start]
			switch {
			case wasBefore.MatchString(between):
				m.from, m.to = b.value, a.value
			case becameThen.MatchString(between) && (arrow.MatchString(between) || fromBefore.MatchString(text[max(0, a.start-8):a.start])):
				m.from, m.to = a.value, b.value
			default:
				continue
			}
			return m, m.from != m.to
		}
	}
	return movement{}, false
}

// tellMovement tells from what to what the subject went where a note itself says
// so, the latest that does. It is false where none does.
func (q *inquiry) tellMovement(p *part, st stance) bool {
	if st.subject == nil {
		return false
	}
	for _, n := range slices.Backward(st.told) {
		m, ok := q.movementIn(n, st.subject)
		if !ok || p.Dimension != "" && m.unit != "" && quantity.Dimension(m.unit) != p.Dimension {
			continue
		}
		f := q.change(&measure{subject: st.subject.name, unit: m.unit}, st.days, figure{m.from, "", 0, nil}, figure{m.to, "", 1, []string{n.entry.GetId()}},
			"%s: from %s to %s, as the note of %s says%s.", capital(st.subject.about()), with(m.from, m.unit), with(m.to, m.unit), n.day, difference(m.from, m.to, m.unit))
		q.find(p, likely, f.GetText(), f, q.mention(n, m.token, st.subject.about()))
		return true
	}
	return false
}
