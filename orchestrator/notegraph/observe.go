package notegraph

import (
	"context"
	"errors"
	"fmt"

	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/store"
)

// conflictsMax is how often a page that someone else has written meanwhile is
// read and observed again before it is left for another day.
const conflictsMax = 5

// observe keeps what is worth remembering. A run has its answer or its entry by
// then, so nothing that goes wrong here fails it.
func (h handlers) observe(ctx context.Context, s State, step graph.Step) (graph.Result, error) {
	out := &notegraphv1.Observed{}
	for range conflictsMax {
		err := h.observeOnce(ctx, s, step, out)
		if err == nil {
			return graph.Result{Outcome: Observed, Output: out, Degraded: out.GetProvenance().GetDegraded()}, nil
		}
		if errors.Is(err, store.ErrConflict) {
			continue
		}
		if errors.Is(err, store.ErrReadOnly) {
			// Who may not write to a vault still gets answers from it.
			out.Updated = false
			return graph.Result{Outcome: Observed, Output: out}, nil
		}
		if !h.last(step) {
			return graph.Result{}, err
		}
		break
	}
	return graph.Result{Outcome: Observed, Output: &notegraphv1.Observed{}, Degraded: true}, nil
}

func (h handlers) observeOnce(ctx context.Context, s State, step graph.Step, out *notegraphv1.Observed) error {
	page, err := h.context(ctx, s)
	if err != nil {
		return err
	}
	req := &observerv1.ObserveRequest{
		Context:       s.Input.GetContext(),
		GlobalContext: page.Text,
		DomainContext: h.Domains.Context(s.Domains),
		MaxTokens:     int32(h.c.ContextLimit),
	}
	if err := h.observed(ctx, s, step, req); err != nil {
		return err
	}
	res, err := h.Observer.Observe(ctx, req)
	if err != nil {
		return fmt.Errorf("observe: %w", err)
	}
	out.Insights, out.Provenance, out.ContextVersion = res.GetInsights(), res.GetProvenance(), page.Version
	if !res.GetShouldUpdate() {
		return nil
	}
	page, err = h.Store.PutContext(ctx, s.Scope(), page.Token, res.GetGlobalContext(), res.GetArchived())
	if err != nil {
		return fmt.Errorf("write the global context: %w", err)
	}
	out.ContextVersion, out.Updated = page.Version, true
	return nil
}

// observed tells the observer what happened on this branch: a question was
// answered, or a note was kept.
func (h handlers) observed(ctx context.Context, s State, step graph.Step, req *observerv1.ObserveRequest) error {
	if s.asks() && step.Branch == 1 {
		req.Trigger = observerv1.Trigger_TRIGGER_POST_QUERY
		req.Query, req.Analysis, req.Answer = s.query(), s.Analysis, s.Draft.GetAnswer().GetText()
		return nil
	}
	req.Trigger = observerv1.Trigger_TRIGGER_SIGNIFICANT_LOG
	id := s.StoredNote.GetEntry().GetId()
	if s.correction() {
		req.Trigger = observerv1.Trigger_TRIGGER_USER_CORRECTION
		req.Correction = s.note()
		if c := s.StoredNote.GetCorrected(); c != nil {
			id = c.GetId()
		}
	}
	entry, err := h.Store.Get(ctx, s.Scope(), id)
	if isNotFound(err) {
		return nil // removed meanwhile; there is nothing to learn
	}
	if err != nil {
		return fmt.Errorf("read note %s: %w", id, err)
	}
	req.Entry = entry
	req.Recent, err = h.recent(ctx, s, id)
	return err
}
