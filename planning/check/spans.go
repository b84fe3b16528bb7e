package check

import (
	"cmp"
	"slices"
	"sort"

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

// meeting returns those of s that have time in common with x.
func (s spans) meeting(x span) spans {
	i := sort.Search(len(s), func(i int) bool { return s[i].To > x.From })
	k := i + sort.Search(len(s)-i, func(k int) bool { return s[i+k].From >= x.To })
	return s[i:k:k]
}

func both(x, y span) span { return at(max(x.From, y.From), min(x.To, y.To)) }

// within returns what of s lies in x.
func (s spans) within(x span) spans {
	if x.From >= x.To {
		return nil
	}
	s = s.meeting(x)
	if n := len(s); n > 0 && (s[0].From < x.From || s[n-1].To > x.To) {
		s = slices.Clone(s)
		s[0], s[n-1] = both(s[0], x), both(s[n-1], x)
	}
	return s
}

// holding returns those that are no shorter than n.
func (s spans) holding(n minute) spans {
	short := func(x span) bool { return length(x) < n }
	if !slices.ContainsFunc(s, short) {
		return s
	}
	return slices.DeleteFunc(slices.Clone(s), short)
}

// and returns what lies in both.
func (s spans) and(other spans) spans {
	var out spans
	for i, k := 0, 0; i < len(s) && k < len(other); {
		if x := both(s[i], other[k]); x.From < x.To {
			out = append(out, x)
		}
		if s[i].To < other[k].To {
			i++
		} else {
			k++
		}
	}
	return out
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

// less returns what of s is in none of the others, which may touch.
func (s spans) less(others spans) spans {
	var out spans
	k := 0
	for _, x := range s {
		for ; k < len(others) && others[k].From < x.To; k++ {
			o := others[k]
			if o.From > x.From {
				out = append(out, at(x.From, o.From))
			}
			if x.From = max(x.From, o.To); x.From >= x.To {
				break // o may reach into the next, too
			}
		}
		if x.From < x.To {
			out = append(out, x)
		}
	}
	return out
}

func (s spans) holds(x span) bool {
	return slices.ContainsFunc(s, func(y span) bool { return y.From <= x.From && x.To <= y.To })
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
