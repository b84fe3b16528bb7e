package openai

import (
	"cmp"
	"encoding/json"

	"github.com/weft-mesh/weft/kit/llm"
)

// A request is what the API is asked. It is in the API's own terms, as far as
// they are needed.
type request struct {
	Model          string          `json:"model"`
	Messages       []message       `json:"messages"`
	MaxTokens      int             `json:"max_completion_tokens"`
	ResponseFormat *responseFormat `json:"response_format,omitempty"`
	Stream         bool            `json:"stream"`
	StreamOptions  streamOptions   `json:"stream_options"`
	Effort         string          `json:"reasoning_effort,omitempty"`
	Reasoning      *reasoning      `json:"reasoning,omitempty"` // OpenRouter's way to say it
	routing
}

type message struct {
	Role    llm.Role `json:"role"`
	Content string   `json:"content"`
}

type responseFormat struct {
	Type       string     `json:"type"`
	JSONSchema jsonSchema `json:"json_schema"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"` // raw, so that its properties keep their order
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

// routing is what OpenRouter is told besides.
type routing struct {
	Provider *providers `json:"provider,omitempty"`
	Usage    *included  `json:"usage,omitempty"`
}

// providers says which of OpenRouter's providers may be asked.
type providers struct {
	RequireParameters bool   `json:"require_parameters"`
	DataCollection    string `json:"data_collection"`
}

// reasoning tells OpenRouter how much a model shall think.
type reasoning struct {
	Effort string `json:"effort"`
}

// included asks OpenRouter to tell the price.
type included struct {
	Include bool `json:"include"`
}

func asked(r llm.Request, more routing) request {
	out := request{
		Model:         r.Model,
		Messages:      []message{{"system", r.System}},
		MaxTokens:     r.MaxTokens,
		Stream:        true,
		StreamOptions: streamOptions{IncludeUsage: true},
		routing:       more,
	}
	for _, t := range r.Turns {
		out.Messages = append(out.Messages, message{t.Role, t.Text})
	}
	switch {
	case r.Effort == "":
	case more.Provider != nil:
		out.Reasoning = &reasoning{r.Effort}
	default:
		out.Effort = r.Effort
	}
	if len(r.Schema) > 0 {
		out.ResponseFormat = &responseFormat{"json_schema", jsonSchema{Name: r.Form, Strict: true, Schema: r.Schema}}
	}
	return out
}

// A chunk is a piece of a streamed reply.
type chunk struct {
	Model   string `json:"model"`
	Choices []struct {
		Index        int             `json:"index"`
		Delta        said            `json:"delta"`
		Message      said            `json:"message"` // of a server that does not stream
		FinishReason string          `json:"finish_reason"`
		Error        json.RawMessage `json:"error"` // of OpenRouter, where its provider fails within a reply
	} `json:"choices"`
	Usage usage `json:"usage"`
}

// said is what a model says in a chunk, or declines to say.
type said struct {
	Content   content         `json:"content"`
	Refusal   string          `json:"refusal"`
	ToolCalls []toolCall      `json:"tool_calls"`
	Function  *function       `json:"function_call"` // as it was called before tools
	Thoughts  json.RawMessage `json:"reasoning_content"`
	Reasoning json.RawMessage `json:"reasoning"` // of OpenRouter
}

// hasThoughts reports whether there are thoughts in it.
func (s said) hasThoughts() bool { return isWritten(s.Thoughts) || isWritten(s.Reasoning) }

func isWritten(member json.RawMessage) bool {
	return len(member) > 0 && member[0] == '"' && string(member) != `""`
}

// A toolCall is a piece of a call of a tool: those of one index are one call.
type toolCall struct {
	Index    int      `json:"index"`
	Function function `json:"function"`
}

type function struct {
	Name      string    `json:"name"`
	Arguments arguments `json:"arguments"`
}

// arguments are a text that holds JSON. Some servers give the JSON itself.
type arguments string

// UnmarshalJSON reads them.
func (a *arguments) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && (data[0] == '{' || data[0] == '[') {
		*a = arguments(data)
		return nil
	}
	return json.Unmarshal(data, (*string)(a))
}

// calls are the calls of tools in a reply, as they come.
type calls []llm.Call

// add adds the pieces that a chunk has.
func (all *calls) add(s said) {
	pieces := s.ToolCalls
	if s.Function != nil {
		pieces = append(pieces, toolCall{Function: *s.Function})
	}
	for i, p := range pieces {
		at := p.Index
		if p.Index == 0 && i > 0 && p.Function.Name != "" {
			at = i // of a server that numbers none
		}
		if at < 0 || at > mostCalls {
			continue
		}
		for len(*all) <= at {
			*all = append(*all, llm.Call{})
		}
		call := &(*all)[at]
		call.Name = cmp.Or(call.Name, p.Function.Name)
		call.Arguments += string(p.Function.Arguments)
	}
}

// mostCalls is how many calls of tools in one reply are looked at.
const mostCalls = 16

// content is a text. Some servers give it in parts, of which thoughts are some.
type content string

// UnmarshalJSON reads it.
func (c *content) UnmarshalJSON(data []byte) error {
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, (*string)(c))
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" {
			*c += content(p.Text)
		}
	}
	return nil
}

type usage struct {
	Prompt     int64           `json:"prompt_tokens"`
	Completion int64           `json:"completion_tokens"`
	Total      int64           `json:"total_tokens"`
	Cost       json.RawMessage `json:"cost"` // the price in dollars, of OpenRouter
	Details    struct {
		CacheWrites int64 `json:"cache_write_tokens"`
	} `json:"prompt_tokens_details"`
}

// sum is what the call has cost. A price that is no number is none.
func (u usage) sum() llm.Usage {
	out := llm.Usage{InputTokens: u.Prompt, OutputTokens: u.Completion, CacheWrites: u.Details.CacheWrites}
	var dollars float64
	if json.Unmarshal(u.Cost, &dollars) == nil && dollars > 0 {
		out.MicroUSD = int64(dollars*1e6 + 0.5)
	}
	return out
}
