package api

import (
	"context"
	"slices"
	"strconv"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/audit"
	"github.com/weft-mesh/weft/proto/weftapi"
)

// Audited reports whether calls of a method of the API are kept: those that may change
// something. An input is not, for the log of its run says who has sent it: it would be a
// second write to the disk for each of them.
func Audited(method string) bool {
	m, ok := weftapi.FindMethod(method)
	return ok && !m.OnlyReads() && !m.Rules.GetUnaudited()
}

// Unaudited is the error for the caller of a call that was done and could not be kept.
func Unaudited(err error) error {
	return fault.Wrap(err, codes.Unavailable, fault.BusUnavailable,
		"this was done, but it could not be kept who did it, since the NATS server does not answer; what you see next may have changed already")
}

// ListAuditEvents implements orchestratorv1.AdminServiceServer.
func (s *Server) ListAuditEvents(ctx context.Context, req *orchestratorv1.ListAuditEventsRequest) (*orchestratorv1.ListAuditEventsResponse, error) {
	by := s.Caller(ctx)
	q := audit.Query{Tenant: by.Tenant, Methods: req.GetMethods(), Most: int(req.GetPageSize()), Match: func(e *orchestratorv1.AuditEvent) bool {
		return (req.GetUser() == "" || e.GetUser() == req.GetUser()) &&
			(req.GetRunId() == "" || slices.Contains(e.GetRunIds(), req.GetRunId())) &&
			(req.GetEntryId() == "" || e.GetEntryId() == req.GetEntryId())
	}}
	if q.Most == 0 {
		q.Most = 50
	}
	for field, t := range map[string]*timestamppb.Timestamp{"since": req.GetSince(), "until": req.GetUntil()} {
		if t != nil && t.CheckValid() != nil {
			return nil, fault.Invalid(field, "is no moment of the years 1 to 9999")
		}
	}
	if req.GetSince() != nil {
		q.Since = req.GetSince().AsTime()
	}
	if req.GetUntil() != nil {
		q.Until = req.GetUntil().AsTime()
	}
	_, err := paging.Cursor(req, func(cursor string) (err error) {
		q.From, err = strconv.ParseUint(cursor, 10, 64)
		return err
	})
	if err != nil {
		return nil, err
	}
	events, next, err := s.d.Audit.List(ctx, q)
	if err != nil {
		return nil, RunFault(err, "")
	}
	out := &orchestratorv1.ListAuditEventsResponse{Events: events}
	if next > 0 {
		out.NextPageToken = paging.Token(req, strconv.FormatUint(next, 10))
	}
	return out, nil
}
