package timeline

import (
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// union sorts spans and joins those that touch; empty ones are dropped. It uses
// up the slice.
func union(spans []problem.Span) []problem.Span {
	slices.SortFunc(spans, func(a, b problem.Span) int { return a.From - b.From })
	joined := spans[:0]
	for _, s := range spans {
		switch last := len(joined) - 1; {
		case s.From >= s.To:
		case last >= 0 && s.From <= joined[last].To:
			joined[last].To = max(joined[last].To, s.To)
		default:
			joined = append(joined, s)
		}
	}
	return joined
}

// subtract returns what of spans is not in less; both are sorted and apart.
func subtract(spans, less []problem.Span) []problem.Span {
	var left []problem.Span
	for _, s := range spans {
		for len(less) > 0 && less[0].To <= s.From {
			less = less[1:]
		}
		for _, l := range less {
			if l.From >= s.To {
				break
			}
			if l.From > s.From {
				left = append(left, problem.Span{From: s.From, To: l.From})
			}
			s.From = max(s.From, l.To)
		}
		if s.From < s.To {
			left = append(left, s)
		}
	}
	return left
}
