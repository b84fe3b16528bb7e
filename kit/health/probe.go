package health

import (
	"context"
	"time"
)

// grace is how long a probe whose time is up may take to say why.
const grace = 100 * time.Millisecond

// watch probes one condition until ctx ends.
func (m *Monitor) watch(ctx context.Context, c Condition) {
	for ctx.Err() == nil {
		if c.Reported && m.holds(c.Name) {
			select {
			case <-ctx.Done():
				return
			case <-m.wake[c.Name]:
			}
		}
		select {
		case <-m.wake[c.Name]: // what was reported before a probe is answered by it
		default:
		}
		m.probe(ctx, c)
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
}

// probe probes a condition once. A probe that does not heed its context counts as
// failed when its time is up, and is waited for: it is never started twice.
func (m *Monitor) probe(ctx context.Context, c Condition) {
	bound, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	result, ended := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(ended)
		result <- c.Probe(bound)
	}()
	select {
	case err := <-result:
		if ctx.Err() == nil {
			m.set(c.Name, err)
		}
		return
	case <-ctx.Done():
		return
	case <-time.After(atMost + grace):
		m.set(c.Name, errSilent)
	}
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

func (m *Monitor) holds(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.states[name].cause == nil
}
