package analyzer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A rank is where in the order of its values a question looks: at one place,
// "third longest", or at the first few, "three longest".
type rank struct {
	place int // 0 for none
	few   int // 0 for none
	added bool
	mean  bool
}

var (
	ordinals  = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	cardinals = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

	superlative = `(?:most|least|best|worst|highest|\pL{3,}est)\b`
	atPlace     = regexp.MustCompile(`(?i)\b(` + strings.Join(ordinals[2:], "|") + `|\d{1,2}(?:st|nd|rd|th))[ -]` + superlative)
	firstFew    = regexp.MustCompile(`(?i)\b(` + strings.Join(cardinals[2:], "|") + `|\d{1,2})[ -]` + superlative + `|\b(?:top|best|worst|\pL{3,}est)\s+(` + strings.Join(cardinals[2:], "|") + `|\d{1,2})\b`)
)

// rankOf reads the rank that a question asks for.
func (p *part) rankOf() rank {
	if m := atPlace.FindStringSubmatch(p.question); m != nil {
		return rank{place: numeral(m[1], ordinals)}
	}
	m := firstFew.FindStringSubmatchIndex(p.question)
	if m == nil {
		return rank{}
	}
	for _, g := range []int{2, 4} {
		if m[g] < 0 {
			continue
		}
		end := m[g+1]
		if g == 4 && quantity.Scan(p.question[m[g]:]) != nil {
			if a := quantity.Scan(p.question[m[g]:])[0]; a.Start == 0 && a.Unit != "" {
				return rank{} // "fastest 5 miler" is of one length
			}
		}
		few := numeral(p.question[m[g]:end], cardinals)
		return rank{few: few, mean: p.has("average", "avg", "mean"),
			added: p.has("sum", "total", "in total", "together", "altogether", "combined", "add up", "added up", "how many", "how much", "how far")}
	}
	return rank{}
}

// numeral reads a number of at least two in words or digits; 0 for others.
func numeral(word string, words []string) int {
	word = strings.ToLower(word)
	if i := slices.Index(words, word); i > 1 {
		return i
	}
	n, _ := strconv.Atoi(strings.TrimRight(word, "stndrh"))
	if n < 2 {
		return 0
	}
	return n
}

// ordinalOf names a place: "third", "12th".
func ordinalOf(n int) string {
	if n < len(ordinals) {
		return ordinals[n]
	}
	suffix := "th"
	if n/10%10 != 1 {
		suffix = map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	}
	return strconv.Itoa(n) + cmp.Or(suffix, "th")
}

// ranked returns the values that are compared, in order from the first place.
func (m *measure) ranked(highest bool) stat.Series {
	ordered := slices.Clone(m.series)
	if m.name == "load" {
		ordered = slices.Clone(m.typical()) // the sets of a day are no places of their own
	}
	slices.SortStableFunc(ordered, func(a, b stat.Point) int {
		if highest {
			a, b = b, a
		}
		return cmp.Compare(a.Value, b.Value)
	})
	return ordered
}

