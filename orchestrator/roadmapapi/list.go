package roadmapapi

import (
	"context"
	"errors"
	"slices"
	"strings"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/planninggraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// mostPlanned is how many goals are listed that are not kept.
const mostPlanned = 100

// unended are the states of roadmaps that have not ended.
var unended = []orchestratorv1.Roadmap_State{
	orchestratorv1.Roadmap_STATE_PLANNING, orchestratorv1.Roadmap_STATE_WAITING, orchestratorv1.Roadmap_STATE_PROPOSED,
	orchestratorv1.Roadmap_STATE_ACTIVE, orchestratorv1.Roadmap_STATE_PAUSED,
}

// ListRoadmaps implements orchestratorv1.GoalsServiceServer.
func (s *Server) ListRoadmaps(ctx context.Context, req *orchestratorv1.ListRoadmapsRequest) (*orchestratorv1.ListRoadmapsResponse, error) {
	wanted := req.GetStates()
	if len(wanted) == 0 {
		wanted = unended
	}
	ended := slices.ContainsFunc(wanted, func(s orchestratorv1.Roadmap_State) bool { return !slices.Contains(unended, s) })
	planned, err := s.listPlanned(ctx, ended)
	if err != nil {
		return nil, err
	}
	// After those that are planned, so that what is kept meanwhile is not missed.
	timeline, err := s.d.Store.Timeline(ctx, s.person(ctx))
	if err != nil {
		return nil, storeFault(err, "")
	}
	out := &orchestratorv1.ListRoadmapsResponse{}
	for _, r := range timeline.GetRoadmaps() {
		out.Roadmaps = append(out.Roadmaps, &orchestratorv1.Roadmap{
			Id: r.GetId(), State: states[r.GetState()], Title: r.GetTitle(), Deadline: r.GetDeadline(), Zone: r.GetZone(), Version: r.GetVersion(),
			RunId: strings.TrimPrefix(r.GetId(), planninggraph.ID("")), TimelineRevision: timeline.GetRevision(),
			CreateTime: created(r.GetId()), UpdateTime: r.GetUpdateTime(),
		})
	}
	for _, r := range planned {
		if !slices.ContainsFunc(out.Roadmaps, func(k *orchestratorv1.Roadmap) bool { return k.GetId() == r.GetId() }) {
			out.Roadmaps = append(out.Roadmaps, r)
		}
	}
	out.Roadmaps = slices.DeleteFunc(out.Roadmaps, func(r *orchestratorv1.Roadmap) bool { return !slices.Contains(wanted, r.GetState()) })
	slices.SortFunc(out.Roadmaps, func(a, b *orchestratorv1.Roadmap) int { return strings.Compare(b.GetId(), a.GetId()) })
	return out, nil
}

// listPlanned returns the goals of the caller that are not kept, newest first; of those that
// are given up only if ended.
func (s *Server) listPlanned(ctx context.Context, ended bool) ([]*orchestratorv1.Roadmap, error) {
	p := s.person(ctx)
	only := func(r runlog.Standing) bool {
		return (r.Graph == planninggraph.Name || r.Graph == "") && (ended || !r.Ended())
	}
	wanted := func(r runlog.Summary) bool {
		started := r.First.GetStarted()
		return started.GetGraph() == planninggraph.Name && started.GetUser() == p.User
	}
	runs, _, err := s.d.RunLog.List(ctx, p.Tenant, "", mostPlanned, only, wanted)
	if err != nil {
		return nil, api.RunFault(err, "")
	}
	var out []*orchestratorv1.Roadmap
	for _, run := range runs {
		r, done, err := s.planned(ctx, run.Key.Run)
		if done || errors.Is(err, fault.RoadmapNotFound) || errors.Is(err, fault.GraphUnknown) { // it was kept, or is gone
			continue
		}
		if err != nil {
			return nil, err
		}
		r.Planning, r.Pauses = nil, nil
		out = append(out, r)
	}
	return out, nil
}
