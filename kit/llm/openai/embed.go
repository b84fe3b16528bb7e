package openai

import (
	"context"
	"fmt"
	"slices"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/wire"
)

type embedRequest struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Format     string   `json:"encoding_format"`
	Dimensions int      `json:"dimensions,omitempty"` // older models refuse it
}

type embedReply struct {
	Model string `json:"model"`
	Data  []struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	} `json:"data"`
	Usage usage `json:"usage"`
}

// EmbeddingModels lists the models that only make vectors.
func (p *Provider) EmbeddingModels(ctx context.Context) ([]llm.Model, error) {
	all, err := p.Models(ctx)
	return slices.DeleteFunc(all, func(m llm.Model) bool { return !llm.MakesVectors(m.Name) }), err
}

// Embed makes vectors of texts.
func (p *Provider) Embed(ctx context.Context, r llm.EmbedRequest) (llm.Embedded, error) {
	ctx, seen := wire.Watch(ctx)
	var reply embedReply
	err := p.service.Post(ctx, "/embeddings", embedRequest{r.Model, r.Texts, "float", r.Dimensions}, &reply)
	out := llm.Embedded{Model: reply.Model, Usage: llm.Usage{InputTokens: reply.Usage.Prompt}, Vectors: make([][]float32, len(r.Texts))}
	if out.Model == "" {
		out.Model = r.Model
	}
	if err == nil {
		err = reply.place(out.Vectors)
	}
	if err == nil {
		err = out.Check(r)
	}
	if err != nil {
		return llm.Embedded{}, wire.Failed(p.name, r.Model, seen, err)
	}
	return out, nil
}

// place puts the vectors where they belong: the API promises no order.
func (r embedReply) place(into [][]float32) error {
	for _, d := range r.Data {
		if d.Index < 0 || d.Index >= len(into) || into[d.Index] != nil {
			return fmt.Errorf("a vector came for text %d of %d", d.Index+1, len(into))
		}
		into[d.Index] = d.Embedding
	}
	return nil
}
