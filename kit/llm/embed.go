package llm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An Embedder makes vectors of texts. It tries once, and every error that it returns is an
// *Error. It is safe for concurrent use.
type Embedder interface {
	// Name as configuration has it: "ollama".
	Name() string
	// Embed returns a vector for each text, in their order.
	Embed(ctx context.Context, r EmbedRequest) (Embedded, error)
}

// MakesVectors reports whether a model only makes vectors, as far as its name tells.
func MakesVectors(model string) bool { return strings.Contains(model, "embed") }

// An EmbedRequest is what an Embedder is asked.
type EmbedRequest struct {
	Model string
	Texts []string
	// Dimensions is how many numbers a vector shall have; 0 is as many as the model makes.
	Dimensions int
}

// Embedded is what an Embedder answered.
type Embedded struct {
	Vectors [][]float32
	Model   string // as the provider calls the one that answered
	Usage   Usage
}

// Check returns what is wrong with an answer: vectors that are missing, of different lengths,
// or without a direction.
func (e Embedded) Check(r EmbedRequest) error {
	if len(e.Vectors) != len(r.Texts) {
		return fmt.Errorf("%d vectors came for %d texts", len(e.Vectors), len(r.Texts))
	}
	for i, v := range e.Vectors {
		if len(v) == 0 || len(v) > maxDimensions || len(v) != len(e.Vectors[0]) {
			return fmt.Errorf("vector %d has %d numbers, and the first one %d", i+1, len(v), len(e.Vectors[0]))
		}
		length := 0.0
		for _, x := range v {
			length += float64(x) * float64(x)
		}
		if length == 0 || math.IsNaN(length) || math.IsInf(length, 0) {
			return fmt.Errorf("vector %d has no direction", i+1)
		}
	}
	return nil
}

// maxDimensions is the longest vector that is taken; models make some hundreds or thousands
// of numbers.
const maxDimensions = 16_384

// An Embedding is the way to the model that makes vectors of texts. Its breaker is its own:
// a slow vector is no reason to leave a model alone that answers questions. It is safe for
// concurrent use.
type Embedding struct {
	door     *Door
	provider Embedder
	model    string
	breaker  *breaker
	meter    meter
}

// Embedding returns the way to the model that llm.embeddings names, nil if it names none.
func (d *Door) Embedding() *Embedding {
	if d.embedder == nil {
		return nil
	}
	c := d.config
	return &Embedding{
		door: d, provider: d.embedder, model: c.Embeddings.Model,
		breaker: &breaker{failures: c.Breaker.Failures, pause: c.Breaker.Pause},
	}
}

// Space names what makes vectors comparable: only those of the same space are.
func (e *Embedding) Space() string { return e.door.config.Embeddings.Space() }

// Name is how the model is told of to a person.
func (e *Embedding) Name() string { return e.provider.Name() + " " + e.model }

// Question returns the vector of each question. It is asked once, for no longer than
// llm.embeddings.timeout: an answer waits for it.
func (e *Embedding) Question(ctx context.Context, a *Allowance, questions []string) ([][]float32, *commonv1.ModelUsage, error) {
	return e.embed(ctx, a, e.door.config.Embeddings.QueryPrefix, questions, "llm.embeddings.timeout", e.door.config.Embeddings.Timeout)
}

// Passages returns the vector of each passage. Nobody waits for them, so they have the time
// of any other call to a model.
func (e *Embedding) Passages(ctx context.Context, a *Allowance, passages []string) ([][]float32, *commonv1.ModelUsage, error) {
	return e.embed(ctx, a, e.door.config.Embeddings.PassagePrefix, passages, "llm.timeout", e.door.config.Timeout)
}

// embed is one call. The usage counts it also where it failed.
func (e *Embedding) embed(ctx context.Context, a *Allowance, prefix string, texts []string, setting string, most time.Duration) ([][]float32, *commonv1.ModelUsage, error) {
	r := EmbedRequest{Model: e.model, Texts: make([]string, len(texts)), Dimensions: e.door.config.Embeddings.Dimensions}
	estimated := 0
	for i, t := range texts {
		r.Texts[i] = prefix + t
		estimated += estimate(r.Texts[i]) + turnTokens
	}
	price := e.door.prices.Of(e.provider.Name(), e.model)
	if err := a.covers(price.cost(Usage{InputTokens: int64(e.meter.correct(estimated))}), false); err != nil {
		return nil, nil, err
	}
	timeout, ok := patience(ctx, most)
	if !ok {
		return nil, nil, &Error{e.provider.Name(), e.model, Canceled, 0, 0, errors.New("no time is left for it")}
	}
	allowed, ok := e.breaker.allow()
	if !ok {
		return nil, nil, fmt.Errorf("%s %w for %s", e.Name(), errLeftAlone, max(e.breaker.left(), 0).Round(time.Second))
	}
	ctx, span := e.door.watch.beginEmbedding(ctx, e.provider.Name(), r)
	inner, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	got, err := e.provider.Embed(inner, r)
	failed := blame(ctx, e.provider.Name(), e.model, setting, timeout, err)
	e.breaker.tell(allowed, hasty(failed, timeout, most))
	used := &commonv1.ModelUsage{Agent: embedAgent, Calls: 1}
	if failed != nil {
		span.fail(failed)
		return nil, used, failed
	}
	e.meter.learn(estimated, got.Usage.InputTokens)
	if got.Usage.MicroUSD == 0 {
		got.Usage = price.cost(got.Usage)
	}
	a.settle(got.Usage)
	span.end(Reply{Model: got.Model, Usage: got.Usage})
	used.InputTokens, used.CostMicroUsd = got.Usage.InputTokens, got.Usage.MicroUSD
	return got.Vectors, used, nil
}

// embedAgent is under whose name usage counts vectors.
const embedAgent = "retriever"
