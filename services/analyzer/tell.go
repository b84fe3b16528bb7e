package analyzer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// shown is how many notes are shown one by one; further ones are counted.
const shown = 30

// series is how many measures of a subject get facts where none is asked for.
const topMeasures = 6

const (
	sure     = commonv1.Confidence_CONFIDENCE_HIGH
	likely   = commonv1.Confidence_CONFIDENCE_MEDIUM
	doubtful = commonv1.Confidence_CONFIDENCE_LOW
)

// tell answers a question that the notes answer directly: show, when, how much,
// how many.
func (q *inquiry) tell(p *part) {
	if len(p.subjects) > 1 && p.has("after", "on days with", "without") {
		q.relate(p) // "how is my mood after runs" asks how two things go together
	}
	if p.disjoint != nil {
		q.tellDisjoint(p)
		return
	}
	whole := p
	if topics, _ := states(p.subjects); len(topics) > 0 && p.want == wantNotes {
		p = p.withoutStates()
	}
	bare := q.bare(p)
	for _, s := range p.subjectsOf() {
		q.tellAcross(p, s)
		for _, sp := range q.spansOf(p) {
			st := q.within(p, q.besideStates(whole, q.look(s, q.nightsOf(s, sp))))
			q.covered(cover{part: p, subject: s, span: sp, told: len(st.told), denied: len(st.denied), noted: q.silenceCounts(p, st), needed: true})
			st, within := q.limited(p, p.ofValue(q.likeWithLike(p, st)))
			switch {
			case !within, bare && p.does(s):
			case p.want == wantSkipped && len(st.denied) > 0:
				q.tellSkipped(p, st)
			case len(st.told) > 0:
				q.tellSubject(p, st)
			default:
				q.silence(p, st)
			}
			if !bare {
				q.denials(p, st)
			}
		}
	}
}

// tellAcross adds up what a question for a total asks of several spans: "in
// November and December".
func (q *inquiry) tellAcross(p *part, s *subject) {
	spans := q.spansOf(p)
	if p.want != wantTotal && p.want != wantCount || len(spans) < 2 || len(q.baseline) > 0 {
		return
	}
	var all stance
	for i, sp := range spans {
		st := q.look(s, q.nightsOf(s, sp)).happened()
		if len(st.told) == 0 || i > 0 && !st.days.Start.After(all.days.End) {
			return // nothing to add, or what overlaps
		}
		if i == 0 {
			all = st
			continue
		}
		all.told = slices.Concat(all.told, st.told)
		all.days.End = st.days.End
		all.span.label += " and " + sp.label
	}
	all.span.days, all.span.weekdays = all.days, nil
	for _, m := range q.measured(p, all) {
		if m.additive() {
			f := q.sumFact(all, m)
			q.find(p, sure, f.GetText(), f)
		}
	}
	if p.want == wantCount {
		f := q.countFact(all)
		q.find(p, sure, f.GetText(), f)
	}
}

// bare reports whether a question for yes or no has an object that no note tells
// of: that there was eating is no answer to "did I eat sushi".
func (q *inquiry) bare(p *part) bool {
	return p.want == wantWhether && slices.ContainsFunc(p.subjects, func(s *subject) bool {
		told, denied := q.on(s, q.notes)
		return !p.does(s) && len(told)+len(denied) == 0
	})
}

// likeWithLike keeps the notes of the sizes that a question names.
func (q *inquiry) likeWithLike(p *part, st stance) stance {
	if len(p.sizes) == 0 {
		return st
	}
	st.told = filter(st.told, func(n *note) bool { return n.sized(p.sizes) })
	st.limit = "of " + strings.TrimSpace(p.sizes[0].Text)
	return st
}

// within keeps the notes that tell of what the part before is about, if any do.
func (q *inquiry) within(p *part, st stance) stance {
	told := st.told
	for _, s := range p.within {
		told = filter(told, func(n *note) bool { yes, _ := s.on(n); return yes })
	}
	if len(told) > 0 {
		st.told = told
	}
	return st
}

