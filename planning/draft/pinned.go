package draft

import (
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// A bond is what a person has broken of the order of two tasks by where they have put a block.
type bond struct {
	pinned, other string
	at            problem.Span // the block
	late          bool         // it is after what comes after it, and not before what comes before it
}

// yield drops links that a person has broken by where they have put a block: it holds there,
// and what it came after or before is laid as if it did not wait for it.
func (r *Resumed) yield() {
	p := &r.Problem
	before, after := map[string][]network.Link{}, map[string][]network.Link{}
	for _, l := range p.Links {
		before[l.To], after[l.From] = append(before[l.To], l), append(after[l.From], l)
	}
	tasks := map[string]*problem.Task{}
	for i := range p.Tasks {
		tasks[p.Tasks[i].ID] = &p.Tasks[i]
	}
	p.Links = slices.DeleteFunc(slices.Clone(p.Links), func(l network.Link) bool {
		if to := tasks[l.To]; len(to.Locked) > 0 && (l.Kind == network.FinishStart || l.Kind == network.StartStart) {
			if at := to.Locked[0]; !r.before(chain(l.From, before, from), after, tasks, at.From-l.Lag, l.Kind == network.FinishStart) {
				r.broken = append(r.broken, bond{l.To, l.From, at, false})
				return true
			}
		}
		if of := tasks[l.From]; len(of.Locked) > 0 && l.Kind != network.StartStart && l.Kind != network.StartFinish {
			if at := of.Locked[len(of.Locked)-1]; !r.after(chain(l.To, after, to), before, tasks, at.To+l.Lag) {
				r.broken = append(r.broken, bond{l.From, l.To, at, true})
				return true
			}
		}
		return false
	})
}

func from(l network.Link) string { return l.From }
func to(l network.Link) string   { return l.To }

// chain are a task and all that links lead on to, the task first.
func chain(id string, links map[string][]network.Link, next func(network.Link) string) []string {
	out, seen := []string{id}, map[string]bool{id: true}
	for i := 0; i < len(out); i++ {
		for _, l := range links[out[i]] {
			if id := next(l); !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	return out
}

// before says that tasks may come before a minute: the first, if it has to end by then, and all
// that comes before it. What lies later than that was put behind it by whoever moved the block;
// what has no time yet needs room until then.
func (r *Resumed) before(ids []string, after map[string][]network.Link, tasks map[string]*problem.Task, until problem.Minute, ends bool) bool {
	if first := tasks[ids[0]]; !ends {
		if ids = ids[1:]; len(r.was[first.ID]) > 0 && r.was[first.ID][0].From > until || first.Release > until {
			return false
		}
	}
	work := 0
	for _, id := range ids {
		t := tasks[id]
		work += t.Work - length(t.Locked)
		if t.Release > until || slices.ContainsFunc(r.was[id], func(s problem.Span) bool { return s.To > until }) {
			return false
		}
	}
	if work > 0 && work > r.room(tasks[ids[0]].Group, problem.Span{From: r.at, To: until}) {
		return false
	}
	for _, id := range ids { // what comes between two that are pinned
		if n := len(tasks[id].Locked); n > 0 {
			since := tasks[id].Locked[n-1].To
			work := 0
			for _, next := range chain(id, after, to)[1:] {
				if slices.Contains(ids, next) {
					work += tasks[next].Work - length(tasks[next].Locked)
				}
			}
			if work > 0 && work > r.room(tasks[id].Group, problem.Span{From: since, To: until}) {
				return false
			}
		}
	}
	return true
}

// after says that tasks may come after a minute: each by its deadline, with those of them that
// come before it.
func (r *Resumed) after(ids []string, before map[string][]network.Link, tasks map[string]*problem.Task, since problem.Minute) bool {
	among := map[string]bool{}
	for _, id := range ids {
		among[id] = true
	}
	for _, id := range ids {
		t := tasks[id]
		if t.Deadline == 0 {
			continue
		}
		work := 0
		for _, on := range chain(id, before, from) {
			if among[on] {
				work += tasks[on].Work - length(tasks[on].Locked)
			}
		}
		if t.Deadline < since || work > 0 && work > r.room(t.Group, problem.Span{From: since, To: t.Deadline}) {
			return false
		}
	}
	return true
}

// room is how much of a time work of a roadmap may lie in: its hours, less what the calendar holds
// and what lies where a person has put it, and no more than its limits leave beside that.
func (r *Resumed) room(group string, w problem.Span) problem.Minute {
	var hours, pinned, own []problem.Span
	for _, d := range r.Drafts {
		if strings.HasPrefix(group, d.Goal.Prefix) {
			group, hours = d.Goal.Prefix, after(d.Goal.Windows, r.at)
		}
	}
	for i := range r.Problem.Tasks {
		t := &r.Problem.Tasks[i]
		if pinned = append(pinned, t.Locked...); strings.HasPrefix(t.Group, group) {
			own = append(own, t.Locked...)
		}
	}
	free := func(w problem.Span) (sum problem.Minute) {
		for _, s := range hours {
			sum += within(s, w)
			for _, x := range pinned {
				sum -= within(problem.Span{From: max(s.From, x.From), To: min(s.To, x.To)}, w)
			}
		}
		return sum
	}
	// less is a time less what is over the limits of days, or of weeks.
	less := func(of func(problem.Span) problem.Minute, weeks bool) func(problem.Span) problem.Minute {
		return func(w problem.Span) problem.Minute {
			sum := of(w)
			for _, c := range r.Problem.Caps {
				part := problem.Span{From: max(c.From, w.From), To: min(c.To, w.To)}
				if c.Group != group || c.To-c.From > longDay != weeks || part.From >= part.To {
					continue
				}
				most := c.Most
				for _, x := range own {
					most -= within(x, c.Span)
				}
				sum -= max(0, of(part)-max(0, most))
			}
			return sum
		}
	}
	return less(less(free, false), true)(w)
}

// longDay is more than a day has, in minutes.
const longDay = 26 * 60

// Broken are what of the order of tasks a person has broken by where they have put blocks, in the
// order of time. Nothing has to be done about it.
func (r *Resumed) Broken() []Difference {
	titles := r.Titles()
	var out []Difference
	for _, b := range r.broken {
		if titles[b.pinned] == "" {
			continue
		}
		text := "“" + titles[b.pinned] + "” is where you put it"
		switch other := titles[b.other]; {
		case other == "":
			text += ", out of order"
		case b.late:
			text += ", too late for “" + other + "”, which comes after it"
		default:
			text += ", before “" + other + "”, which it comes after"
		}
		out = append(out, Difference{Kind: Pinned, Task: b.pinned, Title: titles[b.pinned], From: r.Frame.Time(b.at.From), To: r.Frame.Time(b.at.To), Text: text})
	}
	stable.Sort(out, func(a, b Difference) int { return a.From.Compare(b.From) })
	return out
}
