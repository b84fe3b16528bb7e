package schedule

import (
	"cmp"
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/problem"
)

// Hold is what keeps a task from starting earlier.
type Hold string

// What can hold a task.
const (
	HoldLocked   Hold = "locked"   // a person, or that it has begun
	HoldRelease  Hold = "release"  // it may not start before
	HoldLink     Hold = "link"     // what it follows
	HoldFree     Hold = "free"     // a commitment, or no working time
	HoldWindow   Hold = "window"   // its own windows
	HoldResource Hold = "resource" // tasks that take what it needs
	HoldCap      Hold = "cap"      // as much work as a day may have
	HoldChoice   Hold = "choice"   // nothing: it lies better there, or leaves time for others
)

// Held says why a task starts when it does, and not a minute earlier.
type Held struct {
	By    Hold
	Start Minute
	// Link is the index of the link, Cap that of the cap, Resource that of the
	// resource; -1 where it is none of them.
	Link, Cap, Resource int
	// Tasks are those that it waits for: at the other end of the link, or on the
	// resource.
	Tasks []string
}

// Why tells what holds a task at its start in a schedule of p: the first of its
// lock, release, links, windows, free time, resources and caps that leaves it not
// the minute before. It is false for a task that has no block in s.
func Why(p problem.Problem, s problem.Schedule, id string) (Held, bool) {
	m := compile(&p, false)
	at := slices.IndexFunc(p.Tasks, func(t problem.Task) bool { return t.ID == id })
	blocks := blocksOf(&p, s)
	if at < 0 || len(blocks[at]) == 0 {
		return Held{}, false
	}
	t, first := &m.tasks[at], blocks[at][0]
	h := Held{Start: first.From, Link: -1, Cap: -1, Resource: -1}
	minute := Span{From: first.From - 1, To: first.From}
	w := t.where(false)
	room, ok := w.next(max(0, minute.From))
	switch {
	case contains(t.locked, first):
		h.By = HoldLocked
	case first.From <= t.release:
		h.By = HoldRelease
	case m.heldByLink(at, blocks, &h):
		h.By = HoldLink
	case overlap(t.room[1], minute) == 0:
		h.By = HoldWindow
	case !ok || room.From > minute.From:
		h.By = HoldFree
	case m.heldByResource(at, blocks, minute, &h):
		h.By = HoldResource
	case m.heldByCap(at, blocks, minute, &h):
		h.By = HoldCap
	default:
		h.By = HoldChoice
	}
	return h, true
}

// blocksOf are the blocks of a schedule by task, sorted.
func blocksOf(p *problem.Problem, s problem.Schedule) [][]Span {
	index := make(map[string]int, len(p.Tasks))
	for i := range p.Tasks {
		index[p.Tasks[i].ID] = i
	}
	out := make([][]Span, len(p.Tasks))
	for _, b := range s.Blocks {
		if i, ok := index[b.Task]; ok {
			out[i] = append(out[i], b.Span)
		}
	}
	for i := range out {
		sortSpans(out[i])
	}
	return out
}

// heldByLink finds a link that the task would break by lying a minute earlier.
func (m *model) heldByLink(i int, blocks [][]Span, h *Held) bool {
	for _, k := range m.in[i] {
		l := &m.links[k]
		from := blocks[l.from]
		if len(from) == 0 {
			continue
		}
		begin, end := from[len(from)-1].To, blocks[i][0].From
		if l.fromStart {
			begin = from[0].From
		}
		if !l.toStart {
			if m.tasks[i].split {
				continue // its start may be earlier all the same
			}
			end = blocks[i][len(blocks[i])-1].To
		}
		if l.earliest(begin) >= end {
			h.Link, h.Tasks = k, []string{m.p.Tasks[l.from].ID}
			return true
		}
	}
	return false
}

// heldByResource finds a resource that others use up in a minute.
func (m *model) heldByResource(i int, blocks [][]Span, minute Span, h *Held) bool {
	for _, u := range m.tasks[i].uses {
		used := u.amount
		var tasks []string
		for j := range m.tasks {
			if n := m.tasks[j].amount(u.resource); j != i && n > 0 && overlap(blocks[j], minute) > 0 {
				used += n
				tasks = append(tasks, m.p.Tasks[j].ID)
			}
		}
		if used > m.capacity[u.resource] {
			h.Resource, h.Tasks = u.resource, tasks
			return true
		}
	}
	return false
}

// heldByCap finds a cap over a minute that is used up by others and by what the
// task itself has in it.
func (m *model) heldByCap(i int, blocks [][]Span, minute Span, h *Held) bool {
	for _, li := range m.tasks[i].layers {
		l := &m.layers[li]
		k := firstAfter(l.spans, minute.From)
		if k == len(l.spans) || l.spans[k].From > minute.From {
			continue
		}
		var used Minute
		for j := range m.tasks {
			if slices.Contains(m.tasks[j].layers, li) {
				used += overlap(blocks[j], l.spans[k])
			}
		}
		if used >= m.p.Caps[l.caps[k]].Most {
			h.Cap = l.caps[k]
			return true
		}
	}
	return false
}

// Move is a task whose blocks changed.
type Move struct {
	Task     string
	From, To []Span // blocks that are no more, and that are new
}

// Diff tells which tasks' blocks differ between two schedules, by task.
func Diff(before, after problem.Schedule) []Move {
	moves := map[string]*Move{}
	each := func(a, b problem.Schedule, see func(m *Move, s Span)) {
		has := make(map[problem.Block]bool, len(b.Blocks))
		for _, x := range b.Blocks {
			has[x] = true
		}
		for _, x := range a.Blocks {
			if has[x] {
				continue
			}
			if moves[x.Task] == nil {
				moves[x.Task] = &Move{Task: x.Task}
			}
			see(moves[x.Task], x.Span)
		}
	}
	each(before, after, func(m *Move, s Span) { m.From = append(m.From, s) })
	each(after, before, func(m *Move, s Span) { m.To = append(m.To, s) })
	out := make([]Move, 0, len(moves))
	for _, m := range moves {
		sortSpans(m.From)
		sortSpans(m.To)
		out = append(out, *m)
	}
	stable.Sort(out, func(a, b Move) int { return cmp.Compare(a.Task, b.Task) })
	return out
}
