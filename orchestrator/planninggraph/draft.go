package planninggraph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wire"
)

// capped says that a person is to be asked before it goes on. The time that models may take is no
// work.
func (d Deps) capped(s *State) bool {
	return s.turn > s.turns || s.worked >= WorkATurn+d.Patience || d.Costs.Turn > 0 && s.spent >= d.Costs.Turn
}

// collect reads the goal as it is said by now.
func (d Deps) collect(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	if d.capped(s) {
		return graph.Result{Outcome: Capped}, nil
	}
	timeline, err := d.Timelines.Timeline(ctx, s.person)
	if err != nil {
		return graph.Result{}, fmt.Errorf("read the timeline: %w", err)
	}
	now := d.Now()
	call, err := d.modelCall(ctx, s, at, now)
	if err != nil {
		return graph.Result{}, err
	}
	res, err := d.Planner.ReadGoal(ctx, &plannerv1.ReadGoalRequest{Context: call, Goal: s.goal})
	if wrong, ok := errors.AsType[*fault.Error](fault.FromError(err)); ok && wrong.Code == codes.InvalidArgument {
		// Other terms may help, the same ones would be refused again.
		read := &planningv1.Understood{Time: stamp(now), Policy: timeline.GetPolicy(), Contradictions: []string{wrong.Message}}
		return graph.Result{Outcome: Contradictory, Output: read}, nil
	}
	if err != nil {
		return graph.Result{}, err
	}
	read := res.GetUnderstood()
	read.Time, read.Policy = stamp(now), timeline.GetPolicy()
	out := graph.Result{Outcome: Sufficient, Output: read, Degraded: res.GetProvenance().GetDegraded()}
	after := *s
	after.read = read
	switch {
	case len(read.GetContradictions()) > 0:
		out.Outcome = Contradictory
	case len(after.open()) > 0:
		out.Outcome = Missing
		if after.policy().GetStyle() == 0 && !after.policy().GetStyleAsked() && after.policy().GetAutonomy() != planningv1.Policy_AUTONOMY_HIGH {
			read.Questions = append(read.Questions, styleQuestion())
		}
	}
	return out, nil
}

// open are the questions that are to be asked now: what matters most of what was not
// asked yet, as many as there may be.
func (s *State) open() []*planningv1.Question {
	var out []*planningv1.Question
	for _, q := range s.read.GetQuestions() {
		if !slices.Contains(s.asked, q.GetId()) && len(s.asked)+len(out) < Depth(s.policy()) && !settledBy(s.policy(), q) {
			out = append(out, q)
		}
	}
	return out
}

// doubtful is how sure a drafter has to be, at least.
const doubtful = .4

// draftOutline has the planner take the goal apart.
func (d Deps) draftOutline(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	if d.capped(s) {
		return graph.Result{Outcome: Capped}, nil
	}
	call, err := d.modelCall(ctx, s, at, s.read.GetTime().AsTime())
	if err != nil {
		return graph.Result{}, err
	}
	req := &plannerv1.DraftOutlineRequest{Context: call, Goal: s.goal, Violations: s.violations, Previous: s.outline.GetOutline()}
	if s.goal.GetExtraction() != nil { // rules don't draft from notes
		if err := d.known(ctx, s, req); err != nil {
			return graph.Result{}, err
		}
	}
	res, err := d.Planner.DraftOutline(ctx, req)
	if err != nil {
		return graph.Result{}, err
	}
	out := graph.Result{Outcome: Drafted, Output: d.settled(res.GetDraft(), req.GetSubtypes()), Degraded: res.GetProvenance().GetDegraded()}
	if res.GetDraft().GetConfidence() < doubtful && !s.confident && !modelled(res.GetDraft()) { // a model's is judged with what else speaks for it
		out.Outcome = Undrafted
		if len(s.open()) > 0 {
			out.Outcome = Unsure
		}
	}
	return out, nil
}

// draftRoadmap has the planner lay the outline on the person's days.
func (d Deps) draftRoadmap(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	if d.capped(s) {
		return graph.Result{Outcome: Capped}, nil
	}
	if d.stale(s) {
		return graph.Result{Outcome: Stale}, nil
	}
	held, _, _, err := d.held(ctx, s)
	if err != nil {
		return graph.Result{}, err
	}
	res, err := d.Planner.DraftRoadmap(ctx, &plannerv1.DraftRoadmapRequest{
		Context: d.call(s, at, s.read.GetTime().AsTime()), Goal: s.goal, Outline: s.outline.GetOutline(), Commitments: held,
	})
	if err != nil {
		return graph.Result{}, err
	}
	return graph.Result{Outcome: Drafted, Output: res.GetDraft(), Degraded: res.GetProvenance().GetDegraded()}, nil
}

