package draft

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Resumed is what is left of roadmaps, on their person's time from now on. What is done, has
// begun or is locked stays. A task's id in the problem is that of its roadmap, "/" and its own.
type Resumed struct {
	Shared
	kept   []Kept
	now    time.Time
	at     problem.Minute            // now
	was    map[string][]problem.Span // blocks to come, by task
	missed map[string][]problem.Span // blocks whose time is over, and that are not done
	gone   map[string]leftOut        // tasks that are left out
	spent  map[string][]problem.Span // blocks that are done or have begun, by the group of their tasks
	broken []bond
}

// Resume looks at roadmaps at a moment in the person's zone, with all else that their time
// holds. Its error is a *ViolationsError for an outline that is not sound.
func Resume(now time.Time, held []timeline.Commitment, kept ...Kept) (*Resumed, error) {
	return resume(now, held, 0, kept)
}

// resume looks at so many more days than there need to be.
func resume(now time.Time, held []timeline.Commitment, more civil.Date, kept []Kept) (*Resumed, error) {
	r := &Resumed{kept: kept, now: now, was: map[string][]problem.Span{}, missed: map[string][]problem.Span{}, gone: map[string]leftOut{}, spent: map[string][]problem.Span{}}
	r.Commitments = held
	today := civil.DateOf(now)
	first, end := today.WeekStart(time.Monday), today+7 // a limit of a week counts what was done in it
	for _, k := range kept {
		for id, why := range k.dropped(now) {
			r.gone[k.Document.ID+"/"+id] = leftOut{title: k.title(id), why: why}
		}
		d, err := k.resume(now)
		if err != nil {
			return nil, fmt.Errorf("roadmap %s: %w", k.Document.ID, err)
		}
		if d == nil {
			continue
		}
		d.Start, d.End = first, last(first, d.Goal)
		for _, b := range k.Document.Blocks {
			d.End = max(d.End, civil.DateOf(b.To.In(now.Location())))
		}
		if d.Goal.Outline.Nodes[0].Deadline == 0 {
			d.End = max(d.End, today) + openEnd
		}
		end = max(end, d.End)
		r.Drafts = append(r.Drafts, d)
	}
	end += more
	var err error
	if r.Frame, err = timeline.NewFrame(now.Location(), first.In(now.Location()), (end + 1).In(now.Location())); err != nil {
		return nil, &InputError{err}
	}
	r.at = r.Frame.Minute(now.Add(time.Minute - 1))
	for _, d := range r.Drafts {
		d.End = end
		d.away(held)
	}
	if r.Problem = (problem.Problem{Start: r.Frame.Start(), Horizon: r.Frame.Horizon()}); len(r.Drafts) > 0 {
		if r.Problem, err = r.lay(); err != nil {
			return nil, err
		}
	}
	return r, r.pin()
}

// openEnd is how many days after its last block a goal without a deadline may take.
const openEnd = 28

// pin sets what stays and what was where, and takes what was worked off the limits.
func (r *Resumed) pin() error {
	p := &r.Problem
	p.Costs.Makespan, p.Costs.PutOff = 0, putOffCost // to be done sooner is no reason to move
	tasks := map[string]int{}
	for i, t := range p.Tasks {
		tasks[t.ID] = i
	}
	from := r.at
	for _, k := range r.kept {
		prefix := k.Document.ID + "/"
		streams := roadmap.StreamsOf(k.Document.Outline())
		for _, b := range k.Document.Blocks {
			span := problem.Span{From: r.Frame.Minute(b.From), To: r.Frame.Minute(b.To)}
			i, left := tasks[prefix+b.Node]
			g, goes := r.gone[prefix+b.Node]
			switch {
			case b.Done || begun(b, r.now):
				group := prefix + roadmap.GroupOf(streams[b.Node])
				r.spent[group] = append(r.spent[group], span)
				if begun(b, r.now) {
					from = max(from, span.To)
				}
			case goes:
				g.spans = append(g.spans, span)
				r.gone[prefix+b.Node] = g
			case !left:
			case span.To <= r.at:
				r.missed[prefix+b.Node] = append(r.missed[prefix+b.Node], span)
			case span.To <= p.Horizon:
				if t := &p.Tasks[i]; b.Locked {
					t.Locked = append(t.Locked, span)
				}
				r.was[prefix+b.Node] = append(r.was[prefix+b.Node], span)
			}
		}
	}
	for id, spans := range r.was {
		t := &p.Tasks[tasks[id]]
		t.Locked = apart(nil, t.Locked)
		r.was[id] = apart(t.Locked, spans)
		t.Was = r.was[id]
	}
	r.setEnds()
	p.Free = after(p.Free, from)
	r.leadTime()
	if err := problem.Validate(p); err != nil {
		return err
	}
	r.relax()
	return problem.Validate(p)
}

