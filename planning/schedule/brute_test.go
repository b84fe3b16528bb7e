package schedule

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// holds tells whether all of s is within one of spans.
func holds(spans []Span, s Span) bool {
	for _, o := range spans {
		if o.From <= s.From && s.To <= o.To {
			return true
		}
	}
	return false
}

// linkKept counts minute by minute what Link says of from and to.
func linkKept(p *problem.Problem, l network.Link, from, to Minute) bool {
	if l.Calendar == "" {
		return to >= from+l.Lag
	}
	if l.Lag >= 0 && to < from {
		return false
	}
	minutes := func(t Minute) (n Minute) {
		for _, s := range p.Calendars[l.Calendar] {
			n += max(0, min(t, s.To)-s.From)
		}
		return n
	}
	return minutes(to) >= minutes(from)+l.Lag
}

// wrong tells the first thing that blocks, by task, do not keep; "" if all.
// Tasks without blocks are passed over when partial.
func wrong(p *problem.Problem, blocks [][]Span, partial bool) string {
	index := map[string]int{}
	var start, end []Minute
	for i := range p.Tasks {
		index[p.Tasks[i].ID] = i
		s, e := Minute(math.MaxInt), Minute(-1)
		for _, b := range blocks[i] {
			s, e = min(s, b.From), max(e, b.To)
		}
		start, end = append(start, s), append(end, e)
		if len(blocks[i]) == 0 && !partial {
			return p.Tasks[i].ID + " has no blocks"
		}
	}
	for _, l := range p.Links {
		f, t := index[l.From], index[l.To]
		if len(blocks[f]) == 0 || len(blocks[t]) == 0 {
			continue
		}
		from, to := end[f], start[t]
		if l.Kind == network.StartStart || l.Kind == network.StartFinish {
			from = start[f]
		}
		if l.Kind == network.FinishFinish || l.Kind == network.StartFinish {
			to = end[t]
		}
		if !linkKept(p, l, from, to) {
			return fmt.Sprintf("%v: from %d to %d", l, from, to)
		}
	}
	for r := range p.Resources {
		use := make([]int, p.Horizon)
		for i := range p.Tasks {
			if r < len(p.Tasks[i].Uses) {
				for _, b := range blocks[i] {
					for t := b.From; t < b.To; t++ {
						if use[t] += p.Tasks[i].Uses[r]; use[t] > p.Resources[r].Capacity {
							return fmt.Sprintf("resource %d at %d", r, t)
						}
					}
				}
			}
		}
	}
	for _, c := range p.Caps {
		left := c.Most
		for i := range p.Tasks {
			if t := &p.Tasks[i]; !t.AllTime && (c.Group == "" || c.Group == t.Group || c.Group == "g" && t.Group == "gh") {
				for _, b := range blocks[i] {
					left -= max(0, min(b.To, c.To)-max(b.From, c.From))
				}
			}
		}
		if left < 0 {
			return fmt.Sprintf("cap %v by %d", c, -left)
		}
	}
	return ""
}

// wrongAlone is what the blocks of one task do not keep by themselves.
func wrongAlone(p *problem.Problem, t *problem.Task, blocks []Span) string {
	var work Minute
	split := t.MinChunk > 0 && t.Remaining() >= t.MinChunk
	laid := 0
	for i, b := range blocks {
		work += b.To - b.From
		if i > 0 && b.From < blocks[i-1].To {
			return "overlap"
		}
		if b.From < t.Release || t.Deadline > 0 && b.To > t.Deadline || b.To > p.Horizon {
			return "release or deadline"
		}
		if contains(t.Locked, b) {
			continue
		}
		laid++
		n := b.To - b.From
		switch {
		case t.Work > 0 && !t.AllTime && !holds(p.Free, b):
			return "free"
		case t.Windows != nil && !holds(t.Windows, b):
			return "windows"
		case split && n < t.MinChunk, t.MaxChunk > 0 && n > t.MaxChunk, !split && laid > 1:
			return "chunk"
		}
	}
	for _, l := range t.Locked {
		if !contains(blocks, l) {
			return "locked"
		}
	}
	if work != length(t.Locked)+t.Remaining() {
		return "work"
	}
	return ""
}