// draftSchedule has the planner look for the hours. That there are none is told as
// proved only if the proof holds here too.
func (d Deps) draftSchedule(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	if d.capped(s) {
		return graph.Result{Outcome: Capped}, nil
	}
	if d.stale(s) {
		return graph.Result{Outcome: Stale}, nil
	}
	held, general, timeline, err := d.held(ctx, s)
	if err != nil {
		return graph.Result{}, err
	}
	res, err := d.Planner.DraftSchedule(ctx, &plannerv1.DraftScheduleRequest{
		Context: d.call(s, at, s.read.GetTime().AsTime()), Goal: s.goal, Outline: s.outline.GetOutline(), Commitments: held,
	})
	if err != nil {
		return graph.Result{}, err
	}
	out := proto.CloneOf(res.GetDraft())
	out.TimelineRevision = timeline.GetRevision()
	laid, err := d.lay(s, held, out.GetOut())
	if err != nil {
		return graph.Result{}, err
	}
	out.Commitments = within(held, laid.Frame.Time(0), laid.Frame.Time(laid.Frame.Horizon()))
	for _, text := range roadmaps.Doubts(out.GetCommitments(), general) {
		out.Assumptions = append(out.Assumptions, &planningv1.Assumption{Kind: planningv1.Assumption_KIND_WARNING, Text: text})
	}
	if out.GetVerdict() == planningv1.Verdict_VERDICT_FEASIBLE {
		return graph.Result{Outcome: Drafted, Output: out, Degraded: res.GetProvenance().GetDegraded()}, nil
	}
	if out.GetVerdict() == planningv1.Verdict_VERDICT_IMPOSSIBLE && check.Certificate(laid.Problem, wire.Certificate(out.GetCertificate())) != nil {
		out.Verdict, out.Certificate, out.Explanation = planningv1.Verdict_VERDICT_NOT_FOUND, nil, ""
	}
	if modelled(s.outline) && !s.redrawn { // what a model has drafted gives way before the person does
		return graph.Result{Outcome: Misshapen, Output: out}, nil
	}
	return graph.Result{Outcome: Infeasible, Output: out}, nil
}

// shortOfTime tells a drafter why there is no time for its outline.
func (s *State) shortOfTime() []*planningv1.Violation {
	why := "no schedule was found for it"
	if s.schedule.GetExplanation() != "" {
		why = "it can't be done: " + s.schedule.GetExplanation()
	}
	return []*planningv1.Violation{{Code: "no_time", Text: fmt.Sprintf("%s. It is %s of work, and there are %s. Keep what the person said, and change what is yours: shorter or split tasks, other dates, less of what they did not ask for",
		why, civil.Length(int(s.roadmap.GetWork())), civil.Length(int(s.roadmap.GetRoom())))}}
}

// lay puts the outline on the person's days by code of the orchestrator, without what a schedule
// leaves out: what has to hold is then known without the planner.
func (d Deps) lay(s *State, held []*planningv1.Commitment, out []string) (*draft.Draft, error) {
	r, err := d.request(s, held)
	if err != nil {
		return nil, err
	}
	r.Out = slices.Concat(r.Out, out)
	o, err := wire.Outline(s.outline.GetOutline())
	if err != nil {
		return nil, err
	}
	return draft.Lay(r, o)
}

// request is the goal as it was read.
func (d Deps) request(s *State, held []*planningv1.Commitment) (draft.Request, error) {
	set, err := pattern.Shipped()
	if err != nil {
		return draft.Request{}, err
	}
	zone, err := time.LoadLocation(d.zone())
	if err != nil {
		return draft.Request{}, err
	}
	return wire.Request(s.goal, s.read.GetTime().AsTime().In(zone), held, set)
}

// stale says that the goal was read on another day: "tomorrow" is another one.
func (d Deps) stale(s *State) bool {
	zone, err := time.LoadLocation(d.zone())
	return err == nil && civil.DateOf(s.read.GetTime().AsTime().In(zone)) != civil.DateOf(d.Now().In(zone))
}

func (d Deps) zone() string { return cmp.Or(d.TimeZone, "UTC") }

// MostCommitments is how many there may be in the days of a goal.
const MostCommitments = 5000

// ahead is how far behind the last day of a goal its end may be put off.
const ahead = 200 * 24 * time.Hour

// held returns what the person's time holds already, without this goal, what of their calendars
// could not be read as a whole, and their timeline.
func (d Deps) held(ctx context.Context, s *State) ([]*planningv1.Commitment, []string, *planningv1.Timeline, error) {
	from := s.read.GetTime().AsTime().Add(-24 * time.Hour)
	to := from
	for _, n := range s.outline.GetOutline().GetNodes() {
		for _, day := range []string{n.GetDeadline(), n.GetNotBefore()} {
			if t, err := time.Parse(time.DateOnly, day); err == nil && t.After(to) {
				to = t
			}
		}
	}
	to = to.Add(ahead)
	timeline, err := d.Timelines.Timeline(ctx, s.person)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read the timeline: %w", err)
	}
	var general []string
	out := roadmaps.Commitments(timeline, func(id string) bool { return id == s.id })
	if d.Calendars != nil {
		more, told, err := d.Calendars(ctx, s.person, from, to)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("read the calendars: %w", err)
		}
		out, general = append(out, more...), told
	}
	out = within(out, from, to)
	if len(out) > MostCommitments {
		return nil, nil, nil, errors.New("there are more than 5,000 events on the days of this goal; plan a shorter one, or leave a calendar out")
	}
	return out, general, timeline, nil
}

// within are the commitments of which a part lies in a time.
func within(list []*planningv1.Commitment, from, to time.Time) []*planningv1.Commitment {
	var out []*planningv1.Commitment
	for _, c := range list {
		if c.GetStartTime().AsTime().Before(to) && from.Before(c.GetEndTime().AsTime()) {
			out = append(out, c)
		}
	}
	return out
}