// tellExtremes gives the highest or the lowest of each measure, or those at the
// places in the order that the question asks for.
func (q *inquiry) tellExtremes(p *part, st stance, ms []*measure) {
	if len(ms) == 0 {
		q.unmeasured(p, st)
	}
	var best []*commonv1.Fact
	for _, m := range withUnits(p.quickest(ms)) {
		highest := (p.want == wantBest) != (q.fasterIsLess(m) || p.fast() && m.dimension() == quantity.Duration)
		switch {
		case p.rank.place > 0:
			best = append(best, q.placeFact(p, st, m, highest))
		case p.rank.few > 0:
			best = append(best, q.fewFacts(p, st, m, highest)...)
		default:
			best = append(best, q.extremeFact(st, m, highest))
		}
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
}

// placeFact is the value at a place in the order, or that there are too few.
func (q *inquiry) placeFact(p *part, st stance, m *measure, highest bool) *commonv1.Fact {
	ordered := m.ranked(highest)
	name := ordinalOf(p.rank.place)
	if len(ordered) < p.rank.place {
		return q.fact(newFact(kindCount, m.subjectName(), m.name+" values", float64(len(ordered)), "", st.days, len(ordered), idsOf(m, nil),
			"There is no %s %s: the notes give %s of it %s.", name, m.label(), plural(len(ordered), "value"), st.span.during()))
	}
	return q.valueFact(m, ordered[p.rank.place-1], name+" "+orderWord(m, p.want == wantBest)+" ")
}

// orderWord says what the first place in an order is called.
func orderWord(m *measure, best bool) string {
	switch {
	case !best:
		return "lowest"
	case m.dimension() == quantity.Pace || m.dimension() == quantity.Duration && !m.additive():
		return "best"
	}
	return "highest"
}

// fewFacts are the first few values in the order, and their sum or mean where
// the question asks for it.
func (q *inquiry) fewFacts(p *part, st stance, m *measure, highest bool) []*commonv1.Fact {
	ordered := m.ranked(highest)
	ordered = ordered[:min(len(ordered), p.rank.few)]
	var out []*commonv1.Fact
	var of []string
	for i, pt := range ordered {
		out = append(out, q.valueFact(m, pt, fmt.Sprintf("%s %s ", ordinalOf(i+1), orderWord(m, p.want == wantBest))))
		of = append(of, pt.ID)
	}
	s := stat.Summarize(ordered.Values())
	what := fmt.Sprintf("%d %s values of %s", s.N, orderWord(m, p.want == wantBest), m.label())
	switch {
	case p.rank.added:
		f := q.fact(newFact(kindSum, m.subjectName(), m.name, s.Sum, m.unit, st.days, s.N, of, "The %s together: %s.", what, with(s.Sum, m.unit)))
		return append([]*commonv1.Fact{f}, out...)
	case p.rank.mean:
		f := q.fact(newFact(kindAverage, m.subjectName(), m.name, s.Mean, m.unit, st.days, s.N, of, "The %s on average: %s.", what, with(s.Mean, m.unit)))
		return append([]*commonv1.Fact{f}, out...)
	}
	return out
}

// withUnits leaves out the bare numbers of a measure that others give a unit.
func withUnits(ms []*measure) []*measure {
	return slices.DeleteFunc(slices.Clone(ms), func(m *measure) bool {
		return m.unit == "" && slices.ContainsFunc(ms, func(o *measure) bool {
			return o.unit != "" && o.subject == m.subject && o.name == m.name && o.domain == m.domain
		})
	})
}

// farApart asks how far the extremes of one thing lie apart: "difference between
// my longest and shortest run".
var farApart = regexp.MustCompile(`(?i)\b(?:difference|range|spread|gap|apart|how (?:much|many|far)\b[^?]*)\b.*\b(?:between|from)\s+(?:my |the )?(?:most|least|best|worst|\pL{3,}est)\b.*\b(?:and|to)\s+(?:my |the )?(?:most|least|best|worst|\pL{3,}est)\b`)

// tellRange tells the highest, the lowest and how far they lie apart. It is
// false where the question asks for no such thing.
func (q *inquiry) tellRange(p *part) bool {
	if !farApart.MatchString(p.question) || len(p.subjects) == 0 {
		return false
	}
	told := false
	for _, s := range p.subjectsOf() {
		spans := q.spansOf(p)
		if !p.dated {
			spans = []span{everything}
		}
		for _, sp := range spans {
			st := q.look(s, sp)
			asked := *p
			asked.want = wantBest
			for _, m := range withUnits(q.measured(&asked, st)) {
				high, ok := m.series.Highest()
				low, _ := m.series.Lowest()
				if !ok || high.Value == low.Value {
					continue
				}
				f := newFact(kindChange, m.subjectName(), m.name, high.Value, m.unit, st.days, len(m.series), []string{high.ID, low.ID},
					"Highest %s: %s on %s against %s on %s, the lowest%s.", m.label(), with(high.Value, m.unit), high.Day, with(low.Value, m.unit), low.Day, difference(low.Value, high.Value, m.unit))
				f.Baseline = new(round(low.Value))
				q.find(p, sure, f.GetText(), q.fact(f))
				told = true
			}
			if told {
				q.covered(cover{part: p, subject: s, span: sp, told: len(st.told), needed: true})
			}
		}
	}
	return told
}

// latestFew asks for the last few, or the first, of what happens again and again.
var latestFew = regexp.MustCompile(`(?i)\b(?:(last|latest|past|first|most recent)\s+(` + strings.Join(cardinals[2:], "|") + `|\d{1,2})|(` + strings.Join(cardinals[2:], "|") + `|\d{1,2})\s+(last|latest|first|most recent))\s+(\pL+)\b`)

// fewOf keeps of a stance its last few notes, or its first, where the question
// asks for these: "my last 3 runs". "The last 3 weeks" are a span.
func (p *part) fewOf(st stance) stance {
	m := latestFew.FindStringSubmatch(p.question)
	if m == nil || st.subject == nil || p.rank != (rank{}) {
		return st
	}
	if unit, ok := quantity.Canonical(strings.ToLower(m[5])); ok && quantity.Dimension(unit) == quantity.Duration {
		return st
	}
	switch search.Stem(strings.ToLower(m[5])) {
	case "day", "week", "weekend", "month", "year", "night", "morn", "evening", "quarter", "hour", "minute":
		return st
	}
	few := numeral(m[2]+m[3], cardinals)
	told := events(st.subject, st.told)
	if few == 0 || len(told) <= few {
		return st
	}
	word := strings.ToLower(m[1] + m[4])
	if word == "first" {
		st.told = told[:few]
	} else {
		st.told = told[len(told)-few:]
	}
	st.limit = fmt.Sprintf("(the %s %d)", word, few)
	st.span = span{label: "", days: notes.Range{Start: st.told[0].day, End: st.told[len(st.told)-1].day}}
	st.days = st.span.days
	return st
}
