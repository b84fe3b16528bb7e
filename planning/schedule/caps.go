package schedule

import (
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// layer are caps that count the same tasks and don't overlap, by time.
type layer struct {
	group string // "": all tasks
	spans []Span
	caps  []int // indexes of Problem.Caps
}

// layersOf sorts caps into as few layers as it takes.
func layersOf(caps []problem.Cap, horizon Minute, mirror bool) []layer {
	order := make([]int, len(caps))
	spans := make([]Span, len(caps))
	for i, c := range caps {
		order[i], spans[i] = i, c.Span
		if mirror {
			spans[i] = Span{From: horizon - c.To, To: horizon - c.From}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return spans[a].From - spans[b].From })
	var layers []layer
	byGroup := map[string][]int{}
	for _, c := range order {
		group := caps[c].Group
		at := -1
		for _, l := range byGroup[group] {
			if s := layers[l].spans; s[len(s)-1].To <= spans[c].From {
				at = l
				break
			}
		}
		if at < 0 {
			at = len(layers)
			layers = append(layers, layer{group: group})
			byGroup[group] = append(byGroup[group], at)
		}
		layers[at].spans = append(layers[at].spans, spans[c])
		layers[at].caps = append(layers[at].caps, c)
	}
	return layers
}

// capLimit is how far a block that starts at s.From may go, no further than s.To.
// If that is less than least minutes, next is the first later start that this
// cap leaves so much.
func (g *generator) capLimit(t *task, s Span, least Minute) (end, next Minute) {
	end = s.To
	for _, li := range t.layers {
		l := &g.m.layers[li]
		for i := firstAfter(l.spans, s.From); i < len(l.spans) && l.spans[i].From < end; i++ {
			g.steps++
			left := g.left[l.caps[i]]
			from := max(s.From, l.spans[i].From)
			if stop := from + left; stop < min(end, l.spans[i].To) {
				if stop-s.From < least {
					return stop, l.spans[i].To - left
				}
				end = stop
			}
		}
	}
	return end, end
}

// charge takes a block off what the caps leave; sign -1 gives it back.
func (g *generator) charge(t *task, s Span, sign Minute) {
	for _, li := range t.layers {
		l := &g.m.layers[li]
		for i := firstAfter(l.spans, s.From); i < len(l.spans) && l.spans[i].From < s.To; i++ {
			g.left[l.caps[i]] -= sign * (min(s.To, l.spans[i].To) - max(s.From, l.spans[i].From))
		}
	}
}
