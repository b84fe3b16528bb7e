package draft

import (
	"errors"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
)

// putBack lays what was left out, by ids of the problem, where there is room for it beside all that was found.
// It returns what is left then, scheduled, and what still is left out. Which day has room for which session is
// guessed before the search, so some are left out that find a place after it.
func (r *Resumed) putBack(found *Resumed, out []string) (*Resumed, []string, error) {
	tries := []problem.Problem{r.Problem}
	separated, ok, err := r.separated(r.Problem)
	if err != nil {
		return nil, nil, err
	}
	if ok {
		tries = []problem.Problem{separated, r.Problem}
	}
	for _, whole := range tries {
		next := found
		stay, s, err := fillBack(whole, found.Result.Schedule, out, func(stay []string) (p problem.Problem, err error) {
			if next, err = r.less(stay); err == nil {
				next.Problem = between(next.Problem, next.was, next.at, next.Problem.Horizon)
			}
			return next.Problem, err
		})
		if err != nil {
			return nil, nil, err
		}
		if len(stay) < len(out) {
			next.Took, next.Result = found.Took, found.Result
			next.Result.Schedule = s
			if err := next.settle(); err != nil {
				return nil, nil, err
			}
			found, out = next, stay
		}
	}
	return found, out, nil
}

// putBack lays what was left out of a draft where there is room for it beside all that was found: at the pace
// that was found, else at none that nobody asked for. It returns what still is left out.
func (d *Draft) putBack(whole Draft, out []string) ([]string, error) {
	paces := d.tries()
	for begun := false; len(paces) > 0; paces = paces[1:] {
		begun = begun || paces[0].slots == d.slots && slices.Equal(paces[0].even, d.even)
		if !begun || paces[0].slots != d.slots {
			continue
		}
		next := *d
		next.even = paces[0].even
		next.person.Most = next.limits()
		next.Goal.Outline = whole.Goal.Outline
		if err := next.problem(); err != nil {
			return nil, err
		}
		stay, s, err := fillBack(next.Problem, d.Result.Schedule, out, func(stay []string) (problem.Problem, error) {
			next.Goal.Outline = d.withoutTasks(whole, stay)
			if v := outline.CheckExpanded(next.Goal.Outline); len(v) > 0 {
				return next.Problem, &ViolationsError{v}
			}
			err := next.problem()
			return next.Problem, err
		})
		if _, unsound := errors.AsType[*ViolationsError](err); unsound {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(stay) < len(out) {
			next.Result.Schedule = s
			*d, out = next, stay
		}
	}
	return out, nil
}

// fillBack lays of tasks that were left out of a problem all that have room beside a schedule without them. less
// states the problem without some of them. It returns those that still are out, and the schedule with the others.
func fillBack(whole problem.Problem, found problem.Schedule, out []string, less func([]string) (problem.Problem, error)) ([]string, problem.Schedule, error) {
	filled, err := schedule.FillIn(whole, found)
	if err != nil {
		return nil, found, err
	}
	for stay := withoutBlocks(out, filled); len(stay) < len(out); {
		p, err := less(stay)
		if err != nil {
			return nil, found, err
		}
		s, err := schedule.FillIn(p, found)
		if err != nil || len(check.Schedule(p, s)) == 0 {
			return stay, s, err
		}
		// What is left out has what comes before it and after it wait for each other.
		was := len(stay)
		for _, id := range withoutBlocks(out, s) {
			if !slices.Contains(stay, id) {
				stay = append(stay, id)
			}
		}
		if len(stay) == was {
			break
		}
	}
	return out, found, nil
}

// withoutBlocks are the tasks that have no blocks in a schedule.
func withoutBlocks(tasks []string, s problem.Schedule) []string {
	has := map[string]bool{}
	for _, b := range s.Blocks {
		has[b.Task] = true
	}
	return slices.DeleteFunc(slices.Clone(tasks), func(id string) bool { return has[id] })
}

// ownIDs are ids of the problem without the prefix of a goal.
func ownIDs(prefix string, ids []string) []string {
	var out []string
	for _, id := range ids {
		out = append(out, strings.TrimPrefix(id, prefix))
	}
	return out
}
