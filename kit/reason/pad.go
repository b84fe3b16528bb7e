package reason

import (
	"fmt"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An Entry is a call that was made, and what it came to.
type Entry struct {
	Step   Step
	Result Result
}

// A Pad is what has been done so far, oldest first. It is not changed once it is made.
type Pad struct{ entries []Entry }

// With is the pad with another entry.
func (p *Pad) With(s Step, r Result) *Pad {
	return &Pad{append(slices.Clip(p.all()), Entry{s, r.Sound()})}
}

func (p *Pad) all() []Entry {
	if p == nil {
		return nil
	}
	return p.entries
}

// Len is how many calls were made.
func (p *Pad) Len() int { return len(p.all()) }

// Window is how many of the last calls a model is shown.
const Window = 10

// Recent are the last calls that a model is shown, and how many came before them.
func (p *Pad) Recent() (entries []Entry, before int) {
	before = max(0, p.Len()-Window)
	return slices.Clone(p.all()[before:]), before
}

// How much of a result a model is shown, in bytes: of the last few, and of older ones.
const (
	ShownResult = 4000
	ShownOlder  = 600
	lastFew     = 3
)

// Shown is how much of a result a model is shown that so many others came after.
func Shown(later int) int {
	if later < lastFew {
		return ShownResult
	}
	return ShownOlder
}

// Products are what is given, and what the calls that came out well have made.
func (p *Pad) Products(c *Catalogue) map[string]bool {
	out := map[string]bool{}
	for _, product := range c.given {
		out[product] = true
	}
	for _, e := range p.all() {
		if t, ok := c.Find(e.Step.Tool); ok && e.Result.OK {
			for _, product := range t.Makes {
				out[product] = true
			}
		}
	}
	return out
}

// came is how the same call came out before.
type came int

const (
	never came = iota
	cameBadly
	cameWell
	isGone // it came out well, and a model is not shown all of that any more
)

// same is how often the same call has failed since it last came out well, and how it came out.
func (p *Pad) same(s Step) (failures int, last came) {
	key := s.Key()
	for i, e := range p.all() {
		switch {
		case e.Step.Key() != key:
		case e.Result.OK:
			failures, last = 0, cameWell
			if later := p.Len() - 1 - i; later >= Window || later >= lastFew && len(e.Result.Data) > ShownOlder {
				last = isGone
			}
		default:
			failures, last = failures+1, cameBadly
		}
	}
	return failures, last
}

// failing are how often each tool has failed since it last came out well.
func (p *Pad) failing() map[string]int {
	out := map[string]int{}
	for _, e := range p.all() {
		if e.Result.OK {
			delete(out, e.Step.Tool)
		} else {
			out[e.Step.Tool]++
		}
	}
	return out
}

// hintAfter is how often a tool fails before that is told as a hint.
const hintAfter = 2

// Hints are what a model is told of tools that fail again and again.
func (p *Pad) Hints() []string {
	failing := p.failing()
	var out []string
	for _, e := range slices.Backward(p.all()) {
		if n := failing[e.Step.Tool]; n >= hintAfter {
			out = append(out, fmt.Sprintf("%s has failed %d times in a row, last with %s: take another tool, other arguments, or answer with what is known.",
				e.Step.Tool, n, e.Result.Error.Code))
			delete(failing, e.Step.Tool)
		}
	}
	slices.Sort(out)
	return out
}

// Steps is how many steps a depth has, the answer included. One is an answer without tools.
func Steps(d commonv1.Depth) int {
	switch d {
	case commonv1.Depth_DEPTH_OFF:
		return 1
	case commonv1.Depth_DEPTH_QUICK:
		return 5
	case commonv1.Depth_DEPTH_DEEP:
		return 15
	}
	return 10
}