// putOffCost is Costs.PutOff of what is left, against Costs.Moved of 100: one more task moves where that saves
// a week. So what was missed comes soon, in the place of a few tasks that each wait some days, and neither weeks
// later nor by way of a plan that is all turned over.
const putOffCost = 2

// setEnds sets when each task was to be done, but no sooner than now.
func (r *Resumed) setEnds() {
	for i := range r.Problem.Tasks {
		t := &r.Problem.Tasks[i]
		end := problem.Minute(0)
		for _, s := range slices.Concat(r.missed[t.ID], r.was[t.ID]) {
			end = max(end, s.To, r.at)
		}
		if t.Work > 0 {
			t.WasEnd = end
		}
	}
}

// soon is how long before it begins work is laid anew at least, in minutes.
const soon = 60

// leadTime has nothing new begin at once: what had no time yet, or is moved, begins an hour from
// now at the earliest, at a quarter of an hour. What is to begin within that hour may stay.
func (r *Resumed) leadTime() {
	earliest := quarters(r.at + soon)
	for i := range r.Problem.Tasks {
		t := &r.Problem.Tasks[i]
		if was := r.was[t.ID]; t.Work > 0 && (len(was) == 0 || was[0].From >= earliest) {
			t.Release = max(t.Release, min(earliest, r.Problem.Horizon))
		}
	}
}

// relax has what was asked for give way to what a person has fixed since: a locked block holds
// whatever it breaks, or nothing could be laid anew around it.
func (r *Resumed) relax() {
	p := &r.Problem
	fixed := func(t *problem.Task) bool { return len(t.Locked) > 0 && length(t.Locked) >= t.Work }
	var taken []problem.Span
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if len(t.Locked) == 0 {
			continue
		}
		last := t.Locked[len(t.Locked)-1].To
		t.Release = min(t.Release, t.Locked[0].From)
		if t.Deadline > 0 {
			t.Deadline = max(t.Deadline, last)
		}
		if fixed(t) {
			t.Work = length(t.Locked)
		}
		t.MinChunk = min(t.MinChunk, t.Work-length(t.Locked)) // what is left may be no whole block
		for _, s := range t.Locked {
			if slices.ContainsFunc(taken, func(o problem.Span) bool { return s.From < o.To && o.From < s.To }) {
				t.Uses = make([]int, len(t.Uses)) // two things at once are as they want it
			}
		}
		taken = append(taken, t.Locked...)
	}
	r.bound(p.Caps)
	r.yield()
	for c := schedule.Locks(*p); c != nil && len(c.Links) == 1; c = schedule.Locks(*p) {
		p.Links = slices.Delete(p.Links, c.Links[0], c.Links[0]+1)
	}
}

func length(spans []problem.Span) (sum problem.Minute) {
	for _, s := range spans {
		sum += s.To - s.From
	}
	return sum
}

