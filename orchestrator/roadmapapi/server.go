// Package roadmapapi is what of the public API is about roadmaps: goals while the graph
// "planning" plans them, and what was kept of them on the caller's timeline, told as one.
package roadmapapi

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// A Calendar tells whether one can be read.
type Calendar struct {
	Name, Source string
	Events       int
	Warnings     []string
	Err          error
}

// Deps are what the API of roadmaps stands on.
type Deps struct {
	API    *api.Server // of runs
	RunLog *runlog.Log
	Store  roadmaps.Store
	// Held returns what a person's calendars hold, Calendars how each of them fares from now
	// on; nil where there are none.
	Held      func(ctx context.Context, p roadmaps.Person, from, to time.Time) ([]*planningv1.Commitment, []string, error)
	Calendars func(ctx context.Context, p roadmaps.Person, from, to time.Time) []Calendar
	// Publishes reports whether a person's roadmaps are written into a calendar; nil: nobody's.
	Publishes func(p roadmaps.Person) bool
	// Depth is the one that the server has for a user.
	Depth    func(user string) commonv1.Depth
	TimeZone string // of people
	Now      func() time.Time
}

// Server implements what of the public API is about roadmaps.
type Server struct{ d Deps }

// New returns the API of roadmaps.
func New(d Deps) *Server { return &Server{d} }

func (s *Server) person(ctx context.Context) roadmaps.Person {
	by := s.d.API.Caller(ctx)
	return roadmaps.Person{Tenant: by.Tenant, User: by.User}
}

// GetRoadmap implements orchestratorv1.GoalsServiceServer.
func (s *Server) GetRoadmap(ctx context.Context, req *orchestratorv1.GetRoadmapRequest) (*orchestratorv1.GetRoadmapResponse, error) {
	r, err := s.read(ctx, req.GetRoadmapId())
	if err == nil {
		r.Warnings, err = s.standingWarnings(ctx, r.GetContent())
	}
	return &orchestratorv1.GetRoadmapResponse{Roadmap: r}, err
}

// read reads a roadmap of the caller: what is kept, else the run that plans it.
func (s *Server) read(ctx context.Context, id string) (*orchestratorv1.Roadmap, error) {
	m, revision, err := s.d.Store.Roadmap(ctx, s.person(ctx), id)
	if errors.Is(err, roadmaps.ErrNotFound) {
		run, ok := strings.CutPrefix(id, planninggraph.ID(""))
		if !ok || run == "" {
			return nil, notFound(id)
		}
		r, done, planErr := s.planned(ctx, run)
		if planErr != nil || !done {
			return r, planErr
		}
		m, revision, err = s.d.Store.Roadmap(ctx, s.person(ctx), id) // it was kept between the two looks, or removed since
	}
	if errors.Is(err, roadmaps.ErrNotFound) {
		return nil, notFound(id)
	}
	if err != nil {
		return nil, storeFault(err, id)
	}
	out := kept(m, revision)
	if out.Readings, err = s.readings(m); err != nil {
		return nil, err
	}
	out.Calendar = s.written(ctx, s.person(ctx), id)
	return out, nil
}

