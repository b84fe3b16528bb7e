package check

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
)

func TestACertificateIsGoneThroughOnceMore(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*problem.Problem)
		proof  problem.Certificate
		want   bool
	}{
		{"an evening that is too short", func(p *problem.Problem) { p.Tasks[0].Deadline, p.Tasks[1].Deadline, p.Tasks[0].Work = 340, 340, 200 },
			problem.Certificate{Reason: problem.Overload, Tasks: []string{"chapter", "call"}, Span: at(0, 340), Need: 260, Room: 240}, true},
		{"an evening that is long enough", func(p *problem.Problem) { p.Tasks[0].Deadline, p.Tasks[1].Deadline = 340, 340 },
			problem.Certificate{Reason: problem.Overload, Tasks: []string{"chapter", "call"}, Span: at(0, 340), Need: 260, Room: 240}, false},
		{"work that may lie elsewhere", func(p *problem.Problem) { p.Tasks[0].Work, p.Tasks[1].Deadline = 240, 340 },
			problem.Certificate{Reason: problem.Overload, Tasks: []string{"chapter", "call"}, Span: at(0, 340), Need: 300, Room: 240}, false},
		{"a cap that is too low", func(p *problem.Problem) { p.Tasks[0].Deadline, p.Tasks[1].Deadline = 340, 340 },
			problem.Certificate{Reason: problem.CapOverload, Tasks: []string{"chapter", "call"}, Span: at(0, 340), Need: 240, Room: 200, Caps: []int{0}, Resource: -1}, true},
		{"a cap that leaves room outside of it", func(p *problem.Problem) {
			p.Tasks[0].Deadline, p.Tasks[1].Deadline, p.Caps[0].To = 340, 340, 200
		}, problem.Certificate{Reason: problem.CapOverload, Tasks: []string{"chapter", "call"}, Span: at(0, 340), Need: 240, Room: 200, Caps: []int{0}, Resource: -1}, false},
		{"a chain that ends too late", func(p *problem.Problem) { p.Tasks[1].Deadline = 1600; p.Links[0].Lag = 90 },
			problem.Certificate{Reason: problem.Chain, Tasks: []string{"chapter", "call"}, Links: []int{0}, Need: 1630, Room: 1600}, true},
		{"a chain that ends in time", func(p *problem.Problem) { p.Tasks[1].Deadline = 1630; p.Links[0].Lag = 90 },
			problem.Certificate{Reason: problem.Chain, Tasks: []string{"chapter", "call"}, Links: []int{0}, Need: 1631, Room: 1630}, false},
		{"a block that fits no gap", func(p *problem.Problem) { p.Tasks[1].Work = 241 },
			problem.Certificate{Reason: problem.NoGap, Tasks: []string{"call"}, Need: 241, Room: 240}, true},
		{"a block that may be split", func(p *problem.Problem) { p.Tasks[1].Work, p.Tasks[1].MinChunk = 241, 120 },
			problem.Certificate{Reason: problem.NoGap, Tasks: []string{"call"}, Need: 241, Room: 240}, false},
		{"a gap that a locked block leaves", func(p *problem.Problem) {
			p.Tasks[1].Deadline, p.Tasks[0].Locked = 340, []span{at(150, 290)}
		}, problem.Certificate{Reason: problem.NoGap, Tasks: []string{"call"}, Need: 60, Room: 50}, true},
		{"a cap that leaves no gap", func(p *problem.Problem) { p.Tasks[1].Deadline, p.Caps[0].Most = 340, 50 },
			problem.Certificate{Reason: problem.NoGap, Tasks: []string{"call"}, Need: 60, Room: 50, Caps: []int{0}}, true},
		{"a circle", func(p *problem.Problem) {
			p.Links = append(p.Links, network.Link{From: "sent", To: "chapter", Kind: network.StartStart, Lag: -200})
		}, problem.Certificate{Reason: problem.Cycle, Links: []int{0, 1, 2}}, true},
		{"a circle that can be kept", func(p *problem.Problem) {
			p.Links = append(p.Links, network.Link{From: "sent", To: "chapter", Kind: network.StartStart, Lag: -270})
		}, problem.Certificate{Reason: problem.Cycle, Links: []int{0, 1, 2}}, false},
		{"a line", nil, problem.Certificate{Reason: problem.Cycle, Links: []int{0, 1}}, false},
		{"locks of two tasks at once", func(p *problem.Problem) {
			p.Tasks[0].Locked, p.Tasks[1].Locked = []span{at(100, 200)}, []span{at(199, 259)}
		}, problem.Certificate{Reason: problem.LockConflict, Tasks: []string{"chapter", "call"}}, true},
		{"locks beside each other", func(p *problem.Problem) {
			p.Links, p.Tasks[0].Locked, p.Tasks[1].Locked = nil, []span{at(100, 200)}, []span{at(200, 260)}
		}, problem.Certificate{Reason: problem.LockConflict, Tasks: []string{"chapter", "call"}}, false},
		{"locks against a link", func(p *problem.Problem) {
			p.Tasks[0].Locked, p.Tasks[1].Locked = []span{at(200, 300)}, []span{at(100, 160)}
		}, problem.Certificate{Reason: problem.LockConflict, Tasks: []string{"chapter", "call"}, Links: []int{0}, Resource: -1}, true},
		{"a lock after the deadline", func(p *problem.Problem) { p.Tasks[1].Locked = []span{at(1750, 1790)} },
			problem.Certificate{Reason: problem.LockConflict, Tasks: []string{"call"}, Resource: -1}, true},
		{"no such task", nil, problem.Certificate{Reason: problem.NoGap, Tasks: []string{"party"}, Need: 2, Room: 1}, false},
		{"no such reason", nil, problem.Certificate{Reason: "luck", Need: 2, Room: 1}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := evenings()
			if tt.change != nil {
				tt.change(&p)
			}
			if err := Certificate(p, tt.proof); (err == nil) != tt.want {
				t.Errorf("it is accepted: %v, and the error is %v", err == nil, err)
			}
		})
	}
}

