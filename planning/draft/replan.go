package draft

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/stable"
	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/problem"
	"github.com/weft-mesh/weft/planning/schedule"
	"github.com/weft-mesh/weft/planning/timeline"
)

// Move is a task that lies elsewhere than it did.
type Move struct {
	Draft    *Draft // its goal
	Task     string // its id in the problem
	Title    string
	From, To []problem.Span // blocks that are no more, and that are new
	Why      string         // it could not stay, in words; "" if it could
}

// Again schedules the goals anew at a later time, with more commitments than
// there were. What has begun by then stays where it is. Of the rest the nearest
// weeks alone are laid anew, if that is enough, and there as little as is found:
// an even pace that nobody asked for is not kept for it. The moves are in the
// order of time; there are none without a schedule before and after.
func (s *Shared) Again(ctx context.Context, now time.Time, more []timeline.Commitment, o schedule.Options) (*Shared, []Move, error) {
	if s.Result.Verdict != problem.Feasible {
		return nil, nil, errors.New("there is no schedule to go on from")
	}
	next := &Shared{Frame: s.Frame, Commitments: append(slices.Clip(s.Commitments), more...)}
	for _, d := range s.Drafts {
		one := *d
		next.Drafts = append(next.Drafts, &one)
	}
	next.hurry(none)
	p, err := next.lay()
	if err != nil {
		return nil, nil, err
	}
	at := s.Frame.Minute(now)
	p.Free = after(p.Free, at)
	p.Costs.Makespan = 0 // to be done sooner is no reason to move
	blocks := map[string][]problem.Span{}
	for _, b := range s.Result.Schedule.Blocks {
		blocks[b.Task] = append(blocks[b.Task], b.Span)
	}
	until := at
	for _, c := range more {
		until = max(until, s.Frame.Minute(c.To))
	}
	if _, err := next.search(ctx, []problem.Problem{p}, blocks, at, until, 1, o); err != nil {
		return nil, nil, err
	}
	if err := next.settle(); err != nil || next.Result.Verdict != problem.Feasible {
		return next, nil, err
	}
	return next, next.moves(s.Result.Schedule, more), nil
}

// search lays the blocks that begin from a minute on anew, of as few weeks as is enough: the
// blocks of all others stay. Of several ways to lay them the first one is taken that is possible
// within those weeks: that little moves goes before a pace that nobody asked for. It returns
// that way, the last one if none is.
func (s *Shared) search(ctx context.Context, ways []problem.Problem, blocks map[string][]problem.Span, at, until problem.Minute, weeks int, o schedule.Options) (problem.Problem, error) {
	return s.searchWithin(ctx, ways, blocks, at, until, weeks, ways[0].Horizon, o)
}

// searchWithin is a search that ends with the weeks that reach a minute.
func (s *Shared) searchWithin(ctx context.Context, ways []problem.Problem, blocks map[string][]problem.Span, at, until problem.Minute, weeks int, farthest problem.Minute, o schedule.Options) (problem.Problem, error) {
	farthest = min(farthest, ways[0].Horizon)
	for ; ; weeks = max(1, weeks*2) {
		end := until + weeks*7*24*60
		if weeks == 0 {
			end = at
		}
		last := end >= farthest
		if last {
			end = farthest
		}
		for i, p := range ways {
			began := time.Now()
			var err error
			s.Result, err = schedule.Solve(ctx, between(p, blocks, at, end), o)
			if s.Took += time.Since(began); err != nil {
				return p, err
			}
			if s.Result.Verdict == problem.Feasible || last && i == len(ways)-1 {
				s.Problem = between(p, blocks, at, p.Horizon)
				return p, nil
			}
		}
	}
}

// between is a problem in which all blocks stay but those that begin between two minutes. The
// work of these stays before the second one: what was to be done soon is not put off for months.
func between(p problem.Problem, blocks map[string][]problem.Span, from, to problem.Minute) problem.Problem {
	p.Tasks = slices.Clone(p.Tasks)
	for i := range p.Tasks {
		t := &p.Tasks[i]
		t.Was = blocks[t.ID]
		all := slices.Clone(t.Locked)
		for _, b := range t.Was {
			if b.From < b.To && (b.From < from || b.From >= to) && !slices.Contains(all, b) { // milestones go with their tasks
				all = append(all, b)
			}
		}
		// Where what is left would be no block that the task may have, they are all laid anew.
		if rest := t.Work - length(all); rest == 0 || t.MinChunk > 0 && rest >= t.MinChunk {
			slices.SortFunc(all, func(a, b problem.Span) int { return cmp.Compare(a.From, b.From) })
			t.Locked = all
		}
		laid := len(t.Was) > 0 && t.Was[0].From < to || t.WasEnd > 0 && t.WasEnd <= to
		if to < p.Horizon && laid && length(t.Locked) < t.Work && t.Release < to && !slices.ContainsFunc(t.Locked, func(b problem.Span) bool { return b.To > to }) {
			t.Deadline = min(cmp.Or(t.Deadline, to), to)
		}
	}
	return p
}

// after is what of spans is not before a minute.
func after(spans []problem.Span, at problem.Minute) []problem.Span {
	var out []problem.Span
	for _, x := range spans {
		if x.From = max(x.From, at); x.From < x.To {
			out = append(out, x)
		}
	}
	return out
}

