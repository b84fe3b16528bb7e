package problem

import (
	"errors"
	"fmt"
)

func (v *validator) tasks() error {
	v.ids = make(map[string]bool, len(v.p.Tasks))
	for i := range v.p.Tasks {
		t := &v.p.Tasks[i]
		if err := v.task(fmt.Sprintf("tasks[%d]", i), t); err != nil {
			if e := (*InvalidError)(nil); errors.As(err, &e) {
				e.Task = t.ID
			}
			return err
		}
		v.ids[t.ID] = true
	}
	return nil
}

func (v *validator) task(field string, t *Task) error {
	switch {
	case t.ID == "":
		return invalid(field+".id", "it is empty")
	case v.ids[t.ID]:
		return invalid(field+".id", "another task has it too")
	}
	err := first(
		between(field+".work", t.Work, 0, MaxHorizon),
		between(field+".min_chunk", t.MinChunk, 0, MaxHorizon),
		between(field+".max_chunk", t.MaxChunk, 0, MaxHorizon),
		between(field+".release", t.Release, 0, MaxHorizon),
		between(field+".deadline", t.Deadline, 0, MaxHorizon),
		between(field+".due", t.Due, 0, MaxHorizon),
		between(field+".was_end", t.WasEnd, 0, MaxHorizon),
		between(field+".weight", t.Weight, 0, MaxCost),
		v.spanList(field+".windows", t.Windows, true),
		v.spanList(field+".prefer", t.Prefer, true),
		v.spanList(field+".locked", t.Locked, false),
	)
	if err != nil {
		return err
	}
	if !Divisible(t.Remaining(), t.MinChunk, t.MaxChunk) {
		return invalid(field+".max_chunk", "%d minutes of work do not divide into blocks of %d to %d", t.Remaining(), t.MinChunk, t.MaxChunk)
	}
	if v.spans += len(t.Was); v.spans > MaxSpans {
		return invalid(field+".was", "there are more than %d spans in all", MaxSpans)
	}
	for i, s := range t.Was { // it may lie before the start, or after a horizon that came nearer
		if s.From < -MaxHorizon || s.To > 2*MaxHorizon || s.From > s.To {
			return invalid(fmt.Sprintf("%s.was[%d]", field, i), "%d to %d is no time that a block could have had", s.From, s.To)
		}
	}
	return v.uses(field+".uses", t.Uses)
}

func (v *validator) uses(field string, uses []int) error {
	if len(uses) > len(v.p.Resources) {
		return invalid(field, "it names %d resources, and there are %d", len(uses), len(v.p.Resources))
	}
	for r, n := range uses {
		if most := v.p.Resources[r].Capacity; n < 0 || n > most {
			return invalid(fmt.Sprintf("%s[%d]", field, r), "%d is not between 0 and the capacity of %q, %d", n, v.p.Resources[r].Name, most)
		}
	}
	return nil
}

// Remaining is the work of t that is not locked.
func (t *Task) Remaining() Minute {
	left := t.Work
	for _, s := range t.Locked {
		left -= s.To - s.From
	}
	return max(0, left)
}

// Divisible tells whether blocks of least to most minutes (0: no bound) can add
// up to work. Without a least, or with less work than that, there is one block.
func Divisible(work, least, most Minute) bool {
	if most > 0 && least > most {
		return false
	}
	switch {
	case work == 0 || most == 0:
		return true
	case least == 0 || work < least:
		return work <= most
	}
	blocks := (work + most - 1) / most
	return blocks*least <= work
}
