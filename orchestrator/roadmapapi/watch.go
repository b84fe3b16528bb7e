package roadmapapi

import (
	"context"
	"errors"
	"slices"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"

	"github.com/weft-mesh/weft/orchestrator/roadmaps"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// errEnded ends a watch of a roadmap to which nothing more happens.
var errEnded = errors.New("the roadmap has ended")

// WatchRoadmap implements orchestratorv1.GoalsServiceServer.
func (s *Server) WatchRoadmap(req *orchestratorv1.WatchRoadmapRequest, stream grpc.ServerStreamingServer[orchestratorv1.WatchRoadmapResponse]) error {
	ctx := stream.Context()
	var last *orchestratorv1.Roadmap // that was sent
	tell := func() error {
		r, err := s.read(ctx, req.GetRoadmapId())
		if err != nil || r.GetEtag() == last.GetEtag() {
			return err
		}
		last = r
		if err := stream.Send(&orchestratorv1.WatchRoadmapResponse{Roadmap: r}); err != nil {
			return err
		}
		if !slices.Contains(unended, r.GetState()) {
			return errEnded
		}
		return nil
	}
	err := tell()
	if err == nil && last.GetContent() == nil {
		key := runlog.Key{Tenant: s.person(ctx).Tenant, Run: last.GetRunId()}
		err = s.d.API.Watch(ctx, key, 0, false, func(e *orchestratorv1.RunEvent) error {
			if e.GetSequence() == 0 {
				return nil
			}
			return tell()
		})
	}
	if err == nil {
		err = tell()
	}
	if err == nil {
		err = s.follow(ctx, tell)
	}
	if errors.Is(err, errEnded) {
		return nil
	}
	return err
}

// follow calls tell whenever the caller's timeline changes.
func (s *Server) follow(ctx context.Context, tell func() error) error {
	p := s.person(ctx)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	err := s.d.Store.Watch(ctx, p.Tenant, func(of roadmaps.Person) {
		if of != p {
			return
		}
		if err := tell(); err != nil {
			cancel(err)
		}
	})
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}
