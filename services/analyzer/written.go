package analyzer

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// closeBy is how many words a bare number may stand behind what it is of.
const closeBy = 5

// unsigned is how many words a price without its currency counts as further
// away than one with it.
const unsigned = 3

// priced reports whether a domain that keeps amounts of money has a name for
// the subject.
func (q *inquiry) priced(s *note.Subject) bool {
	if len(s.All) > 0 {
		return slices.ContainsFunc(s.All, q.priced)
	}
	for k := range s.Keys {
		if q.lexicon.Money[k] {
			return true
		}
	}
	return false
}

// writtenMeasure reads from the text of notes what no domain has parsed: the
// amount that stands by the subject. Of several kinds the one that most notes
// give is meant. It is nil where no note gives one.
func (q *inquiry) writtenMeasure(p *part, st stance) *measure {
	if st.subject == nil {
		return ofDimension(p, st.told)
	}
	if p.Dimension == "" && p.Per != "" && !p.Is(ask.HowMuch) {
		return nil // "migraines per month" are counted
	}
	if m := q.writtenSpeed(p, st); m != nil {
		return m
	}
	return q.writtenOf(st, p.Fits, p.Dimension)
}

// writtenOf is what notes write of a subject in a dimension, "" for any that fits.
func (q *inquiry) writtenOf(st stance, fits func(dimension string) bool, dimension string) *measure {
	byUnit := map[string]stat.Series{}
	for _, n := range st.told {
		if note.Recap.MatchString(n.Entry.GetText()) {
			continue
		}
		for unit, v := range q.amountsBy(n, st.subject, dimension) {
			if !fits(quantity.Dimension(unit)) {
				continue
			}
			byUnit[unit] = append(byUnit[unit], stat.Point{Day: n.Day, Value: v, ID: n.Entry.GetId()})
		}
	}
	unit, most := "", 0
	for u, s := range byUnit {
		n := len(s)
		if u != "" && len(byUnit) > 1 {
			n *= 2 // a number beside its unit says what it is of
		}
		if n > most || n == most && (unit == "" || u != "" && u < unit) {
			unit, most = u, n
		}
	}
	if most == 0 {
		return nil
	}
	m := &measure{subject: st.subject.Name, name: writtenNames[quantity.Dimension(unit)], unit: unit}
	for u, s := range byUnit {
		if u == unit {
			m.series = append(m.series, s...)
			continue
		}
		for _, pt := range s { // the same in another unit, of notes that don't give it in this one
			if v, ok := quantity.Convert(pt.Value, u, unit); ok && !slices.ContainsFunc(m.series, func(o stat.Point) bool { return o.ID == pt.ID }) {
				m.series = append(m.series, stat.Point{Day: pt.Day, Value: v, ID: pt.ID})
			}
		}
	}
	m.series = stat.NewSeries(m.series)
	return m
}

// writtenNames name what is measured of a deed that no domain reads.
var writtenNames = map[string]string{quantity.Length: distanceName, quantity.Duration: durationName}

// ofDimension is what notes give of the dimension that a question asks for and
// that is of nothing else: the steps of a day, the time of a distance. It is nil
// where the question asks for none, or no note gives one.
func ofDimension(p *part, told []*note.Note) *measure {
	dimension := p.Dimension
	if len(p.Sizes) > 0 && p.Is(ask.Fast) {
		dimension = quantity.Duration
	}
	if dimension == "" || dimension == quantity.Money {
		return nil
	}
	m := &measure{name: dimension}
	for _, n := range told {
		for _, a := range n.Amounts() {
			if v, ok := quantity.Convert(a.Value, a.Unit, cmp.Or(m.unit, a.Unit)); ok && quantity.Dimension(a.Unit) == dimension && !n.Unreal(max(0, n.TokenAt(a.Start))) {
				m.unit = cmp.Or(m.unit, a.Unit)
				m.series = append(m.series, stat.Point{Day: n.Day, Value: v, ID: n.Entry.GetId()})
				break
			}
		}
	}
	if len(m.series) == 0 {
		return nil
	}
	m.series = stat.NewSeries(m.series)
	return m
}

