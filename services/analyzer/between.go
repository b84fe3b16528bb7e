package analyzer

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/timespan"
)

var (
	// fromOneTo asks how long it was from one thing to another.
	fromOneTo = regexp.MustCompile(`(?i)\b(?:how (?:many (?:days|weeks|months)|long|much time)|(?:days|weeks|months|time) )[^?]*?\b(?:between|from)\s+(.+?)\s+(?:and|to|until|till)\s+(.+?)[?.! ]*$`)
	// afterOther asks how long after one thing another was.
	afterOther = regexp.MustCompile(`(?i)\bhow (?:many (?:days|weeks|months)|long)\s+(?:after|before)\s+(.+?),?\s+(?:was|were|is|did|do|came|had|until|till)\s+(.+?)[?.! ]*$`)
	// acting begins an event that is what somebody did, rather than what that was for.
	acting = regexp.MustCompile(`(?i)^(?:(?:when )?i |my |the (?:day i )?)?(?:first |last )?\pL+(?:ing|ed)\b`)
	superb = phrasesOf("pr", "pb", "record", "best", "longest", "heaviest", "fastest", "highest", "max")
)

// ahead of what the question asks how long it still is.
var howLongUntil = regexp.MustCompile(`(?i)\b(?:how (?:many (?:days|weeks|months)|long)|(?:days|weeks) )[^?]*?\b(?:until|till|to go (?:un)?til|before|to)\s+(?:the |my )?(.+?)[?.! ]*$`)

// tellUntil tells how many days it still is until something whose day the notes
// give. It is false where they don't.
func (q *inquiry) tellUntil(p *part) bool {
	m := howLongUntil.FindStringSubmatch(p.question)
	if m == nil || q.namesTime(m[1]) {
		return false
	}
	e, ok := q.eventOf(m[1])
	if !ok {
		return false
	}
	for _, n := range q.notes { // the latest word on it counts
		if score, at := n.tells(e.of); score >= float64(len(e.of)) {
			if day, ok := q.dayGiven(n, at); ok {
				e.day, e.note, e.token = day, n, at
			}
		}
	}
	if !e.day.After(q.today) {
		return false
	}
	days := e.day.Sub(q.today)
	f := q.fact(newFact(kindCount, "", "days until", float64(days), "days", notes.Range{Start: q.today, End: e.day}, 1, []string{e.note.entry.GetId()},
		"It is %s until %s, on %s.", plural(days, "day"), e.name, e.day))
	q.find(p, sure, f.GetText(), f, q.mention(e.note, e.token, e.name))
	return true
}

// tellBetween tells how many days lie between two things that the question
// names. It is false where it asks for no such thing, or the notes don't tell of
// both.
func (q *inquiry) tellBetween(p *part) bool {
	m := fromOneTo.FindStringSubmatch(p.question)
	if m == nil {
		m = afterOther.FindStringSubmatch(p.question)
	}
	if m == nil || q.namesTime(m[1]) || q.namesTime(m[2]) {
		return false
	}
	a, okA := q.eventOf(m[1])
	b, okB := q.eventOf(m[2])
	if !okA || !okB || a.day == b.day {
		return false
	}
	if b.day.Before(a.day) {
		a, b = b, a
	}
	days := b.day.Sub(a.day)
	f := q.fact(newFact(kindCount, "", "days between", float64(days), "days", notes.Range{Start: a.day, End: b.day}, 2,
		[]string{a.note.entry.GetId(), b.note.entry.GetId()},
		"From %s (%s) to %s (%s) it is %s.", a.name, a.day, b.name, b.day, plural(days, "day")))
	q.find(p, likely, f.GetText(), f,
		q.mention(a.note, a.token, a.name), q.mention(b.note, b.token, b.name))
	for _, s := range p.subjectsOf() {
		q.covered(cover{part: p, subject: s, span: everything})
	}
	return true
}

// namesTime reports whether a phrase names days rather than what happened.
func (q *inquiry) namesTime(phrase string) bool {
	spans := timespan.Read(phrase, timespan.Ref{Now: q.today.In(time.UTC)}).Spans
	return len(spans) > 0 && spans[0].Explicit
}

// A happening is the day of something, with the note that tells it.
type happening struct {
	name  string
	of    []*subject // what it is named by
	day   notes.Day
	note  *note
	token int
}

// eventOf finds the day of what a phrase of the question names: that of its
// record, the one that a note gives for it, or that of the note which has most
// of its words, the first of them.
func (q *inquiry) eventOf(words string) (happening, bool) {
	tokens := search.Tokens(words)
	var of []*subject
	for _, t := range tokens {
		if s := q.lexicon.subject(t.Folded); len(s.phrases) > 0 && !search.Stopword(t.Folded) && !aside(t.Folded) {
			of = append(of, s)
		}
	}
	if len(of) == 0 {
		return happening{}, false
	}
	name := strings.TrimSpace(words)
	if slices.ContainsFunc(superb, func(ph phrase) bool { return search.Contains(tokens, ph) }) {
		for _, s := range of {
			told, _ := q.on(s, q.notes)
			for _, m := range measures(s, told) {
				if pt, ok := m.series.Highest(); ok && !m.additive() || ok && m.name == "distance" {
					i := slices.IndexFunc(told, func(n *note) bool { return n.entry.GetId() == pt.ID })
					return happening{name, of, pt.Day, told[i], s.anchor(told[i])}, true
				}
			}
		}
	}
	var best happening
	most := 0.0
	late := slices.ContainsFunc(tokens, func(t search.Token) bool { return t.Folded == "last" || t.Folded == "latest" })
	done := acting.MatchString(name)
	for _, n := range q.notes {
		score, at := n.tells(of)
		if done && score > 0 && n.unreal(at) {
			score /= 2 // a plan to do it is not the day on which it was done
		}
		if score > most || late && score == most {
			best, most = happening{name, of, n.day, n, at}, score
		}
	}
	if most < float64(len(of)+1)/2 {
		return happening{}, false
	}
	if !done {
		if day, ok := q.dayGiven(best.note, best.token); ok {
			best.day = day
		}
	}
	return best, true
}

// tells is how many of the subjects a note tells of in one sentence, a little
// more where it begins with one, and where it does so.
func (n *note) tells(of []*subject) (score float64, at int) {
	bySentence := map[int]float64{}
	first := map[int]int{}
	for _, s := range of {
		seen := map[int]bool{}
		for _, i := range s.loosely().placesIn(n) {
			k := n.sentenceOf(i)
			if seen[k] {
				continue
			}
			seen[k] = true
			bySentence[k]++
			if v, ok := first[k]; !ok || i < v {
				first[k] = i
			}
		}
	}
	for k, v := range bySentence {
		if i := first[k]; i == 0 || n.sentenceOf(i-1) != k {
			v += 0.5
		}
		if v > score {
			score, at = v, first[k]
		}
	}
	return score, at
}

// dayGiven returns the later day that a note gives for what stands at a token.
func (q *inquiry) dayGiven(n *note, token int) (notes.Day, bool) {
	text := n.entry.GetText()
	from := n.tokens[token].Start
	reading := timespan.Read(text[from:min(len(text), from+shortNote/2)], timespan.Ref{
		Now: n.day.In(time.UTC), WeekStart: timespan.WeekStart(q.req.GetContext().GetWeekStart()),
	})
	for _, s := range reading.Spans {
		if d := s.Range.Start; d == s.Range.End && d.After(n.day) {
			return d, true
		}
	}
	return notes.Day{}, false
}
