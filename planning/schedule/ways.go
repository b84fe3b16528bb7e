package schedule

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// maxWays bounds how many single changes of a kind are tried.
const maxWays = 8

// Way is a change by which a problem without a schedule has one, as was tried.
type Way struct {
	// Later are deadlines that are put off.
	Later []Later
	// Out are tasks that are left out, by id.
	Out []string
	// Schedule is what was found by it.
	Schedule problem.Schedule
}

// Later is a deadline that is put off.
type Later struct {
	Task string
	By   Minute
}

// delay is by how much a way puts off deadlines in all.
func (w *Way) delay() (sum Minute) {
	for _, l := range w.Later {
		sum += l.By
	}
	return sum
}

// WaysOut finds what could give in a problem that is impossible, or for which
// nothing was found: one deadline, one task left out, or all deadlines as little
// as may be. o.Schedules is the budget of all of it. Ways with a deadline put off
// come first, the least change before a greater, and the least work left out before
// more; none where nothing helped.
func WaysOut(ctx context.Context, p problem.Problem, o Options) ([]Way, error) {
	if o.Schedules <= 0 {
		o.Schedules = DefaultSchedules
	}
	share := Options{Schedules: max(1, o.Schedules/(2*maxWays+2)), Seed: o.Seed}
	r, err := Solve(ctx, p, share)
	if err != nil || r.Verdict == problem.Feasible {
		return nil, err
	}
	var ways []Way
	try := func(q problem.Problem, out string) error {
		r, err := Solve(ctx, q, share)
		if err != nil || r.Verdict != problem.Feasible {
			return err
		}
		w := Way{Schedule: r.Schedule, Later: lateness(&p, r.Schedule)}
		if out != "" {
			w.Out = []string{out}
		}
		if len(w.Later)+len(w.Out) > 0 && !pastEvent(&p, r.Schedule) && !slices.ContainsFunc(ways, func(o Way) bool {
			return slices.Equal(o.Later, w.Later) && slices.Equal(o.Out, w.Out)
		}) {
			ways = append(ways, w)
		}
		return nil
	}
	late, out := candidates(&p, r.Certificate)
	for _, i := range late {
		if err := try(putOff(p, func(k int) bool { return k == i }), ""); err != nil {
			return nil, err
		}
	}
	if err := try(putOff(p, func(int) bool { return true }), ""); err != nil {
		return nil, err
	}
	for _, i := range out {
		if err := try(leaveOut(p, i), p.Tasks[i].ID); err != nil {
			return nil, err
		}
	}
	stable.Sort(ways, func(a, b Way) int {
		return cmp.Or(len(a.Out)-len(b.Out), len(a.Later)-len(b.Later), a.delay()-b.delay(), lost(&p, a)-lost(&p, b))
	})
	return ways, nil
}

// lost is how much work a way leaves out.
func lost(p *problem.Problem, w Way) (sum Minute) {
	for i := range p.Tasks {
		if slices.Contains(w.Out, p.Tasks[i].ID) {
			sum += p.Tasks[i].Work
		}
	}
	return sum
}

// candidates are tasks whose deadline may be put off, those with the most work first, and tasks
// that may be left out: of the certificate, or of all. Of the latter those are tried that are
// just enough for what the certificate lacks, else some of each length.
func candidates(p *problem.Problem, c *problem.Certificate) (late, out []int) {
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if c != nil && !slices.Contains(c.Tasks, t.ID) {
			continue
		}
		if t.Deadline > 0 {
			late = append(late, i)
		}
		if t.Work > 0 && len(t.Locked) == 0 {
			out = append(out, i)
		}
	}
	most := func(a, b int) int { return p.Tasks[b].Work - p.Tasks[a].Work }
	stable.Sort(late, most)
	stable.Sort(out, most)
	late = late[:min(len(late), maxWays)]
	if len(out) <= maxWays {
		return late, out
	}
	enough := len(out)
	if c != nil {
		enough = slices.IndexFunc(out, func(i int) bool { return p.Tasks[i].Work < c.Need-c.Room })
	}
	switch {
	case c == nil, enough == 0:
		out = ofEachLength(p, out)
	case enough < 0:
		out = out[len(out)-maxWays:]
	default:
		out = out[max(0, enough-maxWays):enough]
	}
	return late, out
}

