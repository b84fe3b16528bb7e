package health

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/weft-mesh/weft/kit/fault"
)

const (
	every    = time.Second     // after a probe, until the next one
	atMost   = time.Second     // that a probe may take
	patience = 3 * time.Second // that work waits for a lost condition to come back
)

// Bound is how soon work that needs a condition has ended after its loss: until
// the next probe, as long as that and another one take, and the patience after it.
const Bound = 2*(every+atMost+grace) + patience

// A Condition is one thing that a process needs.
type Condition struct {
	Name string
	// Reason is what callers are told of a loss whose cause is no fault.
	Reason fault.Reason
	// Probe returns nil if the condition holds.
	Probe func(context.Context) error
	// Reported: it holds, and is probed only once Report says otherwise, from then
	// until it holds again. For probes that cost something.
	Reported bool
	// Aside: the process is ready without it, and what needs it waits.
	Aside bool
}

// Options say who is told. The zero value tells nobody.
type Options struct {
	Log *slog.Logger
	// OnChange is told the names of what is lost, once every condition has been
	// probed and then each time that it changes. It must not call the monitor.
	OnChange func(lost []string)
}

// A Monitor watches conditions. It is safe for concurrent use.
type Monitor struct {
	o     Options
	order []string
	wake  map[string]chan struct{} // of conditions that are probed after a report

	mu      sync.Mutex
	states  map[string]*state
	unknown int // conditions that have not been probed yet
	works   map[*work]bool

	allKnown chan struct{} // closed once each condition has been probed
}

// A state is how a condition stands.
type state struct {
	Condition
	known    bool
	slow     bool  // the last probe took too long
	cause    error // nil while it holds
	since    time.Time
	patience *time.Timer // with a lost condition; nil while it holds
	over     bool        // the patience is
}

var errSilent = errors.New("the probe of it does not end")

// New returns a monitor that watches once it runs. Each condition has a name of
// its own.
func New(o Options, conditions ...Condition) *Monitor {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.OnChange == nil {
		o.OnChange = func([]string) {}
	}
	m := &Monitor{o: o, wake: map[string]chan struct{}{}, states: map[string]*state{}, works: map[*work]bool{}, allKnown: make(chan struct{})}
	for _, c := range conditions {
		m.order = append(m.order, c.Name)
		m.states[c.Name] = &state{Condition: c, known: c.Reported}
		if c.Reported {
			m.wake[c.Name] = make(chan struct{}, 1)
		} else {
			m.unknown++
		}
	}
	if m.unknown == 0 {
		close(m.allKnown)
	}
	return m
}

// Run probes until ctx ends.
func (m *Monitor) Run(ctx context.Context) error {
	var probes sync.WaitGroup
	for _, name := range m.order {
		c := m.states[name].Condition
		probes.Go(func() { m.watch(ctx, c) })
	}
	probes.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.states {
		if s.patience != nil {
			s.patience.Stop()
		}
	}
	return ctx.Err()
}

// Report tells of a condition what was noticed in passing: why it fails, or by nil
// that it holds. A name that is not watched is ignored. A condition that is probed only
// after a report is lost if the probe says so too: what failed may have begun long ago.
func (m *Monitor) Report(name string, err error) {
	wake := m.wake[name]
	if wake == nil || err == nil {
		m.set(name, err)
		return
	}
	select {
	case wake <- struct{}{}:
	default: // it is awake
	}
}

// set notes how a condition stands, and tells of it if that is news.
func (m *Monitor) set(name string, cause error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.states[name]
	if s == nil {
		return
	}
	first := !s.known
	if first {
		s.known = true
		if m.unknown--; m.unknown == 0 {
			close(m.allKnown)
		}
	}
	changed := (cause == nil) != (s.cause == nil)
	switch {
	case !changed:
		s.cause = cause // the newest is what callers are told
	case cause != nil:
		since := time.Now()
		s.cause, s.since = cause, since
		s.patience = time.AfterFunc(patience, func() { m.end(s, since) })
		message := "not ready"
		if s.Aside {
			message = "away; what needs it waits"
		}
		m.o.Log.Warn(message, "lost", name, "error", cause)
	default:
		s.patience.Stop()
		s.cause, s.patience, s.over = nil, nil, false
		m.o.Log.Info("regained", "lost", name, "since", s.since, "after", time.Since(s.since).Round(time.Millisecond), "ready", m.ready())
	}
	if m.unknown == 0 && (changed || first) {
		m.o.OnChange(m.lost())
	}
}

// Known waits until each condition has been probed once, which takes at most a few seconds
// from when the monitor runs.
func (m *Monitor) Known(ctx context.Context) error {
	select {
	case <-m.allKnown:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Holding tells of each condition that is known by now whether it holds.
func (m *Monitor) Holding() map[string]bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]bool{}
	for name, s := range m.states {
		if s.known {
			out[name] = s.cause == nil
		}
	}
	return out
}

// ready reports whether all holds that readiness stands on.
func (m *Monitor) ready() bool {
	for _, s := range m.states {
		if s.cause != nil && !s.Aside {
			return false
		}
	}
	return true
}

func (m *Monitor) lost() []string {
	var out []string
	for _, name := range m.order {
		if m.states[name].cause != nil {
			out = append(out, name)
		}
	}
	return out
}
