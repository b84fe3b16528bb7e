package fair

import (
	"sync"
	"time"
)

// A Window is a semaphore whose size follows what stands behind it: as TCP does for a link,
// it grows while that goes well and shrinks when it has too much to do. So callers wait
// here, where they can be counted, shared among tenants and refused. It is safe for
// concurrent use.
type Window struct {
	*Semaphore
	most float64

	mu     sync.Mutex
	size   float64
	double bool          // until it first shrinks it grows by one for each answer
	shrunk time.Time     // when it last did
	best   time.Duration // the shortest time that an answer took; 0: not known
}

// NewWindow returns a window of a first and a largest size, which grows by one for each
// round that went well.
func NewWindow(first, most int) *Window {
	return &Window{Semaphore: New(first, first), most: float64(most), size: float64(first)}
}

// NewDoublingWindow returns a window that doubles with each round that went well, until it
// has first shrunk.
func NewDoublingWindow(first, most int) *Window {
	w := NewWindow(first, most)
	w.double = true
	return w
}

// Grow takes in that something went well that began at a time.
func (w *Window) Grow(begun time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.grow(begun)
}

// Shrink takes in that something that began at a time found too much to do: half of the
// places are left. What was under way together shrinks the window once.
func (w *Window) Shrink(begun time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shrink(begun, 1.0/2)
}

// Answered takes in how long an answer took that was asked for at a time, and how long its
// caller could wait for a place and for the answer. Where too much stands behind, a place
// more has each answer take longer; so answers are to take half of their time at most. Those
// that take as long by themselves, not twice as long as the shortest, come no sooner for
// there being fewer.
func (w *Window) Answered(begun time.Time, had time.Duration) {
	took := time.Since(begun)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.best == 0 || took < w.best {
		w.best = took
	}
	w.expectAtLeast(took)
	if 4*took > had && 4*took > 7*w.best { // it is near: don't go far beyond
		w.double = false
	}
	switch more := float64(took) * (w.size + 1) / w.size; {
	case 2*took > had && took > 2*w.best:
		w.shrink(begun, max(1.0/2, float64(had)/float64(2*took)))
	case more <= float64(had):
		w.grow(begun)
	}
}

// grow adds places if they were wanted since a time: only then it says something that it went
// well. The caller holds the mutex.
func (w *Window) grow(begun time.Time) {
	switch {
	case !w.wantedSince(begun):
	case w.double:
		w.resize(w.size + 1)
	default:
		w.resize(w.size + 1/w.size)
	}
}

// shrink leaves a part of the places. The caller holds the mutex.
func (w *Window) shrink(begun time.Time, part float64) {
	if !begun.After(w.shrunk) {
		return
	}
	w.double, w.shrunk = false, time.Now()
	w.resize(w.size * part)
}

// resize changes the number of places. The caller holds the mutex.
func (w *Window) resize(size float64) {
	before := int(w.size)
	w.size = min(max(size, 1), w.most)
	if now := int(w.size); now != before {
		w.Resize(now, now)
	}
}
