package schedule

import (
	"math"
	"slices"
)

// seeds are the lists that rules of priority give: latest finish, latest start,
// earliest due, apparent tardiness cost.
func (s *search) seeds() [][]int {
	m := s.forward.m
	n := len(m.tasks)
	byFinish, byStart, byDue := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range m.tasks {
		t := &m.tasks[i]
		byFinish[i] = float64(s.latest[i])
		byStart[i] = float64(s.latestStart[i])
		byDue[i] = float64(t.deadline)
		if t.due > 0 {
			byDue[i] = float64(min(t.due, t.deadline))
		}
	}
	lists := [][]int{s.sorted(byFinish), s.sorted(byStart), s.sorted(byDue)}
	if s.tardy && len(s.loose) <= 1000 {
		for _, k := range []float64{5, 3, .5, 1, 2} {
			lists = slices.Insert(lists, 0, s.apparent(k))
		}
	}
	return lists
}

// sorted are the tasks that have to be laid by key, links kept.
func (s *search) sorted(key []float64) []int {
	list := slices.Clone(s.loose)
	slices.SortStableFunc(list, func(a, b int) int {
		switch {
		case key[a] < key[b]:
			return -1
		case key[a] > key[b]:
			return 1
		}
		return 0
	})
	return s.forward.m.feasible(list)
}

// apparent is the list by apparent tardiness cost: the weight by minute of work
// of what would be late, less by the slack that there is, in k mean works. Time is
// counted in free minutes.
func (s *search) apparent(k float64) []int {
	m := s.forward.m
	free := newCalendar(m.free)
	var mean float64
	for _, i := range s.loose {
		mean += float64(m.tasks[i].work)
	}
	mean = max(1, mean/float64(max(1, len(s.loose))))
	waits := make([]int, len(m.tasks))
	after := make([][]int, len(m.tasks))
	for _, i := range s.loose {
		for _, b := range m.before[i] {
			if !m.tasks[b].fixed() {
				waits[i]++
				after[b] = append(after[b], i)
			}
		}
	}
	due := make([]float64, len(m.tasks))
	weight := make([]float64, len(m.tasks))
	// A task without a due inherits what its followers are worth.
	order := m.feasible(s.loose)
	for x := len(order) - 1; x >= 0; x-- {
		i := order[x]
		t := &m.tasks[i]
		due[i], weight[i] = float64(free.minutes(m.horizon)), 0
		if t.due > 0 {
			due[i], weight[i] = float64(free.minutes(t.due)), float64(t.weight)
		}
		for _, a := range after[i] {
			if weight[a] > weight[i] {
				weight[i] = weight[a]
				due[i] = min(due[i], due[a]-float64(m.tasks[a].work))
			}
		}
	}
	var ready, list []int
	for _, i := range s.loose {
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	now := 0.0
	for len(ready) > 0 {
		pick, most := 0, math.Inf(-1)
		for x, i := range ready {
			work := max(1, float64(m.tasks[i].work))
			slack := max(0, due[i]-work-now)
			if v := (weight[i] + 1e-9) / work * math.Exp(-slack/(k*mean)); v > most {
				pick, most = x, v
			}
		}
		i := ready[pick]
		ready = append(ready[:pick], ready[pick+1:]...)
		list = append(list, i)
		now += float64(m.tasks[i].work)
		for _, a := range after[i] {
			if waits[a]--; waits[a] == 0 {
				ready = append(ready, a)
			}
		}
	}
	return list
}
