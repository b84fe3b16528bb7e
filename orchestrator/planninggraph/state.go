package planninggraph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/publishgraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/planning/outline"
)

// A State is where the planning of a goal stands. It is not changed once it is made.
type State struct {
	id     string
	person roadmaps.Person

	goal       *planningv1.Goal // as it was said and amended
	read       *planningv1.Understood
	outline    *planningv1.OutlineDraft
	roadmap    *planningv1.RoadmapDraft
	schedule   *planningv1.ScheduleDraft
	confident  bool    // a person said to go on with what is usual
	confidence float64 // in the outline

	asked    []string // ids of questions
	answered int      // of them, in earlier turns
	turn     int      // how often a person has spoken, from 1
	turns    int      // how many there may be
	worked   time.Duration
	spent    int64  // what models have cost in this turn, in millionths of a US dollar
	cost     int64  // and in all
	repairs  [4]int // of this turn, by stage
	redrawn  bool   // the outline was drafted anew because there was no time for it

	ideas        []*planningv1.Idea // that wait for a choice
	brainstormed bool               // other ways than this outline were thought of, or could not be

	violations []*planningv1.Violation
	stage      planningv1.Stage // that was drafted or checked last
	from       graph.State      // the last step
	reason     graph.Outcome    // and how it came out: why it waits
	failure    string           // its error
	rejections []*planningv1.Rejection
	tried      []*planningv1.Option
	log        []*planningv1.Adaptation
	trace      []*planningv1.StageTrace
	approvedBy string
	approvalID string
	result     *planningv1.PlanningResult
}

func begin(s *runv1.Started, in proto.Message) (*State, error) {
	goal, ok := in.(*planningv1.Goal)
	if !ok {
		return nil, fmt.Errorf("the input is a %T, not a goal", in)
	}
	if goal.GetWish() == "" {
		return nil, fmt.Errorf("the goal does not say what you want to reach")
	}
	return &State{
		id: ID(s.GetRunId()), person: roadmaps.Person{Tenant: s.GetTenant(), User: s.GetUser()}, goal: goal, turn: 1, turns: TurnsAtATime,
	}, nil
}

// stages are what each step is about.
var stages = map[graph.State]planningv1.Stage{
	DraftOutline: planningv1.Stage_STAGE_OUTLINE, ValidateOutline: planningv1.Stage_STAGE_OUTLINE,
	DraftRoadmap: planningv1.Stage_STAGE_ROADMAP, ValidateRoadmap: planningv1.Stage_STAGE_ROADMAP,
	DraftSchedule: planningv1.Stage_STAGE_SCHEDULE, ValidateSchedule: planningv1.Stage_STAGE_SCHEDULE,
}

// apply folds what has happened.
func apply(s *State, c graph.Change) *State {
	out := *s
	if step := c.Event.GetStepCompleted(); step != nil {
		out.worked += step.GetDuration().AsDuration()
		cost := usage.Total(step.GetUsage()).GetCostMicroUsd()
		out.spent, out.cost = out.spent+cost, out.cost+cost
		out.from, out.reason, out.failure = c.State, c.Outcome, step.GetError()
	}
	if stage := stages[c.State]; stage != 0 {
		out.stage = stage
	}
	switch c.State {
	case CollectContext, DraftOutline, DraftRoadmap, DraftSchedule:
		out.drafted(c)
	case ValidateOutline, ValidateRoadmap, ValidateSchedule:
		v, _ := c.Output.(*planningv1.Validated)
		out.violations = v.GetViolations()
		if c.State == ValidateOutline {
			out.confidence = v.GetConfidence()
		}
		if c.Outcome == Repairable || c.Outcome == Misshapen {
			out.repairs[out.stage]++
		}
		if c.Outcome == Repairable && c.State == ValidateSchedule {
			out.goal = proto.CloneOf(s.goal)
			out.goal.Seed++
		}
	case Brainstorm:
		m, _ := c.Output.(*planningv1.Ideas)
		out.ideas, out.brainstormed = m.GetIdeas(), c.Outcome != Capped
	case SeekApproval, Clarification, Escalation:
		out.said(c)
	case Complete:
		if r, ok := c.Output.(*planningv1.PlanningResult); ok {
			out.result = r
		}
	case Publish:
		out.result = proto.CloneOf(s.result)
		out.result.Calendar = publishgraph.Came(c, s.id)
	case Aborted:
		out.result = &planningv1.PlanningResult{Outcome: planningv1.PlanningResult_OUTCOME_ABORTED, Reason: cmp.Or(s.failure, string(s.reason))}
	}
	out.traced(c, out.log[len(s.log):])
	return &out
}

