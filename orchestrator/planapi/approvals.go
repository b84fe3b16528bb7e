package planapi

import (
	"cmp"
	"context"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"

	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/executegraph"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
)

// ListApprovals implements orchestratorv1.PlansServiceServer.
func (s *Server) ListApprovals(ctx context.Context, req *orchestratorv1.ListApprovalsRequest) (*orchestratorv1.ListApprovalsResponse, error) {
	// The place in the list is that in the list of all pauses, which has its own say on it.
	place, err := paging.Cursor(req, func(string) error { return nil })
	if err != nil {
		return nil, err
	}
	size := cmp.Or(int(req.GetPageSize()), pageOfPlans)
	out := &orchestratorv1.ListApprovalsResponse{}
	for {
		page, err := s.d.API.ListPauses(ctx, &orchestratorv1.ListPausesRequest{
			Mine: req.GetMine(), PageSize: int32(size - len(out.Waits)), PageToken: place,
		})
		if err != nil {
			return nil, err
		}
		for _, p := range page.GetPauses() {
			if w := wait(p); w != nil {
				out.Waits = append(out.Waits, w)
			}
		}
		if place = page.GetNextPageToken(); place == "" {
			return out, nil
		}
		if len(out.Waits) >= size || paging.Fits(out.Waits, s.d.MessageBytes/2) < len(out.Waits) {
			out.NextPageToken = paging.Token(req, place)
			return out, nil
		}
	}
}

// wait tells of a pause of a plan, nil if it is none.
func wait(p *orchestratorv1.Pause) *orchestratorv1.PlanWait {
	out := &orchestratorv1.PlanWait{Pause: p}
	switch p.GetGraph() {
	case plangraph.Name:
		var a planv1.PlanApproval
		if p.GetPayload().UnmarshalTo(&a) != nil {
			return nil
		}
		out.PlanId, out.Version = a.GetPlanId(), a.GetVersion()
	case executegraph.Name:
		var a planv1.StepApproval
		if p.GetPayload().UnmarshalTo(&a) != nil {
			return nil
		}
		out.PlanId, out.Version, out.StepId = a.GetPlanId(), a.GetVersion(), a.GetStep().GetId()
	default:
		return nil
	}
	return out
}
