package schedule

import (
	"slices"
	"sort"

	"github.com/weft-mesh/weft/planning/problem"
)

// Minute counts minutes since a problem's start, or is a length.
type Minute = problem.Minute

// Span is a span of a problem.
type Span = problem.Span

// calendar counts the minutes of sorted spans.
type calendar struct {
	spans  []Span
	before []Minute // counted before each span, and at last in all
}

func newCalendar(spans []Span) *calendar {
	c := &calendar{spans: spans, before: make([]Minute, len(spans)+1)}
	for i, s := range spans {
		c.before[i+1] = c.before[i] + s.To - s.From
	}
	return c
}

// minutes is how many there are before t.
func (c *calendar) minutes(t Minute) Minute {
	i := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].To > t })
	if i == len(c.spans) {
		return c.before[i]
	}
	return c.before[i] + max(0, t-c.spans[i].From)
}

// first is the first instant with n minutes before it; never, if there are not
// so many.
func (c *calendar) first(n, never Minute) Minute {
	if n <= 0 {
		return 0
	}
	i := sort.SearchInts(c.before, n) // before[i] ≥ n, so n is reached in span i-1
	if i == len(c.before) {
		return never
	}
	return c.spans[i-1].To - (c.before[i] - n)
}

// last is the last instant with no more than n minutes before it; never, if
// there are no more than that at all, and -1 for less than none.
func (c *calendar) last(n, never Minute) Minute {
	if n < 0 {
		return -1
	}
	i := sort.SearchInts(c.before, n+1)
	if i == len(c.before) {
		return never
	}
	return c.spans[i-1].To - (c.before[i] - n)
}

// mirrored are the spans seen from the other end of the timeline.
func mirrored(spans []Span, horizon Minute) []Span {
	if spans == nil {
		return nil
	}
	out := make([]Span, len(spans))
	for i, s := range spans {
		out[len(spans)-1-i] = Span{From: horizon - s.To, To: horizon - s.From}
	}
	return out
}

// overlap is the minutes of s that are in spans.
func overlap(spans []Span, s Span) Minute {
	var in Minute
	for i := firstAfter(spans, s.From); i < len(spans) && spans[i].From < s.To; i++ {
		in += min(s.To, spans[i].To) - max(s.From, spans[i].From)
	}
	return in
}

// firstAfter is the index of the first span that ends after t.
func firstAfter(spans []Span, t Minute) int {
	low, high := 0, len(spans) // by hand: it is asked for each block that is tried
	for low < high {
		if mid := int(uint(low+high) >> 1); spans[mid].To > t {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

func sortSpans(spans []Span) {
	slices.SortFunc(spans, func(a, b Span) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
}
