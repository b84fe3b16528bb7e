package roadmap

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Attention is the one resource of a person's plan.
const Attention = "attention"

// Goal is an outline, checked and expanded, and how its ids are told apart from
// those of other goals on the same timeline.
type Goal struct {
	// Prefix comes before each id in the problem, "" if the goal stands alone.
	Prefix  string
	Outline outline.Outline
	// MaxChunk is the longest block of work that may be split; 0: as long as there
	// is room. MaxChunks are those of some streams in its place, by name in small letters.
	MaxChunk  problem.Minute
	MaxChunks map[string]problem.Minute
	// Windows bound its work within the person's; nil: anywhere. Streams bound that of some streams
	// in their place, by name in small letters.
	Windows []problem.Span
	Streams map[string][]problem.Span
	// Office is when others are at work, and the person could be. Lenient says that work with them
	// may lie outside of Windows, since nobody has said those.
	Office  []problem.Span
	Lenient bool
	// Daylight is when it is light where the person is; nil: that is not known.
	Daylight []problem.Span
}

// Problem returns what has to be scheduled so that all goals hold on one
// person's timeline. The group of each task is the goal's prefix, and that of its stream.
func Problem(f timeline.Frame, line timeline.Line, goals ...Goal) (problem.Problem, error) {
	p := problem.Problem{
		Resources: []problem.Resource{{Name: Attention, Capacity: 1}},
		Costs:     problem.Costs{Makespan: 1, Moved: 100},
	}
	line.Into(&p)
	for _, g := range goals {
		if err := g.into(&p, f); err != nil {
			return problem.Problem{}, err
		}
	}
	return p, problem.Validate(&p)
}

// Hours are the windows of each node, by its id.
func (g Goal) Hours() map[string][]problem.Span {
	out := map[string][]problem.Span{}
	for id, stream := range StreamsOf(g.Outline) {
		out[id] = g.hours(stream)
	}
	for _, n := range g.Outline.Nodes {
		if n.Office && g.Lenient && out[n.ID] != nil {
			out[n.ID] = slices.Concat(out[n.ID], g.Office)
		}
	}
	return out
}

// GroupOf is the group of the work of a stream within that of its goal.
func GroupOf(stream string) string {
	if stream == "" {
		return ""
	}
	return strings.ReplaceAll(strings.ToLower(stream), "/", "-") + "/"
}

// StreamsOf are the streams of the nodes of an outline, those of their parents included, in small
// letters, by their ids.
func StreamsOf(o outline.Outline) map[string]string {
	out := map[string]string{}
	for _, n := range walk(o) {
		out[n.ID] = cmp.Or(strings.ToLower(n.Stream), out[n.Parent])
	}
	return out
}

// hours are the windows of a stream.
func (g Goal) hours(stream string) []problem.Span {
	if own, ok := g.Streams[stream]; ok {
		return own
	}
	return g.Windows
}

func (g Goal) into(p *problem.Problem, f timeline.Frame) error {
	bounds := bounds(g.Outline, f)
	activities, links := outline.Network(g.Outline)
	for _, a := range activities {
		t := problem.Task{ID: g.Prefix + a.ID, Group: g.Prefix, Work: a.Duration, Windows: g.Windows}
		if b, ok := bounds[a.ID]; ok {
			if b.release >= f.Horizon() {
				return fmt.Errorf("%s begins on %s, after the last day that is considered", a.ID, b.node.NotBefore)
			}
			t.Windows, t.Group = g.hours(b.stream), g.Prefix+GroupOf(b.stream)
			t.Release, t.Deadline, t.Due, t.MinChunk = b.release, b.deadline, b.due, min(b.node.MinChunk, a.Duration)
			most := cmp.Or(g.MaxChunks[b.stream], g.MaxChunk)
			if t.MinChunk > 0 && most > 0 && most < t.Work {
				t.MaxChunk, t.MinChunk = most, min(t.MinChunk, t.Work/((t.Work+most-1)/most)) // they add up to the work
			}
			if b.node.Office {
				t.Windows = g.office(t, f.Horizon())
			}
			if b.node.Daylight && g.Daylight != nil {
				if light := Intersection(t.Windows, g.Daylight); fitsWithin(t, light, f.Horizon()) {
					t.Windows = light
				}
			}
			if t.Due > 0 {
				t.Weight = 1
			}
		}
		if t.Work > 0 {
			t.Uses = []int{1}
		} else {
			t.Windows = nil
		}
		p.Tasks = append(p.Tasks, t)
	}
	for _, l := range links {
		l.From, l.To = g.Prefix+l.From, g.Prefix+l.To
		p.Links = append(p.Links, l)
	}
	return nil
}

// office is when work may lie that needs others at work: within its hours if there is room for it,
// else in any that nobody spoke of, else in its hours all the same.
func (g Goal) office(t problem.Task, horizon problem.Minute) []problem.Span {
	either := [][]problem.Span{Intersection(t.Windows, g.Office)}
	if g.Lenient {
		either = append(either, g.Office)
	}
	for _, spans := range either {
		if fitsWithin(t, spans, horizon) {
			return spans
		}
	}
	return t.Windows
}

// fitsWithin tells whether spans have room for a task on its days.
func fitsWithin(t problem.Task, spans []problem.Span, horizon problem.Minute) bool {
	sum, longest := 0, 0
	for _, s := range Intersection(spans, []problem.Span{{From: t.Release, To: cmp.Or(t.Deadline, horizon)}}) {
		sum, longest = sum+s.To-s.From, max(longest, s.To-s.From)
	}
	return sum >= t.Work && longest >= cmp.Or(t.MinChunk, t.Work)
}

// Intersection is what two lists of spans have in common; nil bounds nothing.
func Intersection(a, b []problem.Span) []problem.Span {
	if a == nil {
		return b
	}
	out := []problem.Span{}
	for len(a) > 0 && len(b) > 0 {
		if s := (problem.Span{From: max(a[0].From, b[0].From), To: min(a[0].To, b[0].To)}); s.From < s.To {
			out = append(out, s)
		}
		if a[0].To < b[0].To {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return out
}

// A bound is what a node may not be before or after, in minutes.
type bound struct {
	node                   outline.Node
	stream                 string // in small letters
	release, deadline, due problem.Minute
}

// bounds returns those of each node, with what bounds the nodes above it.
func bounds(o outline.Outline, f timeline.Frame) map[string]bound {
	out := make(map[string]bound, len(o.Nodes))
	for _, n := range walk(o) {
		up := out[n.Parent]
		b := bound{node: n, stream: cmp.Or(strings.ToLower(n.Stream), up.stream), release: up.release, deadline: up.deadline}
		if n.NotBefore != 0 {
			b.release = max(b.release, minute(f, n.NotBefore))
		}
		if n.Deadline != 0 {
			if end := minute(f, n.Deadline+1); b.deadline == 0 || end < b.deadline {
				b.deadline = max(1, end) // 0 would be none
			}
		}
		if n.Due != 0 {
			b.due = max(1, minute(f, n.Due+1))
		}
		out[n.ID] = b
	}
	return out
}

func walk(o outline.Outline) []outline.Node {
	out := make([]outline.Node, 0, len(o.Nodes))
	for _, n := range outline.Walk(o) {
		out = append(out, n)
	}
	return out
}

// minute is that in which a day begins.
func minute(f timeline.Frame, d civil.Date) problem.Minute {
	return max(0, f.Minute(d.In(f.Time(0).Location())))
}
