package ollama

import (
	"context"

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
	var res struct {
		Model           string
		Embeddings      [][]float32
		PromptEvalCount int64 `json:"prompt_eval_count"`
	}
	err := p.service.Post(ctx, "/api/embed", embedRequest{
		Model: r.Model, Input: r.Texts, Dimensions: r.Dimensions, Truncate: true, KeepAlive: p.config.KeepAlive.String(),
	}, &res)
	if err != nil {
		return llm.Embedded{}, p.failed(r.Model, seen, err)
	}
	out := llm.Embedded{Vectors: res.Embeddings, Model: res.Model, Usage: llm.Usage{InputTokens: res.PromptEvalCount}}
	if err := out.Check(r); err != nil {
		return llm.Embedded{}, p.failed(r.Model, seen, err)
	}
	return out, nil
}
