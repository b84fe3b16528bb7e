package llm

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"
)

// The windows that are taken where configuration and provider name none. A model
// that runs on one's own machine reserves memory for all of its window, so it is
// not asked for all that it could hold.
const (
	usualWindow     = 128_000
	usualWindowHere = 8192
	mostWindowHere  = 16_384
)

// WindowOf returns how many tokens a model is asked to hold: the prompt and what it
// writes. configured is llm.window, and known what the model holds; 0 is nothing
// configured, and not known.
func WindowOf(provider string, configured, known int) int {
	here := provider == "ollama"
	switch {
	case configured > 0 && known > 0:
		return min(configured, known)
	case configured > 0:
		return configured
	case here && known > 0:
		return min(known, mostWindowHere)
	case here:
		return usualWindowHere
	case known > 0:
		return known
	}
	return usualWindow
}

const (
	learnWithin = 5 * time.Second // how long a provider may take to tell of a model
	learnAgain  = time.Minute     // after which one that didn't is asked again
)

// sights are what a provider has told of its models.
type sights struct {
	mu      sync.Mutex
	byModel map[string]sight
}

type sight struct {
	model Model
	known bool
	next  time.Time // not asked before
}

// of is what is known of a model; nothing so far is the zero model.
func (s *sights) of(model string) Model {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byModel[model].model
}

// wanted reports whether a model should be asked for now, and counts it as asked.
func (s *sights) wanted(model string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, now := s.byModel[model], time.Now()
	if m.known || now.Before(m.next) {
		return false
	}
	m.next = now.Add(learnAgain)
	s.put(model, m)
	return true
}

func (s *sights) saw(model string, m Model) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(model, sight{model: m, known: true})
}

func (s *sights) put(model string, m sight) {
	if s.byModel == nil {
		s.byModel = map[string]sight{}
	}
	s.byModel[model] = m
}

// learn asks the provider for a model in the background, until it has told of it
// once. Nobody waits: until then the model is taken for a usual one.
func (l *line) learn(ctx context.Context, model string) {
	if !l.sights.wanted(model) {
		return
	}
	// This is no part of what the caller's span tells of.
	ctx, cancel := context.WithTimeout(trace.ContextWithSpan(ctx, nil), learnWithin)
	go func() {
		defer cancel()
		if m, err := l.Model(ctx, model); err == nil {
			l.sights.saw(model, m)
		}
	}()
}

// Learn has the client's providers tell what its models can hold. It does not wait
// for them; what is begun ends with ctx.
func (c *Client) Learn(ctx context.Context) {
	for _, r := range c.routes {
		c.door.lines[r.Provider].learn(ctx, r.Model)
	}
}

// window is how many tokens the model of a route is asked to hold.
func (c *Client) window(r Route) int {
	return WindowOf(r.Provider, c.door.config.Window, c.door.lines[r.Provider].sights.of(r.Model).Window)
}

// thinking is the room that the model of a route has for what it thinks, beside its
// answer: never so much that a small window has no room for a prompt.
func (c *Client) thinking(r Route) int {
	return min(c.door.config.ThinkingFor(r.Provider), c.window(r)/4)
}
