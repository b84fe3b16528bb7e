package anthropic

import (
	"encoding/json"

	"github.com/weft-mesh/weft/kit/llm"
)

// A request is what the API is asked. It is in the API's own terms, as far as
// they are needed.
type request struct {
	Model     string        `json:"model"`
	MaxTokens int           `json:"max_tokens"`
	System    []block       `json:"system"`
	Messages  []turn        `json:"messages"`
	Output    *outputConfig `json:"output_config,omitempty"`
	Stream    bool          `json:"stream"`
}

type turn struct {
	Role    llm.Role `json:"role"`
	Content []block  `json:"content"`
}

type block struct {
	Text string `json:"text"`
	Type string `json:"type"`
}

type outputConfig struct {
	Effort string        `json:"effort,omitempty"`
	Format *outputFormat `json:"format,omitempty"`
}

type outputFormat struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"` // raw, so that its properties keep their order
}

func asked(r llm.Request) request {
	out := request{Model: r.Model, MaxTokens: r.MaxTokens, System: texts(r.System), Stream: true}
	for _, t := range r.Turns {
		out.Messages = append(out.Messages, turn{t.Role, texts(t.Text)})
	}
	var how outputConfig
	if how.Effort = r.Effort; r.Effort == "minimal" {
		how.Effort = "low" // the least that the API has
	}
	if len(r.Schema) > 0 {
		how.Format = &outputFormat{"json_schema", r.Schema}
	}
	if how != (outputConfig{}) {
		out.Output = &how
	}
	return out
}

func texts(text string) []block { return []block{{text, "text"}} }

// An event is a piece of a streamed reply.
type event struct {
	Type    string  `json:"type"`
	Message message `json:"message"` // of message_start
	Block   struct {
		Type  string          `json:"type"`
		Name  string          `json:"name"`
		Input json.RawMessage `json:"input"`
	} `json:"content_block"` // of content_block_start
	Delta struct {
		Text       string `json:"text"`         // of content_block_delta
		Thinking   string `json:"thinking"`     // of content_block_delta
		Input      string `json:"partial_json"` // of content_block_delta, in the block of a tool
		StopReason string `json:"stop_reason"`  // of message_delta
	} `json:"delta"`
	Usage json.RawMessage `json:"usage"` // of message_delta
}

type message struct {
	Model      string `json:"model"`
	StopReason string `json:"stop_reason"`
	Usage      usage  `json:"usage"`
}

// end takes over what the last event of a message tells of it. Its counts are of
// the whole message; those that it leaves out stay as the first event told them.
func (m *message) end(last event) error {
	m.StopReason = last.Delta.StopReason
	if len(last.Usage) == 0 {
		return nil
	}
	return json.Unmarshal(last.Usage, &m.Usage)
}

type usage struct {
	Input        int64 `json:"input_tokens"`
	CacheRead    int64 `json:"cache_read_input_tokens"`
	CacheWritten int64 `json:"cache_creation_input_tokens"`
	Output       int64 `json:"output_tokens"`
}

func (u usage) sum() llm.Usage {
	return llm.Usage{InputTokens: u.Input + u.CacheRead + u.CacheWritten, OutputTokens: u.Output, CacheWrites: u.CacheWritten}
}

type modelInfo struct {
	ID     string `json:"id"`
	Window int    `json:"max_input_tokens"`
	Output int    `json:"max_tokens"`
}

func (m modelInfo) known() llm.Model {
	return llm.Model{Name: m.ID, Window: m.Window, Output: m.Output}
}
