package schedule

// machine is weighted tardiness on one machine without anything else: then an
// order has its costs without a schedule, and a change in it its price in a few
// steps.
type machine struct {
	work, due []Minute // by task
	weight    []int64
	begin     Minute
	list      []int
	start     []Minute // by place in the list
	cost      int64
	priced    int // places looked at; a schedule's worth is one for each task
}

// machine is that of the problem, if it is one: each task takes the same
// resource alone, in one block, at any time, and no link, cap or wish holds it.
func (s *search) machine() *machine {
	m := s.forward.m
	n := len(m.tasks)
	if len(m.free) != 1 || len(m.links) > 0 || len(m.p.Caps) > 0 || s.liking || len(s.loose) != n || n < 3 || m.p.Costs.Moved > 0 {
		return nil
	}
	a := &machine{work: make([]Minute, n), due: make([]Minute, n), weight: make([]int64, n), begin: m.free[0].From, start: make([]Minute, n)}
	total := Minute(0)
	for i := range m.tasks {
		t := &m.tasks[i]
		if !m.plain(i, a.begin) {
			return nil
		}
		a.work[i], a.due[i] = t.work, t.due
		if t.due > 0 {
			a.weight[i] = t.weight
		}
		total += t.work
	}
	if a.begin+total > m.free[0].To {
		return nil
	}
	return a
}

// plain tells that task i takes the machine alone, as one block, and that
// nothing else holds it.
func (m *model) plain(i int, begin Minute) bool {
	t, p := &m.tasks[i], &m.p.Tasks[i]
	return t.uses0() >= 0 && t.uses0() == m.tasks[0].uses0() && 2*t.uses[0].amount > m.capacity[t.uses0()] &&
		!t.split && t.work > 0 && len(t.locked) == 0 && t.release <= begin && t.deadline == m.horizon &&
		p.Windows == nil && !p.AllTime
}

// uses0 is the resource that a task uses, if it is one; else -1.
func (t *task) uses0() int {
	if len(t.uses) != 1 {
		return -1
	}
	return t.uses[0].resource
}

// late is what task i costs if it ends at end.
func (a *machine) late(i int, end Minute) int64 {
	return a.weight[i] * int64(max(0, end-a.due[i]))
}

// set takes a list and reckons it.
func (a *machine) set(list []int) {
	a.list = append(a.list[:0], list...)
	a.cost = 0
	a.reckon(0, len(list))
}

// reckon says when the tasks of some places start, and adds up the costs if they
// are all.
func (a *machine) reckon(from, to int) {
	at := a.begin
	if from > 0 {
		at = a.start[from-1] + a.work[a.list[from-1]]
	}
	for k := from; k < to; k++ {
		a.start[k] = at
		at += a.work[a.list[k]]
	}
	if from == 0 && to == len(a.list) {
		a.cost = 0
		for k, i := range a.list {
			a.cost += a.late(i, a.start[k]+a.work[i])
		}
	}
	a.priced += to - from
}

// insert finds the best other place for the task at place k, and moves it there
// if that is cheaper.
func (a *machine) insert(k int) bool {
	i := a.list[k]
	w := a.work[i]
	own := a.late(i, a.start[k]+w)
	best, to := int64(0), k
	delta := int64(0)
	for x := k + 1; x < len(a.list); x++ {
		j := a.list[x]
		end := a.start[x] + a.work[j]
		delta += a.late(j, end-w) - a.late(j, end)
		if d := delta + a.late(i, end) - own; d < best {
			best, to = d, x
		}
	}
	delta = 0
	for x := k - 1; x >= 0; x-- {
		j := a.list[x]
		end := a.start[x] + a.work[j]
		delta += a.late(j, end+w) - a.late(j, end)
		if delta+a.late(i, a.begin) >= own+best && delta >= own+best {
			break // it can only cost more further on
		}
		if d := delta + a.late(i, a.start[x]+w) - own; d < best {
			best, to = d, x
		}
	}
	a.priced += len(a.list)
	if to == k {
		return false
	}
	if to > k {
		copy(a.list[k:], a.list[k+1:to+1])
	} else {
		copy(a.list[to+1:], a.list[to:k])
	}
	a.list[to] = i
	a.cost += best
	a.reckon(min(k, to), max(k, to)+1)
	return true
}

// swap finds the best task to change places with that at place k, within reach,
// and does so if that is cheaper.
func (a *machine) swap(k, reach int) bool {
	i := a.list[k]
	best, to := int64(0), k
	for x := k + 1; x < min(len(a.list), k+1+reach); x++ {
		j := a.list[x]
		shift := a.work[j] - a.work[i]
		last := a.start[x] + a.work[j]
		d := a.late(j, a.start[k]+a.work[j]) + a.late(i, last) - a.late(i, a.start[k]+a.work[i]) - a.late(j, last)
		for y := k + 1; y < x; y++ {
			o := a.list[y]
			end := a.start[y] + a.work[o]
			d += a.late(o, end+shift) - a.late(o, end)
		}
		a.priced += x - k
		if d < best {
			best, to = d, x
		}
	}
	if to == k {
		return false
	}
	a.list[k], a.list[to] = a.list[to], a.list[k]
	a.cost += best
	a.reckon(k, to+1)
	return true
}

// descend changes the list between two places until no change there pays.
func (a *machine) descend(from, to int) {
	const reach = 12
	for quiet, k := 0, from; quiet < to-from; k++ {
		if k >= to {
			k = from
		}
		if a.insert(k) || a.swap(k, reach) {
			quiet = 0
		} else {
			quiet++
		}
	}
}

// iterate improves the best list that was found by an iterated local search:
// descend, shake a stretch of the list, descend there, go back if that was worse.
func (s *search) iterate(a *machine) {
	if s.over() {
		return
	}
	n := len(s.list)
	a.set(s.list)
	a.descend(0, n)
	best, kept := a.cost, append([]int(nil), a.list...)
	spent := s.generated
	for s.generated = spent + a.priced/n; !s.over() && best > 0; s.generated = spent + a.priced/n {
		stretch := min(n, 6+s.rand.IntN(1+min(n, 24)))
		from := s.rand.IntN(n - stretch + 1)
		for range 2 + s.rand.IntN(4) {
			x, y := from+s.rand.IntN(stretch), from+s.rand.IntN(stretch)
			a.list[x], a.list[y] = a.list[y], a.list[x]
		}
		a.reckon(0, n)
		a.descend(max(0, from-3), min(n, from+stretch+3))
		if a.cost <= best {
			best = a.cost
			kept = append(kept[:0], a.list...)
		} else {
			copy(a.list, kept)
			a.reckon(0, n)
		}
	}
	s.budget++ // the schedule that comes of it
	s.generate(kept, false)
	s.budget--
}