// besideStates keeps, where a question names a state beside its topic, as in
// "which meetings drain me", the notes that tell of both.
func (q *inquiry) besideStates(p *part, st stance) stance {
	topics, states := states(p.subjects)
	if len(topics) == 0 || len(states) == 0 || p.want != wantNotes {
		return st
	}
	both := filter(st.told, func(n *note) bool {
		return slices.ContainsFunc(states, func(s *subject) bool { yes, _ := s.on(n); return yes })
	})
	if len(both) > 0 {
		st.told = both
	}
	return st
}

func (q *inquiry) tellSubject(p *part, st stance) {
	if q.unhappened(p, st) {
		q.open = append(q.open, st)
		q.lookUp(p, st)
		return
	}
	if q.particular(p, st) {
		return
	}
	if p.asksFeeling(st.subject) && q.tellFeelings(p, st) {
		return
	}
	ms := q.measured(p, st)
	if kind := p.asksPeriod(); kind != "" {
		q.tellPeriod(p, st, kind, ms)
		return
	}
	if p.want == wantNotes && st.span.startHour != st.span.endHour && !p.asks() {
		q.accountOn(p, st, ms) // "morning workouts" is one side of a comparison
		return
	}
	switch p.want {
	case wantTotal:
		if len(ms) == 0 {
			q.unmeasured(p, st)
		}
		for i, m := range ms {
			q.tellTotal(p, st, m, i == 0)
		}
		st = st.happened()
		q.tellCount(p, st)
	case wantCount, wantWhether:
		if m := q.countedMeasure(p, st); m != nil && p.want == wantCount {
			q.tellTotal(p, st, m, true)
			break
		}
		if q.tellNumbered(p, st) {
			break
		}
		st = st.happened()
		q.tellCount(p, st)
		for _, m := range ms {
			if m.additive() {
				q.sumFact(st, m)
			}
		}
		if p.want == wantWhether {
			q.show(p, st)
		}
	case wantAverage:
		if len(ms) == 0 && p.noun == "" && !p.has("how often") {
			q.unmeasured(p, st)
		}
		if m := q.countedMeasure(p, st); m != nil && len(ms) == 0 {
			ms = []*measure{m}
		}
		for _, m := range ms {
			f := q.averageFact(st, m)
			if p.has("median") {
				f = q.medianFact(st, m)
			}
			q.find(p, confidence(int(f.GetSampleSize()), st.coverage()), f.GetText(), f)
		}
		q.tellCount(p, st)
	case wantBest, wantLeast:
		if len(ms) == 0 {
			q.unmeasured(p, st)
		}
		var best []*commonv1.Fact
		for _, m := range p.quickest(ms) {
			highest := (p.want == wantBest) != (q.fasterIsLess(m) || p.fast() && m.dimension() == quantity.Duration)
			if pt, rank, ok := p.nth(m, highest); ok {
				best = append(best, q.valueFact(m, pt, rank+" best "))
				continue
			}
			best = append(best, q.extremeFact(st, m, highest))
		}
		for len(best) > 0 { // one note may hold several of them
			same := func(f *commonv1.Fact) bool { return slices.Equal(f.GetEntryIds(), best[0].GetEntryIds()) }
			var of []*commonv1.Fact
			var texts []string
			for _, f := range best {
				if same(f) {
					of, texts = append(of, f), append(texts, f.GetText())
				}
			}
			best = slices.DeleteFunc(slices.Clone(best), same)
			q.find(p, sure, strings.Join(texts, " "), of...)
		}
	case wantLast, wantFirst:
		q.tellWhen(p, st)
	case wantTrend:
		q.progress(p, st)
	case wantGap:
		q.findIf(p, q.gapFact(st, 1))
	case wantStreak:
		q.findIf(p, q.streakFact(st, 1))
	default:
		if p.priced(q, st) {
			ms = q.paid(p, st)
		}
		if (p.valued() || p.priced(q, st)) && len(ms) > 0 {
			for _, m := range ms {
				q.tellValues(p, st, m)
			}
			break
		}
		if p.wentHow(st) {
			q.accountOn(p, st, ms[:min(len(ms), 1)])
		}
		if p.sought() && st.subject != nil {
			q.lookUp(p, st)
			switch {
			case p.dimension == quantity.Money:
				q.unmeasuredIn = append(q.unmeasuredIn, unmeasured{st}) // the notes don't give what it cost
			case lying.MatchString(p.question) && !q.dateTold(p, st):
				q.open = append(q.open, st)
			}
			break
		}
		q.show(p, st)
		for _, m := range ms {
			f := q.describe(st, m)
			if st.subject == nil {
				q.find(p, confidence(int(f.GetSampleSize()), st.coverage()), f.GetText(), f)
			}
		}
	}
	q.regularities(st, ms)
}