// amountsBy returns by unit the amount of a note that stands closest to the
// subject: in its sentence, or anywhere in a short note.
func (q *inquiry) amountsBy(n *note.Note, s *note.Subject, dimension string) map[string]float64 {
	text := n.Entry.GetText()
	places := s.PlacesIn(n)
	for _, m := range n.Mendings { // what was corrected may be named there only
		if len(places) == 0 && len(s.PlacesIn(m)) > 0 {
			places = []int{0}
		}
	}
	if len(places) == 0 {
		return nil
	}
	type found struct {
		value    float64
		distance int
	}
	best := map[string]found{}
	far := map[string]found{}
	for _, a := range n.Amounts() {
		if !a.Of(dimension) {
			continue
		}
		at := n.TokenAt(a.Start)
		if at < 0 || n.Unreal(at) {
			continue
		}
		for _, i := range places {
			d := at - i
			if d < 0 && a.Unit != "" && n.Tokens[i].Start == a.End+1 && text[a.End] == ' ' {
				d = 0 // "2.4kg tomatoes, 1.5kg beans"
			}
			if d < 0 {
				d = -d*2 + 1 // what is behind the word is of it rather than what is before
				if k := n.Tokens[i].Start; a.End < k && strings.ContainsAny(text[a.End:k], ",;") {
					d += closeBy // and what a comma sets apart even less
				}
			}
			into := best
			if d != 0 && note.SentenceBreak(text, n.Tokens, min(i, at), max(i, at)) {
				if into = far; len(text) > note.Short {
					continue
				}
			}
			unit := a.Unit
			if unit == "" && a.Priced {
				unit, d = q.currency(), d+unsigned // "groceries 58.90"
			}
			if unit == "" && dimension == "" && d > closeBy {
				continue // who knows what it counts
			}
			if b, ok := into[unit]; !ok || d < b.distance {
				into[unit] = found{a.Value, d}
			}
		}
	}
	if len(best) == 0 {
		best = far
	}
	out := map[string]float64{}
	for unit, f := range best {
		out[unit] = f.value
	}
	return out
}

// currency is the one that the notes use most, "" if they name none.
func (q *inquiry) currency() string {
	if q.money != nil {
		return *q.money
	}
	used := map[string]int{}
	count := func(of []note.Amount) {
		for _, a := range of {
			if quantity.Dimension(a.Unit) == quantity.Money {
				used[a.Unit]++
			}
		}
	}
	for _, n := range q.notes {
		count(n.Amounts())
	}
	if len(used) == 0 {
		count(note.AmountsIn(q.req.GetGlobalContext()))
	}
	c := mostUsed(used)
	q.money = &c
	return c
}

// sign gives amounts of money that lack their currency the one that the notes
// use.
func (q *inquiry) sign() {
	for _, n := range q.notes {
		for i := range n.Numbers {
			if v := &n.Numbers[i]; v.Unit == "" && q.lexicon.Priced[v.Domain] {
				v.Unit = q.currency()
			}
		}
	}
}

