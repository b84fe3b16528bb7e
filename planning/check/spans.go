package check

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

type (
	minute = problem.Minute
	span   = problem.Span
	spans  []span // sorted, apart from each other
)

func at(from, to minute) span { return span{From: from, To: to} }

func length(s span) minute { return max(0, s.To-s.From) }

func (s spans) total() minute {
	var sum minute
	for _, x := range s {
		sum += length(x)
	}
	return sum
}

// within returns what of s lies in x.
func (s spans) within(x span) spans {
	var out spans
	for _, y := range s {
		if y = at(max(x.From, y.From), min(x.To, y.To)); y.From < y.To {
			out = append(out, y)
		}
	}
	return out
}

// and returns what lies in both.
func (s spans) and(other spans) spans {
	var out spans
	for _, x := range other {
		out = append(out, s.within(x)...)
	}
	return out.joined()
}

// joined returns the same time with spans sorted, and one where some touch or
// overlap.
func (s spans) joined() spans {
	s = slices.Clone(s)
	slices.SortFunc(s, func(a, b span) int { return cmp.Compare(a.From, b.From) })
	var out spans
	for _, x := range s {
		if n := len(out); n > 0 && x.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, x.To)
		} else if x.From < x.To {
			out = append(out, x)
		}
	}
	return out
}

// less returns what of s is in none of the others.
func (s spans) less(others spans) spans {
	var out spans
	for _, x := range s {
		for _, o := range others.within(x).joined() {
			if o.From > x.From {
				out = append(out, at(x.From, o.From))
			}
			x.From = o.To
		}
		if x.From < x.To {
			out = append(out, x)
		}
	}
	return out
}

func (s spans) holds(x span) bool {
	return slices.ContainsFunc(s.joined(), func(y span) bool { return y.From <= x.From && x.To <= y.To })
}

// after returns the earliest time at which n minutes of s have passed since t;
// false if there are not so many.
func (s spans) after(t, n minute) (minute, bool) {
	for _, x := range s {
		x.From = max(x.From, t)
		if x.From >= x.To {
			continue
		}
		if n <= x.To-x.From {
			return x.From + n, true
		}
		n -= x.To - x.From
	}
	return 0, false
}

// before returns how many minutes of s are before t.
func (s spans) before(t minute) minute {
	var sum minute
	for _, x := range s {
		sum += max(0, min(x.To, t)-x.From)
	}
	return sum
}