// measured returns the measures that answer: those of the parsed data that the
// question asks for, and what the text gives beyond it.
func (q *inquiry) measured(p *part, st stance) []*measure {
	ms := q.measuredIn(p, st)
	for i, m := range ms {
		ms[i] = m.in(p.unit)
	}
	return ms
}

// measuredIn is measured in the units of the notes.
func (q *inquiry) measuredIn(p *part, st stance) []*measure {
	ms := chosen(p, st.subject, measures(st.subject, st.told))
	for _, s := range p.without {
		ms = slices.DeleteFunc(ms, func(m *measure) bool { return s.keys[stemKey(m.subject)] })
	}
	switch p.want {
	case wantTotal, wantAverage, wantBest, wantLeast, wantTrend:
	default:
		if !p.valued() {
			return ms
		}
	}
	if len(ms) == 0 && p.dimension != "" {
		ms = p.beside(st)
	}
	if len(ms) == 0 && p.amountAsked(q, st) {
		if m := q.writtenMeasure(p, st); m != nil {
			return []*measure{m}
		}
	}
	for i, m := range ms {
		ms[i] = q.filled(p, st, m)
	}
	return ms
}

// beside returns the measures of the dimension that is asked for in short notes
// on the subject, which then are of it: the pace of the turkey trot.
func (p *part) beside(st stance) []*measure {
	if st.subject == nil || p.dimension == quantity.Money {
		return nil
	}
	short := filter(st.told, func(n *note) bool { return len(n.entry.GetText()) <= shortNote })
	return measuresOf(short, func(v number) bool { return quantity.Dimension(v.unit) == p.dimension && v.measure != "volume" })
}

// places in an order, from the second on.
var ranks = [][]string{{"second", "2nd"}, {"third", "3rd"}}

// nth returns the value at the place in the order that the question asks for:
// "second longest". It is false where it asks for the first.
func (p *part) nth(m *measure, highest bool) (stat.Point, string, bool) {
	for i, words := range ranks {
		if !p.has(words...) || len(m.series) <= i+1 {
			continue
		}
		ordered := slices.Clone(m.series)
		slices.SortStableFunc(ordered, func(a, b stat.Point) int {
			if highest {
				a, b = b, a
			}
			return cmp.Compare(a.Value, b.Value)
		})
		return ordered[i+1], words[0], true
	}
	return stat.Point{}, "", false
}

// wentHow reports whether a question asks how something was that is measured
// again and again: "how did I sleep last week".
func (p *part) wentHow(st stance) bool {
	return st.subject != nil && st.subject.known && len(daysOf(st.told)) > 1 && st.subject.everyday() && (!p.asks() || howWent.MatchString(p.question))
}

var howWent = regexp.MustCompile(`(?i)^\W*(?:and |so )?how (?:did|have|do) i\b`)

// priced reports whether a question only names what is paid for: "rent in
// December".
func (p *part) priced(q *inquiry, st stance) bool {
	return p.want == wantNotes && st.subject != nil && !p.asks() && q.priced(st.subject)
}

// paid is what was paid for the subject.
func (q *inquiry) paid(p *part, st stance) []*measure {
	asked := *p
	asked.dimension = quantity.Money
	asked.want = wantTotal
	return q.measured(&asked, st)
}

// findIf states a fact, if there is one.
func (q *inquiry) findIf(p *part, f *commonv1.Fact) {
	if f != nil {
		q.find(p, sure, f.GetText(), f)
	}
}

// chosen returns the measures that a question asks for: by name, by the
// dimension of its words, or else the most observed.
func chosen(p *part, s *subject, all []*measure) []*measure {
	byName := slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
		return m.name == "" || !p.names(m.name)
	})
	if len(byName) > 0 {
		return byName
	}
	if p.dimension != "" && !(p.fast() && p.dimension == quantity.Length) {
		return slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
			return m.dimension() != p.dimension && !(m.name == "distance" && p.dimension == quantity.Duration && p.has("how long")) || m.name == "volume"
		})
	}
	all = telling(p, all)
	if s == nil && len(all) > topMeasures {
		return all[:topMeasures]
	}
	return all
}

