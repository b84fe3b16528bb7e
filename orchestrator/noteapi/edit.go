package noteapi

import (
	"context"
	"errors"
	"fmt"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/orchestrator/api/paging"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// RemoveEntry implements orchestratorv1.NotesServiceServer.
func (s *Server) RemoveEntry(ctx context.Context, req *orchestratorv1.RemoveEntryRequest) (*orchestratorv1.RemoveEntryResponse, error) {
	scope, err := s.editable(ctx, req.GetId())
	if err != nil {
		return nil, err
	}
	gone, err := s.d.Agents.Store.Remove(ctx, scope, req.GetId(), req.GetContentHash())
	if err != nil {
		return nil, editFault(err, req.GetId())
	}
	return &orchestratorv1.RemoveEntryResponse{Trashed: trashedEntry(gone)}, nil
}

// EditEntry implements orchestratorv1.NotesServiceServer.
func (s *Server) EditEntry(ctx context.Context, req *orchestratorv1.EditEntryRequest) (*orchestratorv1.EditEntryResponse, error) {
	scope, err := s.editable(ctx, req.GetId())
	if err != nil {
		return nil, err
	}
	if err := s.d.API.CheckText("text", req.GetText()); err != nil {
		return nil, err
	}
	zone, _, err := s.zone("time_zone", req.GetTimeZone())
	if err != nil {
		return nil, err
	}
	if err := s.d.Room(ctx, len(req.GetText())); err != nil {
		return nil, err
	}
	before, err := s.d.Agents.Store.Get(ctx, scope, req.GetId())
	if err != nil {
		return nil, editFault(err, req.GetId())
	}
	entry, err := s.d.Agents.Store.Rewrite(ctx, scope, req.GetId(), req.GetContentHash(), req.GetText())
	if err != nil {
		return nil, editFault(err, req.GetId())
	}
	out := &orchestratorv1.EditEntryResponse{Entry: entry}
	if entry.GetCorrection() {
		return out, nil // a correction has no data of its own
	}
	read, err := s.readAgain(ctx, scope, entry, zone)
	if err != nil {
		// The text is what was asked for, and it is on disk.
		out.Warnings = append(out.Warnings, fmt.Sprintf("The text is kept, but couldn't be parsed: %s. To parse it again: weft reindex", told(err)))
		s.d.Log.WarnContext(ctx, "an edited note could not be parsed", "entry", entry.GetId(), "error", err)
		return out, nil
	}
	out.Entry = read
	if before.GetCorrected() && !read.GetCorrected() && !proto.Equal(before.GetDomainData(), read.GetDomainData()) {
		out.Warnings = append(out.Warnings, "You had corrected this note's data. It now comes from the new text, so that correction no longer counts; check it, and correct it again if needed.")
	}
	return out, nil
}

// RestoreEntry implements orchestratorv1.NotesServiceServer.
func (s *Server) RestoreEntry(ctx context.Context, req *orchestratorv1.RestoreEntryRequest) (*orchestratorv1.RestoreEntryResponse, error) {
	scope, err := s.editable(ctx, req.GetId())
	if err != nil {
		return nil, err
	}
	entry, err := s.d.Agents.Store.Restore(ctx, scope, req.GetId(), req.GetContentHash())
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, fault.Wrap(err, codes.NotFound, fault.EntryNotFound,
			"the trash doesn't have that text of entry %s; list the trash to see what it has", req.GetId()).With("entry_id", req.GetId())
	case errors.Is(err, store.ErrConflict):
		return nil, fault.Wrap(err, codes.Aborted, fault.StoreConflict,
			"another note has the id %s now, so the text stays in the trash; copy it from there", req.GetId())
	case err != nil:
		return nil, editFault(err, req.GetId())
	}
	return &orchestratorv1.RestoreEntryResponse{Entry: entry}, nil
}

