package check

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/problem"
)

// A right schedule of a tiny problem is changed here and there, and the checker
// has to find a fault exactly where counting minute by minute does.
func TestAChangedScheduleIsJudgedAsMinuteByMinute(t *testing.T) {
	t.Parallel()
	holds, broken := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			p := wished(t, tiny(t))
			if problem.Validate(&p) != nil {
				continue
			}
			s, found := search(p)
			if !found {
				continue
			}
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				s.Blocks = changed(t, s.Blocks)
			}
			want := right(p, s)
			if want {
				s.Cost = rightCost(p, s)
				holds++
			} else {
				broken++
			}
			if faults := Schedule(p, s); want != (len(faults) == 0) {
				t.Fatalf("it holds: %v, and the faults are %v\nof: %+v\nwith: %+v", want, faults, s, p)
			}
			if s.Cost++; want && len(Schedule(p, s)) != 1 {
				t.Fatalf("a wrong cost is not told: %+v\nwith: %+v", s, p)
			}
		}
	})
	if holds < 20 || broken < 20 {
		t.Errorf("%d schedules hold and %d don't: too few are looked at", holds, broken)
	}
}

// wished adds what a schedule can cost.
func wished(t *rapid.T, p problem.Problem) problem.Problem {
	n := func(high int, what string) int { return rapid.IntRange(0, high).Draw(t, what) }
	p.Costs = problem.Costs{Makespan: int64(n(2, "makespan")), Unliked: int64(n(2, "unliked")), Moved: int64(n(2, "moved"))}
	for i := range p.Tasks {
		task := &p.Tasks[i]
		task.Due, task.Weight = n(p.Horizon, "due"), n(2, "weight")
		if n(1, "prefers") == 0 {
			task.Prefer = []span{at(1, 1+n(p.Horizon-2, "prefer"))}
			if task.Prefer[0].To == 1 {
				task.Prefer = []span{}
			}
		}
		if from := n(p.Horizon, "was"); n(1, "had") == 0 {
			task.Was = []span{at(from, from+task.Work)}
		}
	}
	return p
}

// changed moves, drops, doubles, cuts, lengthens or shortens a block, or swaps
// two, or gives one to another task.
func changed(t *rapid.T, blocks []problem.Block) []problem.Block {
	if len(blocks) == 0 {
		return blocks
	}
	out := append([]problem.Block{}, blocks...)
	pick := func(what string) *problem.Block { return &out[rapid.IntRange(0, len(out)-1).Draw(t, what)] }
	by := rapid.SampledFrom([]minute{-1, 1, 2}).Draw(t, "by")
	b := pick("block")
	switch rapid.SampledFrom([]string{"move", "end", "begin", "drop", "double", "cut", "empty", "swap", "give"}).Draw(t, "change") {
	case "move":
		b.From, b.To = b.From+by, b.To+by
	case "end":
		b.To += by
	case "begin":
		b.From += by
	case "drop":
		*b = out[len(out)-1]
		out = out[:len(out)-1]
	case "double":
		out = append(out, *b)
	case "cut":
		rest := *b
		b.To = b.From + 1
		rest.From = b.To
		out = append(out, rest)
	case "empty":
		out = append(out, problem.Block{Task: b.Task, Span: at(b.To, b.To)})
	case "swap":
		o := pick("other")
		b.Span, o.Span = o.Span, b.Span
	case "give":
		b.Task = rapid.SampledFrom([]string{"a", "b", "c", "nobody"}).Draw(t, "to")
	}
	return out
}
