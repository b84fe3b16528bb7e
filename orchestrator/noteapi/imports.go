package noteapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// ImportEntries implements orchestratorv1.NotesServiceServer.
func (s *Server) ImportEntries(stream grpc.BidiStreamingServer[orchestratorv1.ImportEntriesRequest, orchestratorv1.ImportEntriesResponse]) error {
	scope, err := s.d.Scope(stream.Context())
	if err != nil {
		return err
	}
	for {
		req, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		res, err := s.importEntry(stream.Context(), scope, req)
		if err != nil {
			return fmt.Errorf("%s: %w", req.GetSource(), err)
		}
		if err := stream.Send(res); err != nil {
			return err
		}
	}
}

// importEntry keeps one note that was written elsewhere. It is not a run: there
// is nothing to answer and nobody waits, and a folder of years would be as many
// runs as it has notes.
func (s *Server) importEntry(ctx context.Context, scope store.Scope, req *orchestratorv1.ImportEntriesRequest) (*orchestratorv1.ImportEntriesResponse, error) {
	switch {
	case req.GetPage() != "" && req.GetTime() != nil:
		return nil, fault.Invalid("page", "give a note either a time or a page, not both")
	case req.GetPage() != "":
		return s.importPage(ctx, scope, req)
	case req.GetTime() == nil:
		return nil, fault.Invalid("time", "a note needs a time, or a page if its day isn't known")
	}
	in, err := s.input(&orchestratorv1.Input{
		Text:     req.GetText(),
		Now:      req.GetTime(),
		TimeZone: req.GetTimeZone(),
		Intent:   commonv1.InputType_INPUT_TYPE_LOG,
	}, scope, inputFields{"text", "time", "time_zone"})
	if err != nil {
		return nil, err
	}
	loc, err := location(in.GetContext())
	if err != nil {
		return nil, err
	}
	at := req.GetTime().AsTime().In(loc)
	out := &orchestratorv1.ImportEntriesResponse{Source: req.GetSource(), Outcome: orchestratorv1.ImportOutcome_IMPORT_OUTCOME_CREATED}
	have, err := s.sameNote(ctx, scope, at, req.GetText())
	if err != nil {
		return nil, err
	}
	if have != nil {
		out.Outcome, out.EntryId = orchestratorv1.ImportOutcome_IMPORT_OUTCOME_UNCHANGED, have.GetId()
		return out, nil
	}
	if req.GetDryRun() {
		out.EntryId = notes.NewID(at, 1).String()
		return out, nil
	}
	if err := s.d.Room(ctx, len(req.GetText())); err != nil {
		return nil, err
	}
	entry, err := s.d.Agents.Store.Keep(ctx, scope, store.NewEntry{
		Key:  "import:" + notes.Hash(at.Format(time.RFC3339)+"\n"+req.GetText()),
		Time: at,
		Text: req.GetText(),
	})
	if err != nil {
		return nil, notegraph.Fault(err)
	}
	out.EntryId = entry.GetId()
	return out, notegraph.Fault(s.read(ctx, scope, entry, in.GetContext().GetTimeZone(), req.GetTags()))
}

// importPage keeps a text that no day is known of.
func (s *Server) importPage(ctx context.Context, scope store.Scope, req *orchestratorv1.ImportEntriesRequest) (*orchestratorv1.ImportEntriesResponse, error) {
	if !req.GetDryRun() {
		if err := s.d.Room(ctx, len(req.GetText())); err != nil {
			return nil, err
		}
	}
	e, created, err := s.d.Agents.Store.KeepPage(ctx, scope, req.GetPage(), req.GetText(), req.GetDryRun())
	if errors.Is(err, store.ErrInvalid) {
		return nil, fault.Wrap(err, codes.InvalidArgument, fault.FieldInvalid, "%v", err).At("text")
	}
	if err != nil {
		return nil, notegraph.Fault(err)
	}
	out := &orchestratorv1.ImportEntriesResponse{Source: req.GetSource(), Outcome: orchestratorv1.ImportOutcome_IMPORT_OUTCOME_UNCHANGED, EntryId: e.GetId()}
	if created {
		out.Outcome = orchestratorv1.ImportOutcome_IMPORT_OUTCOME_CREATED
	}
	return out, nil
}

// sameNote returns the entry of the day that has exactly this text, if any.
func (s *Server) sameNote(ctx context.Context, scope store.Scope, at time.Time, text string) (*commonv1.Entry, error) {
	day := notes.DayOf(at)
	list, err := s.d.Agents.Store.List(ctx, scope, notes.Range{Start: day, End: day}, "", 0, false)
	if err != nil {
		return nil, notegraph.Fault(err)
	}
	hash := notes.Hash(text)
	for _, e := range list {
		if e.GetContentHash() == hash {
			return e, nil
		}
	}
	return nil, nil
}
