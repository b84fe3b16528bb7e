package check

import (
	"fmt"

	"github.com/weft-mesh/weft/planning/problem"
)

// Certificate tells what is wrong with a certificate: nil if it shows that the
// problem has no schedule. Its minutes have to be those that the problem gives:
// at least Need are needed, at most Room are there, and Need is more than Room.
func Certificate(p problem.Problem, c problem.Certificate) error {
	proof, err := newProof(p, c)
	if err != nil {
		return err
	}
	var need, room minute
	switch c.Reason {
	case problem.Overload, problem.CapOverload:
		need, room, err = proof.overload()
	case problem.Chain:
		need, room, err = proof.chain()
	case problem.NoGap:
		need, room, err = proof.noGap()
	case problem.Cycle:
		return proof.cycle()
	case problem.LockConflict:
		return proof.locks()
	default:
		return fmt.Errorf("no certificate has the reason %q", c.Reason)
	}
	switch {
	case err != nil:
		return err
	case c.Need <= c.Room:
		return fmt.Errorf("it needs %d and has room for %d: that is no contradiction", c.Need, c.Room)
	case need < c.Need:
		return fmt.Errorf("it says that %d are needed, and shows %d", c.Need, need)
	case room > c.Room:
		return fmt.Errorf("it says that there is room for %d, and there is for %d", c.Room, room)
	}
	return nil
}

// proof is a certificate whose names and indexes are there.
type proof struct {
	p     problem.Problem
	c     problem.Certificate
	task  map[string]problem.Task
	tasks []problem.Task
	free  map[string]spans // what gaps has found, by task
}

func newProof(p problem.Problem, c problem.Certificate) (*proof, error) {
	out := &proof{p: p, c: c, task: map[string]problem.Task{}, free: map[string]spans{}}
	for _, t := range p.Tasks {
		out.task[t.ID] = t
	}
	named := map[string]bool{}
	for _, id := range c.Tasks {
		t, ok := out.task[id]
		if !ok || named[id] && c.Reason != problem.Cycle {
			return nil, fmt.Errorf("task %q is unknown, or named twice", id)
		}
		named[id] = true
		out.tasks = append(out.tasks, t)
	}
	for _, i := range c.Links {
		if i < 0 || i >= len(p.Links) {
			return nil, fmt.Errorf("there is no link %d", i)
		}
	}
	once := map[int]bool{}
	for _, at := range c.Caps {
		if at < 0 || at >= len(p.Caps) || once[at] {
			return nil, fmt.Errorf("there is no cap %d, or it is named twice", at)
		}
		once[at] = true
	}
	if c.Resource < -1 || c.Resource >= len(p.Resources) {
		return nil, fmt.Errorf("there is no resource %d", c.Resource)
	}
	return out, nil
}
