package app

import (
	"context"
	"fmt"
	"os"

	"go.opentelemetry.io/otel/metric"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/telemetry"
	"github.com/weft-mesh/weft/orchestrator/budget"
	"github.com/weft-mesh/weft/orchestrator/embedding"
	"github.com/weft-mesh/weft/orchestrator/retrieval"
	"github.com/weft-mesh/weft/store"
)

// embedder returns what makes vectors, nil if nothing does here: only the orchestrator asks
// for them.
func (m *mesh) embedder() (llm.Embedder, error) {
	name := m.Config.Embedder()
	if name == "" || !m.has(Orchestrator) {
		return nil, nil
	}
	if m.Tape.Replay != "" {
		return llm.ReplayEmbedder(name, m.Tape.Replay), nil
	}
	e, err := Embedder(m.Config)
	if err != nil || m.Tape.Record == "" {
		return e, err
	}
	if err := os.MkdirAll(m.Tape.Record, 0o700); err != nil {
		return nil, fmt.Errorf("--record: can't make the folder: %w", err)
	}
	return llm.RecordEmbedder(e, m.Tape.Record), nil
}

// Embedder returns the provider of llm.embeddings.
func Embedder(c *config.Config) (llm.Embedder, error) {
	p, err := Provider(c, c.LLM.Embeddings.Provider)
	if err != nil {
		return nil, err
	}
	e, ok := p.(llm.Embedder)
	if !ok {
		return nil, fmt.Errorf("llm.embeddings.provider: %s makes no vectors", p.Name())
	}
	return e, nil
}

// retriever finds notes over NATS, by their meaning too where a model makes vectors.
func (m *mesh) retriever() retrieval.Retriever {
	if model := m.door.Embedding(); model != nil {
		return embedding.Retriever{Retriever: m.gatherer(), Model: model}
	}
	return m.gatherer()
}

// vectorKeeper returns what makes vectors of notes, nil if nothing does. It is for one
// goroutine.
func (m *mesh) vectorKeeper() *embedding.Keeper {
	model := m.door.Embedding()
	if model == nil {
		return nil
	}
	day := limits(m.Config.LLM.Budget).Day
	return &embedding.Keeper{
		Store: m.notes, Model: model, Log: m.Log,
		Budget: &budget.Keeper{Limits: budget.Limits{Turn: budget.None.Turn, Run: budget.None.Run, Day: day}, Ledger: m.spent},
	}
}

// makeVectors returns what makes the vectors of a tenant's notes when somebody asks for it,
// nil if nothing does.
func (m *mesh) makeVectors() func(context.Context, store.Scope) error {
	if m.door.Embedding() == nil {
		return nil
	}
	return func(ctx context.Context, s store.Scope) error {
		_, err := m.vectorKeeper().Embed(ctx, s)
		return err
	}
}

// writes reports whether notes may be written here.
func (m *mesh) writes() bool { return m.notes.Writable(m.scope()) == nil }

// keepVectors has vectors made of the notes in the background: by a server that may write.
func (m *mesh) keepVectors() error {
	k := m.vectorKeeper()
	if k == nil || !m.Serves || !m.writes() {
		return nil
	}
	lacks, err := m.tel.Meter.Meter(telemetry.Scope).Int64Gauge(telemetry.MetricNotesWithoutVectors, metric.WithUnit("{note}"),
		metric.WithDescription("Notes that have no vectors yet and are found by their words only"))
	if err != nil {
		return fmt.Errorf("measure which notes have no vectors: %w", err)
	}
	k.Lacks = lacks
	m.stack.Go("vectors of notes", func(ctx context.Context) error { return k.Keep(ctx, m.whoseNotes) })
	return nil
}

// EmbeddingModels lists the models of a provider that make vectors; none where it can't tell.
func EmbeddingModels(ctx context.Context, c *config.Config, provider string) ([]llm.Model, error) {
	p, err := Provider(c, provider)
	if err != nil {
		return nil, err
	}
	lister, ok := p.(interface {
		EmbeddingModels(context.Context) ([]llm.Model, error)
	})
	if !ok {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, examineTime)
	defer cancel()
	return lister.EmbeddingModels(ctx)
}

// TryEmbedding has the model of llm.embeddings make one vector and returns how many numbers
// it has. A model that has to be loaded first has the time of any call.
func TryEmbedding(ctx context.Context, c *config.Config) (numbers int, err error) {
	e, err := Embedder(c)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.LLM.Timeout)
	defer cancel()
	got, err := e.Embed(ctx, llm.EmbedRequest{Model: c.LLM.Embeddings.Model, Texts: []string{"A week has seven days."}, Dimensions: c.LLM.Embeddings.Dimensions})
	if err != nil {
		return 0, err
	}
	return len(got.Vectors[0]), nil
}
