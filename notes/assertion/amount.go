package assertion

import (
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/timespan"
)

// maxHedges is how many words such as "about" may stand between a number and the words
// that say what it is.
const maxHedges = 3

// numbersNotDone marks the numbers with a unit that are no amount of what was done. The
// number alone is marked: "ran 8 km, 10 minutes faster than last week" tells a run of 8 km.
func (s *scanner) numbersNotDone() {
	if !slices.ContainsFunc(s.tokens, hintsAtAmount) {
		return
	}
	s.markTotals()
	for i := 0; i < len(s.tokens); {
		j := s.sentenceEnd(i)
		if slices.ContainsFunc(s.tokens[i:j], hintsAtAmount) {
			s.notDoneIn(i, j)
		}
		i = j
	}
}

func (s *scanner) sentenceEnd(i int) int {
	j := i
	for j < len(s.tokens) && s.tokens[j].sentence == s.tokens[i].sentence {
		j++
	}
	return j
}

// notDoneIn is numbersNotDone of the sentence from token i up to j.
func (s *scanner) notDoneIn(i, j int) {
	start := s.tokens[i].start
	tokenAt := func(offset int) int {
		return i + sort.Search(j-i, func(k int) bool { return s.tokens[i+k].start >= start+offset })
	}
	sentence := s.text[start:s.tokens[j-1].end]
	quantities := slices.DeleteFunc(quantity.Scan(sentence), func(q quantity.Quantity) bool { return q.Unit == "" })
	if len(quantities) == 0 {
		return
	}
	var times []stretch
	var spans []timespan.Span
	if slices.ContainsFunc(s.tokens[i:j], timeHints) {
		spans = timespan.Scan(sentence, anyDay)
	}
	for _, span := range spans {
		if k, next := tokenAt(span.Offset), tokenAt(span.Offset+len(span.Text)); !span.Range.Start.IsZero() && span.Range.Days() >= minPeriodDays {
			times = s.addOtherTime(times, stretch{k, next}, stretch{i, j})
		}
	}
	for k := i; k < j; k++ {
		if n := lists.has("past", s.tokens, k); n > 0 {
			times = s.addOtherTime(times, stretch{k, k + n}, stretch{i, j})
		}
	}
	for n, q := range quantities {
		from, to := tokenAt(q.Start), tokenAt(q.End)
		if n > 0 {
			s.partOfAnother(quantities[:n], q, stretch{i, from}, stretch{to, j})
		}
		kind, found := s.notDone(q, from, to)
		if !found && slices.ContainsFunc(times, func(t stretch) bool { return t.from <= from && to <= t.to }) {
			kind, found = OtherTime, true
		}
		if found {
			s.whole(kind, start+q.Start, start+q.End)
		}
	}
}

// hinting are the words with which phrases begin that may say so.
var hinting = func() map[string]bool {
	out := map[string]bool{}
	for word, phrases := range lists {
		if slices.ContainsFunc(phrases, func(p phrase) bool { return numbering[p.list] }) {
			out[word] = true
		}
	}
	return out
}()

func hintsAtAmount(t token) bool { return hinting[t.text] || t.sign("(") || timeHints(t) }

// timeHints reports whether a token may stand in a time that is not the note's.
func timeHints(t token) bool {
	return lists.is("time", t.text) || lists.is("month", t.text) || len(t.text) == 4 && plain(t.text) && (t.text[:2] == "19" || t.text[:2] == "20")
}

// numbering are the lists of such phrases.
var numbering = map[string]bool{
	"less": true, "longer": true, "faster": true, "further": true, "cheaper": true, "heavier": true,
	"limit": true, "forecast": true, "would": true, "apiece": true, "past": true,
	"part": true, "partly": true, "sum": true, "for each": true,
}

// comparing are the lists whose phrases behind a number tell how much more or less something
// was, and the dimensions that a number must have for it; none for any.
var comparing = map[string][]string{
	"less":    nil,
	"longer":  {quantity.Duration, quantity.Length},
	"faster":  {quantity.Duration},
	"further": {quantity.Length},
	"cheaper": {quantity.Money},
	"heavier": {quantity.Mass},
}

// notDone returns why the number of the tokens from i up to j is no amount of what was done.
func (s *scanner) notDone(q quantity.Quantity, i, j int) (Kind, bool) {
	is := func(dimensions []string) bool {
		return slices.ContainsFunc(dimensions, func(d string) bool { _, ok := q.As(d); return ok }) // "20 pounds", "30m"
	}
	behind := func(list string) bool { return s.sameSentence(i, j) && lists.has(list, s.tokens, j) > 0 }
	for list, dimensions := range comparing {
		if behind(list) && (dimensions == nil && !behind("approximate") || is(dimensions)) {
			return Compared, true
		}
	}
	spans := is([]string{quantity.Money, quantity.Duration, quantity.Length})
	if spans && behind("apiece") && !s.setEach(i, j) || is([]string{quantity.Money}) && s.pricedEach(i) {
		return Apiece, true
	}
	if spans && s.leadsTo("limit", i) || s.leadsTo("forecast", i) || s.wouldBe(i) {
		return Bounded, true
	}
	return 0, false
}