// ofEachLength are as many tasks as are tried, of as many lengths as may be: of those that suffice
// the shortest is found then.
func ofEachLength(p *problem.Problem, out []int) []int {
	first := slices.CompactFunc(slices.Clone(out), func(a, b int) bool { return p.Tasks[a].Work == p.Tasks[b].Work })
	if n := len(first); n > maxWays {
		some := make([]int, maxWays)
		for i := range some {
			some[i] = first[i*(n-1)/(maxWays-1)]
		}
		return some
	}
	for i := len(out) - 1; i >= 0 && len(first) < maxWays; i-- {
		if !slices.Contains(first, out[i]) {
			first = append(first, out[i])
		}
	}
	return first
}

// pastEvent tells whether something ends after an event that it had to be done by: a task without work
// that has a day of its own.
func pastEvent(p *problem.Problem, s problem.Schedule) bool {
	const day = 24*60 + 60 // the longest
	end := map[string]Minute{}
	for _, b := range s.Blocks {
		end[b.Task] = max(end[b.Task], b.To)
	}
	for i := range p.Tasks {
		e := &p.Tasks[i]
		if at, is := end[e.ID]; is && e.Work == 0 && e.Release > 0 && e.Deadline > 0 && e.Deadline-e.Release <= day {
			last := max(at, e.Deadline)
			for k := range p.Tasks {
				if t := &p.Tasks[k]; t.Work > 0 && sameGoal(t.Group, e.Group) && t.Deadline > 0 && t.Deadline <= e.Deadline && end[t.ID] > last {
					return true
				}
			}
		}
	}
	return false
}

// sameGoal tells whether groups are of one goal: the first part of their names is that.
func sameGoal(a, b string) bool {
	a, _, _ = strings.Cut(a, "/")
	b, _, _ = strings.Cut(b, "/")
	return a == b
}

// putOff makes deadlines dues, and lateness after them all that costs.
func putOff(p problem.Problem, which func(i int) bool) problem.Problem {
	p.Tasks, p.Costs = slices.Clone(p.Tasks), problem.Costs{}
	for i := range p.Tasks {
		t := &p.Tasks[i]
		t.Weight, t.Due, t.Was = 0, 0, nil
		if which(i) && t.Deadline > 0 {
			t.Due, t.Weight, t.Deadline = t.Deadline, 1, 0
		}
	}
	return p
}

// leaveOut is p without task i. What followed it by FS follows those before it.
func leaveOut(p problem.Problem, i int) problem.Problem {
	id := p.Tasks[i].ID
	p.Tasks = slices.Delete(slices.Clone(p.Tasks), i, i+1)
	var links, in, out []network.Link
	for _, l := range p.Links {
		switch {
		case l.To == id:
			in = append(in, l)
		case l.From == id:
			out = append(out, l)
		default:
			links = append(links, l)
		}
	}
	for _, a := range in {
		for _, b := range out {
			if a.Kind == network.FinishStart && b.Kind == network.FinishStart && a.From != b.To && len(links) < problem.MaxLinks {
				links = append(links, network.Link{From: a.From, To: b.To, Kind: network.FinishStart})
			}
		}
	}
	p.Links = links
	return p
}

// lateness is by how much a schedule misses the deadlines of p.
func lateness(p *problem.Problem, s problem.Schedule) (late []Later) {
	end := map[string]Minute{}
	for _, b := range s.Blocks {
		end[b.Task] = max(end[b.Task], b.To)
	}
	for i := range p.Tasks {
		if t := &p.Tasks[i]; t.Deadline > 0 && end[t.ID] > t.Deadline {
			late = append(late, Later{Task: t.ID, By: end[t.ID] - t.Deadline})
		}
	}
	return late
}
