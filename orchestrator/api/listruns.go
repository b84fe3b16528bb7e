package api

import (
	"context"
	"time"

	"github.com/oklog/ulid/v2"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// runsAtOnce is how many runs of a page are read before it is looked whether it is full.
const runsAtOnce = 64

// ListRuns implements orchestratorv1.RunsServiceServer.
func (s *Server) ListRuns(ctx context.Context, req *orchestratorv1.ListRunsRequest) (*orchestratorv1.ListRunsResponse, error) {
	scope := s.Caller(ctx)
	before, err := paging.Cursor(req, func(id string) error {
		_, err := ulid.ParseStrict(id)
		return err
	})
	if err != nil {
		return nil, err
	}
	meant, err := Between(req.GetSince(), req.GetUntil())
	if err != nil {
		return nil, err
	}
	size := int(req.GetPageSize())
	if size == 0 {
		size = 50
	}
	query := s.runsOf(req, meant)
	query.Count = req.GetWithTotal()
	out := &orchestratorv1.ListRunsResponse{}
	for more, full := true, false; more && !full && len(out.Runs) < size; {
		query.Before = before
		found, err := s.d.RunLog.Search(ctx, scope.Tenant, query, min(size-len(out.Runs), runsAtOnce))
		if err != nil {
			return nil, RunFault(err, "")
		}
		if query.Count {
			out.TotalSize, query.Count = int32(found.Total), false //nolint:gosec // runs are fewer
		}
		more = found.More
		for _, r := range found.Runs {
			out.Runs = append(out.Runs, s.listed(r))
		}
		if n := paging.Fits(out.Runs, s.d.MessageBytes); n < len(out.Runs) {
			out.Runs, more, full = out.Runs[:n], true, true
		}
		if more {
			before = out.Runs[len(out.Runs)-1].GetId()
			out.NextPageToken = paging.Token(req, before)
		} else {
			out.NextPageToken = ""
		}
	}
	return out, nil
}

// runsOf returns which runs a list is asked for; those that began at no other time than meant.
func (s *Server) runsOf(req *orchestratorv1.ListRunsRequest, meant func(time.Time) bool) runlog.Query {
	var q runlog.Query
	graph, status := req.GetGraph(), req.GetStatus()
	anyStatus := status == orchestratorv1.RunReport_STATUS_UNSPECIFIED
	if graph != "" || !anyStatus {
		q.Standing = func(r runlog.Standing) bool {
			return (graph == "" || r.Graph == "" || r.Graph == graph) && (anyStatus || status == statusOf(r.Status, r.Disposition))
		}
	}
	if req.GetUser()+req.GetThreadId() != "" || len(req.GetLabels()) > 0 || req.GetSince() != nil || req.GetUntil() != nil {
		labelled := Labelled(req.GetLabels())
		q.Beginning = func(r runlog.Beginning) bool {
			return (req.GetUser() == "" || r.User == req.GetUser()) &&
				(req.GetThreadId() == "" || r.Thread == req.GetThreadId()) && meant(r.Time) && labelled(r.Labels)
		}
	}
	if req.GetWords() != "" {
		worded := Worded(req.GetWords())
		q.Summary = func(r runlog.Summary) bool { return worded(s.d.Graphs.Describe(r.First.GetStarted())) }
	}
	return q
}
