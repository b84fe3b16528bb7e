package psplib

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// Bounds of what is read.
const (
	maxJobs  = 2000
	maxLine  = 1 << 16
	maxLines = 100_000
)

// ReadProject reads a single-mode project (.sm). A period is a minute; the first
// and the last job, which last no time, are milestones.
func ReadProject(r io.Reader) (problem.Problem, error) {
	p := problem.Problem{Costs: problem.Costs{Makespan: 1}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	section, total := "", 0
	for n := 1; lines.Scan(); n++ {
		if n > maxLines {
			return p, fmt.Errorf("more than %d lines", maxLines)
		}
		line := strings.TrimSpace(lines.Text())
		if strings.HasSuffix(line, ":") && strings.ToUpper(line) == line {
			section = line
			continue
		}
		numbers, ok := integers(line)
		if !ok || len(numbers) == 0 {
			continue
		}
		if err := projectLine(&p, section, numbers, &total); err != nil {
			return p, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return p, err
	}
	if len(p.Resources) == 0 || len(p.Tasks) == 0 {
		return p, fmt.Errorf("it is no project: no jobs, or no resources")
	}
	p.Horizon = max(1, total)
	p.Free = []problem.Span{{From: 0, To: p.Horizon}}
	return p, problem.Validate(&p)
}

func projectLine(p *problem.Problem, section string, numbers []int, total *int) error {
	job := numbers[0]
	if section != "RESOURCEAVAILABILITIES:" && (job < 1 || job > maxJobs) {
		return fmt.Errorf("job %d is not between 1 and %d", job, maxJobs)
	}
	switch section {
	case "PRECEDENCE RELATIONS:": // job, modes, number of successors, successors
		if len(numbers) < 3 || len(numbers) != 3+numbers[2] {
			return fmt.Errorf("job %d has not the successors that it says", job)
		}
		for _, to := range numbers[3:] {
			p.Links = append(p.Links, network.Link{From: strconv.Itoa(job), To: strconv.Itoa(to), Kind: network.FinishStart})
		}
	case "REQUESTS/DURATIONS:": // job, mode, duration, requests
		if len(numbers) < 3 {
			return fmt.Errorf("job %d has no duration", job)
		}
		p.Tasks = append(p.Tasks, problem.Task{ID: strconv.Itoa(job), Work: numbers[2], Uses: numbers[3:]})
		*total += numbers[2]
	case "RESOURCEAVAILABILITIES:":
		for i, n := range numbers {
			p.Resources = append(p.Resources, problem.Resource{Name: fmt.Sprintf("R%d", i+1), Capacity: n})
		}
	}
	return nil
}

// integers are the numbers of a line that has nothing else.
func integers(line string) ([]int, bool) {
	var out []int
	for _, f := range strings.Fields(line) {
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

// ReadTardiness reads instances of weighted tardiness, each of n jobs: n works,
// n weights, n dues.
func ReadTardiness(r io.Reader, n int) ([]problem.Problem, error) {
	if n < 1 || n > maxJobs {
		return nil, fmt.Errorf("%d jobs are not between 1 and %d", n, maxJobs)
	}
	words := bufio.NewScanner(r)
	words.Split(bufio.ScanWords)
	var numbers []int
	var out []problem.Problem
	for words.Scan() {
		v, err := strconv.Atoi(words.Text())
		if err != nil {
			return nil, fmt.Errorf("instance %d: %q is no number", len(out)+1, words.Text())
		}
		if numbers = append(numbers, v); len(numbers) < 3*n {
			continue
		}
		p := tardiness(numbers[:n], numbers[n:2*n], numbers[2*n:])
		if err := problem.Validate(&p); err != nil {
			return nil, fmt.Errorf("instance %d: %w", len(out)+1, err)
		}
		out, numbers = append(out, p), nil
	}
	if err := words.Err(); err != nil {
		return nil, err
	}
	if len(numbers) > 0 {
		return nil, fmt.Errorf("instance %d has %d of %d numbers", len(out)+1, len(numbers), 3*n)
	}
	return out, nil
}

// tardiness is the problem of one machine. A job that is due at 0 or before is
// due a minute later, which lowers the cost of every order by the same.
func tardiness(work, weight, due []int) problem.Problem {
	p := problem.Problem{Resources: []problem.Resource{{Name: "machine", Capacity: 1}}}
	for i := range work {
		p.Tasks = append(p.Tasks, problem.Task{
			ID: strconv.Itoa(i + 1), Work: work[i], Weight: weight[i], Due: max(1, due[i]), Uses: []int{1},
		})
		p.Horizon += work[i]
	}
	p.Horizon = max(1, p.Horizon)
	p.Free = []problem.Span{{From: 0, To: p.Horizon}}
	return p
}
