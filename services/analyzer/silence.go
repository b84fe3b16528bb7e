package analyzer

import (
	"fmt"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// besides is how many denials are quoted beside what did happen.
const besides = 3

// denials states the notes that say that the subject did not happen: all that
// are shown where nothing else answers, else the last few.
func (q *inquiry) denials(p *part, st stance) {
	most := shown
	if len(st.told) > 0 {
		switch p.Aggregate {
		case ask.Last, ask.First, ask.Best, ask.Least, ask.Sum, ask.Average, ask.Gap, ask.Streak:
			return // what did not happen is no answer to these
		}
		most = besides
	}
	for _, n := range st.denied[max(0, len(st.denied)-most):] {
		f := q.quote(n, shorten(n.Sentence(n.DeniedAt(st.subject))), st.subject.About())
		q.find(p, sure, fmt.Sprintf("No %s on %s. %s", st.subjectName(), n.Day, f.GetText()), f)
	}
}

// tellSkipped counts the days whose notes say that the subject did not happen.
func (q *inquiry) tellSkipped(p *part, st stance) {
	days := len(note.DaysOf(st.denied))
	q.state(p, sure, q.fact(newFact(kindCount, st.subject.About(), "days without", float64(days), "days", st.days, len(st.denied), note.IDs(st.denied),
		"The notes tell of %s without %s %s.", plural(days, "day"), st.subjectName(), st.span.during())))
}

// silence states that the notes of a covered span say nothing of a subject that
// is known from elsewhere.
func (q *inquiry) silence(p *part, st stance) {
	if len(st.denied) > 0 || !q.silenceCounts(p, st) {
		return
	}
	q.state(p, likely, q.fact(newFact(kindCount, st.subject.About(), "days", 0, "days", st.days, len(st.logged), note.IDs(q.in(st.span)),
		"No note tells of %s %s; there are notes on %d of its %s.", st.subjectName(), st.span.during(), len(st.logged), plural(st.span.count(st.days), "day"))))
	told, _ := note.On(st.subject, q.notes)
	before := note.Filter(told, func(n *note.Note) bool { return n.Day.Before(st.days.Start) })
	if len(before) > 0 {
		last := before[len(before)-1]
		m := q.mention(last, st.subject.Anchor(last), st.subject.About())
		q.find(p, sure, fmt.Sprintf("The last note on %s before that is of %s.", st.subjectName(), last.Day), m)
	}
}

// silenceCounts reports whether "none" is an answer to the question.
func (q *inquiry) silenceCounts(p *part, st stance) bool {
	switch p.Aggregate {
	case ask.Count, ask.Sum, ask.Whether, ask.List:
	default:
		return false
	}
	return q.dense(st)
}

// dense reports whether the span's notes would tell of the subject if it had
// happened: the loaded domains know its words, there are notes on at least half of the
// days, and others tell of it.
func (q *inquiry) dense(st stance) bool {
	if st.subject != nil && st.subject.Person != nil {
		return false // who writes of themselves need not tell what others do
	}
	if st.subject == nil || !st.subject.Known || st.coverage() < 0.5 {
		return false
	}
	told, _ := note.On(st.subject, q.notes)
	// Of what is so every day, as sleep, silence says only that it was not noted.
	return len(told) > 0 && !st.subject.Everyday() && 5*len(note.DaysOf(told)) < 3*len(q.days())
}

// tellGap tells the longest time without the subject, and from which of its days
// to which.
func (q *inquiry) tellGap(p *part, st stance, _ []*measure) {
	st = st.happened()
	f := q.gapFact(st, 1)
	q.state(p, sure, f)
	days := note.DaysOf(st.told)
	from, to := 0, 0
	for i := 1; i < len(days); i++ {
		if days[i].Sub(days[i-1]) > days[to].Sub(days[from]) {
			from, to = i-1, i
		}
	}
	if from == to {
		return
	}
	apart := notes.Range{Start: days[from], End: days[to]}
	at := note.Filter(st.told, func(n *note.Note) bool { return n.Day == apart.Start || n.Day == apart.End })
	q.state(p, sure, q.fact(newFact(kindCount, st.subject.About(), "days between", float64(days[to].Sub(days[from])), "days", apart, len(days), note.IDs(at),
		"The longest time from one %s to the next %s is %s, from %s to %s.", st.subjectName(), st.span.during(), plural(days[to].Sub(days[from]), "day"), apart.Start, apart.End)))
}

// tellStreak tells the longest run of days with the subject.
func (q *inquiry) tellStreak(p *part, st stance, _ []*measure) {
	if p.Weeks > 0 {
		if days := st.span.days.Days(); days > 0 && days < 14 {
			q.lacks(p, "weeks", st, "The notes of %s can't tell of weeks in a row.", st.span.name())
			return
		}
		q.state(p, sure, q.weeksFact(p, st))
		return
	}
	q.state(p, sure, q.streakFact(st, 1))
}
