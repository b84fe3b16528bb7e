// Package anthropic asks models of Anthropic, over its Messages API.
package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/llm/wire"
)

const (
	name    = "anthropic"
	base    = "https://api.anthropic.com"
	version = "2023-06-01" // of the API, whose newest this is
)

// Provider asks Anthropic's Messages API.
type Provider struct{ service *wire.Service }

// New returns a provider with a key. It does not try again; kit/llm does.
func New(c config.Cloud) (*Provider, error) {
	key, err := config.Secret(c.Key)
	if err != nil {
		return nil, err
	}
	at := c.Base
	if at == "" {
		at = base
	}
	return &Provider{wire.NewService(at, map[string]string{"X-Api-Key": key, "Anthropic-Version": version})}, nil
}

// Name is "anthropic".
func (p *Provider) Name() string { return name }

// Dialect has no bounds: the API refuses them.
func (p *Provider) Dialect() form.Dialect { return form.Dialect{} }

// Chat asks a model.
func (p *Provider) Chat(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	ctx, seen := wire.Watch(ctx)
	var text strings.Builder
	var m message
	var called []llm.Call
	ended, thought := false, false
	for data, err := range p.service.Stream(ctx, "/v1/messages", asked(r)) {
		var e event
		if err == nil {
			err = json.Unmarshal(data, &e)
		}
		if err != nil {
			return llm.Reply{}, wire.Failed(name, r.Model, seen, err)
		}
		switch e.Type {
		case "message_start":
			m = e.Message
		case "content_block_start":
			if e.Block.Type == "tool_use" {
				input := strings.TrimPrefix(string(e.Block.Input), "{}") // else it comes in pieces
				called = append(called, llm.Call{Name: e.Block.Name, Arguments: input})
			}
		case "content_block_delta":
			if n := len(called); n > 0 {
				called[n-1].Arguments += e.Delta.Input
			}
			thought = thought || e.Delta.Thinking != ""
			text.WriteString(e.Delta.Text)
			if onText != nil && e.Delta.Text != "" {
				onText(e.Delta.Text)
			}
		case "message_delta":
			if err := m.end(e); err != nil {
				return llm.Reply{}, wire.Failed(name, r.Model, seen, err)
			}
		case "message_stop":
			ended = true
		}
	}
	if !ended {
		return llm.Reply{}, wire.Failed(name, r.Model, seen, errors.New("the reply ended before it was finished"))
	}
	reply := llm.Reply{Text: text.String(), Model: m.Model, Stop: stop(m.StopReason), Usage: m.Usage.sum(), Thought: thought}
	if len(r.Schema) > 0 {
		reply.TakeCalls(called, onText)
	}
	return reply, nil
}

func stop(reason string) llm.Stop {
	switch reason {
	case "max_tokens", "model_context_window_exceeded":
		return llm.StopLength
	case "refusal":
		return llm.StopRefuse
	}
	return llm.StopEnd
}

// Model asks whether there is a model.
func (p *Provider) Model(ctx context.Context, model string) (llm.Model, error) {
	ctx, seen := wire.Watch(ctx)
	var m modelInfo
	if err := p.service.Get(ctx, "/v1/models/"+url.PathEscape(model), &m); err != nil {
		return llm.Model{}, wire.Failed(name, model, seen, err)
	}
	return m.known(), nil
}