// drafted takes the draft of a stage. What follows it was made from an earlier one.
func (s *State) drafted(c graph.Change) {
	switch m := c.Output.(type) {
	case *planningv1.Understood:
		s.read = m
		s.goal = proto.CloneOf(s.goal)
		s.goal.Extraction = m.GetExtraction()
		if c.Outcome == Missing {
			for _, q := range s.open() {
				s.asked = append(slices.Clip(s.asked), q.GetId())
			}
			if slices.Contains(s.asked, styleID) {
				s.goal.Policy = roadmaps.Policy(s.goal.GetPolicy(), &planningv1.Policy{StyleAsked: true})
			}
		}
	case *planningv1.OutlineDraft:
		s.outline, s.roadmap, s.schedule, s.violations, s.brainstormed = m, nil, nil, nil, false
	case *planningv1.RoadmapDraft:
		s.roadmap, s.schedule, s.violations = m, nil, nil
	case *planningv1.ScheduleDraft:
		s.schedule, s.violations = m, nil
		if c.Outcome == Misshapen {
			s.redrawn = true
			s.violations = s.shortOfTime()
		}
	}
}

// said takes what a person said, with which a turn begins; or that nobody did.
func (s *State) said(c graph.Change) {
	by, was := c.Event.GetAnswered(), s.reason
	s.reason, s.failure = c.Outcome, ""
	m, ok := c.Output.(*planningv1.Amendment)
	if !ok { // its time is over
		return
	}
	s.turn, s.worked, s.spent, s.repairs, s.answered = s.turn+1, 0, 0, [4]int{}, len(s.asked)
	if c.Outcome != OutlineApproved && c.Outcome != RoadmapApproved { // an approval makes no time for it
		s.redrawn = false
	}
	if was == Capped && s.turn > s.turns {
		s.turns += TurnsAtATime
	}
	change := &planningv1.Adaptation{Time: c.Event.GetTime(), Who: by.GetUser(), Code: string(c.Outcome), What: what(m)}
	switch c.Outcome {
	case Cancelled, GivenUp:
		s.failure = fmt.Sprintf("%s by %s", c.Outcome, cmp.Or(by.GetUser(), "somebody"))
	case ScheduleApproved:
		s.approvedBy, s.approvalID = by.GetUser(), by.GetInterruptId()
		change.What = "the schedule was approved"
	case OutlineRejected, RoadmapRejected, ScheduleRejected, Reconsidered:
		s.rejections = append(slices.Clip(s.rejections), &planningv1.Rejection{User: by.GetUser(), Time: c.Event.GetTime(), Stage: s.stage, Amendment: m})
	}
	switch c.State {
	case Clarification:
		if text, why := s.adopt(m, by.GetUser()); text != "" {
			change.What, change.Why = strings.TrimSuffix(text+"; "+change.What, "; "), why
			s.goal = proto.CloneOf(s.goal)
			s.goal.Idea = s.ideas[m.GetIdea()-1]
		}
		s.ideas = nil
		s.clarified(c.Outcome)
	case Escalation:
		if way := s.choose(m, by.GetUser()); way != "" {
			change.What = way
		}
	}
	if change.What != "" {
		s.log = append(slices.Clip(s.log), change)
	}
	s.goal = Amended(s.goal, m)
}

// clarified takes what a person has said to a question.
func (s *State) clarified(o graph.Outcome) {
	switch o {
	case SubtypeAgreed:
		s.outline = agreedTo(s.outline, outline.ByUserFeedback)
	case SubtypeRefused:
		s.outline = refused(s.outline)
	case IdeasWanted, IdeaChosen:
	default:
		s.confident = true
	}
}

// choose keeps the ways that were offered and not taken, and returns the text of the one that was; "" if
// it was none of them.
func (s *State) choose(m *planningv1.Amendment, user string) (taken string) {
	for _, w := range s.schedule.GetWays() {
		if proto.Equal(w.GetTerms(), m.GetTerms()) {
			taken = w.GetText()
		} else {
			s.tried = append(slices.Clip(s.tried), &planningv1.Option{Name: w.GetId(), Text: w.GetText(), Reason: "not what " + cmp.Or(user, "the person") + " chose"})
		}
	}
	return taken
}

func result(s *State) proto.Message { return s.result }

func disposition(s *State) string {
	if s.result.GetOutcome() == planningv1.PlanningResult_OUTCOME_KEPT {
		return ""
	}
	return graph.Partial
}

func stamp(t time.Time) *timestamppb.Timestamp { return timestamppb.New(t) }
