package problem_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

func valid() problem.Problem {
	return problem.Problem{
		Horizon:   100,
		Free:      []problem.Span{{From: 0, To: 40}, {From: 50, To: 100}},
		Calendars: map[string][]problem.Span{"work": {{From: 0, To: 40}}},
		Resources: []problem.Resource{{Name: "attention", Capacity: 1}},
		Tasks: []problem.Task{
			{ID: "a", Work: 10, Uses: []int{1}, Locked: []problem.Span{{From: 0, To: 2}, {From: 2, To: 4}}},
			{ID: "b", Work: 20, MinChunk: 5, MaxChunk: 10},
		},
		Links: []network.Link{{From: "a", To: "b", Kind: network.FinishStart, Calendar: "work"}},
	}
}

func TestWhatMakesNoSenseIsRefusedWithItsField(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		spoil func(*problem.Problem)
		want  string
	}{
		{"nothing is wrong", func(*problem.Problem) {}, ""},
		{"no time at all", func(p *problem.Problem) { p.Horizon = 0 }, "horizon: 0"},
		{"a horizon that overflows", func(p *problem.Problem) { p.Horizon = math.MaxInt }, "horizon"},
		{"spans out of order", func(p *problem.Problem) { p.Free[1].From = 10 }, "free[1]"},
		{"spans that touch", func(p *problem.Problem) { p.Free[1].From = 40 }, "free[1]: it starts at 40 where"},
		{"a span that ends before it starts", func(p *problem.Problem) { p.Free[1].To = 45 }, "free[1]"},
		{"a span after the horizon", func(p *problem.Problem) { p.Free[1].To = 101 }, "free[1]"},
		{"a calendar out of order", func(p *problem.Problem) { p.Calendars["work"][0].To = 0 }, `calendars["work"][0]`},
		{"negative work", func(p *problem.Problem) { p.Tasks[1].Work = -1 }, `tasks[1].work (task "b")`},
		{"a negative weight", func(p *problem.Problem) { p.Tasks[1].Weight = -1 }, "tasks[1].weight"},
		{"two tasks of one id", func(p *problem.Problem) { p.Tasks[1].ID = "a" }, "tasks[1].id"},
		{"a task without an id", func(p *problem.Problem) { p.Tasks[1].ID = "" }, "tasks[1].id"},
		{"chunks that can't add up", func(p *problem.Problem) { p.Tasks[1].MinChunk = 9; p.Tasks[1].Work = 21 }, "tasks[1].max_chunk"},
		{"an unsplit task longer than its longest block", func(p *problem.Problem) { p.Tasks[1].MinChunk = 0 }, "tasks[1].max_chunk"},
		{"more than there is of a resource", func(p *problem.Problem) { p.Tasks[0].Uses[0] = 2 }, "tasks[0].uses[0]"},
		{"a resource that there is not", func(p *problem.Problem) { p.Tasks[0].Uses = []int{1, 1} }, "tasks[0].uses"},
		{"a resource with nothing of it", func(p *problem.Problem) { p.Resources[0].Capacity = 0 }, "resources[0].capacity"},
		{"a block that ended before it started", func(p *problem.Problem) { p.Tasks[0].Was = []problem.Span{{From: 5, To: 4}} }, "tasks[0].was[0]"},
		{"a link to nowhere", func(p *problem.Problem) { p.Links[0].To = "c" }, `there is no task "c"`},
		{"a link to itself", func(p *problem.Problem) { p.Links[0].To = "a" }, "links[0]"},
		{"a link of no kind", func(p *problem.Problem) { p.Links[0].Kind = "XY" }, "links[0].kind"},
		{"a lag that overflows", func(p *problem.Problem) { p.Links[0].Lag = math.MinInt }, "links[0].lag"},
		{"an unknown calendar", func(p *problem.Problem) { p.Links[0].Calendar = "school" }, `there is no calendar "school"`},
		{"a negative cap", func(p *problem.Problem) {
			p.Caps = []problem.Cap{{Span: problem.Span{From: 0, To: 1}, Most: -1}}
		}, "caps[0].most"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := valid()
			tt.spoil(&p)
			err := problem.Validate(&p)
			if tt.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if e := (*problem.InvalidError)(nil); !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestWorkDividesIntoBlocks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		work, least, most int
		want              bool
	}{
		{0, 0, 0, true}, {5, 0, 0, true}, {5, 0, 4, false}, {5, 2, 0, true}, {1, 2, 3, true},
		{5, 3, 4, false}, {6, 3, 4, true}, {7, 3, 4, true}, {11, 4, 5, false}, {9, 5, 4, false},
	} {
		if got := problem.Divisible(tt.work, tt.least, tt.most); got != tt.want {
			t.Errorf("%d in blocks of %d to %d: got %v", tt.work, tt.least, tt.most, got)
		}
	}
}
