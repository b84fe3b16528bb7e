package draft

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/roadmap"
	"github.com/weft-mesh/weft/planning/roadmapfile"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Kept is a roadmap that is carried out.
type Kept struct {
	Document roadmapfile.Document
	// Said is what was said when it was planned, and Said.Now when that was. Its hours and
	// limits still hold; its parts are those of the document.
	Said Request
	// Later are parts whose deadline is put off by so many days now, and Out those that are
	// left out.
	Later map[string]int
	Out   []string
}

// Resumed is what is left of roadmaps, on their person's time from now on. What is done, has
// begun or is locked stays. A task's id in the problem is that of its roadmap, "/" and its own.
type Resumed struct {
	Shared
	kept   []Kept
	now    time.Time
	at     problem.Minute            // now
	was    map[string][]problem.Span // blocks to come, by task
	missed map[string][]problem.Span // blocks whose time is over, and that are not done
}

// Resume looks at roadmaps at a moment in the person's zone, with all else that their time
// holds. Its error is a *ViolationsError for an outline that is not sound.
func Resume(now time.Time, held []timeline.Commitment, kept ...Kept) (*Resumed, error) {
	return resume(now, held, 0, kept)
}

// resume looks at so many more days than there need to be.
func resume(now time.Time, held []timeline.Commitment, more civil.Date, kept []Kept) (*Resumed, error) {
	r := &Resumed{kept: kept, now: now, was: map[string][]problem.Span{}, missed: map[string][]problem.Span{}}
	r.Commitments = held
	today := civil.DateOf(now)
	first, end := today.WeekStart(time.Monday), today+7 // a limit of a week counts what was done in it
	for _, k := range kept {
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
	if len(r.Drafts) == 0 {
		return r, nil
	}
	for _, d := range r.Drafts {
		d.End = end
		d.away()
	}
	r.Problem, err = r.lay()
	if err != nil {
		return nil, err
	}
	return r, r.pin()
}

// openEnd is how many days after its last block a goal without a deadline may take.
const openEnd = 28

// resume is the draft of what is left of a roadmap; nil: nothing.
func (k Kept) resume(now time.Time) (*Draft, error) {
	whole := k.Document.Outline()
	whole.Pattern.Confidence, whole.Pattern.IntroducedBy = 1, outline.ByUserFeedback // they have agreed to it
	if v := outline.Check(whole); len(v) > 0 {
		return nil, &ViolationsError{v}
	}
	left := k.left(now)
	if len(left.Nodes) == 0 || outline.Work(left)[left.Nodes[0].ID] == 0 {
		return nil, nil
	}
	d := &Draft{}
	if _, err := d.read(k.Said); err != nil {
		return nil, &InputError{err}
	}
	k.Said.override(&d.Wish)
	d.Outline = left
	d.Goal = roadmap.Goal{Prefix: k.Document.ID + "/", Outline: left, MaxChunk: d.Wish.Longest}
	for i := range left.Nodes { // pieces of the longest kind have to add up to what is left
		if n := &left.Nodes[i]; n.MinChunk > 0 && d.Goal.MaxChunk > 0 {
			pieces := (n.Estimate + d.Goal.MaxChunk - 1) / d.Goal.MaxChunk
			n.MinChunk = min(n.MinChunk, n.Estimate/max(1, pieces))
		}
	}
	d.time(k.Said)
	d.person.Zone = now.Location()
	return d, nil
}

// left is the outline of what is not done yet.
func (k Kept) left(now time.Time) outline.Outline {
	doc := k.Document
	whole := putOff(doc.Outline(), k.Later)
	worked := map[string]int{}
	on := map[string]civil.Date{} // the last day on which a node was worked on
	for _, b := range doc.Blocks {
		if b.Done || begun(b, now) {
			worked[b.Node] += int(b.To.Sub(b.From) / time.Minute)
			on[b.Node] = max(on[b.Node], civil.DateOf(b.To.In(now.Location())))
		}
	}
	gone := slices.Clone(k.Out)
	nodes := slices.Clone(whole.Nodes)
	for i := range nodes {
		n := &nodes[i]
		switch s := doc.Nodes[i]; {
		case s.Status == roadmapfile.Dropped:
			gone = append(gone, n.ID)
			delete(on, n.ID) // nothing waits for it
		case s.Status == roadmapfile.Done:
			gone = append(gone, n.ID)
			on[n.ID] = cmp.Or(s.On, on[n.ID])
		case n.Estimate > 0 && worked[n.ID] >= n.Estimate:
			gone = append(gone, n.ID)
		case n.Estimate > 0:
			n.Estimate -= worked[n.ID]
			n.MinChunk = min(n.MinChunk, n.Estimate)
		}
	}
	whole.Nodes = nodes
	left := without(whole, gone)
	return waited(whole, left, on)
}

// begun says that a block's time is now.
func begun(b roadmapfile.Block, now time.Time) bool { return !b.From.After(now) && now.Before(b.To) }

// waited has what is left begin no sooner than the lags after what is done allow, of which on
// has the days.
func waited(whole, left outline.Outline, on map[string]civil.Date) outline.Outline {
	there := map[string]bool{}
	for _, n := range left.Nodes {
		there[n.ID] = true
	}
	depends, parents := map[string][]outline.Dependency{}, map[string]string{}
	for _, n := range whole.Nodes {
		depends[n.ID], parents[n.ID] = n.Depends, n.Parent
	}
	done := map[string]civil.Date{} // of parts, by what is below them
	for id, day := range on {
		for ; id != ""; id = parents[id] {
			done[id] = max(done[id], day)
		}
	}
	for i := range left.Nodes {
		n := &left.Nodes[i]
		for _, d := range depends[n.ID] {
			if day := done[d.On]; !there[d.On] && day != 0 && d.Lag > 0 && (d.Kind == "" || d.Kind == network.FinishStart) {
				n.NotBefore = max(n.NotBefore, day+civil.Date(wholeDays(d.Lag)))
			}
		}
	}
	return left
}

// pin sets what stays and what was where, and takes what was worked off the limits.
func (r *Resumed) pin() error {
	p := &r.Problem
	p.Costs.Makespan = 0 // to be done sooner is no reason to move
	tasks := map[string]int{}
	for i, t := range p.Tasks {
		tasks[t.ID] = i
	}
	from := r.at
	for _, k := range r.kept {
		prefix := k.Document.ID + "/"
		for _, b := range k.Document.Blocks {
			span := problem.Span{From: r.Frame.Minute(b.From), To: r.Frame.Minute(b.To)}
			i, left := tasks[prefix+b.Node]
			switch {
			case b.Done || begun(b, r.now):
				r.worked(prefix, span)
				if begun(b, r.now) {
					from = max(from, span.To)
				}
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
		r.was[id] = apart(spans)
		t := &p.Tasks[tasks[id]]
		t.Locked = apart(t.Locked)
		t.Was = r.was[id]
	}
	p.Free = after(p.Free, from)
	return problem.Validate(p)
}

// worked takes a block off the limits of its days and weeks.
func (r *Resumed) worked(group string, s problem.Span) {
	for i := range r.Problem.Caps {
		if c := &r.Problem.Caps[i]; c.Group == group {
			c.Most = max(0, c.Most-max(0, min(c.To, s.To)-max(c.From, s.From)))
		}
	}
}

// apart are the spans of a task in order, without those that overlap an earlier one.
func apart(spans []problem.Span) []problem.Span {
	slices.SortFunc(spans, func(a, b problem.Span) int { return cmp.Compare(a.From, b.From) })
	out := spans[:0]
	for _, s := range spans {
		if len(out) == 0 || out[len(out)-1].To <= s.From {
			out = append(out, s)
		}
	}
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
	if err := r.search(ctx, r.Problem, r.was, r.at, until, weeks, o); err != nil {
		return err
	}
	return r.settle()
}

// Take takes what a solver came to for the problem, and says what of it does not hold. What it
// costs is not looked at: that counts what moves from where it lay when it was found.
func (r *Resumed) Take(found problem.Schedule) []check.Fault {
	r.Result = schedule.Result{Verdict: problem.Feasible, Schedule: found}
	return slices.DeleteFunc(check.Schedule(r.Problem, found), func(f check.Fault) bool { return f.Code == check.Cost })
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
	var out []Way
	for _, w := range ways[:min(len(ways), mostWays)] {
		if way := wayOut(w, r.Titles()); way.Text != "" {
			out = append(out, way)
		}
	}
	for i, k := range r.kept {
		way, err := r.allLater(ctx, o, i)
		if err != nil {
			return nil, err
		}
		if way.Text != "" && k.Document.Goal().Deadline != 0 {
			out = append(out, way)
		}
	}
	return out, nil
}

// allLater tries to have all of a roadmap done some weeks later.
func (r *Resumed) allLater(ctx context.Context, o schedule.Options, which int) (Way, error) {
	goal := r.kept[which].Document.Goal()
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
		if err := then.Solve(ctx, o); err != nil {
			return Way{}, err
		}
		if then.Result.Verdict == problem.Feasible {
			return Way{
				Text: fmt.Sprintf("have all of “%s” done %s later", goal.Title, weeksText(weeks)), Later: map[string]int{k.Document.ID + "/" + goal.ID: 7 * weeks},
			}, nil
		}
	}
	return Way{}, nil
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
	for i, m := range moves {
		switch {
		case len(m.From) == 0:
			moves[i].Why = "it had no time yet"
		case m.From[0].To <= r.at:
			moves[i].Why = "it was not done then"
		}
	}
	return moves
}

// Roadmap is the id of a task's roadmap, and its own.
func Roadmap(task string) (id, node string) {
	id, node, _ = strings.Cut(task, "/")
	return id, node
}

func weeksText(n int) string {
	if n == 1 {
		return "a week"
	}
	return fmt.Sprintf("%d weeks", n)
}
