package analyzer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/stat"
	"github.com/weft-mesh/weft/services/analyzer/ask"
)

// A number is one numeric value of an entry's data.
type number struct {
	domain  string
	subject string // "bench press"; may be empty or the domain itself
	measure string // "load"
	unit    string // canonical, "" for a bare number
	value   float64

	sets, reps float64 // of the sets that it is of, 0 for none

	subjectKey, measureKey, domainKey string // stems, for comparing
}

// key is the same for a number that is given again.
func (n number) key() string { return fmt.Sprint(n.subject, "|", n.measure, "|", n.value, n.unit) }

// A measure is a series of one quantity of one subject, in one unit.
type measure struct {
	domain, subject, name, unit string
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
func measuresOf(ns []*note, keep func(number) bool) []*measure {
	return gather(ns, func(n number) bool { return n.measure != repetitions && keep(n) })
}

// repetitionsOf returns how often something was done in all sets of a day.
func repetitionsOf(s *subject, ns []*note) []*measure {
	return gather(ns, func(n number) bool { return n.measure == repetitions && s != nil && s.measures(n) })
}

func gather(ns []*note, keep func(number) bool) []*measure {
	type key struct{ domain, subject, name, dimension string }
	units := map[key]map[string]int{}
	keyOf := func(n number) key {
		d := quantity.Dimension(n.unit)
		if d == "" || d == quantity.Money {
			d = n.unit
		}
		return key{n.domain, n.subject, n.measure, d}
	}
	each := func(f func(*note, number)) {
		for _, note := range ns {
			for _, n := range note.numbers {
				if keep(n) && !math.IsNaN(n.value) && !math.IsInf(n.value, 0) {
					f(note, n)
				}
			}
		}
	}
	each(func(_ *note, n number) {
		k := keyOf(n)
		if units[k] == nil {
			units[k] = map[string]int{}
		}
		units[k][n.unit]++
	})
	found := map[key]*measure{}
	each(func(note *note, n number) {
		k := keyOf(n)
		m := found[k]
		if m == nil {
			m = &measure{domain: n.domain, subject: n.subject, name: n.measure, unit: mostUsed(units[k])}
			found[k] = m
		}
		if v, ok := quantity.Convert(n.value, n.unit, m.unit); ok {
			m.series = append(m.series, stat.Point{Day: note.day, Value: v, ID: note.entry.GetId()})
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
