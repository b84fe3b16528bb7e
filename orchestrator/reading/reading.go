// Package reading has the agents read notes that no run reads: those that were
// imported or edited, and those that were read by other domains than there are now.
// A run for each would be as many runs as a vault has notes.
package reading

import (
	"context"
	"errors"
	"fmt"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"

	"github.com/weft-mesh/weft/orchestrator/notegraph"
	"github.com/weft-mesh/weft/store"
)

// A Reader has notes read.
type Reader struct {
	Agents notegraph.Deps
	Config notegraph.Config
}

// Read fills the domains' schemas from a note that is kept, and gives it its tags:
// those of its text, then the given ones. in says who asks and when the note was
// written. A note that someone has changed meanwhile is left alone.
func (r Reader) Read(ctx context.Context, scope store.Scope, in *notegraphv1.Input, entry *commonv1.Entry, tags []string) error {
	ctx, call, err := notegraph.Metered(ctx, r.Agents, r.Config, in)
	if err != nil {
		return err
	}
	route, err := r.Agents.Router.Route(ctx, &routerv1.RouteRequest{
		Context: call(),
		Text:    entry.GetText(),
		Domains: r.Agents.Domains.Infos(),
		Intent:  commonv1.InputType_INPUT_TYPE_LOG,
	})
	if err != nil {
		return fmt.Errorf("route the note: %w", err)
	}
	parsed, err := r.Agents.Parser.Parse(ctx, &parserv1.ParseRequest{
		Context:       call(),
		Text:          entry.GetText(),
		WrittenAt:     in.GetContext().GetNow(),
		DomainContext: r.Agents.Domains.Reading(route.GetDomains(), entry.GetText()),
	})
	if err != nil {
		return fmt.Errorf("parse the note: %w", err)
	}
	for _, tag := range tags {
		if !slices.Contains(parsed.GetTags(), tag) {
			parsed.Tags = append(parsed.Tags, tag)
		}
	}
	if len(parsed.GetDomainData().GetFields()) == 0 && len(parsed.GetTags()) == 0 {
		return nil
	}
	_, err = r.Agents.Store.SetParsed(ctx, scope, entry.GetId(), entry.GetContentHash(),
		store.Parsed{Data: parsed.GetDomainData(), Tags: parsed.GetTags()})
	if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrNotFound) {
		return nil // theirs is the last word
	}
	return err
}
