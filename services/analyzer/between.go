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
	e, ok := q.eventOf(m[1], notes.Day{})
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
	a, okA := q.eventOf(borrowed(m[1], m[2]), notes.Day{})
	whose, _ := q.dayIn(m[1])
	b, okB := q.eventOf(borrowed(m[2], whose), a.day)
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
	p.disjoint = nil // one thing is told here and the other there
	for _, s := range p.subjectsOf() {
		q.covered(cover{part: p, subject: s, span: everything})
	}
	return true
}

// namesTime reports whether a phrase names days rather than what happened.
func (q *inquiry) namesTime(phrase string) bool {
	what, day := q.dayIn(phrase)
	return !day.IsZero() && len(q.named(what)) == 0
}

// dayIn cuts the date out of a phrase: "the migraine" and the day of "the
// migraine on Jan 15". The day is zero where it has none.
func (q *inquiry) dayIn(phrase string) (string, notes.Day) {
	spans := timespan.Read(phrase, timespan.Ref{Now: q.today.In(time.UTC)}).Spans
	if len(spans) == 0 || !spans[0].Explicit {
		return phrase, notes.Day{}
	}
	s := spans[0]
	return phrase[:s.Offset] + phrase[s.Offset+len(s.Text):], s.Range.Start
}

// named are the subjects that a phrase names.
func (q *inquiry) named(phrase string) []*subject {
	var of []*subject
	for _, t := range search.Tokens(phrase) {
		if s := q.lexicon.subject(t.Folded); len(s.phrases) > 0 && !search.Stopword(t.Folded) && !aside(t.Folded) {
			of = append(of, s)
		}
	}
	return of
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
// record, the first or last of it, the next behind a day, the one that a note
// gives for it, or that of the note which has most of its words, the first of
// them.
func (q *inquiry) eventOf(words string, after notes.Day) (happening, bool) {
	name := strings.TrimSpace(words)
	words, on := q.dayIn(words)
	tokens := search.Tokens(words)
	of := q.named(words)
	if len(of) == 0 {
		return happening{}, false
	}
	if !on.IsZero() {
		for _, n := range q.notes {
			if told, _ := of[0].on(n); told && n.day == on {
				return happening{name, of, on, n, of[0].anchor(n)}, true
			}
		}
	}
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
	if e, ok := q.oneOf(name, of, after); ok {
		return e, true
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
		for _, n := range q.notes { // the day that a note gives for it, else that of the note
			score, at := n.tells(of)
			if day, ok := q.dayGiven(n, max(at, 0)); ok && score >= float64(len(of)) && (n == best.note || score+0.5 >= most && n.alone(at)) {
				best.day, best.note, best.token = day, n, at
			}
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

// inOrder names one of several of the same kind.
var inOrder = regexp.MustCompile(`(?i)^(?:(?:my|the|a|when i|i)\s+)*(very first|first|last|latest|most recent|next|following)\b`)

// borrowed completes "my first" by what the other phrase is about: "my first and
// my last run".
func borrowed(words, other string) string {
	m := inOrder.FindString(words)
	if m == "" || !slices.Contains([]string{"", "one", "time"}, strings.ToLower(strings.TrimSpace(strings.TrimPrefix(words, m)))) {
		return words
	}
	return strings.TrimSpace(m) + " " + strings.TrimSpace(strings.TrimPrefix(other, inOrder.FindString(other)))
}

// oneOf finds the first, the last or the next of what happens again and again.
// It is false where the phrase names none of them, or no note tells of all that
// it is named by.
func (q *inquiry) oneOf(name string, of []*subject, after notes.Day) (happening, bool) {
	m := inOrder.FindStringSubmatch(name)
	if m == nil {
		return happening{}, false
	}
	told, _ := q.on(of[0], q.notes)
	for _, s := range of[1:] {
		told = filter(told, func(n *note) bool { yes, _ := s.on(n); return yes })
	}
	told = events(of[0], told)
	order := strings.ToLower(m[1])
	if order == "next" || order == "following" {
		if after.IsZero() {
			return happening{}, false
		}
		told = filter(told, func(n *note) bool { return n.day.After(after) })
	}
	if len(told) == 0 {
		return happening{}, false
	}
	n := told[0]
	if strings.Contains(order, "last") || order == "latest" || order == "most recent" {
		n = told[len(told)-1]
	}
	return happening{name, of, n.day, n, of[0].anchor(n)}, true
}

// alone reports whether a word is not a part of a longer name: the exam, and no
// "practice exam".
func (n *note) alone(i int) bool {
	return i >= 0 && (i == 0 || search.Stopword(n.tokens[i-1].Folded) || n.sentenceOf(i-1) != n.sentenceOf(i) || strings.HasSuffix(n.tokens[i-1].Folded, "ed"))
}

// sinceThat asks how long ago one thing was.
var sinceThat = regexp.MustCompile(`(?i)\b(?:how (?:many (?:days|weeks|months)|long)|(?:days|weeks|months) )[^?]*?\b(?:since|ago (?:was|is|did))\s+(.+?)[?.! ]*$`)

// tellSince tells how long ago a record was: "days since my bench PR". It is
// false for what is no record, of which the last day is asked.
func (q *inquiry) tellSince(p *part) bool {
	m := sinceThat.FindStringSubmatch(p.question)
	if m == nil || q.namesTime(m[1]) {
		return false
	}
	tokens := search.Tokens(m[1])
	if !slices.ContainsFunc(superb, func(ph phrase) bool { return search.Contains(tokens, ph) }) {
		return false
	}
	e, ok := q.eventOf(m[1], notes.Day{})
	if !ok || e.day.After(q.today) {
		return false
	}
	days := q.today.Sub(e.day)
	f := q.fact(newFact(kindCount, "", "days since", float64(days), "days", notes.Range{Start: e.day, End: q.today}, 1, []string{e.note.entry.GetId()},
		"It is %s since %s, on %s.", plural(days, "day"), e.name, e.day))
	q.find(p, sure, f.GetText(), f, q.mention(e.note, e.token, e.name))
	return true
}
