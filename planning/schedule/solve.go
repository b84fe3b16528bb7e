package schedule

import (
	"cmp"
	"context"
	"slices"

	"github.com/weft-mesh/weft/planning/problem"
)

// Options of a search.
type Options struct {
	// Schedules is how many may be generated; 0: DefaultSchedules.
	Schedules int
	// Seed of what is drawn at random.
	Seed uint64
}

// DefaultSchedules is the budget where none is given.
const DefaultSchedules = 1000

// Result is what a search came to.
type Result struct {
	Verdict problem.Verdict
	// Schedule keeps everything, where it is feasible.
	Schedule problem.Schedule
	// Certificate shows why it is impossible.
	Certificate *problem.Certificate
	// Generated is how many schedules there were.
	Generated int
}

// Solve finds a good schedule of p, proves that there is none, or says that it
// found none. Its error is that of ctx, or a *problem.InvalidError. The same
// problem, seed and budget give the same result.
func Solve(ctx context.Context, p problem.Problem, o Options) (Result, error) {
	if err := problem.Validate(&p); err != nil {
		return Result{}, err
	}
	if o.Schedules <= 0 {
		o.Schedules = DefaultSchedules
	}
	m, mirror := compile(&p, false), compile(&p, true)
	if c := m.proveLocks(); c != nil {
		return Result{Verdict: problem.Impossible, Certificate: c}, nil
	}
	backward := mirror.earliest()
	s := newSearch(ctx, m, mirror, backward, o)
	// What has a schedule at once needs no proof that it has none.
	if !s.atOnce() {
		if c := m.prove(mirror, backward); c != nil {
			return Result{Verdict: problem.Impossible, Certificate: c, Generated: s.generated}, nil
		}
		if !s.moving || !s.repairFrom() {
			s.solve()
		}
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	r := Result{Verdict: problem.NotFound, Generated: s.generated}
	if s.found && s.best.bad == 0 {
		r.Verdict = problem.Feasible
		r.Schedule = s.schedule()
	}
	return r, nil
}

// atOnce replans, and tells whether that is all; or makes the first schedule,
// and goes on from it if it keeps everything.
func (s *search) atOnce() bool {
	if s.moving && s.replan() {
		c := &s.forward.m.p.Costs
		if s.movedOf(s.blocks) > handful || c.PutOff > 0 && s.worseThanWas() > handful*c.Moved {
			s.repairFrom()
		}
		return true
	}
	_, ok := s.generate(s.seeds()[0], s.liking)
	if ok && s.best.bad == 0 {
		if s.moving {
			s.repairFrom()
		} else {
			s.solve()
		}
		return true
	}
	return false
}

// solve spends the budget: as long as nothing is found that keeps everything, half
// of it at most on what lays tasks as early as they fit.
func (s *search) solve() {
	whole := s.budget
	s.budget = (whole + 1) / 2
	people := s.founders()
	if a := s.machine(); a != nil && s.found && s.tardy {
		s.budget = whole
		s.iterate(a)
		return
	}
	s.breed(people)
	if s.budget = whole; s.found && s.best.bad == 0 {
		s.breed(people)
		return
	}
	s.wander()
}

// schedule is the best that was found.
func (s *search) schedule() problem.Schedule {
	return scheduleOf(s.forward.m.p, s.blocks, s.best.cost)
}

// scheduleOf are the locked blocks of all tasks, and others, in the order of time.
func scheduleOf(p *problem.Problem, blocks [][]Span, cost int64) problem.Schedule {
	out := problem.Schedule{Cost: cost}
	for i := range p.Tasks {
		for _, blocks := range [2][]Span{p.Tasks[i].Locked, blocks[i]} {
			for _, b := range blocks {
				out.Blocks = append(out.Blocks, problem.Block{Task: p.Tasks[i].ID, Span: b})
			}
		}
	}
	slices.SortFunc(out.Blocks, func(a, b problem.Block) int {
		return cmp.Or(a.From-b.From, cmp.Compare(a.Task, b.Task), a.To-b.To)
	})
	return out
}

// wander draws lists, and places in them, at random where the search found
// nothing that keeps everything. Tasks that only fit if an earlier one leaves
// time unused, or is laid after a later one, are found so alone.
func (s *search) wander() {
	s.forward.loose = s.rand
	for !s.over() && s.best.bad > 0 {
		list := s.shuffled()
		if s.rand.IntN(2) == 0 {
			list = s.forward.m.feasible(list)
		}
		if _, ok := s.generate(list, false); !ok {
			return
		}
	}
}

func (s *search) shuffled() []int {
	list := slices.Clone(s.loose)
	s.rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