// divisible are the dimensions whose numbers may hold others.
var divisible = []string{quantity.Money, quantity.Duration, quantity.Length}

// partOfAnother marks a number that a larger one before it holds already: "worked 8 h, of which
// 3 h meetings", "swam 1500 m (500 m breaststroke)", "20 €, incl. 3 € tip". Before it is the
// sentence up to it, behind it the rest.
func (s *scanner) partOfAnother(others []quantity.Quantity, q quantity.Quantity, before, behind stretch) {
	at := before.to - 1
	if !slices.Contains(divisible, quantity.Dimension(q.Unit)) || s.tokens[at].text == "x" || s.tokens[at].text == "×" || s.tokens[at].sign("/") { // "(6x400 m)", "(1:30/100 m)"
		return
	}
	start := s.partBegin(before)
	if start < 0 && behind.from < behind.to && lists.has("partly", s.tokens, behind.from) > 0 {
		start = before.to
	}
	if start < 0 || !slices.ContainsFunc(others, func(whole quantity.Quantity) bool { return s.holds(whole, q, before.from) }) {
		return
	}
	end := behind.from
	for end < behind.to && !s.tokens[end].sign(",") && !s.tokens[end].sign(")") {
		end++
	}
	if slices.ContainsFunc(s.tokens[start:end], func(t token) bool { return lists.is("apart", t.text) || lists.is("stage", t.text) }) {
		return
	}
	s.whole(Part, s.tokens[start].start, s.tokens[end-1].end)
}

// partBegin returns the token with which a part of a number before it begins, behind a bracket or
// a word such as "incl."; -1 if none does.
func (s *scanner) partBegin(before stretch) int {
	start, inBracket := -1, false
	for k := before.from; k < before.to; k++ {
		switch t := &s.tokens[k]; {
		case t.sign("("), t.sign(",") && inBracket:
			start, inBracket = k+1, true
			if lists.is("apart", s.wordAt(k+1)) {
				start = -1
			}
		case t.sign(")"):
			start, inBracket = -1, false
		case lists.has("part", s.tokens, k) > 0:
			start = k
		case t.sign(","):
			start = -1
		}
	}
	return start
}

// holds reports whether a number of the sentence from token i on is of a kind with another and
// larger, and stands in no bracket: "to work (6 km) and back (5 km)".
func (s *scanner) holds(whole, part quantity.Quantity, i int) bool {
	behind := s.text[s.tokens[i].start+whole.End:]
	if end := strings.IndexAny(behind, "()"); end >= 0 && behind[end] == ')' {
		return false
	}
	w, known := whole.As(quantity.Dimension(part.Unit))
	if !known {
		return false
	}
	v, ok := quantity.Convert(w.Value, w.Unit, part.Unit)
	return ok && v > part.Value
}

// markTotals marks a number of which its sentence says that it is a total, if it is that of the numbers
// before it: "Spent 900 € on rent, 60 € on food, 960 € in total".
func (s *scanner) markTotals() {
	if !slices.ContainsFunc(s.tokens, func(t token) bool { return lists.begins("sum", t.text) }) {
		return
	}
	totals := map[string]float64{}
	for _, q := range quantity.Scan(s.text) {
		if !slices.Contains(divisible, quantity.Dimension(q.Unit)) {
			continue
		}
		from := sort.Search(len(s.tokens), func(k int) bool { return s.tokens[k].start >= q.Start })
		if from == len(s.tokens) {
			return
		}
		i, j := from, s.sentenceEnd(from)
		for i > 0 && s.tokens[i-1].sentence == s.tokens[from].sentence {
			i--
		}
		start, end := s.partStart(from, i), s.until(from, j, true)
		if s.hasPhrase("sum", start, end) && math.Abs(totals[q.Unit]-q.Value) < 0.005*q.Value {
			s.whole(Part, s.tokens[start].start, s.tokens[end-1].end)
			continue
		}
		totals[q.Unit] += q.Value
	}
}

// pricedEach reports whether token i is the price of each of several: "2 tickets at 30 €".
func (s *scanner) pricedEach(i int) bool {
	if i < 3 || !lists.is("for each", s.tokens[i-1].text) {
		return false
	}
	for k := i - 2; k >= 0 && k >= i-4 && s.sameSentence(k, i); k-- {
		if n := s.tokens[k].text; plain(n) && n != "1" && n != "0" || people.is("few", n) && n != "one" && n != "none" {
			return k < i-2
		}
	}
	return false
}

// setEach reports whether "each" at token j tells of sets: "2x30 s each", "30 s each side".
func (s *scanner) setEach(i, j int) bool {
	return lists.is("limb", s.wordAt(j+1)) || i > 0 && (s.tokens[i-1].text == "x" || s.tokens[i-1].text == "×")
}

