package reading

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// Progress says how far a reading anew is.
type Progress struct {
	Total, Done int
	Entry       string // the note that was done last; "" before the first
	Problem     error  // why it could not be read; what was known of it stays
}

// Anew reads the notes again that were read by other domains than there are now, or
// before their text was changed, newest first. Each note is kept by itself, so what is
// interrupted is gone on with by the next call. It ends when an agent can't be
// reached, and when tell returns an error. Calls wait for each other.
func (r *Reader) Anew(ctx context.Context, scope store.Scope, tell func(Progress) error) error {
	select {
	case <-r.turn:
		defer func() { r.turn <- struct{}{} }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	ids, err := r.Outdated(ctx, scope)
	if err != nil {
		return err
	}
	p := Progress{Total: len(ids)}
	if err := tell(p); err != nil {
		return err
	}
	for _, id := range ids {
		err := r.again(ctx, scope, id)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if f, ok := errors.AsType[*fault.Error](err); ok && f.Code == codes.Unavailable || errors.Is(err, store.ErrNoSpace) || errors.Is(err, store.ErrReadOnly) {
			return err
		}
		p.Done, p.Entry, p.Problem = p.Done+1, id, err
		if err := tell(p); err != nil {
			return err
		}
	}
	return nil
}

// Outdated returns the ids of the notes that are to be read again.
func (r *Reader) Outdated(ctx context.Context, scope store.Scope) ([]string, error) {
	return r.agents.Store.Outdated(ctx, scope, r.agents.Domains.Version())
}

// again reads one note again.
func (r *Reader) again(ctx context.Context, scope store.Scope, id string) error {
	e, err := r.agents.Store.Get(ctx, scope, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil // removed meanwhile
	}
	if err != nil {
		return err
	}
	return r.read(ctx, notegraph.KeptNote{Entry: e, Context: r.context(scope, e, ""), Again: true})
}

// Waits of a Reader that keeps notes read.
const (
	settle  = 5 * time.Second // after the start, which is for the runs
	between = time.Minute     // two looks
	longest = time.Hour       // between two looks while some note can't be read
)

// Keep reads the notes of all tenants anew until ctx ends. whose tells which those are.
func (r *Reader) Keep(ctx context.Context, whose func(context.Context) ([]store.Scope, error), log *slog.Logger) error {
	for wait, pause := settle, between; ; wait = pause {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		scopes, err := whose(ctx)
		whole := err == nil
		for _, scope := range scopes {
			whole = r.keep(ctx, scope, log.With("tenant", scope.Tenant)) && whole
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			log.WarnContext(ctx, "the tenants whose notes are to be read can't be listed now", "error", err)
		}
		if whole {
			pause = between
		} else {
			pause = min(2*pause, longest)
		}
	}
}

// keep reads the notes of one tenant anew, and reports whether all of them could be read.
func (r *Reader) keep(ctx context.Context, scope store.Scope, log *slog.Logger) bool {
	problems := 0
	err := r.Anew(ctx, scope, func(p Progress) error {
		switch {
		case p.Entry == "" && p.Total > 0:
			log.InfoContext(ctx, "reading notes", "notes", p.Total)
		case p.Problem != nil:
			problems++
			log.WarnContext(ctx, "a note can't be read", "cause", telemetry.SameCause(p.Problem.Error()), "entry", p.Entry, "error", p.Problem)
		case p.Done == p.Total && p.Total > 0:
			log.InfoContext(ctx, "notes are read", "notes", p.Total-problems)
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		log.WarnContext(ctx, "notes can't be read now", "error", fmt.Sprint(err))
	}
	return err == nil && problems == 0
}
