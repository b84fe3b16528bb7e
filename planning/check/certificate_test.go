package check

import (
	"testing"

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
		{"a deadline that a link carries back", func(p *problem.Problem) { p.Tasks[0].Work, p.Tasks[1].Deadline, p.Links[0].Lag = 181, 340, 0 },
			problem.Certificate{Reason: problem.Overload, Tasks: []string{"chapter", "call"}, Span: at(100, 340), Need: 241, Room: 240, Links: []int{0}}, true},
		{"a deadline that no named link carries back", func(p *problem.Problem) { p.Tasks[0].Work, p.Tasks[1].Deadline, p.Links[0].Lag = 181, 340, 0 },
			problem.Certificate{Reason: problem.Overload, Tasks: []string{"chapter", "call"}, Span: at(100, 340), Need: 241, Room: 240}, false},
		{"minutes of one task that are too few", func(p *problem.Problem) { p.Tasks[0].Work, p.Tasks[0].Deadline = 241, 340 },
			problem.Certificate{Reason: problem.Overload, Tasks: []string{"chapter"}, Span: at(0, 340), Need: 241, Room: 240, Resource: -1}, true},
		{"minutes without a resource that two tasks may share", func(p *problem.Problem) { p.Tasks[0].Deadline, p.Tasks[1].Deadline, p.Tasks[0].Work = 340, 340, 200 },
			problem.Certificate{Reason: problem.Overload, Tasks: []string{"chapter", "call"}, Span: at(0, 340), Need: 260, Room: 240, Resource: -1}, false},
		{"a cap that is too low", func(p *problem.Problem) { p.Tasks[0].Deadline, p.Tasks[1].Deadline = 340, 340 },
			problem.Certificate{Reason: problem.CapOverload, Tasks: []string{"chapter", "call"}, Span: at(0, 340), Need: 240, Room: 200, Caps: []int{0}, Resource: -1}, true},
		{"a cap that leaves room outside of it", func(p *problem.Problem) {
			p.Tasks[0].Deadline, p.Tasks[1].Deadline, p.Caps[0].To = 340, 340, 200
		}, problem.Certificate{Reason: problem.CapOverload, Tasks: []string{"chapter", "call"}, Span: at(0, 340), Need: 240, Room: 200, Caps: []int{0}, Resource: -1}, false},
		{"a chain that ends too late", func(p *problem.Problem) { p.Tasks[1].Deadline = 1600; p.Links[0].Lag = 90 },
			problem.Certificate{Reason: problem.Chain, Tasks: []string{"chapter", "call"}, Links: []int{0}, Need: 1630, Room: 1600}, true},
		{"a chain that ends in time", func(p *problem.Problem) { p.Tasks[1].Deadline = 1630; p.Links[0].Lag = 90 },
			problem.Certificate{Reason: problem.Chain, Tasks: []string{"chapter", "call"}, Links: []int{0}, Need: 1631, Room: 1630}, false},
		{"a chain whose one block does not fit the first gap", func(p *problem.Problem) { p.Tasks[1].Deadline, p.Links[0].Lag = 1599, 1 },
			problem.Certificate{Reason: problem.Chain, Tasks: []string{"chapter", "call"}, Links: []int{0}, Need: 1600, Room: 1599}, true},
		{"a chain of blocks that a gap is too short for", func(p *problem.Problem) {
			p.Tasks[0].Windows, p.Tasks[0].Deadline = []span{at(100, 159), at(160, 340)}, 339
		},
			problem.Certificate{Reason: problem.Chain, Tasks: []string{"chapter"}, Need: 340, Room: 339}, true},
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
