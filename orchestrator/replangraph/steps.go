package replangraph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/check"
	"github.com/weft-mesh/weft/planning/draft"
	"github.com/weft-mesh/weft/planning/wire"
)

// life is what there is of a person's time at a moment.
type life struct {
	timeline *planningv1.Timeline
	maps     []*planningv1.Roadmap    // that may move
	unsound  []*planningv1.Difference // of roadmaps that can't be laid anew, which stay where they are
	held     []*planningv1.Commitment
	unread   []string // what of their calendars could not be read
	resumed  *draft.Resumed
}

// look reads what there is, as of a moment.
func (d steps) look(ctx context.Context, s *State, at time.Time) (*life, error) {
	out := &life{}
	var err error
	if out.timeline, err = d.Timelines.Timeline(ctx, s.person); err != nil {
		return nil, fmt.Errorf("read the timeline: %w", err)
	}
	chosen := s.in.GetRoadmapIds()
	for _, r := range out.timeline.GetRoadmaps() {
		if r.GetState() != planningv1.Roadmap_STATE_ACTIVE || len(chosen) > 0 && !slices.Contains(chosen, r.GetId()) {
			continue
		}
		m, revision, err := d.Timelines.Roadmap(ctx, s.person, r.GetId())
		if err != nil {
			return nil, fmt.Errorf("read roadmap %s: %w", r.GetId(), err)
		}
		m.Previous = nil
		if revision != out.timeline.GetRevision() {
			return nil, fmt.Errorf("read roadmap %s: %w", r.GetId(), roadmaps.ErrChanged)
		}
		if why := d.sound(m); why != nil {
			out.unsound = append(out.unsound, unsound(m, why, at))
			continue
		}
		out.maps = append(out.maps, m)
	}
	if len(out.unsound) > 0 && len(out.maps) == 0 {
		return nil, errors.New(out.unsound[0].GetText())
	}
	for _, id := range chosen {
		if slices.ContainsFunc(out.unsound, func(d *planningv1.Difference) bool { return d.GetRoadmapId() == id }) {
			continue
		}
		if !slices.ContainsFunc(out.maps, func(m *planningv1.Roadmap) bool { return m.GetId() == id }) {
			return nil, fmt.Errorf("roadmap %s is not active; \"weft roadmaps ls\" lists those that are", id)
		}
	}
	moving := func(id string) bool {
		return slices.ContainsFunc(out.maps, func(m *planningv1.Roadmap) bool { return m.GetId() == id })
	}
	out.held = roadmaps.Commitments(out.timeline, moving)
	if d.Calendars != nil && len(out.maps) > 0 {
		more, general, err := d.Calendars(ctx, s.person, at.AddDate(0, 0, -7), until(out.maps, at))
		if err != nil {
			return nil, fmt.Errorf("read the calendars: %w", err)
		}
		out.held, out.unread = append(out.held, more...), roadmaps.Doubts(more, general)
	}
	if len(out.held) > mostHeld {
		return nil, fmt.Errorf("there are %d events on the days of these roadmaps, and at most %d can be considered; replan a single roadmap, or leave a calendar out", len(out.held), mostHeld)
	}
	out.resumed, err = d.resume(s, out, at)
	return out, err
}

// sound says what keeps a roadmap from being laid anew; nil: nothing. Others don't wait for
// what its person has to settle.
func (d steps) sound(m *planningv1.Roadmap) error {
	k, err := d.keptOf(m, nil)
	if err != nil {
		return err
	}
	return k.Sound()
}

func unsound(m *planningv1.Roadmap, why error, at time.Time) *planningv1.Difference {
	title := m.GetId()
	if nodes := m.GetOutline().GetNodes(); len(nodes) > 0 {
		title = nodes[0].GetTitle()
	}
	return &planningv1.Difference{
		Kind: "unsound", RoadmapId: m.GetId(), Title: title, StartTime: timestamppb.New(at), EndTime: timestamppb.New(at),
		Text: fmt.Sprintf("“%s” stays unchanged, and can't be replanned until this is fixed in its file: %v", title, why),
	}
}

// mostDifferences is how many things that differ are told.
const mostDifferences = 500

// mostHeld is how many things there may be on a person's time.
const mostHeld = 20_000

// until is how far calendars are looked at: an end may be put off.
func until(maps []*planningv1.Roadmap, at time.Time) time.Time {
	end := at
	for _, m := range maps {
		for _, b := range m.GetBlocks() {
			if t := b.GetEndTime().AsTime(); t.After(end) {
				end = t
			}
		}
		for _, n := range m.GetOutline().GetNodes() {
			if t, err := time.Parse(time.DateOnly, n.GetDeadline()); err == nil && t.After(end) {
				end = t
			}
		}
	}
	return end.AddDate(0, 3, 0)
}

