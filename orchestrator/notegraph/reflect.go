package notegraph

import (
	"context"
	"errors"
	"fmt"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	notegraphv1 "github.com/weft-mesh/weft/proto/gen/weft/notegraph/v1"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/contextpage"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/store"
)

const (
	// firstReflection is how many days the first look over the notes goes back.
	firstReflection = 30
	// mostReflected is how many notes one goes over at most, the newest.
	mostReflected = 2000
)

// A Reflection is what a look over the notes has come to.
type Reflection struct {
	Since    notes.Day
	Observed *observerv1.ObserveResponse
}

// Reflect has the observer look over the notes since a day, or since the last such look
// if it is zero, and keeps what is worth remembering. It is no run: what it costs is
// held against the budget of the day, and no step of a run asks the observer's model.
func Reflect(ctx context.Context, d Deps, c Config, call *commonv1.CallContext, since notes.Day) (Reflection, error) {
	zone, err := time.LoadLocation(call.GetTimeZone())
	if err != nil {
		return Reflection{}, fmt.Errorf("time zone: %w", err)
	}
	h := handlers{d, c}
	today := notes.DayOf(call.GetNow().AsTime().In(zone))
	s := State{Input: &notegraphv1.Input{Context: call}}
	ctx, err = h.Budget.Allow(ctx, call.GetTenant(), budget.Spent{})
	if err != nil {
		return Reflection{}, err
	}
	if err := h.Store.Writable(s.Scope()); err != nil {
		return Reflection{}, err
	}
	for range conflictsMax {
		out, err := h.reflect(ctx, s, since, today)
		if !errors.Is(err, store.ErrConflict) {
			return out, err
		}
	}
	return Reflection{}, fmt.Errorf("write the global context: %w", store.ErrConflict)
}

func (h handlers) reflect(ctx context.Context, s State, since, today notes.Day) (Reflection, error) {
	page, err := h.context(ctx, s)
	if err != nil {
		return Reflection{}, err
	}
	if since.IsZero() {
		since = contextpage.Parse(page.Text).Reflected()
	}
	if since.IsZero() {
		since = today.AddDays(-firstReflection)
	}
	recent, err := h.recent(ctx, s, "", max(h.c.RecentDays, mostReflected))
	if err != nil {
		return Reflection{}, err
	}
	res, err := h.Observer.Observe(ctx, &observerv1.ObserveRequest{
		Context:       s.call(ctx),
		Trigger:       observerv1.Trigger_TRIGGER_REFLECTION,
		GlobalContext: page.Text,
		DomainContext: h.Domains.Reading(h.Domains.Names(), ""),
		Recent:        recent,
		MaxTokens:     int32(h.c.ContextLimit),
		Since:         since.String(),
	})
	if err != nil {
		return Reflection{}, fmt.Errorf("reflect: %w", err)
	}
	if res.GetShouldUpdate() {
		if _, err := h.Store.PutContext(ctx, s.Scope(), page.Token, res.GetGlobalContext(), res.GetArchived()); err != nil {
			return Reflection{}, fmt.Errorf("write the global context: %w", err)
		}
	}
	return Reflection{since, res}, nil
}
