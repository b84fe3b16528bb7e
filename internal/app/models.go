package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/anthropic"
	"github.com/weft-mesh/weft/kit/llm/ollama"
	"github.com/weft-mesh/weft/kit/llm/openai"
	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/kit/telemetry"
)

// A Tape says whether calls to models are kept in a folder, or answered from one.
// At most one of the two is set.
type Tape struct{ Record, Replay string }

// provider returns the named provider, or what the tape has in its place.
func (t Tape) provider(c *config.Config, name string) (llm.Provider, error) {
	if t.Replay != "" {
		if info, err := os.Stat(t.Replay); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("--replay: %s is not a folder", t.Replay)
		}
		return llm.Replay(name, t.Replay), nil
	}
	p, err := Provider(c, name)
	if err != nil || t.Record == "" {
		return p, err
	}
	if err := os.MkdirAll(t.Record, 0o700); err != nil {
		return nil, fmt.Errorf("--record: can't make the folder: %w", err)
	}
	return llm.Record(p, t.Record), nil
}

// openModels opens the door to the models that agents of this process ask.
// Nobody is waited for: a provider that is down now may be up when it is needed.
func (m *mesh) openModels(ctx context.Context) error {
	var providers []llm.Provider
	for _, name := range config.ProviderNames() {
		if !slices.ContainsFunc(m.roles, func(role string) bool { return m.asks(role, name) }) {
			continue
		}
		p, err := m.Tape.provider(m.Config, name)
		if err != nil {
			return err
		}
		providers = append(providers, p)
	}
	vectors, err := m.embedder()
	if err != nil {
		return err
	}
	prices, err := Prices(m.Config)
	if err != nil {
		return err
	}
	if err := m.priced(prices); err != nil {
		return err
	}
	content := 0
	if m.Config.Telemetry.Content {
		content = int(m.Config.Telemetry.ContentBytes)
	}
	m.door, err = llm.New(llm.Deps{
		Content: content,
		Config:  m.Config.LLM, Prices: prices, Providers: providers, Embedder: vectors,
		Tracer: m.tracer(), Meter: m.tel.Meter.Meter(telemetry.Scope),
	})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	m.stack.Push("what models can hold", func(context.Context) error { stop(); return nil })
	for _, agent := range m.roles {
		client, err := m.client(agent)
		if err != nil {
			return err
		}
		if client != nil {
			client.Learn(ctx)
		}
	}
	return nil
}

// priced makes sure that a limit on money can be kept: that there is a price for
// every model that agents of this process may ask.
func (m *mesh) priced(prices llm.Prices) error {
	limit := m.Config.LLM.Budget.Money()
	if limit == "" {
		return nil
	}
	if provider := m.Config.Embedder(); provider != "" && m.has(Orchestrator) {
		model := m.Config.LLM.Embeddings.Model
		if _, known := prices.Find(provider, model); !known {
			return fault.New(codes.InvalidArgument, fault.ConfigInvalid,
				"can't enforce %s: there is no price for %s %s, which makes vectors (llm.embeddings); add it to the file that llm.prices names", limit, provider, model)
		}
	}
	for _, agent := range m.roles {
		how, _ := m.Config.LLM.Agents.Of(agent)
		for _, provider := range m.Config.LLM.Routes(agent) {
			model := m.Config.LLM.ModelFor(how.Tier, provider)
			if _, known := prices.Find(provider, model); !known && m.asks(agent, provider) {
				return fault.New(codes.InvalidArgument, fault.ConfigInvalid,
					"can't enforce %s: there is no price for %s %s, which the %s uses; add it to the file that llm.prices names", limit, provider, model, agent)
			}
		}
	}
	return nil
}

// asks reports whether an agent may ask a provider.
func (m *mesh) asks(agent, provider string) bool {
	return m.Config.MindOf(agent) != mind.Rules && slices.Contains(m.Config.LLM.Routes(agent), provider)
}

// client returns an agent's way to its models, nil if it thinks by rules.
func (m *mesh) client(agent string) (*llm.Client, error) {
	if m.Config.MindOf(agent) == mind.Rules {
		return nil, nil
	}
	return m.door.For(agent)
}

// Provider returns the named provider as it is configured.
func Provider(c *config.Config, name string) (llm.Provider, error) {
	at := c.LLM.Providers
	var p llm.Provider
	var err error
	switch name {
	case "ollama":
		p, err = ollama.New(at.Ollama)
	case "anthropic":
		p, err = anthropic.New(at.Anthropic)
	case "openai":
		p, err = openai.New(at.OpenAI)
	case "azure":
		p, err = openai.NewAzure(at.Azure)
	case "openrouter":
		p, err = openai.NewOpenRouter(at.OpenRouter)
	default:
		err = errors.New("no such provider")
	}
	if err != nil {
		return nil, fmt.Errorf("llm.providers.%s: %w", name, err)
	}
	return p, nil
}

// Prices returns the prices that are configured.
func Prices(c *config.Config) (llm.Prices, error) {
	var file []byte
	if path := c.LLM.Prices; path != "" {
		var err error
		if file, err = safefile.Read(path, llm.PricesMax); err != nil {
			return nil, fmt.Errorf("llm.prices: can't read the file: %w", err)
		}
	}
	return llm.ReadPrices(file)
}
