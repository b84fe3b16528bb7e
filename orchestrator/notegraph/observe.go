package notegraph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/store"
)

// conflictsMax is how often a page that someone else has written meanwhile is
// read and observed again before it is left for another day.
const conflictsMax = 5

// observe keeps what is worth remembering.
func (h handlers) observe(ctx context.Context, s State, step graph.Step) (graph.Result, error) {
	for range conflictsMax {
		out := &notegraphv1.Observed{}
		err := h.observeOnce(ctx, s, step, out)
		switch {
		case errors.Is(err, store.ErrConflict):
			continue
		case errors.Is(err, store.ErrReadOnly):
			// Who may not write to a vault still gets answers from it.
		case err != nil:
			return graph.Result{}, err
		}
		return graph.Result{Outcome: Observed, Output: out, Degraded: out.GetProvenance().GetDegraded()}, nil
	}
	return graph.Result{}, fmt.Errorf("write the global context: %w", store.ErrConflict)
}

func (h handlers) observeOnce(ctx context.Context, s State, step graph.Step, out *notegraphv1.Observed) error {
	page, err := h.context(ctx, s)
	if err != nil {
		return err
	}
	req := &observerv1.ObserveRequest{
		Context:       s.call(ctx),
		GlobalContext: page.Text,
		DomainContext: h.Domains.Reading(s.Domains, ""),
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
	more := h.review(ctx, s, req, res)
	out.Provenance = mind.Together(out.GetProvenance(), more.GetProvenance())
	if more.GetShouldUpdate() {
		out.Insights = append(out.Insights, more.GetInsights()...)
		more.Archived = append(res.GetArchived(), more.GetArchived()...)
		res = more
	}
	if !res.GetShouldUpdate() {
		return nil
	}
	page, err = h.Store.PutContext(ctx, s.Scope(), page.Token, res.GetGlobalContext(), res.GetArchived())
	if err != nil {
		return fmt.Errorf("write the global context: %w", err)
	}
	out.ContextVersion = page.Version
	return nil
}

// reviewDays is how long a page goes without a periodic look at it. There is no
// clock behind it: the first run of a user after that time brings the look along,
// and a page that nobody uses needs none.
const reviewDays = 7

// review has the observer look at the page as time has passed: for habits that
// have formed and for hunches that nothing has confirmed. What was observed of
// the run itself comes first, and stands even if the look fails. An empty page has no
// room for the day of the last look: there it is the first note of each day.
func (h handlers) review(ctx context.Context, s State, seen *observerv1.ObserveRequest, saw *observerv1.ObserveResponse) *observerv1.ObserveResponse {
	text := saw.GetGlobalContext()
	if text == "" && !h.firstOfDay(ctx, s, seen.GetEntry()) || !reviewDue(s, text) {
		return nil
	}
	recent, err := h.recent(ctx, s, "", h.c.RecentDays)
	if err != nil {
		return nil
	}
	res, err := h.Observer.Observe(ctx, &observerv1.ObserveRequest{
		Context:       s.call(ctx),
		Trigger:       observerv1.Trigger_TRIGGER_PERIODIC,
		GlobalContext: text,
		DomainContext: h.Domains.Reading(h.Domains.Names(), ""),
		Entry:         seen.GetEntry(),
		Recent:        recent,
		MaxTokens:     seen.GetMaxTokens(),
	})
	if err != nil {
		return nil
	}
	return res
}

// firstOfDay reports whether an entry is the first one of its day.
func (h handlers) firstOfDay(ctx context.Context, s State, e *commonv1.Entry) bool {
	day, err := notes.ParseDay(e.GetDate())
	if err != nil || day.IsZero() {
		return false
	}
	first, err := h.Store.List(ctx, s.Scope(), notes.Range{Start: day, End: day}, "", 1, false)
	return err == nil && len(first) == 1 && first[0].GetId() == e.GetId()
}

// reviewDue reports whether the page was not looked at for a while, by the day of
// the run in its own zone.
func reviewDue(s State, page string) bool {
	zone, err := time.LoadLocation(s.Input.GetContext().GetTimeZone())
	if err != nil {
		return false
	}
	last := contextpage.Parse(page).Reviewed()
	return last.IsZero() || notes.DayOf(s.Input.GetContext().GetNow().AsTime().In(zone)).Sub(last) >= reviewDays
}

// observed tells the observer what happened on this branch: a question was
// answered, or a note was kept.
func (h handlers) observed(ctx context.Context, s State, step graph.Step, req *observerv1.ObserveRequest) error {
	if s.asks() && step.Branch == 1 {
		req.Trigger = observerv1.Trigger_TRIGGER_POST_QUERY
		req.Query = s.query()
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
	entry, err := h.body(ctx, s, id)
	if err != nil || entry == nil { // removed meanwhile; there is nothing to learn
		return err
	}
	req.Entry = entry
	recent, err := h.recent(ctx, s, id, h.c.RecentDays)
	req.Recent = alike(entry, recent, h.Domains.Reading(nil, "").GetLoaded())
	return err
}

// alike returns the entries that may have numbers to compare with those of an entry:
// those with data of a domain that it has data of, and those that no parser found any
// in. The base domain is every note's.
func alike(e *commonv1.Entry, all []*commonv1.Entry, base []string) []*commonv1.Entry {
	of := e.GetDomainData().GetFields()
	return slices.DeleteFunc(all, func(other *commonv1.Entry) bool {
		if other.GetDomainData() == nil {
			return false
		}
		for domain := range other.GetDomainData().GetFields() {
			if of[domain] != nil && !slices.Contains(base, domain) {
				return false
			}
		}
		return true
	})
}
