package llm_test

import (
	"context"
	"sync"
	"testing"
	"time"

	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
)

// scripted is a provider that plays what a provider can do. The real ones are
// tried over HTTP in their own packages; here it is about what is done with it.
type scripted struct {
	name string
	play func(n int, ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error)

	mu   sync.Mutex
	seen []llm.Request
}

func (s *scripted) Name() string          { return s.name }
func (s *scripted) Dialect() form.Dialect { return form.Dialect{} }

func (s *scripted) Chat(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	s.mu.Lock()
	s.seen = append(s.seen, r)
	n := len(s.seen)
	s.mu.Unlock()
	return s.play(n, ctx, r, onText)
}

func (s *scripted) Model(context.Context, string) (llm.Model, error) { return llm.Model{}, nil }
func (s *scripted) Models(context.Context) ([]llm.Model, error)      { return nil, nil }

func (s *scripted) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.seen)
}

// says plays replies one after the other; the last one stays.
func says(name string, texts ...string) *scripted {
	return &scripted{name: name, play: func(n int, _ context.Context, _ llm.Request, onText func(string)) (llm.Reply, error) {
		text := texts[min(n, len(texts))-1]
		if onText != nil {
			for _, r := range text {
				onText(string(r))
			}
		}
		return llm.Reply{Text: text, Model: "m-1", Stop: llm.StopEnd, Usage: llm.Usage{InputTokens: 100, OutputTokens: 10}}, nil
	}}
}

// fails plays an error at each call.
func fails(name string, err llm.Error) *scripted {
	return &scripted{name: name, play: func(int, context.Context, llm.Request, func(string)) (llm.Reply, error) {
		e := err
		return llm.Reply{}, &e
	}}
}

// hangs says nothing until the call is given up.
func hangs(name string) *scripted {
	return &scripted{name: name, play: func(_ int, ctx context.Context, _ llm.Request, _ func(string)) (llm.Reply, error) {
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	}}
}

// client returns the router's client over two providers: the first is asked, the
// second is the fallback.
func client(t *testing.T, change func(*config.LLM), providers ...llm.Provider) *llm.Client {
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
		Config: c, Prices: llm.Prices{"ollama": {"*": {Input: 1, Output: 10}}}, Providers: providers,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Meter: metricnoop.NewMeterProvider().Meter(""),
	})
	if err != nil {
		t.Fatal(err)
	}
	one, err := door.For("router")
	if err != nil {
		t.Fatal(err)
	}
	return one
}
