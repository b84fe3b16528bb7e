package draft

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
)

// mostDropped is how many sessions are left out at most so that the rest can be.
const mostDropped = 8

// DropSessions leaves out sessions that were missed, or can't stay, where there is no schedule with
// them: as few as it takes. It returns what is left then, scheduled, with their ids in the
// problem; nil where that is not enough. A session that is missed is not made up at the cost of
// the plan.
func (r *Resumed) DropSessions(ctx context.Context, o schedule.Options) (*Resumed, []string, error) {
	if stuck, err := r.oneIsStuckAlone(ctx, o); err != nil || stuck {
		return nil, nil, err
	}
	sessions := map[string]bool{}
	for _, k := range r.kept {
		for id := range k.sessions() {
			sessions[k.Document.ID+"/"+id] = true
		}
	}
	var may []string
	for _, d := range r.Differences() {
		if sessions[d.Task] && d.Kind != Lapsed && d.Kind != Surplus && !slices.Contains(may, d.Task) && len(may) < mostDropped {
			may = append(may, d.Task)
		}
	}
	var out []string
	var found *Resumed
	try := func(out []string) (*Resumed, error) {
		then, err := r.less(out)
		if err == nil {
			err = then.solveIfPossible(ctx, o)
		}
		return then, err
	}
	for _, id := range may {
		out = append(out, id)
		then, err := try(out)
		if err != nil {
			return nil, nil, err
		}
		if then.Result.Verdict == problem.Feasible {
			found = then
			break
		}
	}
	if found == nil {
		return r.leaveOutRepeated(ctx, o)
	}
	longestFirst := slices.Clone(out)
	stable.Sort(longestFirst, func(a, b string) int { return cmp.Compare(r.work(b), r.work(a)) })
	for _, id := range longestFirst { // those that need not be
		less := slices.DeleteFunc(slices.Clone(out), func(x string) bool { return x == id })
		then, err := try(less)
		if err != nil {
			return nil, nil, err
		}
		if then.Result.Verdict == problem.Feasible {
			found, out = then, less
		}
	}
	return r.putBack(found, out)
}

// oneIsStuckAlone tells whether one of several roadmaps has no schedule even where the others take no time, and
// none without some of its own sessions: leaving out those of the others helps it nothing.
func (r *Resumed) oneIsStuckAlone(ctx context.Context, o schedule.Options) (bool, error) {
	if len(r.kept) < 2 {
		return false, nil
	}
	for _, k := range r.kept {
		alone, err := Resume(r.now, r.Commitments, k)
		if err != nil {
			return false, err
		}
		if err := alone.solveIfPossible(ctx, o); err != nil {
			return false, err
		}
		if alone.Result.Verdict == problem.Feasible {
			continue
		}
		if less, _, err := alone.DropSessions(ctx, o); err != nil || less == nil {
			return err == nil, err
		}
	}
	return false, nil
}

// leaveOutRepeated leaves out what comes again so that what comes once has room, where there is no
// schedule with all of it. It returns what DropSessions does.
func (r *Resumed) leaveOutRepeated(ctx context.Context, o schedule.Options) (*Resumed, []string, error) {
	repeats := map[string]bool{}
	for _, d := range r.Drafts {
		maps.Copy(repeats, d.repeatedTasks())
	}
	if len(repeats) == 0 {
		return nil, nil, nil
	}
	first := civil.DateOf(r.Frame.Time(0))
	for _, percent := range thinned {
		out := newDayRoom(r.Problem, r.Frame, first, r.Drafts[0].End, repeats).withoutRoom(percent)
		if !worthLeaving(r.Problem, repeats, out, leastRepeated) {
			continue
		}
		then, err := r.less(out)
		if err != nil {
			return nil, nil, err
		}
		if err := then.solveIfPossible(ctx, o); err != nil {
			return nil, nil, err
		}
		if then.Result.Verdict == problem.Feasible {
			return r.putBack(then, out)
		}
	}
	return nil, nil, nil
}

// work is how long a task takes that is left.
func (r *Resumed) work(task string) problem.Minute {
	for i := range r.Problem.Tasks {
		if r.Problem.Tasks[i].ID == task {
			return r.Problem.Tasks[i].Work
		}
	}
	return 0
}

