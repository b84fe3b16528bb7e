package check

import (
	"fmt"
	"math"
	"testing"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// large is a line of n tasks over so many evenings, named from its end, of
// which every second lag is counted in the evenings. The tasks are too long for
// the deadline of the last by a minute.
func large(n int) (problem.Problem, problem.Certificate) {
	p := problem.Problem{Horizon: (n/4 + 1) * 24 * 60, Resources: []problem.Resource{{Name: "attention", Capacity: 1}}}
	for day := minute(0); day < p.Horizon; day += 24 * 60 {
		p.Free = append(p.Free, at(day+18*60, day+22*60))
	}
	p.Calendars = map[string][]span{"evenings": p.Free}
	for i := range n {
		p.Tasks = append(p.Tasks, problem.Task{ID: fmt.Sprint(i), Work: 60, MinChunk: 30 * (i % 2), Uses: []int{1}})
	}
	p.Tasks[n-1].Deadline = (n/4-1)*24*60 + 22*60 - 1
	var c problem.Certificate
	for i := n - 1; i > 0; i-- {
		p.Links = append(p.Links, network.Link{From: fmt.Sprint(i - 1), To: fmt.Sprint(i), Kind: network.FinishStart, Calendar: []string{"", "evenings"}[i%2]})
		c.Links = append(c.Links, n-1-i)
	}
	for i := range n {
		c.Tasks = append(c.Tasks, fmt.Sprint(i))
	}
	return p, c
}

// largeProofs are certificates that name all tasks and all links.
func largeProofs(p problem.Problem, c problem.Certificate) []problem.Certificate {
	n := len(c.Tasks)
	overload := c
	overload.Reason, overload.Span = problem.Overload, at(0, p.Horizon)
	overload.Need, overload.Room = n*60, n*60-1
	chain := c
	chain.Reason, chain.Links = problem.Chain, nil
	chain.Need, chain.Room = p.Tasks[n-1].Deadline+1, p.Tasks[n-1].Deadline
	for i := range c.Links {
		chain.Links = append(chain.Links, c.Links[len(c.Links)-1-i])
	}
	return []problem.Certificate{overload, chain}
}

func TestAProofOverManyTasksAndLinksIsGoneThrough(t *testing.T) {
	t.Parallel()
	const n = 2000 // BenchmarkCertificate takes 10,000
	p, c := large(n)
	if err := problem.Validate(&p); err != nil {
		t.Fatal(err)
	}
	for _, proof := range largeProofs(p, c) {
		if err := Certificate(p, proof); err != nil {
			t.Errorf("%s is not accepted: %v", proof.Reason, err)
		}
		p := p
		p.Tasks = append([]problem.Task{}, p.Tasks...)
		p.Tasks[n-1].Deadline++
		if err := Certificate(p, proof); err == nil {
			t.Errorf("%s is accepted where there is time enough", proof.Reason)
		}
	}
}

func BenchmarkCertificate(b *testing.B) {
	p, c := large(10_000)
	for _, proof := range largeProofs(p, c) {
		b.Run(string(proof.Reason), func(b *testing.B) {
			for b.Loop() {
				if err := Certificate(p, proof); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Whatever a certificate says, numbers that overflow and indexes of nothing
// among it, nothing panics, and none is accepted: the evenings have a schedule.
func FuzzNoCertificateIsAcceptedOrPanics(f *testing.F) {
	reasons := []problem.Reason{problem.Overload, problem.CapOverload, problem.Chain, problem.NoGap, problem.Cycle, problem.LockConflict, "luck"}
	for i := range reasons {
		f.Add(i, uint8(3), uint8(0), 0, math.MaxInt, math.MaxInt, math.MinInt, 0, 1, 0, -1)
		f.Add(i, uint8(7), uint8(1), math.MinInt, math.MaxInt, math.MaxInt, 0, math.MaxInt, -1, math.MinInt, math.MaxInt)
		f.Add(i, uint8(1), uint8(2), math.MaxInt, math.MinInt, 1, 0, 0, 0, 0, 0)
	}
	f.Fuzz(func(t *testing.T, reason int, tasks, first uint8, from, to, need, room, link, next, limit, resource int) {
		p := evenings()
		c := problem.Certificate{
			Reason: reasons[uint(reason)%uint(len(reasons))], Span: at(from, to), Need: need, Room: room,
			Links: []int{link, next}[:tasks%3], Caps: []int{limit}[:tasks%2], Resource: resource,
		}
		for i := range p.Tasks {
			if tasks>>i&1 > 0 {
				c.Tasks = append(c.Tasks, p.Tasks[(i+int(first))%len(p.Tasks)].ID)
			}
		}
		if Certificate(p, c) == nil {
			t.Errorf("accepted: %+v", c)
		}
	})
}
