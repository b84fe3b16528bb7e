package schedule_test

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
)

// many is n tasks on a person's year, each with work of its own.
func many(n int, task func(i int, t *problem.Task)) problem.Problem {
	p := problem.Problem{Horizon: 366 * day, Resources: []problem.Resource{{Name: "me", Capacity: 1}}, Costs: problem.Costs{Makespan: 1, Moved: 1}}
	for d := range 366 {
		p.Free = append(p.Free, problem.Span{From: d*day + 540, To: d*day + 1020})
		p.Caps = append(p.Caps, problem.Cap{Span: problem.Span{From: d * day, To: d*day + day}, Most: 300})
	}
	for i := range n {
		t := problem.Task{ID: fmt.Sprint(i), Work: 10, Uses: []int{1}, Due: 1 + i, Weight: 1}
		task(i, &t)
		p.Tasks = append(p.Tasks, t)
	}
	return p
}

func linked(p problem.Problem, n int, to func(i int) int, kind network.Kind, lag int) problem.Problem {
	for i := range n {
		if j := to(i); j != i {
			p.Links = append(p.Links, network.Link{From: fmt.Sprint(i), To: fmt.Sprint(j), Kind: kind, Lag: lag})
		}
	}
	return p
}

func crumbs(horizon, step int) (spans []problem.Span) {
	for at := 0; at+1 < horizon; at += step {
		spans = append(spans, problem.Span{From: at, To: at + 1})
	}
	return spans
}

// hostile are problems that are valid and mean no good.
func hostile() map[string]problem.Problem {
	const n = 10_000
	plain := func(int, *problem.Task) {}
	all := map[string]problem.Problem{
		"ten thousand tasks in a chain": linked(many(n, plain), n-1, func(i int) int { return i + 1 }, network.FinishStart, 0),
		"ten thousand in a circle":      linked(many(n, plain), n, func(i int) int { return (i + 1) % n }, network.StartStart, 1),
		"a circle that can be kept":     linked(many(n, plain), n, func(i int) int { return (i + 1) % n }, network.StartStart, 0),
		"links from everywhere":         linked(many(n, plain), n, func(i int) int { return (i * 7919) % n }, network.FinishFinish, -60),
		"more work than the year has":   many(n, func(_ int, t *problem.Task) { t.Work, t.MinChunk = 300, 1 }),
		"deadlines before releases":     many(n, func(_ int, t *problem.Task) { t.Release, t.Deadline = 1000, 10 }),
		"tasks where they can't stay": many(n, func(i int, t *problem.Task) {
			t.Was = []problem.Span{{From: 540 + i%300, To: 550 + i%300}}
		}),
	}
	p := many(n, func(_ int, t *problem.Task) { t.Work, t.MinChunk, t.MaxChunk, t.Uses = 5000, 1, 1, nil })
	p.Caps = nil
	all["fifty million blocks"] = p
	p = many(n, func(_ int, t *problem.Task) { t.Work = 2 })
	p.Free = crumbs(p.Horizon, 2)
	all["a quarter of a million gaps that hold nothing"] = p
	p = many(n, plain)
	p.Caps = nil
	for i := range 20_000 {
		p.Caps = append(p.Caps, problem.Cap{Span: problem.Span{From: i, To: i + 40}, Most: 30, Group: fmt.Sprint(i)})
	}
	all["twenty thousand groups"] = p
	p = many(n, func(_ int, t *problem.Task) {
		t.Uses = make([]int, 64)
		for k := range t.Uses {
			t.Uses[k] = 1
		}
	})
	p.Resources = nil
	for k := range 64 {
		p.Resources = append(p.Resources, problem.Resource{Name: fmt.Sprint(k), Capacity: 1})
	}
	p.Free = crumbs(p.Horizon, 3)
	all["sixty-four resources and a splintered year"] = p
	return all
}

func TestHostileProblemsEnd(t *testing.T) {
	t.Parallel()
	measuring := os.Getenv("WEFT_PLANNING") != ""
	for name, p := range hostile() {
		schedules := 1000
		if !measuring { // as a test it is about what breaks; measured are those of full size
			p.Tasks, p.Links, schedules = p.Tasks[:300], nil, 3
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		begin := time.Now()
		got, err := schedule.Solve(t.Context(), p, schedule.Options{Schedules: schedules})
		took := time.Since(begin)
		runtime.ReadMemStats(&after)
		reason := problem.Reason("")
		if got.Certificate != nil {
			reason = got.Certificate.Reason
		}
		t.Logf("%-48s %-10s %-13s %5d schedules %6d ms %4d MB at most held, %5d MB in all", name, got.Verdict, reason, got.Generated,
			took.Milliseconds(), (after.Sys)>>20, (after.TotalAlloc-before.TotalAlloc)>>20)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
