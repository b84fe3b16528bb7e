package planninggraph_test

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nuid"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/bus"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/services/planner"
)

// store is one for all tests: each has a person of its own.
var store roadmaps.Store

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "planning")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	srv, err := bus.Start(bus.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	defer srv.Shutdown()
	nc, err := srv.Connect("test")
	if err != nil {
		panic(err)
	}
	defer nc.Close()
	if store, err = roadmaps.OpenBus(context.Background(), nc, roadmaps.BusOptions{Replicas: 1}); err != nil {
		panic(err)
	}
	return m.Run()
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
}

func (a *agent) begin() {
	if a.before != nil {
		a.before()
	}
}

func (a *agent) ReadGoal(ctx context.Context, req *plannerv1.ReadGoalRequest, _ ...grpc.CallOption) (*plannerv1.ReadGoalResponse, error) {
	a.begin()
	return a.service.ReadGoal(ctx, req)
}

func (a *agent) DraftOutline(ctx context.Context, req *plannerv1.DraftOutlineRequest, _ ...grpc.CallOption) (*plannerv1.DraftOutlineResponse, error) {
	a.begin()
	res, err := a.service.DraftOutline(ctx, req)
	if err == nil && a.outline != nil {
		a.outline(res.GetDraft())
	}
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

// A planning is a run of a goal, with its log in memory.
type planning struct {
	t      *testing.T
	g      *graph.Graph[*planninggraph.State]
	agent  *agent
	person roadmaps.Person
	busy   []*planningv1.Commitment
	away   error // why calendars can't be read
	now    time.Time
	events []*runv1.Event
}

func (p *planning) Append(_ context.Context, events []*runv1.Event, _ graph.Standing) error {
	p.events = append(p.events, events...)
	return nil
}

func (p *planning) Since(context.Context) ([]*runv1.Event, func(), error) { return nil, nil, nil }

const (
	race = "half marathon by 25 April, four evenings a week, not on Thursdays"
	job  = "find a new job in the next three months, 5 hours a week"
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
	service, err := planner.New(planner.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	p := &planning{
		t: t, agent: &agent{service: service, seeds: map[uint64]bool{}}, person: roadmaps.Person{Tenant: "acme", User: nuid.Next()},
		now: time.Date(2026, 11, 27, 11, 0, 0, 0, time.UTC),
	}
	p.g, err = planninggraph.New(planninggraph.Deps{
		Planner: p.agent, Timelines: store, TimeZone: "Europe/Berlin", Now: func() time.Time { return p.now },
		Calendars: func(context.Context, roadmaps.Person, time.Time, time.Time) ([]*planningv1.Commitment, error) {
			return p.busy, p.away
		},
	}, planninggraph.Config{StaleAfter: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	p.add(&runv1.Event{Kind: &runv1.Event_Started{Started: &runv1.Started{
		RunId: "r", Graph: planninggraph.Name, GraphVersion: 1, Input: packed(t, goal), Tenant: p.person.Tenant, User: p.person.User,
	}}})
	return p
}

func packed(t *testing.T, m proto.Message) *anypb.Any {
	t.Helper()
	out, err := anypb.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (p *planning) add(e *runv1.Event) {
	e.Sequence, e.Time = int64(len(p.events)+1), timestamppb.New(p.now)
	p.events = append(p.events, e)
}

// walk walks the run until it waits or has ended.
func (p *planning) walk() *graph.Progress {
	p.t.Helper()
	out, err := p.g.Resume(p.t.Context(), slices.Clone(p.events), p, graph.Options{
		Durability: graph.Pipelined, Attempts: 2, Timeout: time.Minute, Now: func() time.Time { return p.now },
		Backoff: func(int) time.Duration { return 0 }, Rest: func(int) time.Duration { return time.Minute },
		Classify: func(err error) graph.Class {
			if status.Code(err) == codes.InvalidArgument {
				return graph.Refused
			}
			return graph.Transient
		},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

// waits returns the pause that the run waits in, and what it asks.
func (p *planning) waits(state graph.State) (*runv1.Interrupted, *planningv1.Asked) {
	p.t.Helper()
	out := p.walk()
	if out.Status() != graph.Waiting || len(out.Waiting()) == 0 || out.Waiting()[0].GetState() != string(state) {
		p.t.Fatalf("it is %v, not waiting in %s; it went %v", out.Status(), state, p.path())
	}
	var asked planningv1.Asked
	if err := out.Waiting()[0].GetPayload().UnmarshalTo(&asked); err != nil {
		p.t.Fatal(err)
	}
	return out.Waiting()[0], &asked
}

// ends returns what the run came to.
func (p *planning) ends() *planningv1.PlanningResult {
	p.t.Helper()
	out := p.walk()
	if out.Status() != graph.Completed {
		p.t.Fatalf("it is %v (%s); it went %v", out.Status(), out.Reason(), p.path())
	}
	return p.report().GetResult()
}

func (p *planning) report() *planningv1.PlanningReport {
	p.t.Helper()
	view := p.view()
	m, err := view.Report(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	return m.(*planningv1.PlanningReport)
}

func (p *planning) view() graph.View {
	p.t.Helper()
	view := p.g.Open()
	for _, e := range p.events {
		if err := view.Apply(e); err != nil {
			p.t.Fatal(err)
		}
	}
	return view
}

// path is how the run went, as "STATE outcome".
func (p *planning) path() (out []string) {
	for i, e := range p.events {
		switch k := e.GetKind().(type) {
		case *runv1.Event_StepCompleted:
			out = append(out, k.StepCompleted.GetState()+" "+k.StepCompleted.GetOutcome())
		case *runv1.Event_Answered:
			for _, before := range p.events[:i] {
				if pause := before.GetInterrupted(); pause != nil && pause.GetInterruptId() == k.Answered.GetInterruptId() {
					out = append(out, pause.GetState()+" "+k.Answered.GetOutcome())
				}
			}
		}
	}
	return out
}

// say answers the pause that the run waits in, as the API does.
func (p *planning) say(said graph.Said) error {
	p.t.Helper()
	pause := p.walk().Waiting()[0]
	outcome, m, err := p.view().Read(pause, said)
	if err != nil {
		return err
	}
	a := &runv1.Answered{InterruptId: pause.GetInterruptId(), Outcome: string(outcome), User: p.person.User, Payload: packed(p.t, m)}
	folded, err := p.g.Folded(p.events)
	if err != nil {
		p.t.Fatal(err)
	}
	by := auth.Principal{Tenant: p.person.Tenant, User: p.person.User, Kind: auth.Person, Scopes: []auth.Scope{auth.Write, auth.Approve}}
	if err := folded.Accept(a, by, p.now); err != nil {
		return err
	}
	p.add(&runv1.Event{Kind: &runv1.Event_Answered{Answered: a}})
	return nil
}

// choose answers by an option.
func (p *planning) choose(option string) {
	p.t.Helper()
	if err := p.say(graph.Said{Reply: &runv1.Reply{OptionId: option}}); err != nil {
		p.t.Fatal(err)
	}
}

// amend answers by what should be different.
func (p *planning) amend(option string, m *planningv1.Amendment) {
	p.t.Helper()
	if err := p.say(graph.Said{Reply: &runv1.Reply{OptionId: option}, Payload: m}); err != nil {
		p.t.Fatal(err)
	}
}
