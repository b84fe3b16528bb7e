package plangraph

import (
	"context"

	reasonv1 "github.com/weft-mesh/weft/proto/gen/weft/reason/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/kit/reason/reasonwire"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/reasongraph"
)

// look calls what the model has said. What can't be called is told to it like a call that
// failed.
func (d drafter) look(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	if wrong := d.readers.Check(reasonwire.Step(s.look), reasonwire.Pad(s.looked), false); len(wrong) > 0 {
		return graph.Result{Outcome: Looked, Output: reasonwire.FromResult(reason.Failed("not_called", wrong[0].String()).Sound())}, nil
	}
	r := reasongraph.Made(ctx, d.Readers, d.call(s, at), s.look)
	if err := ctx.Err(); err != nil {
		return graph.Result{}, err
	}
	return graph.Result{Outcome: Looked, Output: r}, nil
}

// last says that the model has to write the plan now: it was asked often enough, or what a draft
// may cost would not last for another look, the plan, and mending that.
func (d drafter) last(s *State) bool {
	spent := usage.Total(s.spent)
	left, n := d.c.Draft.Less(spent), int64(max(1, s.looks))
	short := func(left, spent int64) bool { return left >= 0 && left < 3*spent/n }
	return s.looks+1 >= mostCalls || short(left.Tokens, spent.GetInputTokens()+spent.GetOutputTokens()) || short(left.MicroUSD, spent.GetCostMicroUsd())
}

// lookedUp takes what a reader has returned. What was looked up for an earlier draft is known to
// a later one, as far as a model is shown it.
func (s *State) lookedUp(r *reasonv1.Result) {
	all := append(s.looked[:len(s.looked):len(s.looked)], &reasonv1.Entry{Step: s.look, Result: r})
	s.looked, s.looks, s.look = all[max(0, len(all)-reason.Window):], s.looks+1, nil
}
