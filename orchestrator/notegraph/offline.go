package notegraph

import (
	"context"
	"errors"
	"slices"

	"google.golang.org/grpc/codes"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"

	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/store"
)

// steps are the graph's own, taken one by one without a run: nobody can answer, watch
// or resume them, and no log has them.
type steps struct {
	h    handlers
	s    State
	used usage.Tally
}

// take runs a state's handler and folds what it has put out.
func (t *steps) take(ctx context.Context, state graph.State, run graph.Handler[State]) (graph.Outcome, error) {
	spent := budget.Spent{}.Add(t.used.List())
	ctx, err := t.h.Budget.Allow(usage.Listen(ctx, t.used.Add), t.s.Input.GetContext().GetTenant(), spent)
	if err != nil {
		return "", err
	}
	res, err := run(ctx, t.s, graph.Step{State: state, Attempt: 1})
	if err != nil {
		return "", err
	}
	t.s = apply(t.s, graph.Change{State: state, Outcome: res.Outcome, Output: res.Output})
	return res.Outcome, nil
}

// A KeptNote is a note to read that no run reads.
type KeptNote struct {
	Entry   *commonv1.Entry
	Context *commonv1.CallContext // its time is the note's
	Tags    []string              // beside those of its text
	Again   bool                  // it was read before, and what is worse than that is not stored
}

// ErrDegraded says that a model had no answer on a note. What the rules make of it
// does not replace what the model made of it earlier.
var ErrDegraded = fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "its model has no answer now")

// Read takes a note that is kept through ROUTE, BUILD_CONTEXT and PARSE without a run,
// and stores what it says as STORE does, also that it says nothing. A note that someone
// has changed meanwhile is left alone.
func Read(ctx context.Context, d Deps, c Config, n KeptNote) error {
	in := &notegraphv1.Input{Context: n.Context, Text: n.Entry.GetText(), Intent: commonv1.InputType_INPUT_TYPE_LOG}
	t := &steps{h: handlers{d, c}, s: State{Input: in, Kept: refOf(n.Entry, 0)}}
	if _, err := t.take(ctx, Route, t.h.route); err != nil {
		return err
	}
	// It is a note already, also if its text looks like a correction.
	t.s.Route = &routerv1.RouteResponse{InputType: in.GetIntent(), Domains: t.s.Route.GetDomains()}
	if _, err := t.take(ctx, BuildContext, t.h.buildContext); err != nil {
		return err
	}
	if _, err := t.take(ctx, Parse, t.h.parse); err != nil {
		return err
	}
	parsed := t.s.Parsed.GetParse()
	if n.Again && parsed.GetProvenance().GetDegraded() {
		return ErrDegraded
	}
	for _, tag := range n.Tags {
		if !slices.Contains(parsed.GetTags(), tag) {
			parsed.Tags = append(parsed.Tags, tag)
		}
	}
	if _, err := t.h.fill(ctx, t.s); err != nil && !errors.Is(err, store.ErrConflict) && !isNotFound(err) {
		return err
	}
	return nil
}
