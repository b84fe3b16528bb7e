package schedule

// order decides which tasks come before which in every activity list: a link's
// from before its to. In a circle of links (one that bounds a gap from both
// sides) links with a lead are left out first, then whichever closes it.
func (m *model) order() {
	group := m.circles()
	m.before = make([][]int, len(m.tasks))
	after := make([][]int, len(m.tasks))
	for _, l := range m.links {
		if group[l.from] != group[l.to] {
			m.before[l.to] = append(m.before[l.to], l.from)
			continue
		}
		if l.lag >= 0 {
			after[l.from] = append(after[l.from], l.to)
		}
	}
	// Within circles: what a walk along the links comes back to is left out.
	state := make([]int8, len(m.tasks))
	type frame struct{ task, next int }
	for root := range m.tasks {
		if state[root] != 0 || len(after[root]) == 0 {
			continue
		}
		stack := []frame{{root, 0}}
		state[root] = 1
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == len(after[f.task]) {
				state[f.task] = 2
				stack = stack[:len(stack)-1]
				continue
			}
			to := after[f.task][f.next]
			f.next++
			if state[to] == 1 {
				continue
			}
			m.before[to] = append(m.before[to], f.task)
			if state[to] == 0 {
				state[to] = 1
				stack = append(stack, frame{to, 0})
			}
		}
	}
}

// circles numbers the strongly connected components of the links (Tarjan,
// without recursion).
func (m *model) circles() []int {
	n := len(m.tasks)
	index, low, group := make([]int, n), make([]int, n), make([]int, n)
	for i := range group {
		group[i] = -1
	}
	type frame struct{ task, next int }
	var open []int
	count, groups := 0, 0
	for root := range n {
		if index[root] != 0 {
			continue
		}
		calls := []frame{{root, 0}}
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			v := f.task
			if f.next == 0 {
				count++
				index[v], low[v] = count, count
				open = append(open, v)
			}
			if f.next < len(m.out[v]) {
				w := m.links[m.out[v][f.next]].to
				f.next++
				if index[w] == 0 {
					calls = append(calls, frame{w, 0})
				} else if group[w] < 0 {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			if low[v] == index[v] {
				for {
					w := open[len(open)-1]
					open = open[:len(open)-1]
					group[w] = groups
					if w == v {
						break
					}
				}
				groups++
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				u := calls[len(calls)-1].task
				low[u] = min(low[u], low[v])
			}
		}
	}
	return group
}

// feasible puts what has to come before a task before it, and keeps the order of
// list otherwise.
func (m *model) feasible(list []int) []int {
	done := make([]bool, len(m.tasks))
	out := make([]int, 0, len(list))
	wanted := make([]bool, len(m.tasks))
	for _, i := range list {
		wanted[i] = true
	}
	type frame struct{ task, next int }
	var stack []frame
	for _, root := range list {
		if done[root] {
			continue
		}
		done[root] = true
		stack = append(stack[:0], frame{root, 0})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next < len(m.before[f.task]) {
				b := m.before[f.task][f.next]
				f.next++
				if !done[b] {
					done[b] = true
					stack = append(stack, frame{b, 0})
				}
				continue
			}
			if wanted[f.task] {
				out = append(out, f.task)
			}
			stack = stack[:len(stack)-1]
		}
	}
	return out
}
