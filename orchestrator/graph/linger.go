package graph

import "time"

// stays reports whether the walk goes on: something is at work, or there are children
// that may end soon. Then nothing has to be read again when they do.
func (w *walk[S]) stays() bool {
	if len(w.running) > 0 {
		return true
	}
	if w.o.Ends == nil || w.left || w.yield != nil || w.failure != nil || w.late || len(w.run.Children()) == 0 {
		return false
	}
	if w.stay == nil {
		if w.stayFor = w.o.Idle(); w.stayFor <= 0 {
			return false
		}
		w.wall.rest()
		w.stay = time.NewTimer(w.stayFor)
	}
	return true
}

// busy notes that something is at work again.
func (w *walk[S]) busy() {
	if w.left = false; w.stay == nil {
		return
	}
	w.stay.Stop()
	w.stay = nil
	w.wall.begin()
	w.o.Busy()
}

// Due returns the first time at which a branch goes on by itself, or zero.
func (p *Progress) Due() (at time.Time) {
	if !p.Timed {
		return at
	}
	for i := range p.Branches {
		b := &p.Branches[i]
		t := b.Waiting.GetExpireTime()
		if b.Timer != nil {
			t = b.Timer.GetFireTime()
		}
		if t != nil && (at.IsZero() || t.AsTime().Before(at)) {
			at = t.AsTime()
		}
	}
	return at
}

// bell is received from when a branch goes on by itself. Once the walk's time is over
// nothing does.
func (w *walk[S]) bell() <-chan time.Time {
	if w.late {
		return nil
	}
	at := w.run.Due()
	if !at.Equal(w.ringsAt) {
		w.ringsAt = at
		if w.rings != nil {
			w.rings.Stop()
			w.rings = nil
		}
		if !at.IsZero() {
			w.rings = time.NewTimer(at.Sub(w.o.Now()))
		}
	}
	if w.rings == nil {
		return nil
	}
	return w.rings.C
}

// long is received from when the walk has stayed for children long enough.
func (w *walk[S]) long() <-chan time.Time {
	if w.stay == nil {
		return nil
	}
	return w.stay.C
}
