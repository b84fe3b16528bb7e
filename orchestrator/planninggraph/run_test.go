package planninggraph_test

import (
	"cmp"
	"context"
	"os"
	"testing"
	"time"

	"github.com/nats-io/nuid"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/graph/graphtest"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/roadmaps/roadmapstest"
	"github.com/weft-mesh/weft/services/planner"
)

// store is one for all tests: each has a person of its own.
var store roadmaps.Store

func TestMain(m *testing.M) {
	os.Exit(roadmapstest.OnBus(m, func(s roadmaps.Store) { store = s }))
}

// agent is the planner, called in the process; its drafts may be spoiled on their way.
type agent struct {
	plannerv1.PlannerServiceClient
	service  *planner.Service
	outline  func(*planningv1.OutlineDraft)
	roadmap  func(*planningv1.RoadmapDraft)
	schedule func(*planningv1.ScheduleDraft)
	seeds    map[uint64]bool // of the schedules that were asked for
	before   func()          // each call
	patience time.Duration   // for models
	costs    planninggraph.Costs
	subtypes string          // planninggraph.Deps.Subtypes
	person   roadmaps.Person // zero: a new one
}

func (a *agent) begin() {
	if a.before != nil {
		a.before()
	}
}

func (a *agent) ReadGoal(ctx context.Context, req *plannerv1.ReadGoalRequest, _ ...grpc.CallOption) (*plannerv1.ReadGoalResponse, error) {
	a.begin()
	res, err := a.service.ReadGoal(ctx, req)
	usage.Tell(ctx, usage.Of("planner", res.GetProvenance()))
	return res, err
}

func (a *agent) DraftOutline(ctx context.Context, req *plannerv1.DraftOutlineRequest, _ ...grpc.CallOption) (*plannerv1.DraftOutlineResponse, error) {
	a.begin()
	res, err := a.service.DraftOutline(ctx, req)
	usage.Tell(ctx, usage.Of("planner", res.GetProvenance()))
	if err == nil && a.outline != nil {
		a.outline(res.GetDraft())
	}
	return res, err
}

func (a *agent) Brainstorm(ctx context.Context, req *plannerv1.BrainstormRequest, _ ...grpc.CallOption) (*plannerv1.BrainstormResponse, error) {
	a.begin()
	res, err := a.service.Brainstorm(ctx, req)
	usage.Tell(ctx, usage.Of("planner", res.GetProvenance()))
	return res, err
}

func (a *agent) DraftRoadmap(ctx context.Context, req *plannerv1.DraftRoadmapRequest, _ ...grpc.CallOption) (*plannerv1.DraftRoadmapResponse, error) {
	a.begin()
	res, err := a.service.DraftRoadmap(ctx, req)
	if err == nil && a.roadmap != nil {
		a.roadmap(res.GetDraft())
	}
	return res, err
}

func (a *agent) DraftSchedule(ctx context.Context, req *plannerv1.DraftScheduleRequest, _ ...grpc.CallOption) (*plannerv1.DraftScheduleResponse, error) {
	a.begin()
	a.seeds[req.GetGoal().GetSeed()] = true
	res, err := a.service.DraftSchedule(ctx, req)
	if err == nil && a.schedule != nil {
		a.schedule(res.GetDraft())
	}
	return res, err
}

// A planning is a run of a goal.
type planning struct {
	graphtest.Run[*planninggraph.State]
	agent  *agent
	person roadmaps.Person
	busy   []*planningv1.Commitment
	away   error    // why calendars can't be read
	unread []string // what of them can't be, as a whole
}

const (
	race = "half marathon by 25 April, four evenings a week, not on Thursdays"
	job  = "find a new job in the next three months, 3 hours a week"
)

// single is a goal that asks nothing before there is a draft.
func single(wish string) *planningv1.Goal {
	return &planningv1.Goal{Wish: wish, Schedules: 50, Seed: 1, Policy: &planningv1.Policy{ProbingDepth: proto.Int32(0)}}
}

func byMilestone(wish string) *planningv1.Goal {
	g := single(wish)
	g.Policy.Cadence = planningv1.Policy_CADENCE_MILESTONE
	return g
}

func newPlanning(t *testing.T, goal *planningv1.Goal) *planning {
	t.Helper()
	return planningWith(t, planner.Deps{}, goal)
}

func planningWith(t *testing.T, deps planner.Deps, goal *planningv1.Goal) *planning {
	t.Helper()
	service, err := planner.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	return planningOf(t, &agent{service: service, seeds: map[uint64]bool{}}, goal)
}

func planningOf(t *testing.T, a *agent, goal *planningv1.Goal) *planning {
	t.Helper()
	person := cmp.Or(a.person, roadmaps.Person{Tenant: "acme", User: nuid.Next()})
	p := &planning{agent: a, person: person}
	var err error
	p.T, p.Now = t, time.Date(2026, 11, 27, 11, 0, 0, 0, time.UTC)
	p.By = auth.Principal{Tenant: person.Tenant, User: person.User, Kind: auth.Person, Scopes: []auth.Scope{auth.Write, auth.Approve}}
	p.Graph, err = planninggraph.New(planninggraph.Deps{
		Planner: p.agent, Patience: a.patience, Subtypes: a.subtypes, Costs: a.costs, Timelines: store, TimeZone: "Europe/Berlin", Now: func() time.Time { return p.Now },
		Calendars: func(context.Context, roadmaps.Person, time.Time, time.Time) ([]*planningv1.Commitment, []string, error) {
			return p.busy, p.unread, p.away
		},
	}, planninggraph.Config{StaleAfter: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	p.Begin(goal)
	return p
}

// waits returns the pause that the run waits in, and what it asks.
func (p *planning) waits(state graph.State) (*runv1.Interrupted, *planningv1.Asked) {
	p.T.Helper()
	var asked planningv1.Asked
	return p.Waits(state, &asked), &asked
}

// ends returns what the run came to.
func (p *planning) ends() *planningv1.PlanningResult {
	p.T.Helper()
	p.Completed()
	return p.report().GetResult()
}

func (p *planning) report() *planningv1.PlanningReport {
	return p.Report().(*planningv1.PlanningReport)
}

// amend answers by what should be different.
func (p *planning) amend(option string, m *planningv1.Amendment) {
	p.T.Helper()
	if err := p.Say(graph.Said{Reply: &runv1.Reply{OptionId: option}, Payload: m}); err != nil {
		p.T.Fatal(err)
	}
}
