// Package openai asks models over OpenAI's chat API: those of OpenAI, of an Azure
// resource, and of the providers that OpenRouter chooses among.
package openai

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/llm/wire"
)

// Provider asks one service that speaks the API.
type Provider struct {
	name   string
	chat   openai.ChatService
	models openai.ModelService
	// of are the options of a request for a model.
	of func(model string) []option.RequestOption
}

// New returns a provider for OpenAI.
func New(c config.Cloud) (*Provider, error) {
	base := c.Base
	if base == "" {
		base = "https://api.openai.com/v1"
	}
	return provider("openai", c.Key, base, option.WithAPIKey, nil)
}

// NewAzure returns a provider for an Azure resource, where a model is the name of
// a deployment.
func NewAzure(c config.Azure) (*Provider, error) {
	base := strings.TrimSuffix(c.Base, "/") + "/openai"
	header := func(key string) option.RequestOption { return option.WithHeader("Api-Key", key) }
	return provider("azure", c.Key, base, header, func(model string) []option.RequestOption {
		return []option.RequestOption{
			option.WithBaseURL(base + "/deployments/" + url.PathEscape(model) + "/"),
			option.WithQuery("api-version", c.Version),
		}
	})
}

// NewOpenRouter returns a provider for OpenRouter. Only those of its providers
// are asked that take every parameter of a request, the schema above all, and
// none that keeps what it is sent, unless configuration allows it.
func NewOpenRouter(c config.OpenRouter) (*Provider, error) {
	base := c.Base
	if base == "" {
		base = "https://openrouter.ai/api/v1"
	}
	return provider("openrouter", c.Key, base, option.WithAPIKey, func(string) []option.RequestOption {
		return []option.RequestOption{
			option.WithJSONSet("provider.require_parameters", true),
			option.WithJSONSet("provider.data_collection", c.DataCollection),
			option.WithJSONSet("usage.include", true),
		}
	})
}

func provider(name, secret, base string, auth func(string) option.RequestOption, of func(string) []option.RequestOption) (*Provider, error) {
	key, err := config.Secret(secret)
	if err != nil {
		return nil, err
	}
	if of == nil {
		of = func(string) []option.RequestOption { return nil }
	}
	options := []option.RequestOption{
		option.WithBaseURL(strings.TrimSuffix(base, "/") + "/"),
		option.WithMaxRetries(0), // kit/llm tries again
		option.WithHTTPClient(wire.Client()),
		auth(key),
	}
	// The library's whole client takes keys and headers from the environment that are
	// meant for OpenAI, and would send them to the others too.
	return &Provider{name, openai.NewChatService(options...), openai.NewModelService(options...), of}, nil
}

// Name is the name that configuration has for the service.
func (p *Provider) Name() string { return p.name }

// Dialect has no bounds: strict schemas refuse some of them.
func (p *Provider) Dialect() form.Dialect { return form.Dialect{} }

// Chat asks a model.
func (p *Provider) Chat(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	ctx, seen := wire.Watch(ctx)
	params := openai.ChatCompletionNewParams{
		Model:               r.Model,
		Messages:            messages(r),
		MaxCompletionTokens: openai.Int(int64(r.MaxTokens)),
		StreamOptions:       openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
	}
	if len(r.Schema) > 0 {
		params.ResponseFormat = openai.ChatCompletionNewParamsResponseFormatUnion{
			OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
				JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
					Name: r.Form, Strict: openai.Bool(true), Schema: r.Schema,
				},
			},
		}
	}
	stream := p.chat.Completions.NewStreaming(ctx, params, p.of(r.Model)...)
	defer func() { _ = stream.Close() }() // what it read is what counts
	reply := llm.Reply{Model: r.Model}
	var text strings.Builder
	ended := false
	for stream.Next() {
		chunk := stream.Current()
		if chunk.Model != "" {
			reply.Model = chunk.Model
		}
		if chunk.Usage.TotalTokens > 0 {
			reply.Usage = usage(chunk.Usage)
		}
		for _, c := range chunk.Choices {
			if c.Delta.Refusal != "" {
				reply.Stop = llm.StopRefuse
			}
			if c.FinishReason != "" {
				ended = true
				reply.Stop = stop(c.FinishReason, reply.Stop)
			}
			if c.Delta.Content == "" {
				continue
			}
			text.WriteString(c.Delta.Content)
			if onText != nil {
				onText(c.Delta.Content)
			}
		}
	}
	if err := stream.Err(); err != nil {
		return llm.Reply{}, wire.Failed(p.name, r.Model, seen, err)
	}
	if !ended {
		return llm.Reply{}, wire.Failed(p.name, r.Model, seen, errors.New("the reply ended before it was finished"))
	}
	reply.Text = text.String()
	return reply, nil
}

// usage reads what a call has cost. OpenRouter tells the price, in dollars.
func usage(u openai.CompletionUsage) llm.Usage {
	out := llm.Usage{InputTokens: u.PromptTokens, OutputTokens: u.CompletionTokens}
	var price float64
	if f, ok := u.JSON.ExtraFields["cost"]; ok && json.Unmarshal([]byte(f.Raw()), &price) == nil && price > 0 {
		out.MicroUSD = int64(price*1e6 + 0.5)
	}
	return out
}

func messages(r llm.Request) []openai.ChatCompletionMessageParamUnion {
	out := []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(r.System)}
	for _, t := range r.Turns {
		if t.Role == llm.Assistant {
			out = append(out, openai.AssistantMessage(t.Text))
			continue
		}
		out = append(out, openai.UserMessage(t.Text))
	}
	return out
}

func stop(reason string, before llm.Stop) llm.Stop {
	switch {
	case reason == "length":
		return llm.StopLength
	case reason == "content_filter":
		return llm.StopFilter
	case before != "":
		return before
	}
	return llm.StopEnd
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
	pages := p.models.ListAutoPaging(ctx)
	var out []llm.Model
	for pages.Next() {
		m := llm.Model{Name: pages.Current().ID}
		if f, ok := pages.Current().JSON.ExtraFields["context_length"]; ok {
			_ = json.Unmarshal([]byte(f.Raw()), &m.Window) // OpenRouter's; unknown if it is no number
		}
		out = append(out, m)
	}
	if err := pages.Err(); err != nil {
		return nil, wire.Failed(p.name, "", seen, err)
	}
	return out, nil
}
