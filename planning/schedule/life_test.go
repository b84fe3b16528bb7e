package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
)

const day = 24 * 60

// life is half a year of one person: weekdays with an afternoon and an evening,
// 300 commitments, at most five hours of work a day, and 200 tasks in ten streams
// that are due one after another.
func life(seed uint64) problem.Problem {
	r := rand.New(rand.NewPCG(seed, 26))
	p := problem.Problem{
		Horizon: 26 * 7 * day, Resources: []problem.Resource{{Name: "attention", Capacity: 1}},
		Calendars: map[string][]problem.Span{}, Costs: problem.Costs{Makespan: 1, Unliked: 1, Moved: 500},
	}
	for d := range 26 * 7 {
		if d%7 < 5 {
			p.Free = append(p.Free, problem.Span{From: d*day + 8*60, To: d*day + 12*60}, problem.Span{From: d*day + 13*60, To: d*day + 17*60})
			p.Calendars["workdays"] = append(p.Calendars["workdays"], problem.Span{From: d * day, To: (d + 1) * day})
		}
		p.Free = append(p.Free, problem.Span{From: d*day + 19*60, To: d*day + 21*60})
		p.Caps = append(p.Caps, problem.Cap{Span: problem.Span{From: d * day, To: (d + 1) * day}, Most: 300})
	}
	p.Calendars["workdays"] = joined(p.Calendars["workdays"])
	for range 300 {
		p.Free = without(p.Free, commitment(r))
	}
	for s := range 10 {
		for k := range 20 {
			t := problem.Task{
				ID: fmt.Sprintf("t%d.%d", s, k), Work: 30 * (1 + r.IntN(10)), Uses: []int{1}, Weight: 1 + r.IntN(3),
				Due: (26*7*day*(k+2)/24 + r.IntN(10*day)),
			}
			if t.Work > 90 {
				t.MinChunk, t.MaxChunk = 30, 120
			}
			if k == 19 {
				t.Work, t.Uses, t.Deadline, t.MinChunk, t.MaxChunk = 0, nil, 26*7*day, 0, 0
			}
			if r.IntN(4) == 0 {
				for d := range 26 * 7 {
					t.Prefer = append(t.Prefer, problem.Span{From: d * day, To: d*day + 12*60})
				}
			}
			p.Tasks = append(p.Tasks, t)
			if k > 0 {
				l := network.Link{From: fmt.Sprintf("t%d.%d", s, max(0, k-1-r.IntN(3))), To: t.ID, Kind: network.FinishStart}
				if r.IntN(5) == 0 {
					l.Lag, l.Calendar = day, "workdays"
				}
				p.Links = append(p.Links, l)
			}
		}
	}
	return p
}

func commitment(r *rand.Rand) problem.Span {
	from := r.IntN(26*7)*day + 8*60 + 15*r.IntN(36)
	return problem.Span{From: from, To: from + 30*(1+r.IntN(4))}
}

func joined(spans []problem.Span) []problem.Span {
	var out []problem.Span
	for _, s := range spans {
		if n := len(out); n > 0 && out[n-1].To == s.From {
			out[n-1].To = s.To
		} else {
			out = append(out, s)
		}
	}
	return out
}

// without takes a commitment out of what is free.
func without(free []problem.Span, c problem.Span) []problem.Span {
	var out []problem.Span
	for _, s := range free {
		if a := (problem.Span{From: s.From, To: min(s.To, c.From)}); a.From < a.To {
			out = append(out, a)
		}
		if b := (problem.Span{From: max(s.From, c.To), To: s.To}); b.From < b.To {
			out = append(out, b)
		}
	}
	return out
}

// settled is the problem with its tasks where a schedule has them.
func settled(p problem.Problem, s problem.Schedule) problem.Problem {
	p.Tasks = slices.Clone(p.Tasks)
	index := map[string]int{}
	for i := range p.Tasks {
		index[p.Tasks[i].ID] = i
		p.Tasks[i].Was = nil
	}
	for _, b := range s.Blocks {
		t := &p.Tasks[index[b.Task]]
		t.Was = append(t.Was, b.Span)
	}
	return p
}

func moved(p problem.Problem, s problem.Schedule) (n int) {
	was := map[string][]problem.Span{}
	for i := range p.Tasks {
		was[p.Tasks[i].ID] = p.Tasks[i].Was
	}
	for _, b := range s.Blocks {
		if !slices.Contains(was[b.Task], b.Span) {
			n++
		}
	}
	return n
}

func TestGapsOfALife(t *testing.T) {
	measured(t)
	for _, n := range []int{1, 10, 100, 300, 1000} {
		var sum, best float64
		var took time.Duration
		for seed := range uint64(2) {
			p := life(seed)
			begin := time.Now()
			sum += float64(solve(t, p, n, 1).Schedule.Cost)
			took += time.Since(begin)
			best += float64(solve(t, p, 10_000, 2).Schedule.Cost)
		}
		t.Logf("%d schedules: %.2f %% above 10,000 schedules, %v each", n, 100*(sum-best)/best, took/2)
	}
}

func TestGapsOfReplanning(t *testing.T) {
	measured(t)
	var shares []float64
	var times []time.Duration
	blocks, certain := 0, 0
	for seed := range uint64(4) {
		p := life(seed)
		p = settled(p, solve(t, p, 300, 1).Schedule)
		r := rand.New(rand.NewPCG(seed, 4))
		for k := range 60 {
			q := p
			q.Tasks = slices.Clone(p.Tasks)
			if k%2 == 0 {
				q.Tasks[r.IntN(len(q.Tasks))].Work += 60
			} else {
				q.Free = without(q.Free, commitment(r))
			}
			begin := time.Now()
			got, err := schedule.Solve(t.Context(), q, schedule.Options{Schedules: 100})
			times = append(times, time.Since(begin))
			if err != nil || got.Verdict != problem.Feasible {
				t.Log(seed, k, got.Verdict, got.Certificate, err)
				certain++
				continue
			}
			blocks = len(got.Schedule.Blocks)
			shares = append(shares, 100*float64(moved(q, got.Schedule))/float64(blocks))
		}
	}
	slices.Sort(shares)
	slices.Sort(times)
	at := func(q float64) (float64, time.Duration) {
		return shares[int(q*float64(len(shares)-1))], times[int(q*float64(len(times)-1))]
	}
	for _, q := range []float64{.5, .95, 1} {
		share, took := at(q)
		t.Logf("of %d replans of about %d blocks, at %.0f %%: %.2f %% of blocks moved, %v; %d without a schedule", len(shares), blocks, 100*q, share, took, certain)
	}
}

func BenchmarkHalfAYear(b *testing.B) {
	p := life(1)
	for b.Loop() {
		solve(b, p, 300, 1)
	}
}

func BenchmarkReplan(b *testing.B) {
	p := life(1)
	p = settled(p, solve(b, p, 300, 1).Schedule)
	p.Tasks[40].Work += 60
	for b.Loop() {
		solve(b, p, 100, 1)
	}
}
