package schedule_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
)

// week is two working days, one task after another, with attention for one.
func week() problem.Problem {
	return problem.Problem{
		Horizon:   2880,
		Free:      []problem.Span{{From: 540, To: 720}, {From: 780, To: 1020}, {From: 1980, To: 2160}, {From: 2220, To: 2460}},
		Caps:      []problem.Cap{{Span: problem.Span{From: 0, To: 1440}, Most: 240}},
		Resources: []problem.Resource{{Name: "attention", Capacity: 1}},
		Tasks: []problem.Task{
			{ID: "read", Work: 120, Uses: []int{1}},
			{ID: "write", Work: 300, MinChunk: 60, MaxChunk: 180, Uses: []int{1}, Due: 2400, Weight: 1},
			{ID: "send", Deadline: 2460},
			{ID: "call", Work: 30, Uses: []int{1}, Locked: []problem.Span{{From: 800, To: 830}}},
		},
		Links: []network.Link{
			{From: "read", To: "write", Kind: network.FinishStart},
			{From: "write", To: "send", Kind: network.FinishStart},
		},
		Costs: problem.Costs{Makespan: 1},
	}
}

func TestAPlanIsLaidAroundWhatTheDayHolds(t *testing.T) {
	t.Parallel()
	got, err := schedule.Solve(t.Context(), week(), schedule.Options{Schedules: 100})
	if err != nil || got.Verdict != problem.Feasible {
		t.Fatal(got, err)
	}
	// 240 minutes the first day: read 120, call 30, and 90 of write, which leave
	// 210 that divide into a block of 180 and no less than 60 otherwise.
	want := []problem.Block{
		{Task: "read", Span: problem.Span{From: 540, To: 660}},
		{Task: "write", Span: problem.Span{From: 660, To: 720}},
		{Task: "call", Span: problem.Span{From: 800, To: 830}},
		{Task: "write", Span: problem.Span{From: 1980, To: 2160}},
		{Task: "write", Span: problem.Span{From: 2220, To: 2280}},
		{Task: "send", Span: problem.Span{From: 2280, To: 2280}},
	}
	if !reflect.DeepEqual(got.Schedule.Blocks, want) || got.Schedule.Cost != 2280 {
		t.Errorf("got %+v", got.Schedule)
	}
}

func TestTheSameProblemSeedAndBudgetGiveTheSameSchedule(t *testing.T) {
	t.Parallel()
	o := schedule.Options{Schedules: 300, Seed: 5}
	a, err1 := schedule.Solve(t.Context(), week(), o)
	b, err2 := schedule.Solve(t.Context(), week(), o)
	if err1 != nil || err2 != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("%+v %v\n%+v %v", a, err1, b, err2)
	}
	if a.Generated > o.Schedules+40 {
		t.Errorf("%d schedules generated of %d", a.Generated, o.Schedules)
	}
}

func TestACancelledSearchEndsWithItsError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := schedule.Solve(ctx, week(), schedule.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAProblemThatMakesNoSenseIsAnError(t *testing.T) {
	t.Parallel()
	p := week()
	p.Tasks[0].Work = -1
	if e := (*problem.InvalidError)(nil); !errors.As(solveErr(t, p), &e) || e.Task != "read" {
		t.Errorf("got %v", e)
	}
}

func solveErr(t *testing.T, p problem.Problem) error {
	_, err := schedule.Solve(t.Context(), p, schedule.Options{})
	return err
}

func TestNothingToDoIsDone(t *testing.T) {
	t.Parallel()
	got, err := schedule.Solve(t.Context(), problem.Problem{Horizon: 10}, schedule.Options{})
	if err != nil || got.Verdict != problem.Feasible || len(got.Schedule.Blocks) != 0 {
		t.Errorf("%+v %v", got, err)
	}
}