// options are all that a task's blocks can be.
func options(p *problem.Problem, t *problem.Task) (out [][]Span) {
	add := func(laid []Span) {
		blocks := append(append([]Span{}, t.Locked...), laid...)
		sortSpans(blocks)
		if wrongAlone(p, t, blocks) == "" {
			out = append(out, blocks)
		}
	}
	left := t.Remaining()
	if left == 0 && len(t.Locked) > 0 {
		add(nil)
		return out
	}
	if left == 0 {
		for at := Minute(0); at <= p.Horizon; at++ {
			add([]Span{{From: at, To: at}})
		}
		return out
	}
	var rec func(at, left Minute, laid []Span)
	rec = func(at, left Minute, laid []Span) {
		if left == 0 {
			add(laid)
			return
		}
		least := left
		if t.MinChunk > 0 {
			least = min(left, t.MinChunk)
		}
		for from := at; from+left <= p.Horizon; from++ {
			for n := least; n <= left; n++ {
				rec(from+n, left-n, append(laid[:len(laid):len(laid)], Span{From: from, To: from + n}))
			}
		}
	}
	rec(0, left, nil)
	return out
}

// costOf is the sum of problem.Costs, minute by minute.
func costOf(p *problem.Problem, blocks [][]Span) (cost int64) {
	last := Minute(0)
	for i := range p.Tasks {
		t := &p.Tasks[i]
		for k, b := range blocks[i] {
			last = max(last, b.To)
			if k == len(blocks[i])-1 && t.Due > 0 {
				cost += int64(t.Weight) * int64(max(0, b.To-t.Due))
			}
			if late := int64(b.To - t.WasEnd); k == len(blocks[i])-1 && t.WasEnd > 0 && late > 0 {
				cost += p.Costs.PutOff * late * late / (1440 * 1440)
			}
			for at := b.From; t.Prefer != nil && at < b.To; at++ {
				if !holds(t.Prefer, Span{From: at, To: at + 1}) {
					cost += p.Costs.Unliked
				}
			}
			if t.Was != nil && !contains(t.Was, b) {
				cost += p.Costs.Moved
			}
		}
	}
	return cost + p.Costs.Makespan*int64(last)
}

// brute is the least cost of all schedules; false, if there is none.
func brute(p *problem.Problem) (int64, bool) {
	all := make([][][]Span, len(p.Tasks))
	for i := range p.Tasks {
		all[i] = options(p, &p.Tasks[i])
	}
	best := int64(-1)
	blocks := make([][]Span, len(p.Tasks))
	var rec func(i int)
	rec = func(i int) {
		if i == len(all) {
			if c := costOf(p, blocks); best < 0 || c < best {
				best = c
			}
			return
		}
		for _, o := range all[i] {
			if blocks[i] = o; wrong(p, blocks, true) == "" {
				rec(i + 1)
			}
		}
		blocks[i] = nil
	}
	rec(0)
	return best, best >= 0
}

// spans draws up to n spans within the horizon, apart from each other.
func drawSpans(r *rand.Rand, horizon Minute, n int) []Span {
	out := []Span{}
	at := r.IntN(3)
	for range n {
		to := at + 1 + r.IntN(5)
		if to > horizon {
			break
		}
		out = append(out, Span{From: at, To: to})
		at = to + 1 + r.IntN(3)
	}
	return out
}

