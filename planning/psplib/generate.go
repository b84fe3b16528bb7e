package psplib

import (
	"math/rand/v2"
	"strconv"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// Parameters of a project, as ProGen has them (Kolisch, Sprecher and Drexl, 1995).
type Parameters struct {
	Jobs       int     // without the first and the last
	Complexity float64 // links for each job: 1.5, 1.8, 2.1
	Factor     float64 // share of the four resources that a job asks for: .25 to 1
	Strength   float64 // capacity between the least that it takes (0) and all that is asked for at once (1)
}

// Project makes a project in the manner of ProGen: works of 1 to 10, requests of
// 1 to 10 of four resources, at most three followers and three predecessors a
// job, and no link that others imply.
func Project(r *rand.Rand, q Parameters) problem.Problem {
	n := q.Jobs
	p := problem.Problem{Costs: problem.Costs{Makespan: 1}}
	links := drawLinks(r, n, int(q.Complexity*float64(n+2)))
	for i := range n {
		p.Tasks = append(p.Tasks, problem.Task{ID: strconv.Itoa(i + 2), Work: 1 + r.IntN(10), Uses: make([]int, 4)})
		p.Horizon += p.Tasks[i].Work
		for _, k := range r.Perm(4)[:max(1, int(4*q.Factor))] {
			p.Tasks[i].Uses[k] = 1 + r.IntN(10)
		}
	}
	for _, d := range links {
		p.Links = append(p.Links, network.Link{From: p.Tasks[d[0]].ID, To: p.Tasks[d[1]].ID, Kind: network.FinishStart})
	}
	p.Free = []problem.Span{{From: 0, To: p.Horizon}}
	capacities(&p, links, q.Strength)
	return p
}

// dag is a network that is being made.
type dag struct {
	links   [][2]int
	reach   [][]bool // reach[i][j]: j follows i
	in, out []int
}

const (
	ends     = 3 // jobs that begin the project, and that end it
	mostEach = 3 // links from a job, and to it
)

// drawLinks draws links among n jobs, want of them with those to the first and the
// last job, which are left out here.
func drawLinks(r *rand.Rand, n, want int) [][2]int {
	d := dag{in: make([]int, n), out: make([]int, n), reach: make([][]bool, n)}
	for i := range d.reach {
		d.reach[i] = make([]bool, n)
	}
	for j := ends; j < n; j++ {
		for try := 0; try < 100 && !d.link(r.IntN(j), j); try++ {
			continue
		}
	}
	for i := n - ends - 1; i >= 0; i-- {
		for try := 0; try < 100 && d.out[i] == 0 && !d.link(i, i+1+r.IntN(n-i-1)); try++ {
			continue
		}
	}
	for try := 0; try < 20*n*n && len(d.links) < want-2*ends; try++ {
		d.link(r.IntN(n), r.IntN(n))
	}
	return d.links
}

// link makes j follow i, unless that is implied, or would imply another link.
func (d *dag) link(i, j int) bool {
	if i >= j || d.out[i] == mostEach || d.in[j] == mostEach || d.reach[i][j] {
		return false
	}
	for _, l := range d.links {
		if d.leads(l[0], i) && d.leads(j, l[1]) {
			return false
		}
	}
	d.links = append(d.links, [2]int{i, j})
	d.out[i]++
	d.in[j]++
	for a := range d.reach {
		for b := range d.reach {
			if d.leads(a, i) && d.leads(j, b) {
				d.reach[a][b] = true
			}
		}
	}
	return true
}

func (d *dag) leads(a, b int) bool { return a == b || d.reach[a][b] }

// capacities are set between the greatest request and the peak of the schedule
// that asks for no resource.
func capacities(p *problem.Problem, links [][2]int, strength float64) {
	start := make([]int, len(p.Tasks))
	for j := range p.Tasks {
		for _, d := range links {
			if d[1] == j {
				start[j] = max(start[j], start[d[0]]+p.Tasks[d[0]].Work)
			}
		}
	}
	for k := range 4 {
		least, peak := 1, 1
		for t := range p.Horizon {
			sum := 0
			for i, task := range p.Tasks {
				least = max(least, task.Uses[k])
				if start[i] <= t && t < start[i]+task.Work {
					sum += task.Uses[k]
				}
			}
			peak = max(peak, sum)
		}
		capacity := least + int(strength*float64(peak-least)+.5)
		p.Resources = append(p.Resources, problem.Resource{Name: "R" + strconv.Itoa(k+1), Capacity: capacity})
	}
}

// Tardiness makes an instance of n jobs in the manner of Potts and Van Wassenhove
// (1985): works of 1 to 100, weights of 1 to 10, and dues that are spread around
// a share of the total work. spread and share are .2, .4, .6, .8 or 1.
func Tardiness(r *rand.Rand, n int, spread, share float64) problem.Problem {
	work, weight, due := make([]int, n), make([]int, n), make([]int, n)
	total := 0
	for i := range n {
		work[i], weight[i] = 1+r.IntN(100), 1+r.IntN(10)
		total += work[i]
	}
	for i := range n {
		mid := float64(total) * (1 - share)
		due[i] = int(mid + (r.Float64()-.5)*spread*float64(total))
	}
	return tardiness(work, weight, due)
}
