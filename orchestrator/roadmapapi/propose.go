package roadmapapi

import (
	"context"
	"errors"
	"strings"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planningv1 "github.com/weft-mesh/weft/proto/gen/weft/planning/v1"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/progress"
	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/planning/pattern"
	"github.com/weft-mesh/weft/planning/wire"
)

// draftedWithin is how long a caller waits for a goal to be drafted, who else would have to
// ask again for what is asked of it.
const draftedWithin = 20 * time.Second

// ProposeRoadmap implements orchestratorv1.GoalsServiceServer.
func (s *Server) ProposeRoadmap(ctx context.Context, req *orchestratorv1.ProposeRoadmapRequest) (*orchestratorv1.ProposeRoadmapResponse, error) {
	run, err := s.start(ctx, req)
	if err != nil {
		return nil, err
	}
	r, err := s.settled(ctx, run)
	return &orchestratorv1.ProposeRoadmapResponse{Roadmap: r}, err
}

// ProposeGoal begins to plan a goal of words for a user, and returns the id of its roadmap
// without waiting for a draft. The same key is the same goal.
func (s *Server) ProposeGoal(ctx context.Context, tenant, user, words, key string) (string, error) {
	ctx = auth.With(ctx, auth.Principal{Tenant: tenant, User: user, Kind: auth.Person, Scopes: []auth.Scope{auth.Write}})
	run, err := s.start(ctx, &orchestratorv1.ProposeRoadmapRequest{Goal: &planningv1.Goal{Wish: words}, RequestId: key})
	return planninggraph.ID(run), err
}

// Progress returns the task that a note may tell of as done; nil if it tells of none, or the
// timeline can't be read.
func (s *Server) Progress(ctx context.Context, p roadmaps.Person, note string, about, now time.Time) *planningv1.Progress {
	t, err := s.d.Store.Timeline(ctx, p)
	if err != nil {
		return nil
	}
	return progress.Of(note, about, now, t)
}

// start starts the run that plans a goal, and returns its id.
func (s *Server) start(ctx context.Context, req *orchestratorv1.ProposeRoadmapRequest) (string, error) {
	if strings.TrimSpace(req.GetGoal().GetWish()) == "" {
		return "", fault.Invalid("goal.wish", "it is empty; say what is wanted, until when and how often")
	}
	if err := s.checkTerms(req.GetGoal().GetTerms()); err != nil {
		return "", err
	}
	input, err := anypb.New(req.GetGoal())
	if err != nil {
		return "", fault.Invalid("goal", "%v", err)
	}
	started, err := s.d.API.StartRun(ctx, &orchestratorv1.StartRunRequest{Graph: planninggraph.Name, Input: input, RequestId: req.GetRequestId()})
	return started.GetRun().GetId(), err
}

// checkTerms refuses terms of a goal that can't be read: its run could only ask for others.
func (s *Server) checkTerms(terms *planningv1.Terms) error {
	set, err := pattern.Shipped()
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(s.d.TimeZone)
	if err != nil {
		return err
	}
	err = wire.CheckTerms("goal.terms", terms, s.d.Now().In(zone), set)
	if wrong, ok := errors.AsType[*wire.FieldError](err); ok {
		return fault.Invalid(wrong.Field, "%s", wrong.Reason)
	}
	return err
}

// settled returns the roadmap of a run once it asks something or is kept, or as it stands
// when a caller has waited long enough for that.
func (s *Server) settled(ctx context.Context, run string) (*orchestratorv1.Roadmap, error) {
	within, cancel := context.WithTimeout(ctx, draftedWithin)
	defer cancel()
	key := runlog.Key{Tenant: s.person(ctx).Tenant, Run: run}
	s.d.API.Settled(within, key) // a roadmap that is kept may still be written into a calendar
	return s.read(ctx, planninggraph.ID(run))
}
