package schedule_test

import (
	"reflect"
	"testing"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
)

// crowded is a day of 100 minutes in which 130 have to be done by its end.
func crowded() problem.Problem {
	one := []int{1}
	return problem.Problem{
		Horizon: 300, Free: []problem.Span{{From: 0, To: 100}, {From: 150, To: 250}},
		Resources: []problem.Resource{{Name: "me", Capacity: 1}},
		Tasks: []problem.Task{
			{ID: "paint", Work: 60, Uses: one, Deadline: 100},
			{ID: "sand", Work: 40, Uses: one, Deadline: 100},
			{ID: "sweep", Work: 30, Uses: one, Deadline: 100},
		},
		Links: []network.Link{
			{From: "sand", To: "paint", Kind: network.FinishStart},
			{From: "paint", To: "sweep", Kind: network.FinishStart},
		},
	}
}

func TestWhatIsTooMuchHasWaysOut(t *testing.T) {
	t.Parallel()
	p := crowded()
	r, err := schedule.Solve(t.Context(), p, schedule.Options{Schedules: 50})
	if err != nil || r.Verdict != problem.Impossible {
		t.Fatal(r, err)
	}
	if err := check.Certificate(p, *r.Certificate); err != nil {
		t.Errorf("%+v: %v", r.Certificate, err)
	}
	ways, err := schedule.WaysOut(t.Context(), p, schedule.Options{Schedules: 500})
	if err != nil || len(ways) == 0 {
		t.Fatal(ways, err)
	}
	if want := []schedule.Later{{Task: "sweep", By: 80}}; !reflect.DeepEqual(ways[0].Later, want) || ways[0].Out != nil {
		t.Errorf("the first way is %+v", ways[0])
	}
	out := map[string]bool{}
	for _, w := range ways {
		q := crowded()
		for _, l := range w.Later {
			for i := range q.Tasks {
				if q.Tasks[i].ID == l.Task {
					q.Tasks[i].Deadline += l.By
				}
			}
		}
		for _, id := range w.Out {
			out[id] = true
		}
		if len(w.Out) == 0 && len(faults(q, w.Schedule)) > 0 {
			t.Errorf("%+v: %v", w, faults(q, w.Schedule))
		}
	}
	if !out["paint"] || !out["sand"] || !out["sweep"] {
		t.Errorf("without one of them it fits: %v", out)
	}
}

// faults are those of a schedule beside what it costs.
func faults(p problem.Problem, s problem.Schedule) (out []check.Fault) {
	for _, f := range check.Schedule(p, s) {
		if f.Code != check.Cost {
			out = append(out, f)
		}
	}
	return out
}

func TestAProblemWithAScheduleNeedsNoWayOut(t *testing.T) {
	t.Parallel()
	if ways, err := schedule.WaysOut(t.Context(), week(), schedule.Options{}); err != nil || ways != nil {
		t.Errorf("%v %v", ways, err)
	}
}

func TestWhatHoldsATaskIsTold(t *testing.T) {
	t.Parallel()
	p := week()
	p.Tasks = append(p.Tasks,
		problem.Task{ID: "later", Work: 10, Uses: []int{1}, Release: 2300},
		problem.Task{ID: "beside", Work: 10, Uses: []int{1}, Release: 2290, Windows: []problem.Span{{From: 2450, To: 2460}}},
	)
	r := solve(t, p, 100, 1)
	for task, want := range map[string]schedule.Hold{
		"read": schedule.HoldFree, "write": schedule.HoldLink, "send": schedule.HoldLink, "call": schedule.HoldLocked,
		"later": schedule.HoldRelease, "beside": schedule.HoldWindow,
	} {
		if h, ok := schedule.Why(p, r.Schedule, task); !ok || h.By != want {
			t.Errorf("%s: %+v, want %s in %+v", task, h, want, r.Schedule.Blocks)
		}
	}
	if _, ok := schedule.Why(p, r.Schedule, "nobody"); ok {
		t.Error("an unknown task is held")
	}
	q := crowded()
	q.Links, q.Tasks = nil, q.Tasks[:2]
	r = solve(t, q, 20, 1)
	last := r.Schedule.Blocks[1]
	if h, _ := schedule.Why(q, r.Schedule, last.Task); h.By != schedule.HoldResource || len(h.Tasks) != 1 {
		t.Errorf("%+v", h)
	}
}

func TestADifferenceNamesWhatMoved(t *testing.T) {
	t.Parallel()
	at := func(id string, from, to int) problem.Block {
		return problem.Block{Task: id, Span: problem.Span{From: from, To: to}}
	}
	before := problem.Schedule{Blocks: []problem.Block{at("a", 0, 5), at("b", 5, 9), at("b", 12, 14)}}
	after := problem.Schedule{Blocks: []problem.Block{at("a", 0, 5), at("b", 5, 9), at("b", 20, 22)}}
	want := []schedule.Move{{Task: "b", From: []problem.Span{{From: 12, To: 14}}, To: []problem.Span{{From: 20, To: 22}}}}
	if got := schedule.Diff(before, after); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := schedule.Diff(before, before); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
