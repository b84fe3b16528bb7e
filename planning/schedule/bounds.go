package schedule

// early is how early each task can start and finish.
type early struct {
	start, finish []Minute
	settled       bool // no link raises anything any more
	looks         int  // at spans, that may still be had
}

// maxLooks bounds the work of a bound.
const maxLooks = 10_000_000

// earliest finds how early each task can start and end if it were alone with
// its links: neither resources nor caps are asked. It is a bound for every
// schedule, as far as it got: circles of calendars may take it too long.
func (m *model) earliest() *early {
	n := len(m.tasks)
	e := &early{start: make([]Minute, n), finish: make([]Minute, n), looks: maxLooks}
	queue, queued := make([]int, 0, n), make([]bool, n)
	low := make([]bounds, n)
	for _, i := range m.feasible(m.everyTask()) {
		low[i].start = m.tasks[i].release
		m.alone(i, low[i], e)
		queue, queued[i] = append(queue, i), true
	}
	budget := 64 * (n + len(m.links) + 16)
	for head := 0; head < len(queue); head++ {
		i := queue[head]
		queued[i] = false
		if head > 4096 && 2*head > len(queue) {
			queue = append(queue[:0], queue[head+1:]...)
			head = -1
		}
		for _, k := range m.out[i] {
			if budget--; budget < 0 || e.looks < 0 {
				return e
			}
			l := &m.links[k]
			from := e.finish[i]
			if l.fromStart {
				from = e.start[i]
			}
			at := min(l.earliest(from), m.horizon+1)
			b := &low[l.to]
			switch {
			case l.toStart && at > e.start[l.to]:
				b.start = at
			case !l.toStart && at > e.finish[l.to]:
				b.finish = at
			default:
				continue
			}
			if m.alone(l.to, *b, e) && !queued[l.to] {
				queue, queued[l.to] = append(queue, l.to), true
			}
		}
	}
	e.settled = e.looks >= 0
	return e
}

func (m *model) everyTask() []int {
	all := make([]int, len(m.tasks))
	for i := range all {
		all[i] = i
	}
	return all
}

// alone raises the earliest start and finish of task i to what its own room
// leaves it from low on, and tells whether that raised anything.
func (m *model) alone(i int, low bounds, e *early) bool {
	t := &m.tasks[i]
	start, finish := low.start, low.finish
	if e.looks >= 0 {
		start, finish = m.first(t, low, &e.looks)
	}
	raised := start > e.start[i] || finish > e.finish[i]
	e.start[i], e.finish[i] = max(e.start[i], start), max(e.finish[i], finish)
	return raised
}

// first is how early a task can start and finish alone, from low on; one minute
// after the horizon, if it can't.
func (m *model) first(t *task, low bounds, looks *int) (start, finish Minute) {
	late := m.horizon + 1
	if t.fixed() {
		return t.locked[0].From, max(t.locked[len(t.locked)-1].To, 0)
	}
	begin, end, begun := late, Minute(0), len(t.locked) > 0
	if begun {
		begin, end = t.locked[0].From, t.locked[len(t.locked)-1].To
	}
	w := t.where(false)
	if t.work == 0 {
		at, ok := w.instant(max(low.start, low.finish))
		if !ok || at > m.horizon {
			return late, late
		}
		return at, at
	}
	at := low.start
	if !t.split && end < low.finish {
		at = max(at, low.finish-t.work)
	}
	left, least := t.work, t.shortest(t.work)
	if t.split {
		least = t.least
	}
	for {
		room, ok := w.next(at)
		if !ok {
			return min(begin, late), late
		}
		if *looks--; *looks < 0 { // not further: it is no later than it is
			return min(begin, room.From), max(end, low.finish)
		}
		at = room.To
		if room.To-room.From < least {
			continue
		}
		begin = min(begin, room.From)
		if n := room.To - room.From; n < left {
			left -= n
			continue
		}
		return begin, max(end, room.From+left, low.finish)
	}
}
