package terse

import (
	"math"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	"github.com/weft-mesh/weft/notes/search"
)

const (
	// How many times more or less than ever an amount may be that continues a
	// series without its name: with the unit, with a part of the name, bare.
	bandUnit, bandShort, bandBare = 2.5, 1.5, 1.25
	// Minutes between the times of day of bare numbers, of other lone amounts, and of
	// what says more.
	closeTo, within, allDay = 120, 240, 1440
	// leastBare is the least whole number that continues anything by itself: smaller
	// ones count whatever there is.
	leastBare = 20
)

// plain names what is weighed where nothing is named: nobody begins a note with
// the weight of anything but the body.
var plain = map[string][]search.Token{quantity.Mass: search.Tokens("weight")}

// A series is samples of one thing, that which names it first.
type series struct {
	samples []sample
	keys    map[string]bool // what the words of its name stand for
	unit    string          // that notes write, "" for none
	bare    bool            // that notes leave out

	// What would have to be looked up in all samples again for each.
	extents map[string]extent // of the amounts, by their kind
	lone    extent            // of those that stand alone in their sample
	names   []int             // the notes of samples with a name
	minutes map[int]bool      // of the day, at which samples were written
	decimal bool              // one has decimals
}

// An extent is from where to where the values of amounts lie.
type extent struct{ low, high float64 }

// nowhere is the extent of no amounts.
var nowhere = extent{math.Inf(1), 0}

func (e extent) with(o extent) extent { return extent{min(e.low, o.low), max(e.high, o.high)} }

func (s *series) first() sample { return s.samples[0] }

func (s *series) add(x sample) {
	s.samples = append(s.samples, x)
	s.measure(x)
	if a := x.amounts[0]; a.written == "" {
		s.bare = true
	} else if s.unit == "" && len(x.amounts) == 1 {
		s.unit = a.written
	}
}

// named are the notes that name the series.
func (s *series) named() []int { return slices.Clip(s.names) }

// called reports whether keys are those of the name of the series.
func (s *series) called(keys []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(keys)), slices.Sorted(slices.Values(s.first().keys)))
}

// holds reports whether keys are of the name of the series.
func (s *series) holds(keys []string) bool {
	return !slices.ContainsFunc(keys, func(k string) bool { return !s.keys[k] })
}

// fits reports whether a sample with a part of the name, or none of it, continues the
// series.
func (s *series) fits(x sample) bool {
	band, apart := bandShort, allDay
	if len(x.keys) == 0 {
		if !s.known() || !x.speaks() {
			return false
		}
		switch {
		case len(x.amounts) > 1:
			band = bandUnit
		case x.amounts[0].written == "":
			band, apart = bandBare, closeTo
		default:
			band, apart = bandUnit, within
		}
	}
	return x.note > s.first().note && s.holds(x.keys) && s.alike(x) && s.within(x, band) && s.at(x.minute, apart)
}

// known reports whether the samples show what numbers the series is of.
func (s *series) known() bool {
	a := s.first().amounts
	return len(s.samples) > 1 || len(a) > 1 || a[0].decimals || a[0].unit == pair
}

// speaks reports whether the amounts of a sample without a name may be of a series: a
// small number counts anything, and one like 2026 is a year.
func (s sample) speaks() bool {
	a := s.amounts[0]
	return len(s.amounts) > 1 || a.written != "" || a.decimals || a.value >= leastBare && (a.value < 1900 || a.value >= 2100)
}

// unitless are the kinds of amounts whose unit people leave out.
var unitless = []string{quantity.Mass, quantity.Temperature, quantity.Ratio}

// alike reports whether the amounts of a sample are of the kinds of the series.
func (s *series) alike(x sample) bool {
	own, other := signature(s.first().amounts), signature(x.amounts)
	if own == other {
		return own != "" || !x.amounts[0].decimals || s.decimal
	}
	return len(x.amounts) == 1 && len(s.first().amounts) == 1 && (own == "" && slices.Contains(unitless, other) || other == "" && slices.Contains(unitless, own))
}

// measure takes a sample into what is known of all, so that the next need not be
// compared with each of them.
func (s *series) measure(x sample) {
	if s.extents == nil {
		s.extents, s.lone, s.minutes = map[string]extent{}, nowhere, map[int]bool{}
	}
	if len(x.keys) > 0 {
		s.names = append(s.names, x.note)
	}
	s.minutes[x.minute], s.decimal = true, s.decimal || x.amounts[0].decimals
	for _, a := range x.amounts {
		e, ok := s.extents[a.kind()]
		if !ok {
			e = nowhere
		}
		s.extents[a.kind()] = e.with(extent{a.value, a.value})
		if len(x.amounts) == 1 {
			s.lone = s.lone.with(extent{a.value, a.value})
		}
	}
}

// within reports whether the amounts of a sample lie no further than a band from those
// of the series.
func (s *series) within(x sample, band float64) bool {
	return !slices.ContainsFunc(x.amounts, func(a amount) bool {
		e, ok := s.extents[a.kind()]
		if !ok {
			e = nowhere
		}
		e = e.with(s.lone)
		return a.value < e.low/band || a.value > e.high*band
	})
}

// at reports whether samples of the series are written at about this time of day.
func (s *series) at(minute, apart int) bool {
	if apart >= allDay {
		return true
	}
	for at := range s.minutes {
		if d := (at - minute + 1440) % 1440; min(d, 1440-d) <= apart {
			return true
		}
	}
	return false
}

// reading is what a sample means as one of the series.
func (s *series) reading(x sample) *Reading {
	r := &Reading{Note: x.note, Start: x.start, At: x.at, End: x.end, Name: s.first().called, of: s}
	if x.amounts[0].written == "" {
		r.Unit = s.unit
	}
	begun := false
	for _, t := range s.first().label {
		switch {
		case x.says(t):
			begun = true
		case begun:
			r.Behind = append(r.Behind, t)
		default:
			r.Before = append(r.Before, t)
		}
	}
	return r
}

// missing are the words of the name that a sample leaves out.
func (s *series) missing(x sample) []search.Token {
	return slices.DeleteFunc(slices.Clone(s.first().label), x.says)
}

// says reports whether the label of a sample has a word.
func (s sample) says(word search.Token) bool {
	return slices.ContainsFunc(s.label, func(t search.Token) bool { return t.Stem == word.Stem })
}

// signature names the kinds of amounts, whatever their order.
func signature(amounts []amount) string {
	var out []string
	for _, a := range amounts {
		out = append(out, a.kind())
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}