// names reports whether the question names a measure. "When did I set" names no
// sets.
func (p *part) names(name string) bool {
	if name == "sets" {
		return slices.ContainsFunc(p.tokens, func(t search.Token) bool { return t.Folded == name })
	}
	return search.Contains(p.tokens, search.Tokens(name))
}

// telling leaves out what hardly anybody means who does not name it: how many
// sets and repetitions where there is a load, and for a record or a progress
// anything but the load.
func telling(p *part, all []*measure) []*measure {
	loaded := map[string]bool{}
	for _, m := range all {
		loaded[m.subject] = loaded[m.subject] || m.name == "load"
	}
	record := p.want == wantBest || p.want == wantLeast || p.want == wantTrend
	return slices.DeleteFunc(slices.Clone(all), func(m *measure) bool {
		return loaded[m.subject] && (m.name == "sets" || m.name == "reps" || record && m.name != "load")
	})
}

// describe computes what is known of a measure and returns what tells most of
// it.
func (q *inquiry) describe(st stance, m *measure) *commonv1.Fact {
	average := q.averageFact(st, m)
	if s := stat.Summarize(m.series.Values()); s.Min < s.Max {
		q.extremeFact(st, m, true)
		q.extremeFact(st, m, false)
	}
	if m.additive() && len(m.series) > 1 {
		if sum := q.sumFact(st, m); relevance(m.domain, m.subject) == 0 {
			return sum
		}
	}
	return average
}

// tellTotal states the sum of a measure, or its average where a sum says
// nothing. Of the main measure it says how many notes don't give it.
func (q *inquiry) tellTotal(p *part, st stance, m *measure, main bool) {
	if !m.additive() && present.MatchString(p.question) {
		q.tellValues(p, st, m) // "how much do I weigh"
		return
	}
	if !m.additive() {
		f := q.averageFact(st, m)
		q.find(p, confidence(int(f.GetSampleSize()), st.coverage()), f.GetText(), f)
		return
	}
	f := q.sumFact(st, m)
	level, claim := sure, f.GetText()
	if without := len(st.told) - len(unique(f.GetEntryIds())); main && without > 0 && st.subject != nil {
		level = likely
		claim += fmt.Sprintf(" Of the %s on %s, %d give no %s.", plural(len(st.told), "note"), st.subjectName(), without, cmp.Or(m.name, "number"))
	}
	facts := []*commonv1.Fact{f}
	if len(m.series) > 1 {
		average := q.averageFact(st, m)
		facts = append(facts, average)
		if main {
			claim += fmt.Sprintf(" On average it was %s (%s).", with(average.GetValue(), m.unit), spread(stat.Summarize(m.typical().Values()), m.unit))
		}
	}
	if main && p.has("each week", "every week", "per week", "by week") {
		q.tellWeeks(p, m)
	}
	q.find(p, level, claim, facts...)
	if main {
		q.findIf(p, q.perFact(p, st, m.subjectName(), m.label(), m.unit, f))
	}
}

// perFact is a sum or count by day, week, month or year, where the question
// asks for that and the span holds at least one.
func (q *inquiry) perFact(p *part, st stance, subject, what, unit string, whole *commonv1.Fact) *commonv1.Fact {
	m := per.FindStringSubmatch(p.question)
	if m == nil {
		return nil
	}
	name := strings.ToLower(m[1] + strings.TrimSuffix(m[2], "ly"))
	name = cmp.Or(map[string]string{"dai": "day"}[name], name)
	length := map[string]float64{"day": 1, "week": 7, "month": 30.4375, "year": 365.25}[name]
	if float64(st.days.Days()) < length {
		return nil
	}
	rate := whole.GetValue() / (float64(st.days.Days()) / length)
	unit = strings.TrimSpace(unit + " per " + name)
	return q.fact(newFact(kindRate, subject, whole.GetMeasure(), rate, unit, st.days, int(whole.GetSampleSize()), whole.GetEntryIds(),
		"%s: %s %s.", capital(what), with(rate, unit), st.span.during()))
}