// resume lays out what is left by code of the orchestrator: what has to hold is then known
// without the planner.
func (d steps) resume(s *State, l *life, at time.Time) (*draft.Resumed, error) {
	zone, err := time.LoadLocation(d.zone())
	if err != nil {
		return nil, err
	}
	held, err := wire.Commitments(l.held)
	if err != nil {
		return nil, err
	}
	var kept []draft.Kept
	for _, m := range l.maps {
		k, err := d.keptOf(m, s.termsOf(m.GetId()))
		if err != nil {
			return nil, fmt.Errorf("roadmap %s: %w", m.GetId(), err)
		}
		kept = append(kept, k)
	}
	return draft.Resume(at.In(zone), held, kept...)
}

func (d steps) keptOf(m *planningv1.Roadmap, terms *planningv1.Terms) (draft.Kept, error) {
	k, _, err := wire.KeptInZone(m, terms, d.zone())
	return k, err
}

func (d steps) zone() string { return cmp.Or(d.TimeZone, "UTC") }

// Look says whether something differs from the roadmaps of a person.
func Look(ctx context.Context, d planninggraph.Deps, p roadmaps.Person) (bool, error) {
	l, err := steps{d}.look(ctx, &State{person: p}, d.Now())
	return err == nil && len(l.resumed.Differences()) > 0, err
}

// observe looks at what differs.
func (d steps) observe(ctx context.Context, s *State, _ graph.Step) (graph.Result, error) {
	now := d.Now()
	l, err := d.look(ctx, s, now)
	if err != nil {
		return graph.Result{}, err
	}
	out := &planningv1.Observed{
		Time: timestamppb.New(now), TimelineRevision: l.timeline.GetRevision(), Differences: append(l.doubts(now), l.differences()...), Zone: d.zone(),
	}
	for _, m := range l.maps {
		out.RoadmapIds = append(out.RoadmapIds, m.GetId())
	}
	// Limits and the order of tasks can be broken where none of that differs: those the planner
	// finds.
	if len(l.maps) == 0 {
		return graph.Result{Outcome: Same, Output: out}, nil
	}
	return graph.Result{Outcome: Differs, Output: out}, nil
}

// propose has the planner lay anew what has to move, and holds it against what has to be by
// code that has not drafted it.
func (d steps) propose(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	seen := s.observed.GetTime().AsTime()
	l, err := d.look(ctx, s, seen)
	if err != nil {
		return graph.Result{}, err
	}
	if l.timeline.GetRevision() != s.observed.GetTimelineRevision() {
		return graph.Result{Outcome: Stale}, nil
	}
	res, err := d.reschedule(ctx, s, l, at, false)
	if err != nil {
		return graph.Result{}, err
	}
	if res.GetDraft().GetVerdict() != planningv1.Verdict_VERDICT_FEASIBLE && len(s.in.GetRoadmapIds()) == 0 {
		left, stuck, others, err := d.leaveStuck(ctx, s, l, at)
		if err != nil {
			return graph.Result{}, err
		}
		if len(stuck) > 0 {
			out, err := d.proposed(s, left, others, seen)
			if err != nil || out.Outcome == Proposed {
				if p, ok := out.Output.(*planningv1.Proposal); ok {
					p.Stuck = l.tellStuck(stuck, res.GetDraft().GetWays())
				}
				return out, err
			}
		}
	}
	return d.proposed(s, l, res, seen)
}

// proposed is what the planner found, held against what has to be.
func (d steps) proposed(s *State, l *life, res *plannerv1.RescheduleResponse, seen time.Time) (graph.Result, error) {
	found := proto.CloneOf(res.GetDraft())
	if found.GetVerdict() != planningv1.Verdict_VERDICT_FEASIBLE {
		if found.GetVerdict() == planningv1.Verdict_VERDICT_IMPOSSIBLE && check.Certificate(l.resumed.Problem, wire.Certificate(found.GetCertificate())) != nil {
			found.Verdict, found.Certificate, found.Explanation = planningv1.Verdict_VERDICT_NOT_FOUND, nil, ""
		}
		return graph.Result{Outcome: Infeasible, Output: &planningv1.Proposal{Schedule: found, Titles: l.resumed.Goals(), Needs: l.resumed.Needs()}}, nil
	}
	without := *s
	without.proposal = &planningv1.Proposal{Out: res.GetOut()}
	var err error
	if l.resumed, err = d.resume(&without, l, seen); err != nil {
		return graph.Result{}, err
	}
	if err := l.take(found); err != nil {
		return graph.Result{}, err
	}
	proposal := wire.FromProposal(l.resumed, found)
	proposal.Out = res.GetOut()
	out := graph.Result{Outcome: Proposed, Output: proposal, Degraded: res.GetProvenance().GetDegraded()}
	if len(l.resumed.Documents("", seen)) == 0 {
		out.Outcome = Same
	}
	return out, nil
}

