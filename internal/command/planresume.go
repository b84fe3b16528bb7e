package command

import (
	"context"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/plans/progress"
)

const (
	// resumeAmong is how many of the plans that have not ended, the newest, are looked at for
	// the one to go on with.
	resumeAmong = 50
	// resumeWithin is how long the beginning of a conversation waits for them. A server that
	// has just started may first have to look at every plan that there is.
	resumeWithin = 300 * time.Millisecond
)

// offerResume tells with which plan to go on, where the server knows it at once.
func (p *program) offerResume(ctx context.Context, s *connection) {
	if p.flags.quiet || p.flags.json() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, resumeWithin)
	defer cancel()
	got, err := s.api().ListPlans(ctx, &orchestratorv1.ListPlansRequest{States: openStates(), PageSize: resumeAmong})
	if err == nil { // what is wrong will be told with what is asked for
		p.tellResume(got.GetPlans())
	}
}

// tellResume tells with which of the plans to go on, and what to type.
func (p *program) tellResume(plans []*orchestratorv1.Plan) {
	if plan := progress.Resume(plans); plan != nil {
		p.notice("Resume: %s: weft plans show %s", render.PlanResume(plan), plan.GetId())
	}
}