// ListTrash implements orchestratorv1.NotesServiceServer.
func (s *Server) ListTrash(ctx context.Context, req *orchestratorv1.ListTrashRequest) (*orchestratorv1.ListTrashResponse, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return nil, err
	}
	after, err := paging.Cursor(req, func(string) error { return nil })
	if err != nil {
		return nil, err
	}
	all, err := s.d.Agents.Store.Trash(ctx, scope, req.GetEntryId())
	if err != nil {
		return nil, notegraph.Fault(err)
	}
	path := func(t store.Trashed) string { return t.Entry.GetSource().GetPath() }
	if after != "" {
		// What the page before ended with may have been restored since: then the
		// list begins anew.
		all = all[slices.IndexFunc(all, func(t store.Trashed) bool { return path(t) == after })+1:]
	}
	size := int(req.GetPageSize())
	if size == 0 {
		size = 100
	}
	out := &orchestratorv1.ListTrashResponse{}
	for _, t := range all[:min(size, len(all))] {
		out.Trashed = append(out.Trashed, trashedEntry(t))
	}
	out.Trashed = out.Trashed[:paging.Fits(out.Trashed, s.d.Config.MaxBytes)]
	if n := len(out.Trashed); len(all) > n {
		out.NextPageToken = paging.Token(req, path(all[n-1]))
	}
	return out, nil
}

// editable returns whose entry a call is about, if its id is one.
func (s *Server) editable(ctx context.Context, id string) (store.Scope, error) {
	scope, err := s.d.Scope(ctx)
	if err != nil {
		return store.Scope{}, err
	}
	if _, err := notes.ParseID(id); err != nil {
		return store.Scope{}, fault.Invalid("id", "%v", err)
	}
	return scope, notegraph.Fault(s.d.Agents.Store.Writable(scope))
}

// readAgain has an edited note parsed and returns it as it is then.
func (s *Server) readAgain(ctx context.Context, scope store.Scope, entry *commonv1.Entry, zone string) (*commonv1.Entry, error) {
	if err := s.read(ctx, scope, entry, zone, nil); err != nil {
		return nil, err
	}
	return s.d.Agents.Store.Get(ctx, scope, entry.GetId())
}

// read has a note read, in its tenant's turn.
func (s *Server) read(ctx context.Context, scope store.Scope, entry *commonv1.Entry, zone string, tags []string) error {
	turn, err := s.readings.Acquire(ctx, scope.Tenant, weight(entry.GetText()))
	if err != nil {
		return err
	}
	defer turn.Release()
	return s.d.Reading.Read(ctx, scope, entry, zone, tags)
}

// told is what a caller is told of an error.
func told(err error) string {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f.Message
	}
	return "a bug in Weft; the server's log has the cause"
}

// editFault says why an entry could not be changed.
func editFault(err error, id string) error {
	switch {
	case errors.Is(err, store.ErrNotFound):
		return fault.Wrap(err, codes.NotFound, fault.EntryNotFound, "there is no entry %s", id).With("entry_id", id)
	case errors.Is(err, store.ErrElsewhere):
		return fault.Wrap(err, codes.FailedPrecondition, fault.EntryReadOnly,
			"entry %s is in a file of yours; edit it there", id).With("entry_id", id)
	case errors.Is(err, store.ErrConflict):
		return fault.Wrap(err, codes.Aborted, fault.StoreConflict,
			"entry %s has changed in the meantime, so it was left as it is; read it again, then repeat your change", id).With("entry_id", id)
	case errors.Is(err, store.ErrInvalid):
		return fault.Wrap(err, codes.InvalidArgument, fault.FieldInvalid, "%v", err).At("text")
	}
	return notegraph.Fault(err)
}

// beginning is how many characters of a text a list of the trash shows.
const beginning = 200

func trashedEntry(t store.Trashed) *orchestratorv1.TrashedEntry {
	text := []rune(t.Entry.GetText())
	return &orchestratorv1.TrashedEntry{
		Id:          t.Entry.GetId(),
		Date:        t.Entry.GetDate(),
		Beginning:   string(text[:min(len(text), beginning)]),
		ContentHash: t.Entry.GetContentHash(),
		TrashTime:   timestamppb.New(t.At),
		Replaced:    t.Replaced,
		Path:        t.Entry.GetSource().GetPath(),
	}
}
