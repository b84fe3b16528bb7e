package draft

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Shared is several goals on one person's timeline.
type Shared struct {
	// Drafts are the goals, each with the frame, the problem and the result that
	// they have in common, and a prefix for its tasks.
	Drafts      []*Draft
	Frame       timeline.Frame
	Commitments []timeline.Commitment
	Problem     problem.Problem
	Result      schedule.Result
	Took        time.Duration // for the search
}

// Together schedules the goals of drafts anew as one: each within its own hours
// and bounds, no two at once, and none after the other, so that no goal has to
// live on what another leaves. Where they don't all fit at an even pace, those
// that nobody asked to be even are not. It takes the commitments and the search
// from r; the drafts stay as they are.
func Together(ctx context.Context, r Request, drafts ...*Draft) (*Shared, error) {
	if len(drafts) == 0 {
		return nil, errors.New("there is no goal to schedule")
	}
	s := &Shared{}
	first, last := drafts[0].Start, drafts[0].End
	for i, d := range drafts {
		one := *d
		one.Goal.Prefix = fmt.Sprintf("%d/", i+1)
		s.Drafts = append(s.Drafts, &one)
		first, last = min(first, d.Start), max(last, d.End)
	}
	zone := drafts[0].person.Zone
	start, end := first.In(zone), (last + 1).In(zone)
	var err error
	if s.Frame, err = timeline.NewFrame(zone, start, end); err != nil {
		return nil, err
	}
	if r.Commitments != nil {
		if s.Commitments, err = r.Commitments(start, end); err != nil {
			return nil, err
		}
	}
	return s, s.find(ctx, r.Solve)
}

// find looks for a schedule of all goals: at an even pace, at twice that, at none, and without pauses
// between sessions.
func (s *Shared) find(ctx context.Context, o schedule.Options) error {
	paces := []func([]timeline.Most) []timeline.Most{twice, none}
	for {
		var err error
		if s.Problem, err = s.lay(); err != nil {
			return err
		}
		began := time.Now()
		if s.Result, err = schedule.Solve(ctx, s.Problem, o); err != nil {
			return err
		}
		s.Took += time.Since(began)
		switch {
		case s.Result.Verdict == problem.Feasible:
			return s.settle()
		case len(paces) > 0 && s.hurry(paces[0]):
			paces = paces[1:]
		case !s.join():
			return s.settle()
		}
	}
}

// settle gives the drafts what was found, once it is checked.
func (s *Shared) settle() error {
	for _, d := range s.Drafts {
		d.Frame, d.Commitments, d.Problem, d.Result, d.Took = s.Frame, s.Commitments, s.Problem, s.Result, s.Took
	}
	return s.Drafts[0].verify()
}

// lay puts all goals on one line. The hours of one are no hours of another: they
// bound its own tasks, and so does how much it may take.
func (s *Shared) lay() (problem.Problem, error) {
	start, end := s.Frame.Time(0), s.Frame.Time(s.Frame.Horizon())
	var line timeline.Line
	var goals []roadmap.Goal
	for i, d := range s.Drafts {
		person := d.person
		person.Most = slices.Clone(person.Most)
		for k := range person.Most {
			person.Most[k].Group = d.Goal.Prefix + person.Most[k].Group
		}
		own, goal, err := d.line(person, start, end, s.Commitments)
		if err != nil {
			return problem.Problem{}, err
		}
		if goal.Windows == nil {
			goal.Windows = own.Free
		}
		d.Goal = goal
		goals = append(goals, goal)
		if i == 0 {
			line = own
			continue
		}
		line.Free = joined(line.Free, own.Free)
		line.Caps = append(line.Caps, own.Caps...)
		for name, spans := range own.Calendars {
			line.Calendars[name] = joined(line.Calendars[name], spans)
		}
	}
	return roadmap.Problem(s.Frame, line, goals...)
}

// hours are those of each task, by its id in the problem.
func (s *Shared) hours() map[string][]problem.Span {
	out := map[string][]problem.Span{}
	for _, d := range s.Drafts {
		for id, spans := range d.Goal.Hours() {
			out[d.Goal.Prefix+id] = spans
		}
	}
	return out
}

// joined is all that either has, sorted and apart.
func joined(a, b []problem.Span) []problem.Span {
	all := slices.SortedFunc(slices.Values(slices.Concat(a, b)), func(x, y problem.Span) int { return x.From - y.From })
	out := all[:0]
	for _, x := range all {
		if n := len(out); n > 0 && x.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, x.To)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// hurry has all goals that are at an even pace go at another; false if none is.
func (s *Shared) hurry(pace func([]timeline.Most) []timeline.Most) bool {
	any := false
	for _, d := range s.Drafts {
		if len(d.even) == 0 {
			continue
		}
		any = true
		told := paceText(d.even)
		d.Assumptions = slices.DeleteFunc(slices.Clone(d.Assumptions), func(a pattern.Assumption) bool { return a.Text == told })
		if d.even = pace(d.even); len(d.even) > 0 {
			d.assume(paceText(d.even))
		}
		d.person.Most = d.limits()
	}
	return any
}

// join lets sessions lie side by side; false if they may already.
func (s *Shared) join() bool {
	apart := false
	for _, d := range s.Drafts {
		apart = apart || d.slots
		d.slots = false
		d.person.Most = d.limits()
	}
	return apart
}

func none([]timeline.Most) []timeline.Most { return nil }

// Titles are those of the tasks of all goals, by their ids in the problem.
func (s *Shared) Titles() map[string]string {
	out := map[string]string{}
	for _, d := range s.Drafts {
		maps.Copy(out, d.Titles())
	}
	return out
}
