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
// failed when its time is up twice, and is waited for: it is never started twice.
func (m *Monitor) probe(ctx context.Context, c Condition) {
	bound, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	result := make(chan error, 1)
	go func() { result <- c.Probe(bound) }()
	for wait := atMost + grace; ; wait = every + atMost {
		select {
		case err := <-result:
			if ctx.Err() == nil {
				m.judge(c.Name, err, bound.Err() != nil)
			}
			return
		case <-ctx.Done():
			return
		case <-time.After(wait):
			m.judge(c.Name, errSilent, true)
		}
	}
}

// judge notes the result of a probe. One that only took too long says as much of a busy
// machine as of the condition: it counts if the next one takes too long as well.
func (m *Monitor) judge(name string, err error, slow bool) {
	m.mu.Lock()
	s := m.states[name]
	first := err != nil && slow && s.cause == nil && !s.slow
	s.slow = err != nil && slow
	m.mu.Unlock()
	if !first {
		m.set(name, err)
	}
}

func (m *Monitor) holds(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.states[name].cause == nil
}