// tellWeeks states the sum of each calendar week, the latest ones if there are
// many.
func (q *inquiry) tellWeeks(p *part, m *measure) {
	weeks := m.series.Weeks(timespan.WeekStart(q.req.GetContext().GetWeekStart()))
	for _, w := range weeks[max(0, len(weeks)-shown):] {
		if len(w.Points) == 0 {
			continue
		}
		s := stat.Summarize(w.Points.Values())
		var of []string
		for _, pt := range w.Points {
			of = append(of, pt.ID)
		}
		days := notes.Range{Start: w.Start, End: w.Start.AddDays(6)}
		f := q.fact(newFact(kindSum, m.subjectName(), m.name, s.Sum, m.unit, days, s.N, of,
			"Total %s in the week of %s: %s, from %s.", m.label(), w.Start, with(s.Sum, m.unit), plural(s.N, "value")))
		q.find(p, sure, f.GetText(), f)
	}
}

func (q *inquiry) tellCount(p *part, st stance) {
	f := q.countFact(st)
	facts := []*commonv1.Fact{f}
	claim := f.GetText()
	if r := q.rateFact(st); r != nil {
		facts = append(facts, r)
		claim += " That is " + amount(r.GetValue()) + " days a week."
	}
	q.find(p, sure, claim, facts...)
	if !p.has("per week", "a week", "each week", "every week", "weekly") {
		q.findIf(p, q.perFact(p, st, st.subject.about(), st.subjectName(), "days", f))
	}
}