// errFaults says that a schedule does not hold.
var errFaults = errors.New("the schedule does not hold")

// take lays a schedule on what there is; errFaults if it does not hold there.
func (l *life) take(found *planningv1.ScheduleDraft) error {
	schedule, err := wire.Schedule(found, l.resumed.Frame)
	if err != nil {
		return err
	}
	if faults := l.resumed.Take(schedule); len(faults) > 0 {
		return fmt.Errorf("%w: %s: %s", errFaults, faults[0].Task, faults[0].Says)
	}
	return nil
}

// apply moves what was agreed to. What has changed on the timeline since it was proposed is
// looked at once more: if the schedule still holds it is kept, else it is proposed anew.
func (d steps) apply(ctx context.Context, s *State, _ graph.Step) (graph.Result, error) {
	seen := s.observed.GetTime().AsTime()
	l, err := d.look(ctx, s, seen)
	if err == nil && len(s.proposal.GetStuck()) > 0 {
		l, err = d.leave(s, l, slices.Collect(maps.Keys(s.proposal.GetStuck())), seen)
	}
	if err != nil {
		return graph.Result{}, err
	}
	if d.kept(s, l) {
		out := &planningv1.ReplanResult{
			Outcome: planningv1.ReplanResult_OUTCOME_APPLIED, ApprovedBy: s.agreed, TimelineRevision: l.timeline.GetRevision(), RoadmapIds: moved(s.proposal),
		}
		return d.applied(s, out), nil
	}
	switch err := l.take(s.proposal.GetSchedule()); {
	case errors.Is(err, errFaults):
		return graph.Result{Outcome: Outdated}, nil
	case err != nil:
		return graph.Result{}, err
	}
	now := d.Now()
	out := &planningv1.ReplanResult{Outcome: planningv1.ReplanResult_OUTCOME_APPLIED, ApprovedBy: s.agreed, TimelineRevision: l.timeline.GetRevision()}
	var changed []*planningv1.Roadmap
	for _, doc := range l.resumed.Documents(s.agreed, now) {
		i := slices.IndexFunc(l.maps, func(m *planningv1.Roadmap) bool { return m.GetId() == doc.ID })
		next := wire.Changed(l.maps[i], doc)
		if err := publishgraph.Approve(next, l.maps[i], s.consent, s.agreed); err != nil {
			return graph.Result{}, err
		}
		changed = append(changed, next)
		out.RoadmapIds = append(out.RoadmapIds, doc.ID)
	}
	for _, m := range l.resumed.Moves() {
		for _, to := range m.To {
			if l.resumed.Frame.Time(to.From).Before(now) {
				return graph.Result{Outcome: Outdated}, nil
			}
		}
	}
	// Whoever has changed the timeline meanwhile makes this fail, and it is all looked at again.
	if out.TimelineRevision, err = d.Timelines.Keep(ctx, s.person, l.timeline.GetRevision(), changed...); err != nil {
		return graph.Result{}, fmt.Errorf("keep the roadmaps: %w", err)
	}
	return d.applied(s, out), nil
}

func (d steps) applied(s *State, out *planningv1.ReplanResult) graph.Result {
	if d.Publishes != nil && d.Publishes(s.person) && len(out.GetRoadmapIds()) > 0 {
		return graph.Result{Outcome: Applying, Output: out}
	}
	return graph.Result{Outcome: Applied, Output: out}
}

// kept says that what was agreed to is there already, by an attempt whose word was lost. What
// it has put off is not put off again.
func (d steps) kept(s *State, l *life) bool {
	there := *s
	there.terms = &planningv1.Terms{Out: s.terms.GetOut()}
	at := s.observed.GetTime().AsTime()
	resumed, err := d.resume(&there, l, at)
	if err != nil {
		return false
	}
	as := &life{resumed: resumed}
	return as.take(s.proposal.GetSchedule()) == nil && len(resumed.Documents("", at)) == 0
}

// moved are the roadmaps of which something moves.
func moved(p *planningv1.Proposal) []string {
	var ids []string
	for _, m := range p.GetMoves() {
		ids = append(ids, m.GetRoadmapId())
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
