package analyzer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/extract"
	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/ask"
	"github.com/weft-mesh/weft/services/analyzer/note"
)

// A measure is a series of one quantity of one subject, in one unit.
type measure struct {
	domain, subject, name, unit string
	kind                        extract.Kind // as the schema declares it, "" for what only words name
	series                      stat.Series
	loose                       int     // how many values need not be of the subject
	sought                      *stance // where it was looked for
}

// label names the measure in a sentence: "bench press load", "sleep duration".
func (m *measure) label() string {
	subject := cmp.Or(m.subject, m.domain)
	switch {
	case m.name == "" || ask.Same(subject, m.name) || strings.HasSuffix(subject, " "+m.name): // "spending" is what was spent
		return subject
	case subject == "":
		return m.name
	}
	return subject + " " + m.name
}

// additive reports whether a sum over days says something: kilometres do, loads
// and paces don't.
func (m *measure) additive() bool {
	if m.kind != "" {
		return m.kind == extract.Amount
	}
	switch m.name {
	case "load", "weight", "bodyweight", "body weight", "pace", "speed", "quality", "rating", "rpe",
		"mood", "level", "heart rate", "hrv", "temperature", "price", "intensity", "score", "percent", "balance",
		"systolic", "diastolic", "reps in reserve", "motivation":
		return false
	}
	switch quantity.Dimension(m.unit) {
	case quantity.Pace, quantity.Speed, quantity.Temperature, quantity.Rate, quantity.Ratio, quantity.Power, quantity.Level:
		return false
	case "":
		return true // a bare number that is no rating counts something
	}
	return true
}

// perDay reports whether the day's total is what people compare: of food and
// money they count days, of runs and nights each one.
func (m *measure) perDay() bool {
	if !m.additive() {
		return false
	}
	switch quantity.Dimension(m.unit) {
	case quantity.Mass:
		return !m.dose()
	case quantity.Energy, quantity.Volume, quantity.Money, quantity.Steps:
		return true
	}
	return false
}

// dose reports whether the measure is of something taken by the milligram, of
// which two notes of a day tell the same dose rather than two.
func (m *measure) dose() bool {
	return m.unit == "mg" || m.unit == "mcg" || m.unit == "IU"
}

// typical returns the series that spans are compared by: the heaviest set of a
// day, the total of a day, or every value.
func (m *measure) typical() stat.Series {
	switch {
	case m.name == "load":
		return m.series.Daily(slices.Max)
	case m.perDay():
		return m.series.Daily(total)
	}
	return m.series
}

// in returns the measure in another unit, or as it is where it can't be.
func (m *measure) in(unit string) *measure {
	if unit == "" || unit == m.unit || quantity.Dimension(unit) != quantity.Dimension(m.unit) {
		return m
	}
	c := *m
	c.unit, c.series = unit, slices.Clone(m.series)
	for i := range c.series {
		v, ok := quantity.Convert(c.series[i].Value, m.unit, unit)
		if !ok {
			return m
		}
		c.series[i].Value = v
	}
	return &c
}

func total(values []float64) float64 { return stat.Summarize(values).Sum }

// measuresOf gathers the numbers of notes that keep accepts, by subject and
// measure, the best observed first. A series is in the unit that most of its
// values have; what can't be converted to it is a series of its own.
func measuresOf(ns []*note.Note, keep func(note.Number) bool) []*measure {
	return gather(ns, func(n note.Number) bool { return n.Measure != note.Repetitions && keep(n) })
}

// repetitionsOf returns how often something was done in all sets of a day.
func repetitionsOf(s *note.Subject, ns []*note.Note) []*measure {
	return gather(ns, func(n note.Number) bool { return n.Measure == note.Repetitions && s != nil && s.Measures(n) })
}

