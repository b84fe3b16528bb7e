package plangraph

import (
	"context"
	"fmt"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	executorv1 "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"

	"github.com/weft-mesh/weft/kit/reason"
	"github.com/weft-mesh/weft/kit/reason/reasonwire"
	"github.com/weft-mesh/weft/kit/usage"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/retrieval"
)

const (
	mostCalls    = 10   // of a model for a draft, each of which looks something up but the last
	mostTools    = 1000 // that a planner takes
	mostFeedback = 20   // things that people said, the last of them
)

type drafter struct {
	Deps
	c       Config
	readers *reason.Catalogue
}

// draft has the planner draft what is wanted, from the notes that bear on it and the tools
// that an operator has agreed to, or say what it looks up first. A plan that is written already goes on as it is.
func (d drafter) draft(ctx context.Context, s *State, at graph.Step) (graph.Result, error) {
	if s.wish == "" {
		return graph.Result{Outcome: Drafted}, nil
	}
	call := d.call(s, at)
	found, err := retrieval.Notes(ctx, d.Retriever, call, s.wish, d.c.MaxNotes, d.Vocabulary)
	if err != nil {
		return graph.Result{}, err
	}
	tools, err := d.tools(ctx, call)
	if err != nil {
		return graph.Result{}, err
	}
	limit := d.c.Draft
	limit.Amount = limit.Less(usage.Total(s.spent))
	call.ModelBudget = budget.Within(ctx, limit)
	req := &plannerv1.DraftRequest{
		Context: call, Wish: s.wish, Tools: tools, Notes: found, Feedback: s.said[max(0, len(s.said)-mostFeedback):],
		Readers: reasonwire.FromCatalogue(d.readers), Looked: s.looked, Last: d.last(s),
	}
	if len(s.content.GetSteps()) > 0 {
		req.Previous = s.content
	}
	if d.Background != nil {
		req.Background = d.Background(ctx, call, s.wish)
	}
	res, err := d.Planner.Draft(ctx, req)
	if err != nil {
		return graph.Result{}, fmt.Errorf("draft: %w", err)
	}
	if res.GetLook() != nil && !req.GetLast() {
		return graph.Result{Outcome: Looks, Output: res.GetLook(), Degraded: res.GetProvenance().GetDegraded()}, nil
	}
	out := graph.Result{
		Outcome: Drafted, Degraded: res.GetProvenance().GetDegraded(),
		Output: &planv1.Drafted{Content: res.GetContent(), Missing: res.GetMissing(), Provenance: res.GetProvenance()},
	}
	if res.GetContent() == nil {
		out.Outcome = Undrafted
	}
	return out, nil
}

// tools are those that may be called.
func (d drafter) tools(ctx context.Context, call *commonv1.CallContext) ([]*commonv1.Tool, error) {
	if d.Executor == nil {
		return nil, nil
	}
	list, err := d.Executor.ListTools(ctx, &executorv1.ListToolsRequest{Context: call})
	if err != nil {
		return nil, fmt.Errorf("list the tools: %w", err)
	}
	out := slices.DeleteFunc(list.GetTools(), func(t *commonv1.Tool) bool { return t.GetTrust() != commonv1.ToolTrust_TOOL_TRUST_TRUSTED })
	return out[:min(len(out), mostTools)], nil
}
