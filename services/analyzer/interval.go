package analyzer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// A happening is an event of a question with its day, and the note that tells it.
type happening struct {
	*ask.Event
	day   notes.Day
	note  *note
	token int
}

// tellInterval tells how many days lie between two things that the question
// names, or between one and today. It is false where it asks for no such thing,
// or the notes don't tell of both.
func (q *inquiry) tellInterval(p *part) bool {
	return slices.ContainsFunc(p.Intervals, func(i ask.Interval) bool {
		switch {
		case i.From == nil:
			return q.tellUntil(p, i.To)
		case i.To == nil:
			return q.tellSince(p, i.From)
		}
		return q.tellBetween(p, i)
	})
}

// tellUntil tells how many days it still is until something whose day the notes
// give.
func (q *inquiry) tellUntil(p *part, to *ask.Event) bool {
	e, ok := q.happeningOf(to, notes.Day{})
	if !ok {
		return false
	}
	of := q.named(to.Words)
	for _, n := range q.notes { // the latest word on it counts
		if score, at := n.tells(of); score >= float64(len(of)) {
			day, ok := q.dayGiven(n, at)
			if !ok && p.Coming == to {
				day, ok = q.dayAhead(n, at)
			}
			if ok {
				e.day, e.note, e.token = day, n, at
			}
		}
	}
	if !e.day.After(q.today) {
		return false
	}
	days := plural(e.day.Sub(q.today), "day")
	q.findDays(p, sure, "days until", q.today, e.day, fmt.Sprintf("It is %s until %s, on %s.", days, e.Name, e.day), e)
	return true
}

// tellSince tells how long ago a record was: "days since my bench PR". For what
// is no record the last day is asked.
func (q *inquiry) tellSince(p *part, from *ask.Event) bool {
	if !from.Best {
		return false
	}
	e, ok := q.happeningOf(from, notes.Day{})
	if !ok || e.day.After(q.today) {
		return false
	}
	days := plural(q.today.Sub(e.day), "day")
	q.findDays(p, sure, "days since", e.day, q.today, fmt.Sprintf("It is %s since %s, on %s.", days, e.Name, e.day), e)
	return true
}

func (q *inquiry) tellBetween(p *part, i ask.Interval) bool {
	a, okA := q.happeningOf(i.From, notes.Day{})
	b, okB := q.happeningOf(i.To, a.day)
	if !okA || !okB || a.day == b.day {
		return false
	}
	if b.day.Before(a.day) {
		a, b = b, a
	}
	days := plural(b.day.Sub(a.day), "day")
	q.findDays(p, likely, "days between", a.day, b.day, fmt.Sprintf("From %s (%s) to %s (%s) it is %s.", a.Name, a.day, b.Name, b.day, days), a, b)
	return true
}

// lacksEnd reports whether a question asks for the time between two things of
// which the notes do not tell both, and notes that as missing.
func (q *inquiry) lacksEnd(p *part) bool {
	for _, i := range p.Intervals {
		if i.From == nil || i.To == nil || i.From.Timely || i.To.Timely || p.Aggregate == ask.Gap || p.Dimension != "" && p.Dimension != quantity.Duration {
			continue
		}
		of := slices.Concat(q.named(i.From.Words), q.named(i.To.Words))
		if len(q.named(i.From.Words)) == 0 || len(q.named(i.To.Words)) == 0 {
			continue
		}
		st := q.look(compound(of, p.Tokens), everything)
		q.lacks(p, "interval", st, "The notes don't give both days, that of %s and that of %s.", i.From.Name, i.To.Name)
		for _, s := range of {
			told, _ := q.on(s, q.notes)
			st.told = append(st.told, told...)
		}
		q.closest(p, st.subject, st.told, 1)
		return true
	}
	return false
}

