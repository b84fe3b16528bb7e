package check

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

// Whatever is accepted as a proof, no schedule is there: tiny problems are
// searched from end to end.
func TestNoProofIsAcceptedWhereAScheduleIs(t *testing.T) {
	t.Parallel()
	accepted, byLinks := map[problem.Reason]int{}, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 20 { // so that each kind is among them
			p := tiny(t)
			c := certificate(t, p)
			if Certificate(p, c) != nil {
				continue
			}
			accepted[c.Reason]++
			if bare := c; c.Reason == problem.Overload || c.Reason == problem.CapOverload {
				if bare.Links = nil; Certificate(p, bare) != nil {
					byLinks++
				}
			}
			if s, found := search(p); found {
				t.Fatalf("accepted: %+v\nof: %+v\nand there is: %v", c, p, s.Blocks)
			}
		}
	})
	if len(accepted) < 6 || byLinks == 0 {
		t.Errorf("of six kinds of proof were accepted: %v, by links %d", accepted, byLinks)
	}
}

// certificate draws one that says of p as much as can be shown.
func certificate(t *rapid.T, p problem.Problem) problem.Certificate {
	some := func(what string) bool { return rapid.Bool().Draw(t, what) }
	c := problem.Certificate{
		Reason: rapid.SampledFrom([]problem.Reason{problem.Overload, problem.CapOverload, problem.Chain, problem.NoGap, problem.Cycle, problem.LockConflict}).Draw(t, "reason"),
		Span:   at(0, p.Horizon), Resource: rapid.IntRange(-1, 0).Draw(t, "resource"),
	}
	if c.Reason == problem.Overload || c.Reason == problem.CapOverload {
		c.Span.From = rapid.IntRange(0, 4).Draw(t, "from")
		c.Span.To = rapid.IntRange(c.Span.From+1, p.Horizon+1).Draw(t, "to")
	}
	for _, task := range p.Tasks {
		if c.Reason != problem.Chain && some("named") {
			c.Tasks = append(c.Tasks, task.ID)
		}
	}
	if c.Reason == problem.NoGap {
		c.Tasks = c.Tasks[:min(1, len(c.Tasks))]
	}
	if c.Reason == problem.Chain {
		c.Tasks = []string{p.Tasks[rapid.IntRange(0, len(p.Tasks)-1).Draw(t, "first")].ID}
	}
	for i, l := range p.Links {
		switch {
		case c.Reason == problem.Cycle || c.Reason == problem.LockConflict:
			c.Links = append(c.Links, i)
		case c.Reason == problem.Chain && l.From == c.Tasks[len(c.Tasks)-1] && !slices.Contains(c.Tasks, l.To):
			c.Tasks, c.Links = append(c.Tasks, l.To), append(c.Links, i)
		case c.Reason != problem.Chain && some("along"):
			c.Links = append(c.Links, i)
		}
	}
	for i := range p.Caps {
		if c.Reason != problem.Overload && some("cap") {
			c.Caps = append(c.Caps, i)
		}
	}
	if proof, err := newProof(p, c); err == nil {
		switch c.Reason {
		case problem.Overload, problem.CapOverload:
			c.Need, c.Room, _ = proof.overload()
		case problem.Chain:
			c.Need, c.Room, _ = proof.chain()
		case problem.NoGap:
			c.Need, c.Room, _ = proof.noGap()
		}
	}
	return c
}

