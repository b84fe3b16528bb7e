package noteapi

import (
	"context"
	"errors"
	"fmt"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// ListEntries implements orchestratorv1.NotesServiceServer.
func (s *Server) ListEntries(ctx context.Context, req *orchestratorv1.ListEntriesRequest) (*orchestratorv1.ListEntriesResponse, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	days, err := dayRange(req.GetDateRange())
	if err != nil {
		return nil, err
	}
	after, err := paging.Cursor(req, func(id string) error {
		_, err := notes.ParseID(id)
		return err
	})
	if err != nil {
		return nil, err
	}
	size := int(req.GetPageSize())
	if size == 0 {
		size = 100
	}
	list, err := s.d.Agents.Store.List(ctx, scope, days, after, size+1, req.GetDescending())
	if err != nil {
		return nil, notegraph.Fault(err)
	}
	out := &orchestratorv1.ListEntriesResponse{Entries: list}
	if after == "" {
		found, err := s.d.Agents.Store.Find(ctx, scope, store.Query{Range: days, Limit: 1, Remarks: true})
		if err != nil {
			return nil, notegraph.Fault(err)
		}
		out.Warnings = found.Warnings
	}
	if n := min(size, paging.Fits(list, s.d.Config.MaxBytes)); len(list) > n {
		out.Entries = list[:n]
		out.NextPageToken = paging.Token(req, list[n-1].GetId())
	}
	return out, nil
}

// GetEntry implements orchestratorv1.NotesServiceServer.
func (s *Server) GetEntry(ctx context.Context, req *orchestratorv1.GetEntryRequest) (*orchestratorv1.GetEntryResponse, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := notes.ParseID(req.GetId()); err != nil {
		return nil, fault.Invalid("id", "%v", err)
	}
	entry, err := s.d.Agents.Store.Get(ctx, scope, req.GetId())
	if errors.Is(err, store.ErrNotFound) {
		return nil, fault.Wrap(err, codes.NotFound, fault.EntryNotFound,
			"there is no entry %s", req.GetId()).With("entry_id", req.GetId())
	}
	if err != nil {
		return nil, notegraph.Fault(err)
	}
	return &orchestratorv1.GetEntryResponse{Entry: entry}, nil
}

// GetContext implements orchestratorv1.NotesServiceServer.
func (s *Server) GetContext(ctx context.Context, _ *orchestratorv1.GetContextRequest) (*orchestratorv1.GetContextResponse, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	page, err := s.d.Agents.Store.Context(ctx, scope)
	if err != nil {
		return nil, notegraph.Fault(err)
	}
	if page.Beyond > 0 {
		page.Text += fmt.Sprintf("\n<!-- %d more bytes are not shown: the page is too long to be read in full, and nothing is added to it. Shorten it. -->\n", page.Beyond)
	}
	out := &orchestratorv1.GetContextResponse{Text: page.Text, Version: page.Version}
	if !page.UpdatedAt.IsZero() {
		out.UpdateTime = timestamppb.New(page.UpdatedAt)
	}
	return out, nil
}

// dayRange reads a range of days from a request.
func dayRange(r *commonv1.DateRange) (notes.Range, error) {
	days, err := notes.ParseRange(r.GetStart(), r.GetEnd())
	if err != nil {
		return notes.Range{}, fault.Wrap(err, codes.InvalidArgument, fault.RangeInvalid, "%v", err).At("date_range")
	}
	return days, nil
}
