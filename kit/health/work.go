package health

import (
	"context"
	"errors"
	"slices"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// A work is something under way that needs conditions.
type work struct {
	needs  []string
	cancel context.CancelCauseFunc
}

// While returns a context that ends when one of the named conditions has been lost
// for longer than it is worth waiting, with the reason as its cause: a
// *fault.Error. If that is so already it returns the reason. What is not known yet
// counts as there.
func (m *Monitor) While(ctx context.Context, names ...string) (context.Context, context.CancelFunc, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, name := range names {
		if s := m.states[name]; s != nil && s.over {
			return nil, nil, s.fault()
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	w := &work{names, cancel}
	m.works[w] = true
	return ctx, func() {
		m.mu.Lock()
		delete(m.works, w)
		m.mu.Unlock()
		cancel(nil)
	}, nil
}

// end ends the work that needs a condition, if that is still lost as it was.
func (m *Monitor) end(s *state, since time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s.cause == nil || s.since != since {
		return
	}
	s.over = true
	for w := range m.works {
		if slices.Contains(w.needs, s.Name) {
			w.cancel(s.fault())
		}
	}
}

// fault is what callers are told of a lost condition.
func (s *state) fault() *fault.Error {
	if f, ok := errors.AsType[*fault.Error](s.cause); ok {
		return f
	}
	return fault.Wrap(s.cause, codes.Unavailable, s.Reason, "%s: not there now; try again in a moment", s.Name)
}