// findDays states how many days lie between two days, with the words of the notes
// on what these are of.
func (q *inquiry) findDays(p *part, level commonv1.Confidence, what string, from, to notes.Day, text string, of ...happening) {
	var told []*note
	for _, e := range of {
		told = append(told, e.note)
	}
	facts := []*commonv1.Fact{q.fact(newFact(kindCount, "", what, float64(to.Sub(from)), "days", notes.Range{Start: from, End: to}, len(of), ids(told), "%s", text))}
	for _, e := range of {
		q.placed = append(q.placed, e.Name)
		facts = append(facts, q.mention(e.note, e.token, e.Name))
	}
	q.find(p, level, text, facts...)
	p.disjoint = nil // one thing is told here and the other there
}

// named are the subjects that a phrase names.
func (q *inquiry) named(phrase string) []*subject {
	var of []*subject
	for _, t := range search.Tokens(phrase) {
		s := q.lexicon.subject(t.Folded)
		if word := literally(t); !q.measures(s) {
			if told, _ := q.on(word.loosely(), q.notes); len(told) > 0 {
				s = word // of sourdough and cornbread the one that is named
			}
		}
		if len(s.phrases) > 0 && !search.Stopword(t.Folded) && !aside(t.Folded) {
			of = append(of, s)
		}
	}
	if own := slices.DeleteFunc(slices.Clone(of), func(s *subject) bool { return companion(s.name) }); len(own) > 0 {
		return own // the trip to Perth is told of as Perth
	}
	return of
}

// measures reports whether a note has a number of the subject.
func (q *inquiry) measures(s *subject) bool {
	return slices.ContainsFunc(q.notes, func(n *note) bool { return slices.ContainsFunc(n.numbers, s.measures) })
}

// happeningOf finds the day of an event: that of its record, the first or last
// of it, the next behind a day, the one that a note gives for it, or that of the
// note which has most of its words, the first of them. What only names a day is
// no event.
func (q *inquiry) happeningOf(e *ask.Event, after notes.Day) (happening, bool) {
	of := q.named(e.Words)
	if len(of) == 0 {
		return happening{}, false
	}
	if told, _ := q.on(of[len(of)-1].loosely(), q.notes); len(told) == 0 {
		return happening{}, false // it is called by its last word
	}
	if !e.Day.IsZero() {
		for _, n := range q.notes {
			if told, _ := of[0].on(n); told && n.day == e.Day {
				return happening{e, e.Day, n, of[0].anchor(n)}, true
			}
		}
	}
	if e.Best {
		if h, ok := q.bestOf(e, of); ok {
			return h, true
		}
	}
	if e.Order != ask.Unordered || e.Nth > 0 {
		if h, ok := q.oneOf(e, of, after); ok {
			return h, true
		}
	}
	return q.mostOf(e, of)
}

// bestOf is the day of the record of the first subject that has one.
func (q *inquiry) bestOf(e *ask.Event, of []*subject) (happening, bool) {
	for _, s := range of {
		told, _ := q.on(s, q.notes)
		for _, m := range measures(s, told) {
			if pt, ok := m.series.Highest(); ok && !m.additive() || ok && m.name == "distance" {
				i := slices.IndexFunc(told, func(n *note) bool { return n.entry.GetId() == pt.ID })
				return happening{e, pt.Day, told[i], s.anchor(told[i])}, true
			}
		}
	}
	return happening{}, false
}

// oneOf is the first, the last or the next of what happens again and again. It
// is false where no note tells of all that it is named by.
func (q *inquiry) oneOf(e *ask.Event, of []*subject, after notes.Day) (happening, bool) {
	told, _ := q.on(of[0], q.notes)
	told = events(of[0], tellingAll(of[1:], told))
	if e.Order == ask.Following {
		if after.IsZero() {
			return happening{}, false
		}
		told = filter(told, func(n *note) bool { return n.day.After(after) })
	}
	if len(told) == 0 {
		return happening{}, false
	}
	n := told[0]
	switch {
	case e.Order == ask.Latest:
		n = told[len(told)-1]
	case e.Nth > 0:
		if n = nth(stance{subject: of[len(of)-1], told: told}, e.Nth); n == nil {
			return happening{}, false
		}
	}
	return happening{e, n.day, n, of[0].anchor(n)}, true
}

