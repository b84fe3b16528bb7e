package check

import (
	"testing"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

func block(task string, from, to minute) problem.Block {
	return problem.Block{Task: task, Span: at(from, to)}
}

// two evenings of four hours, one person, a chapter that may be split and a
// call that may not.
func evenings() problem.Problem {
	return problem.Problem{
		Horizon:   2000,
		Free:      []span{at(100, 340), at(1540, 1780)},
		Calendars: map[string][]span{"working": {at(100, 340), at(1540, 1780)}},
		Caps:      []problem.Cap{{Span: at(0, 1440), Most: 200}},
		Resources: []problem.Resource{{Name: "attention", Capacity: 1}},
		Tasks: []problem.Task{
			{ID: "chapter", Work: 180, MinChunk: 60, MaxChunk: 120, Uses: []int{1}},
			{ID: "call", Work: 60, Uses: []int{1}, Due: 1600, Weight: 2, Deadline: 1780},
			{ID: "sent", Release: 1600},
		},
		Links: []network.Link{
			{From: "chapter", To: "call", Kind: network.FinishStart, Lag: 30, Calendar: "working"},
			{From: "call", To: "sent", Kind: network.FinishStart},
		},
		Costs: problem.Costs{Makespan: 1, Unliked: 3, Moved: 100},
	}
}

func held() problem.Schedule {
	return problem.Schedule{
		Blocks: []problem.Block{block("chapter", 100, 220), block("chapter", 220, 280), block("call", 1540, 1600), block("sent", 1600, 1600)},
		Cost:   1600,
	}
}

func TestAScheduleThatKeepsEverythingHasNoFault(t *testing.T) {
	t.Parallel()
	if faults := Schedule(evenings(), held()); len(faults) != 0 {
		t.Errorf("faults are %v", faults)
	}
}

func TestWhatAScheduleDoesNotKeepIsTold(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*problem.Problem, *problem.Schedule)
		want   Code
	}{
		{"a block of no task", func(_ *problem.Problem, s *problem.Schedule) { s.Blocks = append(s.Blocks, block("party", 300, 310)) }, UnknownTask},
		{"a task that is left out", func(_ *problem.Problem, s *problem.Schedule) { s.Blocks = s.Blocks[2:] }, Amount},
		{"a milestone that is left out", func(_ *problem.Problem, s *problem.Schedule) { s.Blocks = s.Blocks[:3] }, Amount},
		{"a milestone that has a block beside its locked one", func(p *problem.Problem, s *problem.Schedule) {
			p.Tasks[2].Locked, s.Blocks[3] = []span{at(1600, 1601)}, block("sent", 1600, 1601)
			s.Blocks = append(s.Blocks, block("sent", 1700, 1700))
		}, Amount},
		{"a block outside of the free time", func(_ *problem.Problem, s *problem.Schedule) { s.Blocks[1] = block("chapter", 300, 360) }, Outside},
		{"a block outside of the windows", func(p *problem.Problem, _ *problem.Schedule) { p.Tasks[1].Windows = []span{at(1550, 1700)} }, Outside},
		{"a block before the release", func(p *problem.Problem, _ *problem.Schedule) { p.Tasks[2].Release = 1601 }, Outside},
		{"a block after the horizon", func(p *problem.Problem, _ *problem.Schedule) { p.Horizon = 1599 }, Outside},
		{"an end after the deadline", func(p *problem.Problem, _ *problem.Schedule) { p.Tasks[1].Deadline = 1599 }, Late},
		{"a block that is too short", func(_ *problem.Problem, s *problem.Schedule) {
			s.Blocks = append(s.Blocks, block("chapter", 290, 300))
			s.Blocks[1] = block("chapter", 220, 270)
		}, Chunk},
		{"a block that is too long", func(_ *problem.Problem, s *problem.Schedule) {
			s.Blocks = append(s.Blocks[:1:1], s.Blocks[2:]...)
			s.Blocks[0] = block("chapter", 100, 280)
		}, Chunk},
		{"a split of what is not split", func(p *problem.Problem, _ *problem.Schedule) { p.Tasks[0].MinChunk = 0 }, Chunk},
		{"two blocks at once", func(_ *problem.Problem, s *problem.Schedule) { s.Blocks[1] = block("chapter", 210, 270) }, Overlap},
		{"two tasks at once", func(p *problem.Problem, s *problem.Schedule) { p.Links, s.Blocks[2] = nil, block("call", 110, 170) }, Overlap},
		{"more than the cap", func(p *problem.Problem, _ *problem.Schedule) { p.Caps[0].Most = 179 }, OverCap},
		{"a lag that is not kept", func(p *problem.Problem, _ *problem.Schedule) { p.Links[0].Lag = 61 }, Link},
		{"a link that is not kept", func(p *problem.Problem, s *problem.Schedule) {
			p.Tasks[2].Release, s.Blocks[3] = 0, block("sent", 1599, 1599)
		}, Link},
		{"a lock that is not kept", func(p *problem.Problem, _ *problem.Schedule) { p.Tasks[1].Locked = []span{at(1550, 1600)} }, Unlocked},
		{"another cost", func(_ *problem.Problem, s *problem.Schedule) { s.Cost-- }, Cost},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, s := evenings(), held()
			tt.change(&p, &s)
			faults := Schedule(p, s)
			for _, f := range faults {
				if f.Code == tt.want {
					return
				}
			}
			t.Errorf("want %s, got %v", tt.want, faults)
		})
	}
}

func TestACostIsTheSumOfLatenessLengthWishesAndMoves(t *testing.T) {
	t.Parallel()
	p, s := evenings(), held()
	p.Tasks[1].Due = 1590
	p.Tasks[0].Prefer = []span{at(100, 200)}
	p.Tasks[0].Was = []span{at(100, 220)}
	s.Cost = 1600 + 2*10 + 3*80 + 100
	if faults := Schedule(p, s); len(faults) != 0 {
		t.Errorf("faults are %v", faults)
	}
}

func TestALagIsCountedInItsCalendar(t *testing.T) {
	t.Parallel()
	p := problem.Problem{Calendars: map[string][]span{"days": {at(0, 10), at(20, 30)}}}
	tests := []struct {
		name string
		lag  minute
		x, y minute
		want bool
	}{
		{"the night does not count", 5, 8, 22, false},
		{"five minutes have passed", 5, 8, 23, true},
		{"no lag still comes after", 0, 15, 12, false},
		{"a lead may begin before", -5, 22, 7, true},
		{"a lead is bounded", -5, 24, 8, false},
		{"a lead need not be used", -5, 8, 24, true},
	}
	for _, tt := range tests {
		if got := kept(p, network.Link{Lag: tt.lag, Calendar: "days"}, tt.x, tt.y); got != tt.want {
			t.Errorf("%s: kept is %v", tt.name, got)
		}
	}
}
