package stat

import (
	"slices"

	"github.com/weft-mesh/weft/notes"
)

// Streaks returns the spans of consecutive days, in order. Days may come in any
// order and more than once.
func Streaks(days []notes.Day) []notes.Range {
	var out []notes.Range
	for _, d := range distinct(days) {
		if n := len(out); n > 0 && out[n-1].End.AddDays(1) == d {
			out[n-1].End = d
			continue
		}
		out = append(out, notes.Range{Start: d, End: d})
	}
	return out
}

// Longest returns the longest of the spans, the first of equals; false if
// there are none.
func Longest(spans []notes.Range) (notes.Range, bool) {
	if len(spans) == 0 {
		return notes.Range{}, false
	}
	best := spans[0]
	for _, s := range spans[1:] {
		if s.Days() > best.Days() {
			best = s
		}
	}
	return best, true
}

// Gaps returns the spans of at least least days within r on none of which
// there is one of days. Where r is open, the first or last of days bounds it.
func Gaps(days []notes.Day, r notes.Range, least int) []notes.Range {
	in := slices.DeleteFunc(distinct(days), func(d notes.Day) bool { return !r.Contains(d) })
	if len(in) > 0 {
		if r.Start.IsZero() {
			r.Start = in[0]
		}
		if r.End.IsZero() {
			r.End = in[len(in)-1]
		}
	}
	if r.Days() == 0 {
		return nil
	}
	var out []notes.Range
	from := r.Start
	for _, d := range append(in, r.End.AddDays(1)) {
		gap := notes.Range{Start: from, End: d.AddDays(-1)}
		if n := gap.Days(); n > 0 && n >= least {
			out = append(out, gap)
		}
		from = d.AddDays(1)
	}
	return out
}

func distinct(days []notes.Day) []notes.Day {
	sorted := slices.SortedFunc(slices.Values(days), notes.Day.Compare)
	return slices.Compact(sorted)
}