// bound has limits hold for what is left: less what was worked in their days or weeks, and no
// less than what is locked there.
func (r *Resumed) bound(caps []problem.Cap) {
	locked := map[string][]problem.Span{}
	for i := range r.Problem.Tasks {
		t := &r.Problem.Tasks[i]
		locked[t.Group] = append(locked[t.Group], t.Locked...)
	}
	// sum is how much of what groups have lies in the time of a cap that counts them.
	sum := func(of map[string][]problem.Span, c problem.Cap) (sum problem.Minute) {
		for group, spans := range of {
			for _, s := range spans {
				if strings.HasPrefix(group, c.Group) {
					sum += within(s, c.Span)
				}
			}
		}
		return sum
	}
	for i := range caps {
		c := &caps[i]
		c.Most = max(0, c.Most-sum(r.spent, *c), sum(locked, *c))
	}
}

// apart are spans of a task in order: those that there are, and of others all that overlap none.
func apart(there, others []problem.Span) []problem.Span {
	out := slices.Clone(there)
	for _, s := range others {
		if !slices.ContainsFunc(out, func(o problem.Span) bool { return s.From < o.To && o.From < s.To }) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b problem.Span) int { return cmp.Compare(a.From, b.From) })
	return out
}

// Solve looks for a schedule that keeps all that is left, and moves little. Where nothing
// differs, nothing moves.
func (r *Resumed) Solve(ctx context.Context, o schedule.Options) error {
	if len(r.Drafts) == 0 {
		r.Result = schedule.Result{Verdict: problem.Feasible}
		return nil
	}
	weeks, until := 0, r.at
	for _, d := range r.Differences() {
		weeks, until = 1, max(until, r.Frame.Minute(d.To))
	}
	ways, err := r.ways()
	if err != nil {
		return err
	}
	found, err := r.searchCalm(ctx, ways, until, weeks, o)
	if err != nil {
		return err
	}
	if found, err = r.keepOrder(ctx, found, o); err != nil {
		return err
	}
	whole := ways[len(ways)-1].problem
	r.Problem = between(whole, r.was, r.at, whole.Horizon)
	if r.Result.Verdict == problem.Feasible {
		ordered := r.Problem // a pace that nobody asked for moves nothing that could stay
		ordered.Links = found.Links
		if r.Result.Schedule, err = schedule.MoveBack(ordered, r.Result.Schedule); err != nil {
			return err
		}
	}
	return r.settle()
}

// solveIfPossible is Solve for one of many trials: where no schedule is found with every block free to move
// and none but the person's own limits, the many ways of Solve are not tried, which all allow less.
func (r *Resumed) solveIfPossible(ctx context.Context, o schedule.Options) error {
	if len(r.Drafts) == 0 {
		return r.Solve(ctx, o)
	}
	ways, err := r.ways()
	if err != nil {
		return err
	}
	loosest := ways[len(ways)-1].problem
	loosest = between(loosest, r.was, r.at, loosest.Horizon)
	few := o
	few.Schedules = max(1, cmp.Or(o.Schedules, schedule.DefaultSchedules)/4)
	result, err := schedule.Solve(ctx, loosest, few)
	if err != nil {
		return err
	}
	if result.Verdict == problem.Feasible {
		return r.Solve(ctx, o)
	}
	r.Problem, r.Result = loosest, result
	return r.settle()
}

// calmWeeks is over how many weeks, at most, what was missed is spread before a week gets more
// than half as much again as the even pace.
const calmWeeks = 8

// searchCalm searches for a schedule that spreads what was missed over the next weeks, as far as
// they have room for it, and for any other where they don't.
func (r *Resumed) searchCalm(ctx context.Context, ways []wayToLay, until problem.Minute, weeks int, o schedule.Options) (problem.Problem, error) {
	var all, calm []problem.Problem
	for _, w := range ways {
		if all = append(all, w.problem); w.calm {
			calm = append(calm, w.problem)
		}
	}
	if len(calm) > 0 {
		found, err := r.searchWithin(ctx, calm, r.was, r.at, until, weeks, until+calmWeeks*7*24*60, o)
		if err != nil || r.Result.Verdict == problem.Feasible {
			return found, err
		}
	}
	return r.search(ctx, all, r.was, r.at, until, weeks, o)
}

// wayToLay is what is left, with limits that nobody asked for.
type wayToLay struct {
	problem problem.Problem
	calm    bool // no week has much more than the even pace
}