func (s *Shared) moves(before problem.Schedule, more []timeline.Commitment) []Move {
	titles := s.Titles()
	var out []Move
	for _, m := range schedule.Diff(before, s.Result.Schedule) {
		title := titles[m.Task]
		if b := slices.Concat(m.From, m.To)[0]; title == "" || b.From == b.To {
			continue // begins and ends of phases, and milestones, go with their tasks
		}
		i := slices.IndexFunc(s.Drafts, func(d *Draft) bool { return strings.HasPrefix(m.Task, d.Goal.Prefix) })
		out = append(out, Move{Draft: s.Drafts[i], Task: m.Task, Title: title, From: m.From, To: m.To, Why: s.whyMoved(m, more, titles)})
	}
	stable.Sort(out, func(a, b Move) int {
		return cmp.Compare(slices.Concat(a.From, a.To)[0].From, slices.Concat(b.From, b.To)[0].From)
	})
	return out
}

// leastOfAll is why a task moves that could have stayed by itself.
const leastOfAll = "of all that was tried, this moves and puts off least in all"

// whyMoved tells what a task would break where it lay, as all others lie now: each reason is one that holds.
func (s *Shared) whyMoved(m schedule.Move, more []timeline.Commitment, titles map[string]string) string {
	if len(m.To) == 0 || length(m.To) < length(m.From) {
		return "it needs less time than it had"
	}
	for _, c := range more {
		for _, b := range m.From {
			if s.takes(c, b) {
				return c.Title + " is at that time"
			}
		}
	}
	if why := s.offDays(m); why != "" {
		return why
	}
	if hours, ok := s.hours()[m.Task]; ok && slices.ContainsFunc(m.From, func(b problem.Span) bool { return !covered(hours, b) }) {
		return "it was outside its hours"
	}
	for _, o := range s.Result.Schedule.Blocks {
		for _, b := range m.From {
			if o.Task != m.Task && o.From < b.To && b.From < o.To && titles[o.Task] != "" {
				return fmt.Sprintf("“%s” is there now", titles[o.Task])
			}
		}
	}
	if why := s.linked(m, titles); why != "" {
		return why
	}
	if s.full(m) {
		return "its day or week would have more work than you allow"
	}
	return leastOfAll
}

// offDays tells of a task that lay before its first day or after its last one.
func (s *Shared) offDays(m schedule.Move) string {
	i := slices.IndexFunc(s.Problem.Tasks, func(t problem.Task) bool { return t.ID == m.Task })
	if i < 0 || len(m.From) == 0 {
		return ""
	}
	t := &s.Problem.Tasks[i]
	switch {
	case t.Deadline > 0 && m.From[len(m.From)-1].To > t.Deadline:
		return "its last day is " + s.Frame.Time(t.Deadline-1).Format("Mon 2 Jan 2006")
	case m.From[0].From < t.Release:
		return "it may not begin before " + s.Frame.Time(t.Release).Format("Mon 2 Jan 2006 15:04")
	}
	return ""
}

// takes says that a commitment leaves no room for a block where it lies.
func (s *Shared) takes(c timeline.Commitment, b problem.Span) bool {
	pad := padding
	if !c.Padded() {
		pad = 0
	}
	return !c.Free && b.From-pad < s.Frame.Minute(c.To) && s.Frame.Minute(c.From) < b.To+pad
}

// linked tells which task, by where it lies now, has to come before or after where a task lay.
func (s *Shared) linked(m schedule.Move, titles map[string]string) string {
	if len(m.From) == 0 {
		return ""
	}
	first, last := map[string]problem.Minute{}, map[string]problem.Minute{}
	for _, b := range s.Result.Schedule.Blocks {
		if at, ok := first[b.Task]; !ok || b.From < at {
			first[b.Task] = b.From
		}
		last[b.Task] = max(last[b.Task], b.To)
	}
	from, to := m.From[0].From, m.From[len(m.From)-1].To
	for _, l := range s.Problem.Links {
		fromEnd := l.Kind == network.FinishStart || l.Kind == network.FinishFinish
		before := first[l.From]
		if fromEnd {
			before = last[l.From]
		}
		switch {
		case l.To == m.Task && titles[l.From] != "" && before+l.Lag > from && (l.Kind == network.FinishStart || l.Kind == network.StartStart):
			return fmt.Sprintf("it comes after “%s”", titles[l.From])
		case l.From == m.Task && titles[l.To] != "" && fromEnd && first[l.To] < to+l.Lag:
			return fmt.Sprintf("it comes before “%s”", titles[l.To])
		}
	}
	return ""
}

// full says that a task where it lay would be over the person's limits, as all others lie now.
func (s *Shared) full(m schedule.Move) bool {
	groups := map[string]string{}
	for i := range s.Problem.Tasks {
		groups[s.Problem.Tasks[i].ID] = s.Problem.Tasks[i].Group
	}
	lay := slices.DeleteFunc(slices.Clone(s.Result.Schedule.Blocks), func(b problem.Block) bool {
		return b.Task == m.Task && slices.Contains(m.To, b.Span)
	})
	for _, b := range m.From {
		lay = append(lay, problem.Block{Task: m.Task, Span: b})
	}
	return slices.ContainsFunc(s.Problem.Caps, func(c problem.Cap) bool {
		sum, own := problem.Minute(0), problem.Minute(0)
		for _, b := range lay {
			if strings.HasPrefix(groups[b.Task], c.Group) {
				sum += within(b.Span, c.Span)
			}
			if b.Task == m.Task && slices.Contains(m.From, b.Span) {
				own += within(b.Span, c.Span)
			}
		}
		return own > 0 && strings.HasPrefix(groups[m.Task], c.Group) && sum > c.Most
	})
}
