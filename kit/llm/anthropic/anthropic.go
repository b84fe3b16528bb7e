// Package anthropic asks models of Anthropic.
package anthropic

import (
	"context"
	"errors"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/llm/wire"
)

const name = "anthropic"

// Provider asks Anthropic's Messages API.
type Provider struct{ client anthropic.Client }

// New returns a provider with a key. It does not try again; kit/llm does.
func New(c config.Cloud) (*Provider, error) {
	key, err := config.Secret(c.Key)
	if err != nil {
		return nil, err
	}
	options := []option.RequestOption{
		option.WithoutEnvironmentDefaults(),
		option.WithAPIKey(key),
		option.WithMaxRetries(0),
		option.WithHTTPClient(wire.Client()),
	}
	if c.Base != "" {
		options = append(options, option.WithBaseURL(strings.TrimSuffix(c.Base, "/")+"/"))
	}
	return &Provider{anthropic.NewClient(options...)}, nil
}

// Name is "anthropic".
func (p *Provider) Name() string { return name }

// Dialect has no bounds: the API refuses them.
func (p *Provider) Dialect() form.Dialect { return form.Dialect{} }

// Chat asks a model.
func (p *Provider) Chat(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	ctx, seen := wire.Watch(ctx)
	params := anthropic.MessageNewParams{
		Model:     r.Model,
		MaxTokens: int64(r.MaxTokens),
		System:    []anthropic.TextBlockParam{{Text: r.System}},
		Messages:  messages(r),
	}
	if len(r.Schema) > 0 {
		// The schema's own field is a map, which would lose the order.
		var format anthropic.JSONOutputFormatParam
		format.SetExtraFields(map[string]any{"schema": r.Schema})
		params.OutputConfig.Format = format
	}
	stream := p.client.Messages.NewStreaming(ctx, params)
	defer func() { _ = stream.Close() }() // what it read is what counts
	var text strings.Builder
	var m anthropic.Message
	ended := false
	for stream.Next() {
		event := stream.Current()
		if err := m.Accumulate(event); err != nil {
			return llm.Reply{}, wire.Failed(name, r.Model, seen, err)
		}
		switch e := event.AsAny().(type) {
		case anthropic.ContentBlockDeltaEvent:
			if t, ok := e.Delta.AsAny().(anthropic.TextDelta); ok {
				text.WriteString(t.Text)
				if onText != nil {
					onText(t.Text)
				}
			}
		case anthropic.MessageStopEvent:
			ended = true
		}
	}
	if err := stream.Err(); err != nil {
		return llm.Reply{}, wire.Failed(name, r.Model, seen, err)
	}
	if !ended {
		return llm.Reply{}, wire.Failed(name, r.Model, seen, errors.New("the reply ended before it was finished"))
	}
	return llm.Reply{
		Text:  text.String(),
		Model: m.Model,
		Stop:  stop(m.StopReason),
		Usage: llm.Usage{
			InputTokens:  m.Usage.InputTokens + m.Usage.CacheReadInputTokens + m.Usage.CacheCreationInputTokens,
			OutputTokens: m.Usage.OutputTokens,
		},
	}, nil
}

func messages(r llm.Request) []anthropic.MessageParam {
	out := make([]anthropic.MessageParam, len(r.Turns))
	for i, t := range r.Turns {
		if t.Role == llm.Assistant {
			out[i] = anthropic.NewAssistantMessage(anthropic.NewTextBlock(t.Text))
			continue
		}
		out[i] = anthropic.NewUserMessage(anthropic.NewTextBlock(t.Text))
	}
	return out
}

func stop(reason anthropic.StopReason) llm.Stop {
	switch reason {
	case anthropic.StopReasonMaxTokens, anthropic.StopReasonModelContextWindowExceeded:
		return llm.StopLength
	case anthropic.StopReasonRefusal:
		return llm.StopRefuse
	case anthropic.StopReasonEndTurn, anthropic.StopReasonStopSequence, anthropic.StopReasonToolUse, anthropic.StopReasonPauseTurn:
	}
	return llm.StopEnd
}

// Model asks whether there is a model.
func (p *Provider) Model(ctx context.Context, model string) (llm.Model, error) {
	ctx, seen := wire.Watch(ctx)
	m, err := p.client.Models.Get(ctx, model, anthropic.ModelGetParams{})
	if err != nil {
		return llm.Model{}, wire.Failed(name, model, seen, err)
	}
	return llm.Model{Name: m.ID, Window: int(m.MaxInputTokens)}, nil
}

// Models lists the models that the key may ask.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	ctx, seen := wire.Watch(ctx)
	pages := p.client.Models.ListAutoPaging(ctx, anthropic.ModelListParams{})
	var out []llm.Model
	for pages.Next() {
		m := pages.Current()
		out = append(out, llm.Model{Name: m.ID, Window: int(m.MaxInputTokens)})
	}
	if err := pages.Err(); err != nil {
		return nil, wire.Failed(name, "", seen, err)
	}
	return out, nil
}
