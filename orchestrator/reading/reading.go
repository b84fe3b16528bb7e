// Package reading has the agents read notes that no run reads: those that were
// imported or edited, and those that were read by other domains than there are now. A
// run for each would be as many runs as a vault has notes, and each would write more
// about itself than the note has.
package reading

import (
	"cmp"
	"context"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// A Reader has notes read. It is safe for concurrent use.
type Reader struct {
	agents notegraph.Deps
	config notegraph.Config
	when   When
	turn   chan struct{} // holds a token while nobody reads anew
}

// When says how the times of notes are counted, and how much is done for one.
type When struct {
	TimeZone  string // IANA name
	WeekStart time.Weekday
	Most      time.Duration  // that the reading of one note may take; 0 for any
	Depth     commonv1.Depth // how much models are asked
}

// New returns a Reader that asks these agents.
func New(agents notegraph.Deps, config notegraph.Config, when When) *Reader {
	r := &Reader{agents, config, when, make(chan struct{}, 1)}
	r.turn <- struct{}{}
	return r
}

// Read fills the domains' schemas from a note that is kept, and gives it its tags:
// those of its text, then the given ones. Its days are counted in a time zone, ""
// for the Reader's. A note that someone has changed meanwhile is left alone.
func (r *Reader) Read(ctx context.Context, scope store.Scope, e *commonv1.Entry, zone string, tags []string) error {
	return r.read(ctx, notegraph.KeptNote{Entry: e, Context: r.context(scope, e, zone), Tags: tags})
}

func (r *Reader) read(ctx context.Context, note notegraph.KeptNote) error {
	if r.when.Most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.when.Most)
		defer cancel()
	}
	return notegraph.Read(ctx, r.agents, r.config, note)
}

func (r *Reader) context(scope store.Scope, e *commonv1.Entry, zone string) *commonv1.CallContext {
	return &commonv1.CallContext{
		Now: e.GetTime(), TimeZone: cmp.Or(zone, r.when.TimeZone), WeekStart: weekday(r.when.WeekStart), Tenant: scope.Tenant, User: scope.User,
		Depth: r.when.Depth,
	}
}

// weekday numbers days as ISO 8601 does.
func weekday(d time.Weekday) commonv1.Weekday { return commonv1.Weekday((int(d)+6)%7 + 1) }
