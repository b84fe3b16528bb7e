package draft

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

// paced is a problem with the even pace that the goals were planned at, where they still keep
// it, or so many percent of it. Nobody asked for it, so it is tried and not held on to.
func (r *Resumed) paced(p problem.Problem, percent int) (problem.Problem, error) {
	return r.limited(p, func(d *Draft) []timeline.Most {
		out := slices.Clone(d.even)
		for i := range out {
			out[i].Minutes = quarters(out[i].Minutes * percent / 100)
		}
		return out
	})
}

// limited is a problem with more limits of each goal.
func (r *Resumed) limited(p problem.Problem, of func(*Draft) []timeline.Most) (problem.Problem, error) {
	p.Caps = slices.Clip(p.Caps)
	for _, d := range r.Drafts {
		most := slices.Clone(of(d))
		if len(most) == 0 {
			continue
		}
		for i := range most {
			most[i].Group = d.Goal.Prefix + most[i].Group
		}
		line, err := timeline.Person{Zone: r.now.Location(), Most: most}.Line(r.Frame.Time(0), r.Frame.Time(r.Frame.Horizon()), nil)
		if err != nil {
			return p, err
		}
		r.bound(line.Caps)
		p.Caps = append(p.Caps, line.Caps...)
	}
	return p, nil
}

// separated is a problem with pauses between sessions, and those of a week on days of their own, as the
// goals were planned. What lies elsewhere by now may stay. It reports false if there are none.
func (r *Resumed) separated(p problem.Problem) (problem.Problem, bool, error) {
	if !slices.ContainsFunc(r.Drafts, (*Draft).bounded) {
		return p, false, nil
	}
	whole := make([]roadmap.Goal, len(r.Drafts))
	for i, d := range r.Drafts {
		whole[i], d.slots = d.Goal, true
	}
	cut, err := r.lay()
	for i, d := range r.Drafts {
		d.Goal, d.slots = whole[i], false
	}
	if err != nil {
		return p, false, err
	}
	p.Tasks = slices.Clone(p.Tasks)
	for i := range p.Tasks {
		t := &p.Tasks[i]
		there := slices.DeleteFunc(slices.Clone(r.was[t.ID]), func(s problem.Span) bool { return t.Windows == nil || !covered(t.Windows, s) })
		t.Windows = joined(cut.Tasks[i].Windows, there)
	}
	p, err = r.limited(p, func(d *Draft) []timeline.Most { return d.spread })
	return p, true, err
}

const (
	// muchMissed is from how many tasks that were missed, or can't stay, on their order counts
	// more than that few others move.
	muchMissed = 4
	// farBehind is how many tasks may come before one that they came after.
	farBehind = 3
)

// keepOrder has all that is left come in the order that it had, where a lot was missed and would
// else be laid behind what follows it: an illness of a week puts a plan off, and does not turn
// it over. It stays as it was found where that can't be. It returns what the schedule keeps.
func (r *Resumed) keepOrder(ctx context.Context, p problem.Problem, o schedule.Options) (problem.Problem, error) {
	if !r.muchDiffers() || r.Result.Verdict != problem.Feasible || r.overtaken() <= farBehind {
		return p, nil
	}
	found, before, asFound := r.Result, r.overtaken(), p
	p.Links = append(slices.Clip(p.Links), r.order()...)
	if _, err := r.search(ctx, []problem.Problem{p}, r.was, r.at, p.Horizon, 1, o); err != nil {
		return p, err
	}
	if r.Result.Verdict != problem.Feasible || r.overtaken() >= before {
		r.Result = found
		return asFound, nil
	}
	return p, nil
}

// muchDiffers says that many tasks were missed, or can't stay.
func (r *Resumed) muchDiffers() bool {
	hit := map[string]bool{}
	for _, d := range r.Differences() {
		if d.Kind == Missed || d.Kind == Taken {
			hit[d.Task] = true
		}
	}
	return len(hit) >= muchMissed
}

// starts are when the tasks of a roadmap began, as they were laid, in that order; without those
// that a person has fixed.
func (r *Resumed) starts(prefix string) []problem.Block {
	var out []problem.Block
	for i := range r.Problem.Tasks {
		t := &r.Problem.Tasks[i]
		spans := slices.Concat(r.missed[t.ID], r.was[t.ID])
		if !strings.HasPrefix(t.Group, prefix) || len(spans) == 0 || len(t.Locked) > 0 {
			continue
		}
		first := slices.MinFunc(spans, func(a, b problem.Span) int { return cmp.Compare(a.From, b.From) })
		out = append(out, problem.Block{Task: t.ID, Span: first})
	}
	slices.SortFunc(out, func(a, b problem.Block) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Task, b.Task)) })
	return out
}

// order links the tasks of each roadmap in the order in which they began.
func (r *Resumed) order() []network.Link {
	var out []network.Link
	for _, d := range r.Drafts {
		all := r.starts(d.Goal.Prefix)
		for i := 1; i < len(all); i++ {
			out = append(out, network.Link{From: all[i-1].Task, To: all[i].Task, Kind: network.StartStart})
		}
	}
	return out
}

// overtaken is how many tasks, at most of one, begin before a task that they began after.
func (r *Resumed) overtaken() int {
	now := map[string]problem.Minute{}
	for _, b := range r.Result.Schedule.Blocks {
		if at, ok := now[b.Task]; !ok || b.From < at {
			now[b.Task] = b.From
		}
	}
	most := 0
	for _, d := range r.Drafts {
		all := r.starts(d.Goal.Prefix)
		for i, a := range all {
			n := 0
			for _, b := range all[i+1:] {
				if now[b.Task] < now[a.Task] {
					n++
				}
			}
			most = max(most, n)
		}
	}
	return most
}

// keepsItsPlace says that a task, where it lay, would begin before one that began before it.
func (r *Resumed) keepsItsPlace(m Move) bool {
	now := map[string]problem.Minute{}
	for _, b := range r.Result.Schedule.Blocks {
		if at, ok := now[b.Task]; !ok || b.From < at {
			now[b.Task] = b.From
		}
	}
	id, _ := Roadmap(m.Task)
	for _, b := range r.starts(id + "/") {
		if b.Task == m.Task {
			return false
		}
		if now[b.Task] > m.From[0].From {
			return true
		}
	}
	return false
}
