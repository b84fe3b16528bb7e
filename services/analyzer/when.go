package analyzer

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// dayBefore says that a sentence tells of the day or night before its note.
var dayBefore = regexp.MustCompile(`(?i)\b(?:last night|yesterday|yest(?:erday)?['’]?s?|the (?:day|night|evening) before)\b`)

// tellWhen states the last or first day, and how long ago it is.
func (q *inquiry) tellWhen(p *part, st stance, _ []*measure) {
	st = st.happened()
	if q.tellNth(p, st) {
		return
	}
	n, word := st.told[len(st.told)-1], "last"
	if p.Aggregate == ask.First {
		n, word = begun(st), "first"
	}
	f := q.mention(n, st.subject.Anchor(n), st.subject.About())
	count := q.fact(newFact(kindCount, st.subject.About(), "days ago", float64(q.today.Sub(n.Day)), "days", st.days, 1, []string{n.Entry.GetId()},
		"The %s note on %s is of %s%s.", word, st.subjectName(), n.Day, ago(q.today.Sub(n.Day))))
	q.find(p, sure, count.GetText(), count, f)
	if st.subject != nil && slices.ContainsFunc(st.subject.Loosely().PlacesIn(n), func(i int) bool { return dayBefore.MatchString(n.Sentence(i)) }) {
		day := n.Day.AddDays(-1)
		q.state(p, likely, q.fact(newFact(kindCount, st.subject.About(), "days ago", float64(q.today.Sub(day)), "days", notes.Range{Start: day, End: day}, 1, []string{n.Entry.GetId()},
			"It tells of the day before, %s, %s ago.", day, plural(q.today.Sub(day), "day"))))
	}
}

// began are words of a sentence on a beginning.
var began = ask.Phrases("start", "started", "begin", "began", "begun")

// begun returns the note on a subject's beginning: the first that speaks of one
// in a sentence with the subject, or the first of all.
func begun(st stance) *note.Note {
	for _, n := range st.told {
		at := st.subject.Anchor(n)
		for i := range n.Tokens {
			if n.SentenceOf(i) == n.SentenceOf(at) && slices.ContainsFunc(began, func(ph ask.Phrase) bool { return n.At(i, ph) }) && !n.Unreal(i) {
				return n
			}
		}
	}
	return st.told[0]
}

// tellNth tells the day of the second, third, … of what the question asks: the
// one with that number where the notes number them, else the one in that place.
// It is false where the question asks for none.
func (q *inquiry) tellNth(p *part, st stance) bool {
	if p.Nth == 0 || st.subject == nil || p.dated {
		return false
	}
	name := ask.Ordinal(p.Nth)
	if n := numberedAs(st, p.Nth); n != nil {
		f := q.mention(n, st.subject.Anchor(n), st.subject.About())
		q.find(p, sure, fmt.Sprintf("The notes number the %s %s on %s.", name, st.subjectName(), n.Day), f)
		return true
	}
	n := nth(st, p.Nth)
	if n == nil {
		f := q.countFact(st)
		q.find(p, sure, fmt.Sprintf("The notes tell of no %s %s. %s", name, st.subjectName(), f.GetText()), f)
		return true
	}
	f := q.mention(n, st.subject.Anchor(n), st.subject.About())
	q.find(p, likely, fmt.Sprintf("The %s day with %s %s is %s.", name, st.subjectName(), st.span.during(), n.Day), f)
	return true
}