// Whatever is accepted as a proof, no schedule is there: tiny problems are
// searched from end to end.
func TestNoProofIsAcceptedWhereAScheduleIs(t *testing.T) {
	t.Parallel()
	accepted := map[problem.Reason]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := tiny(t)
		c := problem.Certificate{
			Reason: rapid.SampledFrom([]problem.Reason{problem.Overload, problem.CapOverload, problem.Chain, problem.NoGap, problem.Cycle, problem.LockConflict}).Draw(t, "reason"),
			Span:   at(0, p.Horizon), Resource: rapid.IntRange(-1, 0).Draw(t, "resource"),
		}
		for i, task := range p.Tasks {
			if c.Reason == problem.Chain && i < 2 || rapid.Bool().Draw(t, "named") {
				c.Tasks = append(c.Tasks, task.ID)
			}
		}
		if c.Reason == problem.NoGap {
			c.Tasks = c.Tasks[:min(1, len(c.Tasks))]
		}
		for i := range p.Links {
			if c.Reason == problem.Chain && i < len(c.Tasks)-1 || c.Reason == problem.Cycle || c.Reason == problem.LockConflict {
				c.Links = append(c.Links, i)
			}
		}
		for i := range p.Caps {
			if rapid.Bool().Draw(t, "cap") {
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
		if Certificate(p, c) != nil {
			return
		}
		accepted[c.Reason]++
		if s, found := search(p); found {
			t.Fatalf("accepted: %+v\nof: %+v\nand there is: %v", c, p, s.Blocks)
		}
	})
	if len(accepted) < 5 {
		t.Errorf("of six kinds of proof were accepted: %v", accepted)
	}
}

// tiny draws a problem of at most three tasks within eight minutes.
func tiny(t *rapid.T) problem.Problem {
	n := func(low, high int, what string) minute { return rapid.IntRange(low, high).Draw(t, what) }
	p := problem.Problem{Horizon: n(4, 8, "horizon"), Resources: []problem.Resource{{Name: "one", Capacity: 1}}}
	p.Free = spans{at(0, n(1, 3, "free")), at(n(3, 4, "from"), p.Horizon)}.joined().within(at(0, p.Horizon))
	p.Calendars = map[string][]span{"free": p.Free}
	for _, id := range []string{"a", "b", "c"}[:n(1, 3, "tasks")] {
		task := problem.Task{ID: id, Work: n(0, 3, "work"), MinChunk: n(0, 2, "chunk"), Release: n(0, 3, "release"), AllTime: n(0, 9, "all") == 0}
		if n(0, 2, "dead") > 0 {
			task.Deadline = n(1, 8, "deadline")
		}
		if n(0, 3, "uses") > 0 {
			task.Uses = []int{1}
		}
		if n(0, 3, "locks") == 0 {
			from := n(0, p.Horizon-1, "locked")
			task.Locked = []span{at(from, from+1)}
		}
		if n(0, 3, "windows") == 0 {
			from := n(0, 4, "window")
			task.Windows = []span{at(from, from+3)}
		}
		p.Tasks = append(p.Tasks, task)
	}
	kinds := []network.Kind{network.FinishStart, network.StartStart, network.FinishFinish, network.StartFinish}
	for i := range p.Tasks {
		if next := (i + 1) % len(p.Tasks); next != i && n(0, 2, "linked") > 0 {
			p.Links = append(p.Links, network.Link{From: p.Tasks[i].ID, To: p.Tasks[next].ID, Kind: rapid.SampledFrom(kinds).Draw(t, "kind"),
				Lag: n(-2, 3, "lag"), Calendar: rapid.SampledFrom([]string{"", "free"}).Draw(t, "calendar")})
		}
	}
	for _, s := range []span{at(0, 3), at(3, 6)}[:n(0, 2, "caps")] {
		p.Caps = append(p.Caps, problem.Cap{Span: s, Most: n(0, 3, "most")})
	}
	return p
}

// search goes through all schedules of a tiny problem.
func search(p problem.Problem) (problem.Schedule, bool) {
	var s problem.Schedule
	var task func(i int) bool
	var blocks func(i int, from, left minute) bool
	task = func(i int) bool {
		if i == len(p.Tasks) {
			return !slices.ContainsFunc(Schedule(p, s), func(f Fault) bool { return f.Code != Cost })
		}
		t := p.Tasks[i]
		before := len(s.Blocks)
		for _, l := range t.Locked {
			s.Blocks = append(s.Blocks, problem.Block{Task: t.ID, Span: l})
		}
		if t.Work == 0 && len(t.Locked) == 0 {
			for x := range p.Horizon + 1 {
				s.Blocks = append(s.Blocks[:before], problem.Block{Task: t.ID, Span: at(x, x)})
				if task(i + 1) {
					return true
				}
			}
		} else if blocks(i, 0, rest(t)) {
			return true
		}
		s.Blocks = s.Blocks[:before]
		return false
	}
	blocks = func(i int, from, left minute) bool {
		if left == 0 {
			return task(i + 1)
		}
		for x := from; x < p.Horizon; x++ {
			for n := minute(1); n <= left && x+n <= p.Horizon; n++ {
				s.Blocks = append(s.Blocks, problem.Block{Task: p.Tasks[i].ID, Span: at(x, x+n)})
				if blocks(i, x+n, left-n) {
					return true
				}
				s.Blocks = s.Blocks[:len(s.Blocks)-1]
			}
		}
		return false
	}
	found := task(0)
	return s, found
}