// planned reads the goal that a run plans. done says that its roadmap was kept: it is on the
// timeline, and nothing is returned.
func (s *Server) planned(ctx context.Context, id string) (r *orchestratorv1.Roadmap, done bool, err error) {
	p := s.person(ctx)
	run, err := s.d.API.Run(ctx, runlog.Key{Tenant: p.Tenant, Run: id})
	if errors.Is(err, fault.RunNotFound) || err == nil && run.GetGraph() != planninggraph.Name {
		return nil, false, notFound(planninggraph.ID(id))
	}
	if err != nil {
		return nil, false, err
	}
	var report planningv1.PlanningReport
	if err := run.GetReport().GetDetail().UnmarshalTo(&report); err != nil {
		return nil, false, api.RunFault(errors.Join(graph.ErrLog, err), id)
	}
	if report.GetUser() != p.User {
		return nil, false, notFound(planninggraph.ID(id))
	}
	if report.GetResult().GetOutcome() == planningv1.PlanningResult_OUTCOME_KEPT {
		return nil, true, nil
	}
	out := &orchestratorv1.Roadmap{
		Id: planninggraph.ID(id), State: state(run, &report), RunId: id, Zone: s.d.TimeZone, Planning: &report, Pauses: run.GetPauses(),
		Hash: report.GetAsked().GetHash(), CreateTime: run.GetCreateTime(), UpdateTime: run.GetUpdateTime(), Etag: fmt.Sprint("run-", run.GetSequence()),
		Title: report.GetDraft().GetUnderstood().GetTitle(), Deadline: report.GetDraft().GetUnderstood().GetBy(),
	}
	if nodes := report.GetDraft().GetOutline().GetOutline().GetNodes(); len(nodes) > 0 {
		out.Title, out.Deadline = nodes[0].GetTitle(), nodes[0].GetDeadline()
	}
	if out.Title == "" {
		out.Title = report.GetDraft().GetGoal().GetWish()
	}
	return out, false, nil
}

func state(run *orchestratorv1.Run, r *planningv1.PlanningReport) orchestratorv1.Roadmap_State {
	switch run.GetStatus() {
	case orchestratorv1.RunReport_FAILED:
		return orchestratorv1.Roadmap_STATE_FAILED
	case orchestratorv1.RunReport_CANCELLED:
		return orchestratorv1.Roadmap_STATE_ABANDONED
	}
	switch {
	case r.GetResult().GetOutcome() == planningv1.PlanningResult_OUTCOME_ABORTED:
		return orchestratorv1.Roadmap_STATE_ABANDONED
	case len(run.GetPauses()) == 0:
		return orchestratorv1.Roadmap_STATE_PLANNING
	case r.GetAsked().GetStage() != planningv1.Stage_STAGE_UNSPECIFIED:
		return orchestratorv1.Roadmap_STATE_PROPOSED
	}
	return orchestratorv1.Roadmap_STATE_WAITING
}

var states = map[planningv1.Roadmap_State]orchestratorv1.Roadmap_State{
	planningv1.Roadmap_STATE_ACTIVE:    orchestratorv1.Roadmap_STATE_ACTIVE,
	planningv1.Roadmap_STATE_PAUSED:    orchestratorv1.Roadmap_STATE_PAUSED,
	planningv1.Roadmap_STATE_DONE:      orchestratorv1.Roadmap_STATE_DONE,
	planningv1.Roadmap_STATE_ABANDONED: orchestratorv1.Roadmap_STATE_ABANDONED,
}

// kept tells of a roadmap on the timeline.
func kept(m *planningv1.Roadmap, revision uint64) *orchestratorv1.Roadmap {
	if len(m.GetPrevious()) > 0 {
		m = proto.CloneOf(m)
		m.Previous = nil
	}
	out := &orchestratorv1.Roadmap{
		Id: m.GetId(), State: states[m.GetState()], Zone: m.GetZone(), RunId: strings.TrimPrefix(m.GetId(), planninggraph.ID("")),
		Content: m, Version: m.GetVersion(), TimelineRevision: revision, Etag: fmt.Sprint("version-", m.GetVersion()), CreateTime: created(m.GetId()),
	}
	if nodes := m.GetOutline().GetNodes(); len(nodes) > 0 {
		out.Title, out.Deadline = nodes[0].GetTitle(), nodes[0].GetDeadline()
	}
	for _, a := range m.GetAdaptations() {
		out.UpdateTime = a.GetTime()
	}
	return out
}

// created is when the goal of a roadmap was proposed: its run's id has it.
func created(id string) *timestamppb.Timestamp {
	u, err := ulid.Parse(strings.TrimPrefix(id, planninggraph.ID("")))
	if err != nil {
		return nil
	}
	return timestamppb.New(ulid.Time(u.Time()))
}

func notFound(id string) error {
	return fault.New(codes.NotFound, fault.RoadmapNotFound, "you have no roadmap %q; \"weft roadmaps ls\" lists yours", id).With("roadmap_id", id)
}
