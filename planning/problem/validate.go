package problem

import (
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/planning/network"
)

// Bounds of a problem that is taken on at all. What a person plans is far below;
// with them no sum of minutes or costs leaves 64 bits.
const (
	MaxHorizon   Minute = 10 * 366 * 24 * 60 // ten years
	MaxTasks            = 20_000
	MaxLinks            = 100_000
	MaxCaps             = 20_000
	MaxResources        = 64
	MaxSpans            = 500_000   // of all kinds together
	MaxCost             = 1_000_000 // a minute's or a block's
	MaxCapacity         = 1_000_000
	MaxDepth            = 64 // caps of one group over one minute
)

// InvalidError says which part of a problem makes no sense, and why.
type InvalidError struct {
	Field  string // such as "tasks[3].windows[1]"
	Task   string // its id, where it is about a task
	Reason string
}

// Error tells the field and the reason.
func (e *InvalidError) Error() string {
	if e.Task != "" {
		return fmt.Sprintf("%s (task %q): %s", e.Field, e.Task, e.Reason)
	}
	return e.Field + ": " + e.Reason
}

// Validate tells the first thing in p that makes no sense: an *InvalidError, or
// nil. A problem that passes may still be impossible; that is the solver's to
// prove.
func Validate(p *Problem) error {
	v := validator{p: p}
	for _, step := range []func() error{v.bounds, v.calendars, v.caps, v.resources, v.tasks, v.links} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

type validator struct {
	p     *Problem
	spans int
	ids   map[string]bool
}

func invalid(field, format string, args ...any) error {
	return &InvalidError{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// between refuses what isn't within low and high.
func between[T int | int64](field string, value, low, high T) error {
	if value < low || value > high {
		return invalid(field, "%d is not between %d and %d", value, low, high)
	}
	return nil
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *validator) bounds() error {
	p := v.p
	return first(
		between("horizon", p.Horizon, 1, MaxHorizon),
		between("number of tasks", len(p.Tasks), 0, MaxTasks),
		between("number of links", len(p.Links), 0, MaxLinks),
		between("number of caps", len(p.Caps), 0, MaxCaps),
		between("number of resources", len(p.Resources), 0, MaxResources),
		between("costs.makespan", p.Costs.Makespan, 0, MaxCost),
		between("costs.unliked", p.Costs.Unliked, 0, MaxCost),
		between("costs.moved", p.Costs.Moved, 0, MaxCost),
		between("costs.put_off", p.Costs.PutOff, 0, MaxCost),
	)
}

func (v *validator) calendars() error {
	if err := v.spanList("free", v.p.Free, true); err != nil {
		return err
	}
	for name, spans := range v.p.Calendars {
		if name == "" {
			return invalid("calendars", `"" is all time and can't be a calendar's name`)
		}
		if err := v.spanList(fmt.Sprintf("calendars[%q]", name), spans, true); err != nil {
			return err
		}
	}
	return nil
}

// spanList takes spans of some length, sorted, that do not overlap, and where
// apart is true do not touch either.
func (v *validator) spanList(field string, spans []Span, apart bool) error {
	if v.spans += len(spans); v.spans > MaxSpans {
		return invalid(field, "there are more than %d spans in all", MaxSpans)
	}
	for i, s := range spans {
		name := field
		bad := func(format string, args ...any) error {
			return invalid(fmt.Sprintf("%s[%d]", name, i), format, args...)
		}
		switch {
		case s.From < 0 || s.To > v.p.Horizon:
			return bad("%d to %d is not within 0 and the horizon, %d", s.From, s.To, v.p.Horizon)
		case s.From >= s.To:
			return bad("it ends at %d, no later than it starts, at %d", s.To, s.From)
		case i > 0 && s.From < spans[i-1].To:
			return bad("it starts at %d, before the one before it ends, at %d; sort and merge the spans", s.From, spans[i-1].To)
		case apart && i > 0 && s.From == spans[i-1].To:
			return bad("it starts at %d where the one before it ends; merge the two", s.From)
		}
	}
	return nil
}

func (v *validator) caps() error {
	for i, c := range v.p.Caps {
		field := fmt.Sprintf("caps[%d]", i)
		err := first(
			v.spanList(field, []Span{c.Span}, false),
			between(field+".most", c.Most, 0, MaxHorizon),
		)
		if err != nil {
			return err
		}
	}
	return v.depth()
}

// depth refuses caps of one group that overlap more often than people mean them.
func (v *validator) depth() error {
	order := make([]int, len(v.p.Caps))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return v.p.Caps[a].From - v.p.Caps[b].From })
	open := map[string][]Minute{} // ends of those that are open, by group
	for _, i := range order {
		c := v.p.Caps[i]
		ends := slices.DeleteFunc(open[c.Group], func(end Minute) bool { return end <= c.From })
		if open[c.Group] = append(ends, c.To); len(open[c.Group]) > MaxDepth {
			return invalid(fmt.Sprintf("caps[%d]", i), "more than %d caps of the group %q overlap", MaxDepth, c.Group)
		}
	}
	return nil
}

func (v *validator) resources() error {
	for i, r := range v.p.Resources {
		if err := between(fmt.Sprintf("resources[%d].capacity", i), r.Capacity, 1, MaxCapacity); err != nil {
			return err
		}
	}
	return nil
}

func (v *validator) links() error {
	for i, l := range v.p.Links {
		field := fmt.Sprintf("links[%d]", i)
		for _, id := range []string{l.From, l.To} {
			if !v.ids[id] {
				return invalid(field, "there is no task %q", id)
			}
		}
		if l.From == l.To {
			return invalid(field, "it links task %q to itself", l.From)
		}
		switch l.Kind {
		case network.FinishStart, network.StartStart, network.FinishFinish, network.StartFinish:
		default:
			return invalid(field+".kind", "%q is none of FS, SS, FF, SF", l.Kind)
		}
		if err := between(field+".lag", l.Lag, -network.MaxLag, network.MaxLag); err != nil {
			return err
		}
		if _, ok := v.p.Calendars[l.Calendar]; !ok && l.Calendar != "" {
			return invalid(field+".calendar", "there is no calendar %q", l.Calendar)
		}
	}
	return nil
}