// nth returns the note on the one with a number, where the notes number them, or
// that of the day in its place; nil if there are fewer.
func nth(st stance, number int) *note {
	if n := numberedAs(st, number); n != nil {
		return n
	}
	days := daysOf(st.told)
	if len(days) < number {
		return nil
	}
	return st.told[slices.IndexFunc(st.told, func(n *note) bool { return n.day == days[number-1] })]
}

// mostOf is the day of the note that has most of an event's words, or the later
// one that such a note gives for it.
func (q *inquiry) mostOf(e *ask.Event, of []*subject) (happening, bool) {
	var best happening
	most := 0.0
	for _, n := range q.notes {
		score, at := n.tells(of)
		if e.Done && score > 0 && n.unreal(at) {
			score /= 2 // a plan to do it is not the day on which it was done
		}
		if score > most || e.Late && score == most {
			best, most = happening{e, n.day, n, at}, score
		}
	}
	if most < float64(len(of)+1)/2 {
		return happening{}, false
	}
	if e.Done {
		return best, true
	}
	for _, n := range q.notes {
		score, at := n.tells(of)
		if day, ok := q.dayGiven(n, max(at, 0)); ok && score >= float64(len(of)) && (n == best.note || score+0.5 >= most && n.alone(at)) {
			best.day, best.note, best.token = day, n, at
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

// mostAway is how long something may last that begins on a day.
const mostAway = 28

// dayGiven returns the later day that a note gives for what stands at a token.
func (q *inquiry) dayGiven(n *note, token int) (notes.Day, bool) {
	text := n.entry.GetText()
	from := n.tokens[token].Start
	reading := timespan.Read(text[from:min(len(text), from+shortNote/2)], timespan.Ref{
		Now: n.day.In(time.UTC), WeekStart: timespan.WeekStart(q.req.GetContext().GetWeekStart()),
	})
	for _, s := range reading.Spans {
		if d := s.Range.Start; d.After(n.day) && (d == s.Range.End || s.Explicit && s.Range.Days() < mostAway) {
			return d, true // "12 to 21 June" begins on the 12th
		}
	}
	return notes.Day{}, false
}

// alone reports whether a word is not a part of a longer name: the exam, and no
// "practice exam".
func (n *note) alone(i int) bool {
	return i >= 0 && (i == 0 || search.Stopword(n.tokens[i-1].Folded) || n.sentenceOf(i-1) != n.sentenceOf(i) || strings.HasSuffix(n.tokens[i-1].Folded, "ed"))
}

// onOccasion turns "the night before the race" into the days that the notes give
// for the race. It takes what names the occasion out of the part's subjects. The
// question stays as it is where no note tells of the occasion.
func (q *inquiry) onOccasion(p *part) {
	if p.Occasion == nil {
		return
	}
	words := search.Tokens(p.Occasion.Event.Words)
	var names, rest []*subject
	for _, s := range p.subjects {
		if at, _ := s.place(words); at >= 0 {
			names = append(names, s)
		} else if !slices.Contains([]string{"before", "after"}, strings.ToLower(s.name)) {
			rest = append(rest, s)
		}
	}
	if len(names) == 0 || len(rest) == 0 {
		return
	}
	if e, ok := q.happeningOf(p.Occasion.Event, notes.Day{}); ok {
		p.subjects = rest
		p.spans = []span{{label: p.Occasion.Text, days: daysBeside(p.Occasion, e.day, timespan.WeekStart(q.req.GetContext().GetWeekStart()))}}
	}
}

// daysBeside are the days of an occasion around the day of its event. A night is
// told of in the morning behind it.
func daysBeside(o *ask.Occasion, at notes.Day, weekStart time.Weekday) notes.Range {
	step := map[string]int{"before": -1, "after": 1}[o.Beside]
	switch o.Part {
	case "week", "weekend":
		start := stat.WeekOf(at, weekStart).AddDays(7 * step)
		days := notes.Range{Start: start, End: start.AddDays(6)}
		if o.Part == "weekend" {
			days.Start = days.End.AddDays(-1)
		}
		return days
	case "night":
		step = max(step, 0)
		if o.Beside == "of" {
			step = 1
		}
	}
	return notes.Range{Start: at.AddDays(step), End: at.AddDays(step)}
}