// tiny draws a problem that brute force can do.
func tiny(r *rand.Rand) problem.Problem {
	p := problem.Problem{
		Horizon: 6 + r.IntN(6), Calendars: map[string][]Span{},
		Costs: problem.Costs{Makespan: int64(r.IntN(2)), Unliked: int64(r.IntN(3))},
	}
	some := func(n int) bool { return r.IntN(n) == 0 }
	p.Free = []Span{{From: 0, To: p.Horizon}}
	if some(2) {
		p.Free = drawSpans(r, p.Horizon, 3)
	}
	p.Calendars["c"] = drawSpans(r, p.Horizon, 3)
	if !some(4) {
		p.Resources = append(p.Resources, problem.Resource{Name: "me", Capacity: 1 + r.IntN(2)})
	}
	for range r.IntN(3) {
		from := r.IntN(p.Horizon)
		c := problem.Cap{Span: Span{From: from, To: from + 1 + r.IntN(p.Horizon-from)}, Most: r.IntN(5)}
		if some(2) {
			c.Group = []string{"g", "gh"}[r.IntN(2)]
		}
		p.Caps = append(p.Caps, c)
	}
	n := 1 + r.IntN(4)
	for i := range n {
		t := problem.Task{ID: string(rune('a' + i)), Work: r.IntN(4), Weight: r.IntN(3)}
		if some(2) {
			t.MinChunk = 1 + r.IntN(2)
			if some(3) {
				t.MaxChunk = t.MinChunk + r.IntN(2)
			}
		}
		if some(4) {
			t.Release = r.IntN(4)
		}
		if some(3) {
			t.Deadline = 2 + r.IntN(p.Horizon-2)
		}
		if some(2) {
			t.Due = 1 + r.IntN(p.Horizon)
		}
		if some(5) {
			t.Windows = drawSpans(r, p.Horizon, 2)
		}
		if some(4) {
			t.Prefer = drawSpans(r, p.Horizon, 2)
		}
		if some(4) {
			t.Group = []string{"g", "gh"}[r.IntN(2)]
		}
		t.AllTime = some(8)
		if len(p.Resources) > 0 && !some(5) {
			t.Uses = []int{1 + r.IntN(p.Resources[0].Capacity)}
		}
		if some(6) {
			from := r.IntN(p.Horizon)
			t.Locked = []Span{{From: from, To: min(p.Horizon, from+1+r.IntN(2))}}
		}
		p.Tasks = append(p.Tasks, t)
	}
	kinds := []network.Kind{network.FinishStart, network.FinishStart, network.StartStart, network.FinishFinish, network.StartFinish}
	for range r.IntN(n + 1) {
		a, b := r.IntN(n), r.IntN(n)
		if a == b {
			continue
		}
		l := network.Link{From: p.Tasks[a].ID, To: p.Tasks[b].ID, Kind: kinds[r.IntN(len(kinds))], Lag: r.IntN(6) - 3}
		if a > b && some(2) {
			l.Lag = -r.IntN(6)
		}
		if some(4) {
			l.Calendar = "c"
		}
		p.Links = append(p.Links, l)
	}
	return p
}

// byTask are the blocks of a schedule by task.
func byTask(p *problem.Problem, s problem.Schedule) [][]Span {
	index := map[string]int{}
	for i := range p.Tasks {
		index[p.Tasks[i].ID] = i
	}
	blocks := make([][]Span, len(p.Tasks))
	for _, b := range s.Blocks {
		blocks[index[b.Task]] = append(blocks[index[b.Task]], b.Span)
	}
	for i := range blocks {
		sortSpans(blocks[i])
	}
	return blocks
}

// mistakes is what a schedule does not keep, or how its cost is wrong.
func mistakes(p *problem.Problem, s problem.Schedule) string {
	blocks := byTask(p, s)
	for i := range p.Tasks {
		if w := wrongAlone(p, &p.Tasks[i], blocks[i]); w != "" {
			return p.Tasks[i].ID + ": " + w
		}
	}
	if w := wrong(p, blocks, false); w != "" {
		return w
	}
	if c := costOf(p, blocks); c != s.Cost {
		return fmt.Sprintf("costs %d, says %d", c, s.Cost)
	}
	return ""
}
