// Package reading has the agents read notes that no run reads: those that were
// imported or edited, and those that were read by other domains than there are now. A
// run for each would be as many runs as a vault has notes, and each would write more
// about itself than the note has.
package reading

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"

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

// When says how the times of notes are counted.
type When struct {
	TimeZone  string // IANA name
	WeekStart time.Weekday
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
	if zone == "" {
		zone = r.when.TimeZone
	}
	parsed, err := r.parse(ctx, scope, e, zone)
	if err != nil {
		return err
	}
	return r.keep(ctx, scope, e, parsed, tags)
}

// parse asks the agents what a note says.
func (r *Reader) parse(ctx context.Context, scope store.Scope, e *commonv1.Entry, zone string) (*parserv1.ParseResponse, error) {
	ctx, call, err := notegraph.Metered(ctx, r.agents, r.config, &notegraphv1.Input{Context: &commonv1.CallContext{
		Now: e.GetTime(), TimeZone: zone, WeekStart: weekday(r.when.WeekStart), Tenant: scope.Tenant, User: scope.User,
	}})
	if err != nil {
		return nil, err
	}
	route, err := r.agents.Router.Route(ctx, &routerv1.RouteRequest{
		Context: call(),
		Text:    e.GetText(),
		Domains: r.agents.Domains.Infos(),
		Intent:  commonv1.InputType_INPUT_TYPE_LOG,
	})
	if err != nil {
		return nil, fmt.Errorf("route the note: %w", err)
	}
	parsed, err := r.agents.Parser.Parse(ctx, &parserv1.ParseRequest{
		Context:       call(),
		Text:          e.GetText(),
		WrittenAt:     e.GetTime(),
		DomainContext: r.agents.Domains.Reading(route.GetDomains(), e.GetText()),
	})
	if err != nil {
		return nil, fmt.Errorf("parse the note: %w", err)
	}
	return parsed, nil
}

// keep stores what a note says, also that it says nothing.
func (r *Reader) keep(ctx context.Context, scope store.Scope, e *commonv1.Entry, parsed *parserv1.ParseResponse, tags []string) error {
	all := slices.Clone(parsed.GetTags())
	for _, tag := range tags {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	_, err := r.agents.Store.SetParsed(ctx, scope, e.GetId(), e.GetContentHash(),
		store.Parsed{Data: parsed.GetDomainData(), Tags: all, Domains: r.agents.Domains.Version()})
	if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrNotFound) {
		return nil // theirs is the last word
	}
	return err
}

// weekday numbers days as ISO 8601 does.
func weekday(d time.Weekday) commonv1.Weekday { return commonv1.Weekday((int(d)+6)%7 + 1) }