// tellNumbered tells how many of the subject there were where the user has
// numbered them.
func (q *inquiry) tellNumbered(p *part, st stance) bool {
	if p.want != wantCount || st.subject == nil || !st.span.days.IsZero() {
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

// show states each note with its words.
func (q *inquiry) show(p *part, st stance) {
	for i, n := range st.told {
		if i == shown {
			rest := st.told[shown:]
			f := q.fact(newFact(kindCount, st.subject.about(), "entries", float64(len(rest)), "entries", st.days, len(rest), ids(rest),
				"%s more on %s, from %s to %s.", plural(len(rest), "entry"), st.subjectName(), rest[0].day, rest[len(rest)-1].day))
			q.find(p, sure, f.GetText(), f)
			break
		}
		f := q.mention(n, st.subject.anchor(n), st.subject.about())
		q.find(p, sure, f.GetText(), f)
	}
	q.countFact(st)
}

// besides is how many denials are quoted beside what did happen.
const besides = 3

// denials states the notes that say that the subject did not happen: all that
// are shown where nothing else answers, else the last few.
func (q *inquiry) denials(p *part, st stance) {
	most := shown
	if len(st.told) > 0 {
		switch p.want {
		case wantLast, wantFirst, wantBest, wantLeast, wantTotal, wantAverage, wantGap, wantStreak:
			return // what did not happen is no answer to these
		}
		most = besides
	}
	for _, n := range st.denied[max(0, len(st.denied)-most):] {
		f := q.quote(n, shorten(n.sentence(n.deniedAt(st.subject))), st.subject.about())
		q.find(p, sure, fmt.Sprintf("No %s on %s. %s", st.subjectName(), n.day, f.GetText()), f)
	}
}

// tellSkipped counts the days whose notes say that the subject did not happen.
func (q *inquiry) tellSkipped(p *part, st stance) {
	days := len(daysOf(st.denied))
	f := q.fact(newFact(kindCount, st.subject.about(), "days without", float64(days), "days", st.days, len(st.denied), ids(st.denied),
		"The notes tell of %s without %s %s.", plural(days, "day"), st.subjectName(), st.span.during()))
	q.find(p, sure, f.GetText(), f)
}

// silence states that the notes of a covered span say nothing of a subject that
// is known from elsewhere.
func (q *inquiry) silence(p *part, st stance) {
	if len(st.denied) > 0 || !q.silenceCounts(p, st) {
		return
	}
	f := q.fact(newFact(kindCount, st.subject.about(), "days", 0, "days", st.days, len(st.logged), ids(q.in(st.span)),
		"No note tells of %s %s; there are notes on %d of its %s.", st.subjectName(), st.span.during(), len(st.logged), plural(st.span.count(st.days), "day")))
	q.find(p, likely, f.GetText(), f)
	told, _ := q.on(st.subject, q.notes)
	before := filter(told, func(n *note) bool { return n.day.Before(st.days.Start) })
	if len(before) > 0 {
		last := before[len(before)-1]
		m := q.mention(last, st.subject.anchor(last), st.subject.about())
		q.find(p, sure, fmt.Sprintf("The last note on %s before that is of %s.", st.subjectName(), last.day), m)
	}
}

// silenceCounts reports whether "none" is an answer to the question.
func (q *inquiry) silenceCounts(p *part, st stance) bool {
	switch p.want {
	case wantCount, wantTotal, wantWhether, wantNotes:
	default:
		return false
	}
	return q.dense(st)
}

// dense reports whether the span's notes would tell of the subject if it had
// happened: the loaded domains know its words, there are notes on at least half of the
// days, and others tell of it.
func (q *inquiry) dense(st stance) bool {
	if st.subject != nil && st.subject.person != nil {
		return false // who writes of themselves need not tell what others do
	}
	if st.subject == nil || !st.subject.known || st.coverage() < 0.5 {
		return false
	}
	told, _ := q.on(st.subject, q.notes)
	// Of what is so every day, as sleep, silence says only that it was not noted.
	return len(told) > 0 && !st.subject.everyday() && 5*len(daysOf(told)) < 3*len(q.days())
}

// everyday reports whether the subject is nothing that happens on some days
// only.
func (s *subject) everyday() bool {
	for _, k := range []string{"sleep", "mood", "nutrition"} {
		if k = search.Stem(k); s.domains[k] || s.keys[k] {
			return true
		}
	}
	return false
}

// regularities computes trend, breaks and streaks.
func (q *inquiry) regularities(st stance, ms []*measure) {
	for i, m := range ms {
		if i == topMeasures {
			break
		}
		if f, t := q.trendFact(m); f != nil && t.Direction() != 0 {
			q.pattern(f.GetText())
		}
		if f := q.weekends(st, m); f != nil {
			q.pattern(f.GetText())
		}
	}
	if st.subject == nil {
		return
	}
	if f := q.gapFact(st, weekGap); f != nil {
		q.pattern(f.GetText())
	}
	if f := q.streakFact(st, 3); f != nil {
		q.pattern(f.GetText())
	}
}

// fasterIsLess reports whether the best of a measure is its lowest value.
func (q *inquiry) fasterIsLess(m *measure) bool { return m.dimension() == "pace" }

// seriesIn restricts a measure to notes.
func (m *measure) within(in map[string]bool) *measure {
	c := *m
	c.series = pick(m.series, in)
	return &c
}

// fast reports whether the question asks for the quickest or the slowest.
func (p *part) fast() bool {
	return p.has("fastest", "quickest", "slowest", "my best time", "best time") || len(p.sizes) > 0 && p.has("time", "times", "pr", "pb")
}

// quickest leaves of the measures those that tell how fast it went, if the
// question asks for that.
func (p *part) quickest(ms []*measure) []*measure {
	if !p.fast() {
		return ms
	}
	speeds := slices.DeleteFunc(slices.Clone(ms), func(m *measure) bool {
		switch m.dimension() {
		case quantity.Pace, quantity.Speed:
			return false
		case quantity.Duration:
			return len(p.sizes) == 0 // over all distances the shortest is no fastest
		}
		return true
	})
	if len(speeds) == 0 {
		return ms
	}
	slices.SortStableFunc(speeds, func(a, b *measure) int {
		return cmp.Compare(b2i(a.dimension() != quantity.Duration), b2i(b.dimension() != quantity.Duration))
	})
	return speeds
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// amountAsked reports whether the text may be read for an amount that the parsed
// data lacks: not where the question counts things, or asks what something is
// that nobody gives amounts of.
func (p *part) amountAsked(q *inquiry, st stance) bool {
	switch {
	case p.noun != "" && p.want != wantTrend:
		return false
	case p.want == wantNotes:
		return p.dimension != "" || p.has("how much") || st.subject != nil && q.priced(st.subject)
	}
	return true
}
