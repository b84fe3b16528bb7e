package schedule

import (
	"math"
	"slices"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// never is later than any minute of a timeline, and leaves room to add to it.
const never = Minute(math.MaxInt / 4)

// model is a problem in the form that schedules are generated from: tasks by
// index, and seen from the other end of the timeline for the backward pass.
type model struct {
	p        *problem.Problem
	mirror   bool
	horizon  Minute
	free     []Span
	tasks    []task
	links    []link
	in, out  [][]int // indexes of links, by task
	before   [][]int // tasks that come before a task in every list
	layers   []layer
	own      map[string][]int // layers of a group's caps
	byGroup  map[string][]int // layers that count a group's tasks
	capacity []int
}

type task struct {
	work     Minute // not locked
	least    Minute // shortest block; work, if it isn't split
	most     Minute // longest block
	split    bool
	release  Minute
	deadline Minute
	room     [2][]Span // what all blocks have to be within: lists to intersect
	prefer   []Span
	uses     []use
	layers   []int // caps that count it
	locked   []Span
	was      []Span
	wasEnd   Minute
	due      Minute
	weight   int64
}

type use struct{ resource, amount int }

// fixed tells that nothing of it is left to be laid.
func (t *task) fixed() bool { return t.work == 0 && len(t.locked) > 0 }

type link struct {
	from, to           int
	fromStart, toStart bool // which ends it holds together
	lag                Minute
	calendar           *calendar
}

// compile takes a valid problem. mirror turns time around: what is earliest in
// the mirror is latest in the problem.
func compile(p *problem.Problem, mirror bool) *model {
	m := &model{p: p, mirror: mirror, horizon: p.Horizon, free: p.Free, byGroup: map[string][]int{}}
	if mirror {
		m.free = mirrored(p.Free, p.Horizon)
	}
	m.layers = layersOf(p.Caps, p.Horizon, mirror)
	for _, r := range p.Resources {
		m.capacity = append(m.capacity, r.Capacity)
	}
	m.tasks = make([]task, len(p.Tasks))
	index := make(map[string]int, len(p.Tasks))
	for i := range p.Tasks {
		m.tasks[i] = m.task(&p.Tasks[i])
		index[p.Tasks[i].ID] = i
	}
	m.link(index)
	m.order()
	return m
}

func (m *model) turn(spans []Span) []Span {
	if m.mirror {
		return mirrored(spans, m.horizon)
	}
	return spans
}

func (m *model) task(p *problem.Task) task {
	t := task{
		work: p.Remaining(), release: p.Release, deadline: p.Deadline, due: p.Due, weight: int64(p.Weight),
		prefer: m.turn(p.Prefer), locked: m.turn(p.Locked), was: slices.Clone(m.turn(p.Was)), split: p.MinChunk > 0, wasEnd: p.WasEnd,
	}
	if t.deadline == 0 || t.deadline > m.horizon {
		t.deadline = m.horizon
	}
	if m.mirror {
		t.release, t.deadline = m.horizon-t.deadline, m.horizon-t.release
	}
	t.least, t.most = p.MinChunk, p.MaxChunk
	if t.most == 0 {
		t.most = t.work
	}
	if t.least == 0 || t.least > t.work {
		t.least, t.split = t.work, false
	}
	all := []Span{{From: 0, To: m.horizon}}
	t.room = [2][]Span{m.free, all}
	if p.AllTime || p.Work == 0 {
		t.room[0] = all
	}
	if p.Windows != nil {
		t.room[1] = m.turn(p.Windows)
	}
	for r, n := range p.Uses {
		if n > 0 {
			t.uses = append(t.uses, use{r, n})
		}
	}
	if !p.AllTime {
		t.layers = m.layersFor(p.Group)
	}
	sortSpans(t.was)
	return t
}

// layersFor are the caps that count tasks of a group.
func (m *model) layersFor(group string) []int {
	if known, ok := m.byGroup[group]; ok {
		return known
	}
	if m.own == nil {
		m.own = map[string][]int{}
		for i := range m.layers {
			m.own[m.layers[i].group] = append(m.own[m.layers[i].group], i)
		}
	}
	var out []int
	for i := range len(group) + 1 {
		out = append(out, m.own[group[:i]]...)
	}
	m.byGroup[group] = out
	return out
}

func (m *model) link(index map[string]int) {
	calendars := make(map[string]*calendar, len(m.p.Calendars))
	for name, spans := range m.p.Calendars {
		calendars[name] = newCalendar(m.turn(spans))
	}
	n := len(m.tasks)
	m.links, m.in, m.out = make([]link, len(m.p.Links)), make([][]int, n), make([][]int, n)
	for i, l := range m.p.Links {
		k := link{
			from: index[l.From], to: index[l.To], lag: l.Lag, calendar: calendars[l.Calendar],
			fromStart: l.Kind == network.StartStart || l.Kind == network.StartFinish,
			toStart:   l.Kind == network.StartStart || l.Kind == network.FinishStart,
		}
		if m.mirror {
			k.from, k.to = k.to, k.from
			k.fromStart, k.toStart = !k.toStart, !k.fromStart
		}
		m.links[i] = k
		m.in[k.to] = append(m.in[k.to], i)
		m.out[k.from] = append(m.out[k.from], i)
	}
}

// earliest is the first instant that the link allows at its end, given t at its
// beginning.
func (l *link) earliest(t Minute) Minute {
	if l.calendar == nil {
		return t + l.lag
	}
	e := l.calendar.first(l.calendar.minutes(t)+l.lag, never)
	if l.lag >= 0 {
		e = max(e, t)
	}
	return e
}

// latest is the last instant that the link allows at its beginning, given t at
// its end.
func (l *link) latest(t Minute) Minute {
	if l.calendar == nil {
		return t - l.lag
	}
	e := l.calendar.last(l.calendar.minutes(t)-l.lag, never)
	if l.lag >= 0 {
		e = min(e, t)
	}
	return e
}
