package notegraph

import (
	"context"
	"fmt"
	"slices"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	plannerv1 "github.com/weft-mesh/weft/proto/gen/weft/planner/v1"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

func (h handlers) plan(ctx context.Context, s State, _ graph.Step) (graph.Result, error) {
	page, unread := h.page(ctx, s)
	planned, err := h.planQuestion(ctx, s, page)
	if err != nil {
		return graph.Result{}, err
	}
	planned.Warnings = unread
	outcome := ToSynthesize
	if s.Said || s.Analysis == nil && len(s.Attempts) > 0 {
		outcome = ToRetrieve // which passes on what is there, to be analyzed
	}
	switch planned.GetPlan().GetNextAction() {
	case plannerv1.NextAction_NEXT_ACTION_RETRIEVE:
		if len(planned.GetPlan().GetInstructions()) > 0 {
			outcome = ToRetrieve
		}
	case plannerv1.NextAction_NEXT_ACTION_EXPAND_DOMAIN:
		outcome = ToExpand
	case plannerv1.NextAction_NEXT_ACTION_CLARIFY:
		outcome = ToClarify
		if h.modelWrites(s) {
			outcome = ToSynthesize // it has read the notes before it asks
		}
	}
	return graph.Result{
		Outcome:  outcome,
		Output:   planned,
		Degraded: planned.GetPlan().GetProvenance().GetDegraded(),
	}, nil
}

// planQuestion plans the question and, if its parts do not run as one, each
// part too, side by side.
func (h handlers) planQuestion(ctx context.Context, s State, page string) (*notegraphv1.Planned, error) {
	domains := planning(h.Domains.Context(s.Domains))
	req := &plannerv1.PlanRequest{
		Context:          s.call(ctx),
		Query:            s.query(),
		QueryType:        s.Plan.GetQueryType(),
		DomainContext:    domains,
		RetrievalHistory: s.Attempts,
		Gaps:             s.Gaps,
		Feedback:         s.toSearchFor(),
		GlobalContext:    page,
		Clarifications:   s.Clarifications,
		SubQueries:       s.Plan.GetSubQueries(),
		Understanding:    s.Route.GetUnderstanding(),
	}
	whole, err := h.Planner.Plan(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	out := &notegraphv1.Planned{Plan: whole}
	expand := plannerv1.NextAction_NEXT_ACTION_EXPAND_DOMAIN
	if len(whole.GetSubQueries()) < 2 || whole.GetDependency() == commonv1.DependencyType_DEPENDENCY_TYPE_COUPLED || whole.GetNextAction() == expand {
		return out, nil
	}
	if s.Plan != nil && !s.Plan.GetPlanAgain() && s.Plan.GetNextAction() != expand { // the parts are planned once; a retry refines the whole
		out.Parts = s.Parts
		return out, nil
	}
	parts := make([]*plannerv1.PlanResponse, len(whole.GetSubQueries()))
	group, ctx := errgroup.WithContext(ctx)
	for i, q := range whole.GetSubQueries() {
		group.Go(func() error {
			part := proto.Clone(req).(*plannerv1.PlanRequest)
			part.Context = s.call(ctx) // the whole has cost something
			part.Query, part.QueryType = q.GetQuestion(), commonv1.QueryType_QUERY_TYPE_UNSPECIFIED
			part.SubQueries = []*commonv1.SubQuery{{Id: 1, Question: q.GetQuestion()}} // it is whole, and its domains are loaded
			var err error
			if parts[i], err = h.Planner.Plan(ctx, part); err != nil {
				return fmt.Errorf("plan part %d: %w", q.GetId(), err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i, q := range whole.GetSubQueries() {
		whole.Provenance = mind.Together(whole.GetProvenance(), parts[i].GetProvenance())
		part := cloned(q)
		part.Form = inherit(parts[i].GetForm(), whole.GetForm())
		out.Parts = append(out.Parts, part)
		whole.Instructions = addInstructions(whole.GetInstructions(), q.GetId(), parts[i].GetInstructions())
	}
	return out, nil
}

// inherit completes the form of a part from that of the whole: "… and how to
// fix it?" is about what the first part is about.
func inherit(part, whole *commonv1.QueryForm) *commonv1.QueryForm {
	out := cloned(part)
	if len(out.GetSubjects()) == 0 {
		out.Subjects = whole.GetSubjects()
	}
	if len(out.GetRanges()) == 0 {
		out.Ranges = whole.GetRanges()
	}
	return out
}

// addInstructions adds a part's instructions to those of the whole. One that is
// there already serves the part as well.
func addInstructions(all []*commonv1.RetrievalInstruction, part int32, more []*commonv1.RetrievalInstruction) []*commonv1.RetrievalInstruction {
	for _, in := range more {
		i := slices.IndexFunc(all, func(have *commonv1.RetrievalInstruction) bool { return sameSearch(have, in) })
		if i >= 0 {
			if len(all[i].GetSubQueryIds()) > 0 && !slices.Contains(all[i].GetSubQueryIds(), part) {
				all[i].SubQueryIds = append(all[i].SubQueryIds, part)
			}
			continue
		}
		in = cloned(in)
		in.Id, in.SubQueryIds = int32(len(all)+1), []int32{part}
		all = append(all, in)
	}
	return all
}

// sameSearch reports whether two instructions look for the same.
func sameSearch(a, b *commonv1.RetrievalInstruction) bool {
	return a.GetStrategy() == b.GetStrategy() &&
		proto.Equal(a.GetDateRange(), b.GetDateRange()) &&
		slices.Equal(a.GetKeywords(), b.GetKeywords()) &&
		a.GetMatchAll() == b.GetMatchAll() &&
		a.GetTopic() == b.GetTopic() &&
		a.GetPattern() == b.GetPattern() &&
		a.GetQuestion() == b.GetQuestion() &&
		a.GetOrder() == b.GetOrder() &&
		proto.Equal(a.GetSelection(), b.GetSelection())
}
