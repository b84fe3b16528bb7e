package noteapi

import (
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/orchestrator/reading"
)

// ReindexEntries implements orchestratorv1.NotesServiceServer.
func (s *Server) ReindexEntries(req *orchestratorv1.ReindexEntriesRequest, stream grpc.ServerStreamingServer[orchestratorv1.ReindexEntriesResponse]) error {
	ctx := stream.Context()
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return err
	}
	if req.GetDryRun() {
		ids, err := s.d.Reading.Outdated(ctx, scope)
		if err != nil {
			return notegraph.Fault(err)
		}
		return stream.Send(&orchestratorv1.ReindexEntriesResponse{Total: int32(len(ids))})
	}
	if err := s.d.Agents.Store.Writable(scope); err != nil {
		return notegraph.Fault(err)
	}
	err = s.d.Reading.Anew(ctx, scope, func(p reading.Progress) error {
		res := &orchestratorv1.ReindexEntriesResponse{Total: int32(p.Total), Done: int32(p.Done), EntryId: p.Entry}
		if p.Problem != nil {
			s.d.Log.WarnContext(ctx, "a note can't be read", "entry", p.Entry, "error", p.Problem)
			res.Problem = told(notegraph.Fault(p.Problem))
		}
		return stream.Send(res)
	})
	if err == nil && s.d.Vectors != nil {
		if err := s.d.Vectors(ctx, scope); err != nil && ctx.Err() == nil {
			return fault.Wrap(err, codes.Unavailable, fault.ModelUnavailable, "all notes are parsed, but not all have vectors: %v; try again to continue", err)
		}
	}
	return notegraph.Fault(err)
}
