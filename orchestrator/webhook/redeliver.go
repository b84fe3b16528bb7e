package webhook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/weft-mesh/weft/orchestrator/runlog"
)

var (
	// ErrDisabled is returned if an event is to be sent to a webhook that is disabled.
	ErrDisabled = errors.New("webhook is disabled")
	// ErrEventNotFound is returned for an event that is not known, or not any more.
	ErrEventNotFound = errors.New("event not found")
)

// Redeliver sends an event again, once, that is in the attempts for a webhook: as it was, to
// the URL that the webhook has now.
func (h *Webhooks) Redeliver(ctx context.Context, runs Runs, tenant, id, eventID, user string) (Delivery, error) {
	w, _, err := h.store.get(ctx, tenant, id)
	switch {
	case err != nil:
		return Delivery{}, err
	case !w.Disabled.IsZero():
		return Delivery{}, fmt.Errorf("webhook %s: %w", id, ErrDisabled)
	}
	e, of, err := h.eventAgain(ctx, runs, &w, eventID)
	if err != nil {
		return Delivery{}, err
	}
	d := deliveryOf(e, of.Run, of.Sequence, h.sender.send(ctx, &w, e.id, e.body))
	if err := ctx.Err(); err != nil && d.Reason != "" {
		return Delivery{}, err // the caller has gone, and the receiver may not have it
	}
	d.User = user
	// It was sent, so the caller's patience is of no matter.
	kept := context.WithoutCancel(ctx)
	if err := h.deliveries.keepAttempts(kept, &w, []Delivery{d}); err != nil {
		return Delivery{}, err
	}
	_, err = h.store.update(kept, tenant, id, func(w *Webhook) bool {
		if now := time.Now().UTC(); d.Reason == "" {
			w.Success = now
		} else {
			w.Failure = Failure{Time: now, Status: d.Status, Reason: d.Reason}
		}
		return true
	})
	if errors.Is(err, ErrNotFound) {
		err = nil // it was deleted meanwhile
	}
	return d, err
}

// eventAgain makes an event again that was sent to a webhook before.
func (h *Webhooks) eventAgain(ctx context.Context, runs Runs, w *Webhook, id string) (event, runlog.Change, error) {
	unknown := fmt.Errorf("event %s of webhook %s: %w", id, w.ID, ErrEventNotFound)
	all, err := h.deliveries.listAttempts(ctx, w)
	if err != nil {
		return event{}, runlog.Change{}, err
	}
	for _, d := range all {
		if d.Event != id {
			continue
		}
		r, err := h.log.RecordAt(ctx, runlog.Key{Tenant: w.Tenant, Run: d.Run}, d.Place)
		if errors.Is(err, runlog.ErrNotFound) {
			return event{}, runlog.Change{}, unknown
		}
		if err != nil {
			return event{}, runlog.Change{}, err
		}
		e, err := w.event(ctx, runs, d.Kind, r.Change)
		if err == nil && e.id != id {
			err = unknown // a log that was restored has another record there
		}
		return e, r.Change, err
	}
	return event{}, runlog.Change{}, unknown
}
