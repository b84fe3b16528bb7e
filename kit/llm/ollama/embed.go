package ollama

import (
	"context"

	"github.com/ollama/ollama/api"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/wire"
)

// EmbeddingModels lists the models that only make vectors, the latest first.
func (p *Provider) EmbeddingModels(ctx context.Context) ([]llm.Model, error) {
	return p.list(ctx, true)
}

// Embed makes vectors of texts. A text that is longer than the model can read is cut: a
// vector of its beginning finds it better than none.
func (p *Provider) Embed(ctx context.Context, r llm.EmbedRequest) (llm.Embedded, error) {
	ctx, seen := wire.Watch(ctx)
	yes := true
	res, err := p.client.Embed(ctx, &api.EmbedRequest{
		Model: r.Model, Input: r.Texts, Dimensions: r.Dimensions, Truncate: &yes,
		KeepAlive: &api.Duration{Duration: p.config.KeepAlive},
	})
	if err != nil {
		return llm.Embedded{}, p.failed(r.Model, seen, err)
	}
	out := llm.Embedded{Vectors: res.Embeddings, Model: res.Model, Usage: llm.Usage{InputTokens: int64(res.PromptEvalCount)}}
	if err := out.Check(r); err != nil {
		return llm.Embedded{}, p.failed(r.Model, seen, err)
	}
	return out, nil
}
