package graph

import (
	"context"
	"sync"
	"time"
)

// A wall is where a walk's time ends. It moves back for each step that may take
// longer than others.
type wall struct {
	mu    sync.Mutex
	after time.Duration
	start time.Time
	end   time.Time // zero: there is none
	timer *time.Timer
	rests bool
}

// newWall returns a wall and calls over when the walk has come to it. No time is
// no wall.
func newWall(after time.Duration, over func()) *wall {
	w := &wall{after: after, start: time.Now()}
	if after > 0 {
		w.end = w.start.Add(after)
		w.timer = time.AfterFunc(after, over)
	}
	return w
}

// moveBack gives the walk more time, unless it is over.
func (w *wall) moveBack(by time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil && by > 0 && w.timer.Stop() {
		w.end = w.end.Add(by)
		w.timer.Reset(time.Until(w.end))
	}
}

// rest takes the wall away while nothing is at work, unless the walk has come to it.
func (w *wall) rest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rests = w.timer != nil && w.timer.Stop()
	if w.rests {
		w.end = time.Time{}
	}
}

// begin puts the wall up again, for another stretch of work.
func (w *wall) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.rests {
		w.rests, w.start, w.end = false, time.Now(), time.Now().Add(w.after)
		w.timer.Reset(w.after)
	}
}

// limit returns a context that ends after d, or at the wall if that is nearer: a
// deadline that whoever is called further on can see and keep.
func (w *wall) limit(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := time.Now().Add(d)
	if !w.end.IsZero() && w.end.Before(at) {
		at = w.end
	}
	return context.WithDeadline(ctx, at)
}

// reached reports whether the walk's time is over.
func (w *wall) reached() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.end.IsZero() && !time.Now().Before(w.end)
}

// allowed is how much time the walk had in all.
func (w *wall) allowed() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.end.Sub(w.start)
}

func (w *wall) stop() {
	if w.timer != nil {
		w.timer.Stop()
	}
}
