package webhook

import (
	"context"
	"errors"
	"sync"
	"time"
)

// noteEvery is how often it is kept how deliveries fare.
const noteEvery = 10 * time.Second

// A standing is how the deliveries of a webhook fare, as far as this process knows. What
// changes is kept at once; that it goes on like that, now and then.
type standing struct {
	hooks *Webhooks
	hook  Webhook

	mu      sync.Mutex
	failing bool
	dirty   bool
	success time.Time
	failure Failure
	givenUp int64 // that are not kept yet
}

func newStanding(h *Webhooks, w Webhook) *standing {
	return &standing{hooks: h, hook: w, failing: w.Failure.Time.After(w.Success)}
}

// keep keeps how deliveries fare until ctx ends.
func (s *standing) keep(ctx context.Context) {
	tick := time.NewTicker(noteEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			s.note(context.WithoutCancel(ctx))
			return
		case <-tick.C:
			s.note(ctx)
		}
	}
}

// succeeded notes a delivery.
func (s *standing) succeeded(ctx context.Context) {
	s.mu.Lock()
	changed := s.failing || s.success.IsZero()
	s.success, s.failing, s.dirty = time.Now().UTC(), false, true
	s.mu.Unlock()
	if changed {
		s.note(ctx)
	}
}

// failed notes a delivery that failed, and reports whether that is new.
func (s *standing) failed(ctx context.Context, a attempt) bool {
	s.mu.Lock()
	changed := !s.failing
	s.fail(a)
	s.mu.Unlock()
	if changed {
		s.note(ctx)
	}
	return changed
}

// fail notes a failure; the caller holds the mutex.
func (s *standing) fail(a attempt) {
	s.failure = Failure{Time: time.Now().UTC(), Status: a.status, Reason: a.reason}
	s.failing, s.dirty = true, true
}

// gaveUp notes an event that is given up.
func (s *standing) gaveUp(ctx context.Context, a attempt) {
	s.mu.Lock()
	s.fail(a)
	s.givenUp++
	s.mu.Unlock()
	s.note(ctx)
}

// disable disables the webhook, and reports whether it is then. It is not if it was changed
// since its receiver was asked: what was at the old URL says nothing of the new one.
func (s *standing) disable(ctx context.Context, a attempt) (bool, error) {
	now := time.Now().UTC()
	changed := false
	_, err := s.hooks.store.update(ctx, s.hook.Tenant, s.hook.ID, func(w *Webhook) bool {
		changed = !w.sendsLike(&s.hook)
		if changed || !w.Disabled.IsZero() {
			return false
		}
		w.Disabled, w.DisabledBy, w.Failure = now, "", Failure{Time: now, Status: a.status, Reason: a.reason}
		return true
	})
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return !changed, err
}

// note keeps how deliveries fare. What can't be kept now is kept with what comes next.
func (s *standing) note(ctx context.Context) {
	s.mu.Lock()
	dirty, success, failure, givenUp := s.dirty, s.success, s.failure, s.givenUp
	s.dirty, s.givenUp = false, 0
	s.mu.Unlock()
	if !dirty {
		return
	}
	_, err := s.hooks.store.update(ctx, s.hook.Tenant, s.hook.ID, func(w *Webhook) bool {
		if success.After(w.Success) {
			w.Success = success
		}
		if failure.Time.After(w.Failure.Time) {
			w.Failure = failure
		}
		w.GivenUp += givenUp
		return true
	})
	if err != nil && !errors.Is(err, ErrNotFound) {
		s.mu.Lock()
		s.dirty, s.givenUp = true, s.givenUp+givenUp
		s.mu.Unlock()
		s.hooks.o.Log.DebugContext(ctx, "how a webhook fares can't be kept", "webhook", s.hook.ID, "error", err)
	}
}