// tiny draws a problem of at most three tasks within eight minutes.
func tiny(t *rapid.T) problem.Problem {
	n := func(low, high int, what string) minute { return rapid.IntRange(low, high).Draw(t, what) }
	p := problem.Problem{Horizon: n(4, 8, "horizon"), Resources: []problem.Resource{{Name: "one", Capacity: n(1, 2, "capacity")}}}
	p.Free = spans{at(0, n(1, 3, "free")), at(n(3, 4, "from"), p.Horizon)}.joined().within(at(0, p.Horizon))
	p.Calendars = map[string][]span{"free": p.Free}
	for _, id := range []string{"a", "b", "c"}[:n(1, 3, "tasks")] {
		task := problem.Task{ID: id, Work: n(0, 4, "work"), MinChunk: n(0, 2, "chunk"), Release: n(0, 3, "release"), AllTime: n(0, 9, "all") == 0, Group: []string{"g/", "g/h/", ""}[n(0, 2, "group")]}
		if n(0, 2, "dead") > 0 {
			task.Deadline = n(1, 8, "deadline")
		}
		if n(0, 3, "uses") > 0 {
			task.Uses = []int{n(0, p.Resources[0].Capacity, "use")}
		}
		if n(0, 3, "locks") == 0 {
			from := n(0, p.Horizon-1, "locked")
			task.Locked = []span{at(from, min(p.Horizon, from+n(1, 2, "lock")))}
		}
		if n(0, 3, "windows") == 0 {
			from := n(0, 4, "window")
			task.Windows = spans{at(from, from+3), at(from+3+n(0, 2, "between"), p.Horizon)}.joined().within(at(0, p.Horizon))
		}
		if most := n(1, 3, "most"); problem.Divisible(task.Remaining(), task.MinChunk, most) && n(0, 2, "bounded") == 0 {
			task.MaxChunk = most
		}
		p.Tasks = append(p.Tasks, task)
	}
	kinds := []network.Kind{network.FinishStart, network.StartStart, network.FinishFinish, network.StartFinish}
	for i := range p.Tasks {
		if next := (i + 1) % len(p.Tasks); next != i && n(0, 2, "linked") > 0 {
			p.Links = append(p.Links, network.Link{From: p.Tasks[i].ID, To: p.Tasks[next].ID, Kind: rapid.SampledFrom(kinds).Draw(t, "kind"),
				Lag: n(-4, 3, "lag"), Calendar: rapid.SampledFrom([]string{"", "free"}).Draw(t, "calendar")})
		}
	}
	for _, s := range []span{at(0, 3), at(3, 6)}[:n(0, 2, "caps")] {
		p.Caps = append(p.Caps, problem.Cap{Span: s, Most: n(0, 3, "most"), Group: []string{"", "g/", "g/h/"}[n(0, 2, "of group")]})
	}
	return p
}

// search goes through all schedules of a tiny problem: task by task, those of
// its blocks that keep everything beside the tasks before it.
func search(p problem.Problem) (problem.Schedule, bool) {
	var s problem.Schedule
	kept := func(tasks []problem.Task, blocks []problem.Block) bool {
		part := p
		part.Tasks = tasks
		return !slices.ContainsFunc(Schedule(part, problem.Schedule{Blocks: blocks}), func(f Fault) bool { return f.Code != Cost })
	}
	ways := make([][][]problem.Block, len(p.Tasks))
	for i, t := range p.Tasks {
		for _, blocks := range placings(p, t) {
			if kept([]problem.Task{t}, blocks) {
				ways[i] = append(ways[i], blocks)
			}
		}
	}
	var place func(i int) bool
	place = func(i int) bool {
		if i == len(p.Tasks) {
			return true
		}
		before := len(s.Blocks)
		for _, blocks := range ways[i] {
			if s.Blocks = append(s.Blocks[:before], blocks...); kept(p.Tasks[:i+1], s.Blocks) && place(i+1) {
				return true
			}
		}
		s.Blocks = s.Blocks[:before]
		return false
	}
	found := place(0)
	return s, found
}

// placings are all ways in which the work of a task can be cut and laid.
func placings(p problem.Problem, t problem.Task) (out [][]problem.Block) {
	var locked []problem.Block
	for _, l := range t.Locked {
		locked = append(locked, problem.Block{Task: t.ID, Span: l})
	}
	if t.Work == 0 && len(locked) == 0 {
		for x := range p.Horizon + 1 {
			out = append(out, []problem.Block{{Task: t.ID, Span: at(x, x)}})
		}
		return out
	}
	var lay func(from, left minute, blocks []problem.Block)
	lay = func(from, left minute, blocks []problem.Block) {
		if left == 0 {
			out = append(out, slices.Clone(blocks))
			return
		}
		for x := from; x < p.Horizon; x++ {
			for n := minute(1); n <= left && x+n <= p.Horizon; n++ {
				lay(x+n, left-n, append(blocks, problem.Block{Task: t.ID, Span: at(x, x+n)}))
			}
		}
	}
	lay(0, rest(t), locked)
	return out
}
