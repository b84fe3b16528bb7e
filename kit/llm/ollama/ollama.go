// Package ollama asks models that an Ollama server runs.
//
// A request names the window that the model must hold and forbids the server to
// cut a prompt that does not fit: it is refused instead. A reply can carry an
// error inside a stream that began well, which is a failure here.
//
// A reply is streamed only if somebody listens. When a streamed call is given up at
// the wrong moment, the server never frees the place that it took, and the model
// answers nobody until it is unloaded (github.com/ollama/ollama/issues/17131).
package ollama

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/llm/wire"
)

const name = "ollama"

// Provider asks one Ollama server.
type Provider struct {
	client *api.Client
	config config.Ollama
}

// New returns a provider for the server of c.
func New(c config.Ollama) (*Provider, error) {
	base, err := url.Parse(strings.TrimSuffix(c.Base, "/"))
	if err != nil {
		return nil, fmt.Errorf("llm.providers.ollama.api_base: %w", err)
	}
	return &Provider{api.NewClient(base, wire.Client()), c}, nil
}

// Name is "ollama".
func (p *Provider) Name() string { return name }

// mostRepeats is how often something may be repeated in the grammars that the
// server makes of a schema. With more it refuses the schema, or falls over.
const mostRepeats = 2000

// Dialect has bounds: a text without one may never end.
func (p *Provider) Dialect() form.Dialect { return form.Dialect{Bounds: mostRepeats} }

// Chat asks a model.
func (p *Provider) Chat(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	ctx, seen := wire.Watch(ctx)
	no, streamed := false, onText != nil
	req := &api.ChatRequest{
		Model:     r.Model,
		Messages:  messages(r),
		Format:    r.Schema,
		Stream:    &streamed,
		KeepAlive: &api.Duration{Duration: p.config.KeepAlive},
		Think:     &api.ThinkValue{Value: p.config.Think},
		Truncate:  &no,
		Shift:     &no,
		Options:   map[string]any{"num_ctx": r.Window, "num_predict": r.MaxTokens, "temperature": temperature(r.Again), "seed": r.Again},
	}
	var text strings.Builder
	var last api.ChatResponse
	var called []llm.Call
	thought := false
	err := p.client.Chat(ctx, req, func(res api.ChatResponse) error {
		last = res
		text.WriteString(res.Message.Content)
		thought = thought || res.Message.Thinking != ""
		for _, c := range res.Message.ToolCalls {
			called = append(called, llm.Call{Name: c.Function.Name, Arguments: c.Function.Arguments.String()})
		}
		if streamed && res.Message.Content != "" {
			onText(res.Message.Content)
		}
		return nil
	})
	switch {
	case err != nil:
		return llm.Reply{}, p.failed(r.Model, seen, err)
	case ctx.Err() != nil: // the client returns nothing of a call that was cancelled in mid-stream
		return llm.Reply{}, p.failed(r.Model, seen, context.Cause(ctx))
	case seen.Broken != nil:
		return llm.Reply{}, p.failed(r.Model, seen, seen.Broken)
	case last.Model == "":
		return llm.Reply{}, p.failed(r.Model, seen, errors.New("the reply is empty"))
	}
	reply := llm.Reply{
		Text:    text.String(),
		Model:   last.Model,
		Stop:    stop(last),
		Thought: thought,
		Usage:   llm.Usage{InputTokens: int64(last.PromptEvalCount), OutputTokens: int64(last.EvalCount)},
	}
	if len(r.Schema) > 0 {
		reply.TakeCalls(called, onText)
	}
	return reply, nil
}

// temperature is how freely a model writes: as it thinks best at first, and more
// freely where that was no good, since it would write the same again.
func temperature(again int) float64 { return min(0.4*float64(again), 1) }

func messages(r llm.Request) []api.Message {
	system := r.System
	if len(r.Schema) > 0 {
		// The server makes a grammar of the schema and shows it to no model.
		system += "\n\nAnswer with one JSON object that keeps this schema, its properties in this order, and nothing else:\n" + string(r.Schema)
	}
	out := []api.Message{{Role: "system", Content: system}}
	for _, t := range r.Turns {
		out = append(out, api.Message{Role: string(t.Role), Content: t.Text})
	}
	return out
}

// stop tells why a model stopped. A stream that ends in good order without having
// been finished is one that the server broke off, as it does when a model writes
// the same token again and again; it says nothing about it, nor what it counted.
func stop(last api.ChatResponse) llm.Stop {
	if !last.Done || last.DoneReason == "length" {
		return llm.StopLength
	}
	return llm.StopEnd
}

// Model tells the window of a model that the server has.
func (p *Provider) Model(ctx context.Context, model string) (llm.Model, error) {
	ctx, seen := wire.Watch(ctx)
	res, err := p.client.Show(ctx, &api.ShowRequest{Model: model})
	if err != nil {
		return llm.Model{}, p.failed(model, seen, err)
	}
	m := llm.Model{Name: model}
	for key, value := range res.ModelInfo {
		if n, ok := value.(float64); ok && strings.HasSuffix(key, ".context_length") {
			m.Window = int(n)
		}
	}
	return m, nil
}

// Models lists the models that the server has, the latest first, without those that
// only make vectors.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	return p.list(ctx, false)
}

// list lists the models that the server has: those that only make vectors, or the others.
func (p *Provider) list(ctx context.Context, vectors bool) ([]llm.Model, error) {
	ctx, seen := wire.Watch(ctx)
	res, err := p.client.List(ctx)
	if err != nil {
		return nil, p.failed("", seen, err)
	}
	var out []llm.Model
	for _, m := range res.Models {
		if llm.MakesVectors(m.Name) == vectors {
			out = append(out, llm.Model{Name: m.Name})
		}
	}
	return out, nil
}

// Progress is how far a pull has come.
type Progress struct {
	Status      string // what the server does: "pulling manifest"
	Done, Total int64  // bytes of the layer at hand; 0 if there is none
}

// Pull has the server fetch a model.
func (p *Provider) Pull(ctx context.Context, model string, progress func(Progress)) error {
	ctx, seen := wire.Watch(ctx)
	err := p.client.Pull(ctx, &api.PullRequest{Model: model}, func(r api.ProgressResponse) error {
		progress(Progress{r.Status, r.Completed, r.Total})
		return nil
	})
	if err != nil {
		return p.failed(model, seen, err)
	}
	return nil
}

// failed is the error of a call. The server's own errors carry a status; one that
// comes within a stream that began well carries only words.
func (p *Provider) failed(model string, seen *wire.Seen, err error) error {
	if s, ok := errors.AsType[api.StatusError](err); ok && s.StatusCode != 0 {
		seen.Status = s.StatusCode
	}
	e := wire.Failed(name, model, seen, err)
	if e.Cause == llm.Missing {
		e.Err = fmt.Errorf("%w; to download it: weft models pull %s", e.Err, model)
	}
	return e
}

// Version returns the version of the server.
func (p *Provider) Version(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	ctx, seen := wire.Watch(ctx)
	v, err := p.client.Version(ctx)
	if err != nil {
		return "", p.failed("", seen, err)
	}
	return v, nil
}
