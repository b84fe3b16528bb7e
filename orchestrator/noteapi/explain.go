package noteapi

import (
	"context"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/orchestrator/api"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
)

// ExplainInput implements orchestratorv1.NotesServiceServer.
func (s *Server) ExplainInput(ctx context.Context, req *orchestratorv1.ExplainInputRequest) (*orchestratorv1.ExplainInputResponse, error) {
	caller, most := ctx, s.d.Defaults.SearchTimeout+s.patience()
	ctx, cancel := context.WithTimeout(caller, most)
	defer cancel()
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	in, err := s.input(req.GetInput(), scope, ofInput())
	if err != nil {
		return nil, err
	}
	turn, err := s.readings.Acquire(ctx, scope.Tenant, weight(in.GetText()))
	if err != nil {
		return nil, late(caller, ctx, most, err)
	}
	defer turn.Release()
	if thread := req.GetInput().GetThreadId(); thread != "" {
		before, err := s.recall(ctx, scope.Tenant, thread)
		if err != nil {
			return nil, api.RunFault(err, "")
		}
		before.onto(in)
	}
	s.settle(ctx, in)
	report, err := notegraph.Explain(ctx, s.d.Agents, s.d.Config, in)
	if err != nil {
		return nil, late(caller, ctx, most, err)
	}
	return &orchestratorv1.ExplainInputResponse{Report: report}, nil
}

// patience is how long models may take over the explanation of an input.
func (s *Server) patience() time.Duration {
	of := s.d.Config.Patience
	return of["router"] + of["parser"]
}

// location returns the zone of a call that has been checked.
func location(c *commonv1.CallContext) (*time.Location, error) {
	return time.LoadLocation(c.GetTimeZone())
}
