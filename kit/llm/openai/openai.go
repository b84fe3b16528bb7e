// Package openai asks models over OpenAI's chat API: those of OpenAI, of an Azure
// resource, and of the providers that OpenRouter chooses among.
package openai

import (
	"cmp"
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

// Provider asks one service that speaks the API.
type Provider struct {
	name    string
	service *wire.Service
	path    func(model string) string // of the chat with a model
	more    routing                   // what a request has besides what all have
}

// New returns a provider for OpenAI.
func New(c config.Cloud) (*Provider, error) {
	return provider("openai", c.Key, c.Base, "https://api.openai.com/v1", routing{})
}

// NewAzure returns a provider for an Azure resource, where a model is the name of
// a deployment.
func NewAzure(c config.Azure) (*Provider, error) {
	key, err := config.Secret(c.Key)
	if err != nil {
		return nil, err
	}
	at := strings.TrimSuffix(c.Base, "/") + "/openai"
	path := func(deployment string) string {
		return "/deployments/" + url.PathEscape(deployment) + "/chat/completions?api-version=" + url.QueryEscape(c.Version)
	}
	return &Provider{"azure", wire.NewService(at, map[string]string{"Api-Key": key}), path, routing{}}, nil
}

// NewOpenRouter returns a provider for OpenRouter. Only those of its providers
// are asked that take every parameter of a request, the schema above all, and
// none that keeps what it is sent, unless configuration allows it.
func NewOpenRouter(c config.OpenRouter) (*Provider, error) {
	return provider("openrouter", c.Key, c.Base, "https://openrouter.ai/api/v1", routing{
		Provider: &providers{RequireParameters: true, DataCollection: c.DataCollection},
		Usage:    &included{true},
	})
}

func provider(name, secret, base, usual string, more routing) (*Provider, error) {
	header := map[string]string{}
	if secret != "" || base == "" { // a server of one's own may take no key
		key, err := config.Secret(secret)
		if err != nil {
			return nil, err
		}
		header["Authorization"] = "Bearer " + key
	}
	if base == "" {
		base = usual
	}
	service := wire.NewService(base, header)
	return &Provider{name, service, func(string) string { return "/chat/completions" }, more}, nil
}

// Name is the name that configuration has for the service.
func (p *Provider) Name() string { return p.name }

// Dialect has no bounds: strict schemas refuse some of them.
func (p *Provider) Dialect() form.Dialect { return form.Dialect{} }

// Chat asks a model.
func (p *Provider) Chat(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	ctx, seen := wire.Watch(ctx)
	reply := llm.Reply{Model: r.Model}
	var text strings.Builder
	var called calls
	ended := false
	for data, err := range p.service.Stream(ctx, p.path(r.Model), asked(r, p.more)) {
		var c chunk
		if err == nil {
			err = json.Unmarshal(data, &c)
		}
		if err != nil {
			return llm.Reply{}, wire.Failed(p.name, r.Model, seen, err)
		}
		if c.Model != "" {
			reply.Model = c.Model
		}
		if c.Usage.Total > 0 {
			reply.Usage = c.Usage.sum()
		}
		for _, c := range c.Choices {
			if c.Index != 0 {
				continue // nobody has asked for another
			}
			if err := wire.ErrorTold(c.Error); err != nil {
				return llm.Reply{}, wire.Failed(p.name, r.Model, seen, err)
			}
			if declined := c.Delta.Refusal + c.Message.Refusal; declined != "" {
				reply.Stop = llm.StopRefuse
				reply.Declined += declined
			}
			if c.FinishReason != "" {
				ended = true
				reply.Stop = stop(c.FinishReason, reply.Stop)
			}
			called.add(c.Delta)
			called.add(c.Message)
			reply.Thought = reply.Thought || c.Delta.hasThoughts() || c.Message.hasThoughts()
			piece := string(cmp.Or(c.Delta.Content, c.Message.Content))
			text.WriteString(piece)
			if onText != nil && piece != "" {
				onText(piece)
			}
		}
	}
	if !ended {
		return llm.Reply{}, wire.Failed(p.name, r.Model, seen, errors.New("the reply ended before it was finished"))
	}
	reply.Text = text.String()
	if len(r.Schema) > 0 {
		reply.TakeCalls(called, onText)
	}
	return reply, nil
}

func stop(reason string, before llm.Stop) llm.Stop {
	switch {
	case reason == "length":
		return llm.StopLength
	case reason == "content_filter":
		return llm.StopFilter
	case before != "":
		return before
	case reason == "tool_calls", reason == "function_call":
		return llm.StopEnd
	}
	return llm.Stop(reason)
}

// Model asks whether there is a model. An Azure resource can't tell which
// deployments it has, so any name is taken for one.
func (p *Provider) Model(ctx context.Context, model string) (llm.Model, error) {
	if p.name == "azure" {
		return llm.Model{Name: model}, nil
	}
	models, err := p.Models(ctx)
	if err != nil {
		return llm.Model{}, err
	}
	for _, m := range models {
		if m.Name == model {
			return m, nil
		}
	}
	return llm.Model{}, &llm.Error{Provider: p.name, Model: model, Cause: llm.Missing, Err: llm.ErrModelMissing}
}

// Models lists the models that the key may ask.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	ctx, seen := wire.Watch(ctx)
	var page struct {
		Data []struct {
			ID     string          `json:"id"`
			Window json.RawMessage `json:"context_length"` // OpenRouter's
		} `json:"data"`
	}
	if err := p.service.Get(ctx, "/models", &page); err != nil {
		return nil, wire.Failed(p.name, "", seen, err)
	}
	out := make([]llm.Model, len(page.Data))
	for i, m := range page.Data {
		out[i].Name = m.ID
		_ = json.Unmarshal(m.Window, &out[i].Window) // unknown if it is no number
	}
	return out, nil
}
