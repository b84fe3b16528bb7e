package llmtest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
)

// Scripted is a provider that plays what a provider can do. The real ones are
// tried over HTTP in their own packages; this one is for what is done with them.
type Scripted struct {
	Called string
	Play   func(n int, ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error)
	Knows  func(ctx context.Context, name string) (llm.Model, error) // nil: nothing of any model

	mu   sync.Mutex
	seen []llm.Request
}

// Name is what it is called.
func (s *Scripted) Name() string { return s.Called }

// Dialect is the smallest.
func (s *Scripted) Dialect() form.Dialect { return form.Dialect{} }

// Chat plays the next call.
func (s *Scripted) Chat(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	s.mu.Lock()
	s.seen = append(s.seen, r)
	n := len(s.seen)
	s.mu.Unlock()
	return s.Play(n, ctx, r, onText)
}

// Model knows every model.
func (s *Scripted) Model(ctx context.Context, name string) (llm.Model, error) {
	if s.Knows == nil {
		return llm.Model{}, nil
	}
	return s.Knows(ctx, name)
}

// Calls is how often it was asked.
func (s *Scripted) Calls() int { return len(s.Seen()) }

// Seen returns the requests so far.
func (s *Scripted) Seen() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

// Says plays replies one after the other; the last one stays.
func Says(name string, texts ...string) *Scripted {
	return &Scripted{Called: name, Play: func(n int, _ context.Context, _ llm.Request, onText func(string)) (llm.Reply, error) {
		text := texts[min(n, len(texts))-1]
		if onText != nil {
			for _, r := range text {
				onText(string(r))
			}
		}
		return llm.Reply{Text: text, Model: "m-1", Stop: llm.StopEnd, Usage: llm.Usage{InputTokens: 100, OutputTokens: 10}}, nil
	}}
}

// Fails plays an error at each call.
func Fails(name string, err llm.Error) *Scripted {
	return &Scripted{Called: name, Play: func(int, context.Context, llm.Request, func(string)) (llm.Reply, error) {
		e := err
		return llm.Reply{}, &e
	}}
}

// Hangs says nothing until the call is given up.
func Hangs(name string) *Scripted {
	return &Scripted{Called: name, Play: func(_ int, ctx context.Context, _ llm.Request, _ func(string)) (llm.Reply, error) {
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	}}
}

// Client returns an agent's client over one or two providers, which must be
// called "ollama" and "anthropic": the first is asked, the second is the fallback.
// change may change the configuration; it may be nil.
func Client(t testing.TB, agent string, change func(*config.LLM), providers ...llm.Provider) *llm.Client {
	t.Helper()
	return PricedClient(t, agent, llm.Prices{"ollama": {"*": {Input: 1, Output: 10}}}, change, providers...)
}

// PricedClient is Client with prices of one's own.
func PricedClient(t testing.TB, agent string, prices llm.Prices, change func(*config.LLM), providers ...llm.Provider) *llm.Client {
	t.Helper()
	c := config.Default().LLM
	c.DefaultProvider = "ollama"
	if len(providers) > 1 {
		c.FallbackProvider = "anthropic"
	}
	c.Timeout = 10 * time.Second
	if change != nil {
		change(&c)
	}
	door, err := llm.New(llm.Deps{
		Config: c, Prices: prices, Providers: providers,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Meter: metricnoop.NewMeterProvider().Meter(""),
	})
	if err != nil {
		t.Fatal(err)
	}
	one, err := door.For(agent)
	if err != nil {
		t.Fatal(err)
	}
	return one
}
