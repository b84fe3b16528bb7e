package planapi

import (
	"context"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/plangraph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// reader is the caller that reads the plans of a user for the parts of this server.
func reader(ctx context.Context, tenant, user string) context.Context {
	return auth.With(ctx, auth.Principal{Tenant: tenant, User: user, Kind: auth.Person, Scopes: []auth.Scope{auth.Read}})
}

// Own returns the plans that a user has proposed, newest first, with those that have ended
// only if that is asked for. more says that there are others.
func (s *Server) Own(ctx context.Context, tenant, user string, ended bool, most int) (plans []*orchestratorv1.Plan, more bool, err error) {
	only := func(r runlog.Standing) bool {
		return (r.Graph == plangraph.Name || r.Graph == "") && (ended || !r.Ended())
	}
	wanted := func(r runlog.Summary) bool {
		started := r.First.GetStarted()
		return started.GetGraph() == plangraph.Name && started.GetUser() == user
	}
	runs, more, err := s.d.RunLog.List(ctx, tenant, "", most, only, wanted)
	if err != nil {
		return nil, false, api.RunFault(err, "")
	}
	read, err := s.readAll(reader(ctx, tenant, user), runs)
	for _, p := range read {
		if p != nil {
			plans = append(plans, p)
		}
	}
	return plans, more, err
}

// OwnPlan returns a plan that a user has proposed. Another's is not there.
func (s *Server) OwnPlan(ctx context.Context, tenant, user, id string) (*orchestratorv1.Plan, error) {
	plan, err := s.plan(reader(ctx, tenant, user), id)
	if err == nil && plan.GetUser() != user {
		return nil, notFound(id)
	}
	return plan, err
}