// wordAt returns the text of token i, "" behind the last.
func (s *scanner) wordAt(i int) string {
	if i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].text
}

func (s *scanner) sameSentence(i, j int) bool {
	return i < len(s.tokens) && j < len(s.tokens) && s.tokens[i].sentence == s.tokens[j].sentence
}

// leadsTo reports whether a phrase of a list stands before token i, with no more than
// hedges between.
func (s *scanner) leadsTo(list string, i int) bool {
	for range maxHedges + 1 {
		for n := 1; n <= 3 && i-n >= 0; n++ {
			if lists.has(list, s.tokens, i-n) == n {
				return true
			}
		}
		if i--; i < 0 || !lists.is("hedge", s.tokens[i].text) && !s.tokens[i].sign(":") {
			return false
		}
	}
	return false
}

// wouldBe reports whether what is to be leads to token i: "it will probably cost 80 €".
func (s *scanner) wouldBe(i int) bool {
	costs := false
	for k := i - 1; k >= 0 && k >= i-maxDenied && s.sameSentence(k, i-1) && !s.tokens[k].sign(","); k-- {
		switch {
		case lists.is("costs", s.tokens[k].text):
			costs = true
		case costs && lists.has("would", s.tokens, k) > 0:
			return true
		}
	}
	return false
}

// A stretch is of the tokens from one up to but without another.
type stretch struct{ from, to int }

// minPeriodDays is how many days are more than the day of a note: a weekend is told on
// the day after it.
const minPeriodDays = 3

// anyDay is a day from which to read times of which only the length counts.
var anyDay = timespan.Ref{Now: time.Date(2025, time.June, 18, 12, 0, 0, 0, time.UTC), WeekStart: time.Monday}

// addOtherTime adds the stretch of a sentence whose numbers are of a period that it names:
// the part in which it says "last month", or that begins with "In December", or the number
// before it, "90 € in December". "The first since last month" names none.
func (s *scanner) addOtherTime(times []stretch, period, sentence stretch) []stretch {
	from, to := period.from, period.to
	gone := lists.is("gone", s.tokens[from].text) || lists.is("gone", s.tokens[to-1].text) || lists.has("past", s.tokens, from) > 0
	for from > sentence.from && lists.is("within", s.tokens[from-1].text) {
		from--
	}
	if lists.is("toward time", s.tokens[from].text) || from > sentence.from && lists.is("toward time", s.tokens[from-1].text) ||
		to < sentence.to && s.tokens[to].sign("'") {
		return times
	}
	part := s.partOf(stretch{from, to}, sentence)
	switch {
	case gone || from == part.from && s.tellsAmount(to, sentence.to):
		return append(times, part)
	case from > part.from && (!s.tokens[from-1].word || s.unitAt(from-1)) && s.deedIn(part.from, from): // right behind a number
		return append(times, stretch{part.from, from})
	}
	return times
}

// partOf returns the part of a sentence, between commas or in brackets, in which a period
// stands; where it begins with the period, with what is behind the comma: "In December, I paid".
func (s *scanner) partOf(period, sentence stretch) stretch {
	part := stretch{s.partStart(period.from, sentence.from), s.until(period.to, sentence.to, true)}
	for k := part.from; k < period.from; k++ {
		if s.tokens[k].sign("(") {
			part.from = k + 1
		}
	}
	for k := part.to - 1; k >= period.to; k-- {
		if s.tokens[k].sign(")") {
			part.to = k
		}
	}
	for part.from < period.from && !s.tokens[part.from].word && !digit(s.tokens[part.from].text, 0) { // the mark of a list
		part.from++
	}
	if period.to < sentence.to && s.tokens[period.to].sign(",") && period.from == part.from {
		part.to = s.until(period.to+1, sentence.to, true)
	}
	return part
}

func (s *scanner) deedIn(from, to int) bool {
	return slices.ContainsFunc(s.tokens[from:to], func(t token) bool { return people.is("did", t.text) || lists.is("asserted", t.text) })
}

// tellsAmount reports whether what was done, or a number, follows at token k.
func (s *scanner) tellsAmount(k, end int) bool {
	for k < end && (s.tokens[k].sign(",") || s.tokens[k].sign(":") || people.is("own", s.tokens[k].text) || people.is("adverb", s.tokens[k].text)) {
		k++
	}
	return k < end && (people.is("did", s.tokens[k].text) || past(s.tokens[k].text) || lists.is("asserted", s.tokens[k].text) || digit(s.tokens[k].text, 0) || !s.tokens[k].word)
}

// unitAt reports whether token k is a unit behind a number.
func (s *scanner) unitAt(k int) bool {
	_, known := quantity.Canonical(s.tokens[k].text)
	return known && k > 0 && digit(s.tokens[k-1].text, 0)
}