// filled adds to a measure the notes that the parsed data leaves out although
// their text gives the amount: to sums, to whatever is paid, and to what the
// question names.
func (q *inquiry) filled(p *part, st stance, m *measure) *measure {
	dimension := m.dimension()
	if q.lexicon.Priced[m.domain] {
		dimension = quantity.Money
	}
	of := st.subject
	if p.names(m.name) && p.Aggregate != ask.Sum && dimension != quantity.Money {
		of = q.lexicon.Subject(m.name) // "35 g protein" of the breakfasts
	}
	if st.subject == nil || !m.additive() || dimension == "" || of == st.subject && p.Aggregate != ask.Sum && p.By == "" && dimension != quantity.Money {
		return m
	}
	have := idsIn(m.series)
	c := *m
	for _, n := range st.told {
		if have[n.Entry.GetId()] || note.Recap.MatchString(n.Entry.GetText()) || dimension != quantity.Money && !n.Happens(st.subject) {
			continue // "old shoes had 500 miles" is no run
		}
		for unit, v := range q.amountsBy(n, of, dimension) {
			if unit == "" && q.currency() == m.unit {
				unit = m.unit
			}
			if unit == "week" || unit == "day" {
				continue // "three weeks to go, so protect sleep"
			}
			if v, ok := quantity.Convert(v, unit, m.unit); ok && !math.IsNaN(v) {
				c.series = append(c.series, stat.Point{Day: n.Day, Value: v, ID: n.Entry.GetId()})
				break
			}
		}
	}
	c.series = stat.NewSeries(c.series)
	return &c
}

// countedMeasure is how many of what the question counts each note gives: "read
// 60 pages". It is nil where most notes that name it give no number, for then
// each of them is one.
func (q *inquiry) countedMeasure(p *part, st stance) *measure {
	if st.subject == nil || p.Noun == "" && !p.Is(ask.Became) {
		return nil
	}
	noun := map[string]bool{search.Stem(p.Noun): true}
	for _, s := range st.subject.Parts() {
		if !p.counts(s) {
			continue
		}
		for _, ph := range s.Phrases {
			noun[ask.KeyOf(ph)] = true // "14 pts" are patients
		}
	}
	m := &measure{subject: st.subject.Name, name: p.Noun, sought: &st}
	named := 0
	for _, n := range st.told {
		sum, ok, here := 0.0, false, false
		places := st.subject.PlacesIn(n)
		for i, t := range n.Tokens {
			if p.Noun == "" && !slices.Contains(places, i) || p.Noun != "" && !noun[t.Stem] || n.Unreal(i) {
				continue
			}
			here = true
			if v, counted := n.Counted(i); counted {
				if p.Noun == "" {
					sum = 0 // of several numbers before "got lost" the closest counts
				}
				sum, ok = sum+v, true
				if m2 := again.FindStringSubmatch(n.Entry.GetText()[t.End:]); m2 != nil {
					more, _ := strconv.ParseFloat(m2[1], 64)
					m.series = append(m.series, stat.Point{Day: n.Day, Value: more, ID: n.Entry.GetId()})
				}
			}
		}
		if here {
			named++
		}
		if ok {
			m.series = append(m.series, stat.Point{Day: n.Day, Value: sum, ID: n.Entry.GetId()})
		}
	}
	if len(m.series) == 0 || 2*len(m.series) <= named {
		return nil
	}
	if strings.Contains(st.subject.Name, p.Noun) {
		m.name = "" // "practice exams" are what is counted
	}
	m.series = stat.NewSeries(m.series)
	return m
}

// countedBare is how many of a thing the notes count, where the question only names
// it: "goals in june". It is nil where they measure it otherwise.
func (q *inquiry) countedBare(p *part, st stance) *measure {
	if st.subject == nil || p.Is(ask.Asking) || p.Noun != "" {
		return nil
	}
	at, n := p.place(st.subject)
	if at < 0 || slices.ContainsFunc(st.told, func(n *note.Note) bool { return slices.ContainsFunc(n.Numbers, st.subject.Holds) }) {
		return nil
	}
	m := q.countedMeasure(p.asking(func(q *ask.Query) { q.Noun = p.Tokens[at+n-1].Folded }), st)
	if m == nil || len(m.series) < 2 {
		return nil
	}
	return m
}

// again counts the same of another time: "118 drops yesterday and 131 today".
var again = regexp.MustCompile(`(?i)^[^.!?;\n]{0,24}?\b(?:and|then|,)\s+(\d+)\s+(?:today|tonight|yesterday|this (?:morning|evening|afternoon))\b`)
