package notegraph

import (
	"context"
	"fmt"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// retoldEntries is how many of the latest entries the router sees: what is told
// anew without a word of correction was told a short while ago.
const retoldEntries = 30

func (h handlers) route(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	var recent []*commonv1.Entry
	if s.Kept == nil { // else it is an entry itself, whatever others tell
		var err error
		if recent, err = h.recent(ctx, s, "", retoldEntries); err != nil {
			return graph.Result{}, err
		}
	}
	if act := h.written(s); act != nil {
		return graph.Result{Outcome: Acts, Output: act}, nil
	}
	res, err := h.Router.Route(ctx, &routerv1.RouteRequest{
		Tools:   h.tools(ctx, s),
		Context: s.call(ctx),
		Text:    s.Input.GetText(),
		Session: s.Input.GetSession(),
		Domains: h.Domains.Infos(),
		Intent:  s.Input.GetIntent(),
		Recent:  recent,
		// What is to be kept or asked is no goal, whatever it says.
		PlansGoals: h.Plans != nil && s.Kept == nil,
		Background: h.background(ctx, s, "router", h.Domains.Names(), s.Input.GetText()),
	})
	if err != nil {
		return graph.Result{}, fmt.Errorf("route the input: %w", err)
	}
	outcome := Routed
	switch res.GetInputType() {
	case commonv1.InputType_INPUT_TYPE_TALK:
		outcome = Talked
	case commonv1.InputType_INPUT_TYPE_ACTION, commonv1.InputType_INPUT_TYPE_GOAL:
		outcome = Acts
	}
	return graph.Result{Outcome: outcome, Output: res, Degraded: res.GetProvenance().GetDegraded()}, nil
}

// unrouted is the route of a note that no router has seen, and that its caller calls
// one.
func unrouted(in *notegraphv1.Input, cause string) *routerv1.RouteResponse {
	return &routerv1.RouteResponse{
		Reasoning:  "The router could not be reached; the caller said that this is a note.",
		InputType:  commonv1.InputType_INPUT_TYPE_LOG,
		LogPortion: in.GetText(),
		Provenance: &commonv1.Provenance{
			Mind: commonv1.Mind_MIND_RULES, Provider: "rules", Attempts: 1,
			Degraded: true, DegradedReason: "router: " + cause,
		},
	}
}

func (h handlers) buildContext(_ context.Context, s State, _ graph.Step) (graph.Result, error) {
	if s.Plan != nil {
		out := &notegraphv1.Domains{Loaded: h.Domains.Context(s.Domains).GetLoaded()}
		return graph.Result{Outcome: Rebuilt, Output: out}, nil
	}
	outcome := Log
	switch t := s.Route.GetInputType(); {
	case t == commonv1.InputType_INPUT_TYPE_QUERY:
		outcome = Query
	case s.asks(): // beside a note or a correction
		outcome = Both
	case s.correction():
		outcome = Correction
	}
	out := &notegraphv1.Domains{Loaded: h.Domains.Context(s.Route.GetDomains()).GetLoaded()}
	return graph.Result{Outcome: outcome, Output: out}, nil
}

func (h handlers) expandDomain(_ context.Context, s State, _ graph.Step) (graph.Result, error) {
	want := append(slices.Clone(s.Domains), s.Plan.GetExpandDomains()...)
	for _, g := range s.Gaps {
		if outside(g) && !g.GetSearched() {
			want = append(want, g.GetDomain())
		}
	}
	loaded := h.Domains.Context(want).GetLoaded()
	outcome := Expanded
	if len(loaded) <= len(s.Domains) {
		outcome = NothingToAdd
	}
	return graph.Result{Outcome: outcome, Output: &notegraphv1.Domains{Loaded: loaded}}, nil
}