// ways are the problem with what is tried first: with sessions apart, and at an even pace or
// not much more.
func (r *Resumed) ways() ([]wayToLay, error) {
	all := []problem.Problem{r.Problem}
	separated, ok, err := r.separated(r.Problem)
	if err != nil {
		return nil, err
	}
	if ok {
		all = []problem.Problem{separated, r.Problem}
	}
	var out []wayToLay
	for i, p := range all {
		for _, percent := range []int{100, 150} {
			paced, err := r.paced(p, percent)
			if err != nil {
				return nil, err
			}
			if len(paced.Caps) > len(p.Caps) {
				out = append(out, wayToLay{paced, i == 0})
			}
		}
		out = append(out, wayToLay{problem: p})
	}
	return out, nil
}

// Take takes what a solver came to for the problem, and says what of it does not hold. What it
// costs is not looked at: that counts what moves from where it lay when it was found.
func (r *Resumed) Take(found problem.Schedule) []check.Fault {
	r.Result = schedule.Result{Verdict: problem.Feasible, Schedule: found}
	return slices.DeleteFunc(check.Schedule(r.Problem, found), func(f check.Fault) bool { return f.Code == check.Cost })
}

// leftOut is a task that is left out, with the blocks that it had.
type leftOut struct {
	title, why string
	spans      []problem.Span
}

// Moves are the tasks that lie elsewhere than they did, in the order of time; none without a
// schedule.
func (r *Resumed) Moves() []Move {
	if r.Result.Verdict != problem.Feasible {
		return nil
	}
	var before problem.Schedule
	for _, of := range []map[string][]problem.Span{r.was, r.missed} {
		for id, spans := range of {
			for _, s := range spans {
				before.Blocks = append(before.Blocks, problem.Block{Task: id, Span: s})
			}
		}
	}
	moves := r.moves(before, r.Commitments)
	for id, g := range r.gone {
		if len(g.spans) > 0 || g.why == noRoom { // also what had no time yet
			moves = append(moves, Move{Task: id, Title: g.title, From: g.spans, Why: g.why + ", so it is left out"})
		}
	}
	stable.Sort(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(r.firstOf(a), r.firstOf(b)), cmp.Compare(a.Task, b.Task))
	})
	for i := range moves {
		m := &moves[i]
		switch {
		case r.gone[m.Task].title != "" || len(m.To) == 0:
		case len(m.From) == 0 && len(r.was[m.Task])+len(r.missed[m.Task]) > 0:
			m.Why = "it needs more time than it had"
		case len(m.From) == 0:
			m.Why = "it was not scheduled yet"
		case m.From[len(m.From)-1].To <= r.at:
			m.Why = "it was not done then"
		case m.From[0].To <= r.at:
			m.Why = "part of it was not done then"
		case m.Why == leastOfAll && r.keepsItsPlace(*m):
			m.Why = "it keeps its place in the order"
		}
		m.Why += r.pastDue(*m)
	}
	return moves
}

// firstOf is when a move begins; now for a task that has no time, before or after it.
func (r *Resumed) firstOf(m Move) problem.Minute {
	for _, s := range slices.Concat(m.From, m.To) {
		return s.From
	}
	return r.at
}

// pastDue tells the day by which a task should be done where it moves behind it; "" where it does not.
func (r *Resumed) pastDue(m Move) string {
	i := slices.IndexFunc(r.Problem.Tasks, func(t problem.Task) bool { return t.ID == m.Task })
	if i < 0 || len(m.To) == 0 || r.Problem.Tasks[i].Due == 0 || m.To[len(m.To)-1].To <= r.Problem.Tasks[i].Due {
		return ""
	}
	return ". It is to be done by " + r.Frame.Time(r.Problem.Tasks[i].Due-1).Format("Mon 2 Jan 2006") + ", and is later than that"
}

// Roadmap is the id of a task's roadmap, and its own.
func Roadmap(task string) (id, node string) {
	id, node, _ = strings.Cut(task, "/")
	return id, node
}