// less is what is left of the roadmaps without some tasks.
func (r *Resumed) less(out []string) (*Resumed, error) {
	kept := slices.Clone(r.kept)
	for i := range kept {
		k := &kept[i]
		k.Out = slices.Clone(k.Out)
		for _, id := range out {
			if of, node := Roadmap(id); of == k.Document.ID {
				k.Out = append(k.Out, node)
			}
		}
	}
	return Resume(r.now, r.Commitments, kept...)
}

// WaysOut returns what could give where no schedule was found. Each was tried.
func (r *Resumed) WaysOut(ctx context.Context, o schedule.Options) ([]Way, error) {
	longer, err := resume(r.now, r.Commitments, openEnd, r.kept)
	if err != nil {
		return nil, err
	}
	ways, err := schedule.WaysOut(ctx, longer.Problem, o)
	if err != nil {
		return nil, err
	}
	for i := range ways {
		ways[i].Out = r.withHanging(ways[i].Out)
	}
	work := func(w schedule.Way) (sum problem.Minute) {
		for _, id := range w.Out {
			sum += r.work(id)
		}
		return sum
	}
	stable.Sort(ways, func(a, b schedule.Way) int { return cmp.Compare(work(a), work(b)) })
	var out []Way
	for _, w := range ways[:min(len(ways), mostWays)] {
		if way := wayOut(w, longer.Problem, r.Titles()); way.Text != "" {
			out = append(out, way)
		}
	}
	for i, k := range r.kept {
		looser, err := r.looserLimit(ctx, o, i)
		if err != nil {
			return nil, err
		}
		if looser.Text != "" {
			out = append(out, looser)
		}
		if k.Document.Goal().Deadline == 0 {
			continue
		}
		way, err := r.allLater(ctx, o, i)
		if err != nil {
			return nil, err
		}
		if way.Text != "" {
			out = append(out, way)
		}
	}
	return out, nil
}

// withHanging are tasks and those that hang on them alone: what is recalled or looked over some time
// after one of them, and after nothing else, has nothing to recall without it.
func (r *Resumed) withHanging(out []string) []string {
	gone := map[string]bool{}
	for _, id := range out {
		gone[id] = true
	}
	for more := len(out) > 0; more; {
		more = false
		for _, d := range r.Drafts {
			parents := map[string]string{}
			for _, n := range d.Goal.Outline.Nodes {
				parents[n.ID] = n.Parent
			}
			for _, n := range d.Goal.Outline.Nodes {
				hangs := func(on outline.Dependency) bool {
					return gone[d.Goal.Prefix+on.On] && on.Lag > 0 && parents[on.On] == n.Parent
				}
				id := d.Goal.Prefix + n.ID
				if !gone[id] && len(n.Depends) == 1 && hangs(n.Depends[0]) {
					gone[id], more = true, true
					out = append(slices.Clip(out), id)
				}
			}
		}
	}
	return out
}

// allLater tries to have all of a roadmap done some weeks later.
func (r *Resumed) allLater(ctx context.Context, o schedule.Options, which int) (Way, error) {
	goal := r.kept[which].Document.Goal()
	o.Schedules = max(1, cmp.Or(o.Schedules, schedule.DefaultSchedules)/4) // of several ends, each has a part of the time
	for _, weeks := range []int{1, 2, 4, 8} {
		kept := slices.Clone(r.kept)
		k := &kept[which]
		k.Later = maps.Clone(k.Later)
		if k.Later == nil {
			k.Later = map[string]int{}
		}
		k.Later[goal.ID] += 7 * weeks
		then, err := Resume(r.now, r.Commitments, kept...)
		if err != nil {
			return Way{}, err
		}
		if err := then.solveIfPossible(ctx, o); err != nil {
			return Way{}, err
		}
		if then.Result.Verdict == problem.Feasible {
			return Way{
				Text: fmt.Sprintf("finish all of “%s” %s later", goal.Title, weeksText(weeks)), Later: map[string]int{k.Document.ID + "/" + goal.ID: 7 * weeks},
			}, nil
		}
	}
	return Way{}, nil
}

func weeksText(n int) string {
	if n == 1 {
		return "a week"
	}
	return fmt.Sprintf("%d weeks", n)
}