func gather(ns []*note.Note, keep func(note.Number) bool) []*measure {
	type key struct{ domain, subject, name, dimension string }
	units := map[key]map[string]int{}
	keyOf := func(n note.Number) key {
		d := quantity.Dimension(n.Unit)
		if d == "" || d == quantity.Money {
			d = n.Unit
		}
		return key{n.Domain, n.Subject, n.Measure, d}
	}
	each := func(f func(*note.Note, note.Number)) {
		for _, n := range ns {
			for _, v := range n.Numbers {
				if keep(v) && !math.IsNaN(v.Value) && !math.IsInf(v.Value, 0) {
					f(n, v)
				}
			}
		}
	}
	each(func(_ *note.Note, v note.Number) {
		k := keyOf(v)
		if units[k] == nil {
			units[k] = map[string]int{}
		}
		units[k][v.Unit]++
	})
	found := map[key]*measure{}
	each(func(n *note.Note, v note.Number) {
		k := keyOf(v)
		m := found[k]
		if m == nil {
			m = &measure{domain: v.Domain, subject: v.Subject, name: v.Measure, kind: v.Kind, unit: mostUsed(units[k])}
			found[k] = m
		}
		if value, ok := quantity.Convert(v.Value, v.Unit, m.unit); ok {
			m.series = append(m.series, stat.Point{Day: n.Day, Value: value, ID: n.Entry.GetId()})
		}
	})
	out := make([]*measure, 0, len(found))
	for _, m := range found {
		m.series = stat.NewSeries(m.series)
		out = append(out, m)
	}
	sortMeasures(out)
	return out
}

func sortMeasures(ms []*measure) {
	slices.SortFunc(ms, func(a, b *measure) int {
		return cmp.Or(cmp.Compare(len(b.series), len(a.series)), cmp.Compare(a.label(), b.label()), cmp.Compare(a.unit, b.unit))
	})
}

func mostUsed(units map[string]int) string {
	best := ""
	for u, n := range units {
		if n > units[best] || n == units[best] && u < best {
			best = u
		}
	}
	return best
}

// measures returns the measures of a subject in notes, all for no subject.
// Where numbers of its own are there, those of the rest of its domain are not
// meant.
func measures(s *note.Subject, ns []*note.Note) []*measure {
	if s == nil {
		return measuresOf(ns, func(note.Number) bool { return true })
	}
	own := measuresOf(ns, s.Measures)
	if len(own) == 0 {
		own = measuresOf(ns, s.Holds)
	}
	sums := together(s, own)
	return append(sums, slices.DeleteFunc(own, func(m *measure) bool {
		// What has no name but the subject's own is in the sum.
		return slices.ContainsFunc(sums, func(sum *measure) bool { return sum.label() == m.label() && sum.unit == m.unit })
	})...)
}

// together adds up what several things have of one measure, where the subject
// is the measure or stands for all of them: spending over its categories.
func together(s *note.Subject, ms []*measure) []*measure {
	type key struct{ name, unit string }
	byKey := map[key][]*measure{}
	for _, m := range ms {
		if m.additive() {
			k := key{m.name, m.unit}
			byKey[k] = append(byKey[k], m)
		}
	}
	var out []*measure
	for k, of := range byKey {
		if len(of) < 2 {
			continue // measures of one name and unit differ in subject
		}
		sum := &measure{domain: of[0].domain, subject: s.Name, name: k.name, kind: of[0].kind, unit: k.unit}
		for _, m := range of {
			sum.series = append(sum.series, m.series...)
		}
		sum.series = stat.NewSeries(sum.series)
		out = append(out, sum)
	}
	sortMeasures(out)
	return out
}

// bestIn is which of some notes on a subject has the best value of what is measured of
// it, and does not add up; -1 for none.
func bestIn(s *note.Subject, told []*note.Note) int {
	for _, m := range measures(s, told) {
		if pt, ok := m.series.Highest(); ok && (!m.additive() || m.name == "distance") {
			return slices.IndexFunc(told, func(n *note.Note) bool { return n.Entry.GetId() == pt.ID })
		}
	}
	return -1
}
