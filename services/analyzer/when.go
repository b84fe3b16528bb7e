package analyzer

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes"
)

// dayBefore says that a sentence tells of the day or night before its note.
var dayBefore = regexp.MustCompile(`(?i)\b(?:last night|yesterday|yest(?:erday)?['’]?s?|the (?:day|night|evening) before)\b`)

// tellWhen states the last or first day, and how long ago it is.
func (q *inquiry) tellWhen(p *part, st stance) {
	st = st.happened()
	n, word := st.told[len(st.told)-1], "last"
	if p.want == wantFirst {
		n, word = begun(st), "first"
	}
	f := q.mention(n, st.subject.anchor(n), st.subject.about())
	ago := ""
	if d := q.today.Sub(n.day); d > 0 {
		ago = fmt.Sprintf(" (%s ago)", plural(d, "day"))
	}
	count := q.fact(newFact(kindCount, st.subject.about(), "days ago", float64(q.today.Sub(n.day)), "days", st.days, 1, []string{n.entry.GetId()},
		"The %s note on %s is of %s%s.", word, st.subjectName(), n.day, ago))
	q.find(p, sure, count.GetText(), count, f)
	if st.subject != nil && slices.ContainsFunc(st.subject.loosely().placesIn(n), func(i int) bool { return dayBefore.MatchString(n.sentence(i)) }) {
		day := n.day.AddDays(-1)
		before := q.fact(newFact(kindCount, st.subject.about(), "days ago", float64(q.today.Sub(day)), "days", notes.Range{Start: day, End: day}, 1, []string{n.entry.GetId()},
			"It tells of the day before, %s, %s ago.", day, plural(q.today.Sub(day), "day")))
		q.find(p, likely, before.GetText(), before)
	}
}

// began are words of a sentence on a beginning.
var began = phrasesOf("start", "started", "begin", "began", "begun")

// begun returns the note on a subject's beginning: the first that speaks of one
// in a sentence with the subject, or the first of all.
func begun(st stance) *note {
	for _, n := range st.told {
		at := st.subject.anchor(n)
		for i := range n.tokens {
			if n.sentenceOf(i) == n.sentenceOf(at) && slices.ContainsFunc(began, func(ph phrase) bool { return n.at(i, ph) }) && !n.unreal(i) {
				return n
			}
		}
	}
	return st.told[0]
}
