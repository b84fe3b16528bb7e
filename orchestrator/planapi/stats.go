package planapi

import (
	"context"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/plans/stats"
)

// GetPlanStats implements orchestratorv1.PlansServiceServer.
func (s *Server) GetPlanStats(ctx context.Context, req *orchestratorv1.GetPlanStatsRequest) (*orchestratorv1.GetPlanStatsResponse, error) {
	var counts stats.Counts
	if err := s.countSince(ctx, req, &counts); err != nil {
		return nil, err
	}
	tools, err := s.d.API.ListTools(ctx, &orchestratorv1.ListToolsRequest{})
	if err != nil {
		return nil, err
	}
	return counts.Result(tools.GetServers(), tools.GetTools()), nil
}

// countSince counts the plans that were proposed at a time or later, the newest first.
func (s *Server) countSince(ctx context.Context, req *orchestratorv1.GetPlanStatsRequest, counts *stats.Counts) error {
	list := &orchestratorv1.ListPlansRequest{}
	for {
		page, err := s.ListPlans(ctx, list)
		if err != nil {
			return err
		}
		for _, plan := range page.GetPlans() {
			if req.GetSince() != nil && plan.GetCreateTime().AsTime().Before(req.GetSince().AsTime()) {
				return nil // as are all others: they come by the time of their proposal
			}
			counts.Add(plan)
		}
		if list.PageToken = page.GetNextPageToken(); list.GetPageToken() == "" {
			return nil
		}
	}
}
