package draft

import (
	"slices"

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
			if at := to.Locked[0]; !r.before(chain(l.From, before, from), tasks, at.From-l.Lag, l.Kind == network.FinishStart) {
				r.broken = append(r.broken, bond{l.To, l.From, at, false})
				return true
			}
		}
		if of := tasks[l.From]; len(of.Locked) > 0 && l.Kind != network.StartStart && l.Kind != network.StartFinish {
			if at := of.Locked[len(of.Locked)-1]; !r.after(chain(l.To, after, to), tasks, at.To+l.Lag) {
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
func (r *Resumed) before(ids []string, tasks map[string]*problem.Task, until problem.Minute, ends bool) bool {
	if first := tasks[ids[0]]; !ends {
		if ids = ids[1:]; len(r.was[first.ID]) > 0 && r.was[first.ID][0].From > until || first.Release > until {
			return false
		}
	}
	work := 0
	for _, id := range ids {
		t := tasks[id]
		work += t.Work
		if t.Release > until || slices.ContainsFunc(r.was[id], func(s problem.Span) bool { return s.To > until }) {
			return false
		}
	}
	return work == 0 || work <= r.room(tasks[ids[0]].Group, problem.Span{From: r.at, To: until})
}

// after says that tasks may come after a minute, each by its deadline.
func (r *Resumed) after(ids []string, tasks map[string]*problem.Task, since problem.Minute) bool {
	for _, id := range ids {
		if t := tasks[id]; t.Deadline > 0 && (t.Deadline < since || t.Work-length(t.Locked) > r.room(t.Group, problem.Span{From: since, To: t.Deadline})) {
			return false
		}
	}
	return true
}

// room is how much of a time work of a group may lie in, by the hours that are free and the most
// a day and a week.
func (r *Resumed) room(group string, w problem.Span) problem.Minute {
	free := func(w problem.Span) (sum problem.Minute) {
		for _, s := range r.Problem.Free {
			sum += within(s, w)
		}
		return sum
	}
	all, over := free(w), [2]problem.Minute{}
	for _, c := range r.Problem.Caps {
		if c.Group == group {
			over[btoi(c.To-c.From > longDay)] += max(0, free(problem.Span{From: max(c.From, w.From), To: min(c.To, w.To)})-c.Most)
		}
	}
	return all - max(over[0], over[1])
}

// longDay is more than a day has, in minutes.
const longDay = 26 * 60

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Broken are what of the order of tasks a person has broken by where they have put blocks, in the
// order of time. Nothing has to be done about it.
func (r *Resumed) Broken() []Difference {
	titles := r.Titles()
	var out []Difference
	for _, b := range r.broken {
		if titles[b.pinned] == "" {
			continue
		}
		text := "“" + titles[b.pinned] + "” is where you have put it"
		switch other := titles[b.other]; {
		case other == "":
			text += ", against the order"
		case b.late:
			text += ", too late for “" + other + "”, which comes after it"
		default:
			text += ", before “" + other + "”, which it comes after"
		}
		out = append(out, Difference{Kind: Pinned, Task: b.pinned, Title: titles[b.pinned], From: r.Frame.Time(b.at.From), To: r.Frame.Time(b.at.To), Text: text})
	}
	slices.SortStableFunc(out, func(a, b Difference) int { return a.From.Compare(b.From) })
	return out
}
