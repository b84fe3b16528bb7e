package analyzer

import (
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/services/analyzer/money"
	"github.com/weft-mesh/weft/services/analyzer/note"
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
	note     *note.Note
	token    int
	from, to float64
	unit     string
}

// movementIn reads a movement of the subject from one note, at most a few words
// behind its name.
func (q *inquiry) movementIn(n *note.Note, s *note.Subject) (movement, bool) {
	text, amounts := n.Entry.GetText(), n.Amounts()
	for _, i := range s.PlacesIn(n) {
		for k := 0; k+1 < len(amounts); k++ {
			a, b := amounts[k], amounts[k+1]
			if a.Start < n.Tokens[i].End || a.Start > n.Tokens[i].End+note.Short/3 || a.Unit != "" && b.Unit != "" && a.Unit != b.Unit {
				continue
			}
			m := movement{note: n, token: i, unit: a.Unit}
			if m.unit == "" {
				m.unit = b.Unit
			}
			if m.unit == "" && (q.priced(s) || money.Speaks(n.Sentence(i))) {
				m.unit = q.currency()
			}
			between := text[a.End:b.Start]
			switch {
			case wasBefore.MatchString(between):
				m.from, m.to = b.Value, a.Value
			case becameThen.MatchString(between) && (arrow.MatchString(between) || fromBefore.MatchString(text[max(0, a.Start-8):a.Start])):
				m.from, m.to = a.Value, b.Value
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
		f := q.change(&measure{subject: st.subject.Name, unit: m.unit}, st.days, figure{m.from, "", 0, nil}, figure{m.to, "", 1, []string{n.Entry.GetId()}},
			"%s: from %s to %s, as the note of %s says%s.", capital(st.subject.About()), with(m.from, m.unit), with(m.to, m.unit), n.Day, difference(m.from, m.to, m.unit))
		q.find(p, likely, f.GetText(), f, q.mention(n, m.token, st.subject.About()))
		return true
	}
	return false
}
