package api

import (
	"errors"
	"slices"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// WatchRuns implements orchestratorv1.RunsServiceServer.
func (s *Server) WatchRuns(req *orchestratorv1.WatchRunsRequest, stream grpc.ServerStreamingServer[orchestratorv1.WatchRunsResponse]) error {
	by := s.Caller(stream.Context())
	err := s.d.RunLog.Changes(stream.Context(), by.Tenant, uint64(req.GetFromSequence()), func(c runlog.Change) error {
		e := changed(c)
		if !wants(req, e.GetChanged()) {
			return nil
		}
		err := stream.Send(&orchestratorv1.WatchRunsResponse{Event: e})
		if err == nil && c.Kind == runlog.CaughtUp && req.GetUntilCaughtUp() {
			return runlog.Stop()
		}
		return err
	})
	if errors.Is(err, runlog.ErrBeyond) {
		return fault.Invalid("from_sequence", "%v; begin anew with 0", err)
	}
	return RunFault(err, "")
}

// wants reports whether a caller asked for a change of a run; it is nil for what is told
// to all.
func wants(req *orchestratorv1.WatchRunsRequest, c *orchestratorv1.RunChanged) bool {
	return c == nil || (len(req.GetGraphs()) == 0 || slices.Contains(req.GetGraphs(), c.GetGraph())) &&
		(len(req.GetStatuses()) == 0 || slices.Contains(req.GetStatuses(), c.GetStatus()))
}

// changed tells a change as the API does.
func changed(c runlog.Change) *orchestratorv1.RunsEvent {
	e := &orchestratorv1.RunsEvent{Sequence: int64(c.Sequence), Time: timestamppb.New(c.Time)}
	switch c.Kind {
	case runlog.CaughtUp:
		e.Kind = &orchestratorv1.RunsEvent_CaughtUp{CaughtUp: &orchestratorv1.RunsCaughtUp{}}
	case runlog.Missed:
		e.Kind = &orchestratorv1.RunsEvent_Missed{Missed: &orchestratorv1.RunsMissed{}}
	default:
		e.Kind = &orchestratorv1.RunsEvent_Changed{Changed: &orchestratorv1.RunChanged{
			RunId: c.Run, Status: statusOf(c.Status, c.Disposition), Began: c.Began,
			Graph: c.Pool.Graph, GraphVersion: c.Pool.Version, RunSequence: c.Last,
		}}
	}
	return e
}
