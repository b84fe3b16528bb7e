package ollama

import (
	"context"
	"encoding/json"
)

// What of the server's protocol is used, as
// https://github.com/ollama/ollama/blob/main/docs/api.md has it.
type (
	chatRequest struct {
		Model     string          `json:"model"`
		Messages  []message       `json:"messages"`
		Format    json.RawMessage `json:"format,omitempty"`
		Stream    bool            `json:"stream"`
		KeepAlive string          `json:"keep_alive"`
		Think     bool            `json:"think"`
		Truncate  bool            `json:"truncate"` // a prompt that doesn't fit; never
		Shift     bool            `json:"shift"`    // a reply that doesn't fit; never
		Options   map[string]any  `json:"options"`
	}
	message struct {
		Role      string     `json:"role"`
		Content   string     `json:"content"`
		Thinking  string     `json:"thinking,omitempty"`
		ToolCalls []toolCall `json:"tool_calls,omitempty"`
	}
	toolCall struct {
		Function struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"function"`
	}
	chatResponse struct {
		Model           string  `json:"model"`
		Message         message `json:"message"`
		Done            bool    `json:"done"`
		DoneReason      string  `json:"done_reason"`
		PromptEvalCount int     `json:"prompt_eval_count"`
		EvalCount       int     `json:"eval_count"`
	}
	embedRequest struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Dimensions int      `json:"dimensions,omitempty"`
		Truncate   bool     `json:"truncate"`
		KeepAlive  string   `json:"keep_alive"`
	}
	modelRequest struct {
		Model string `json:"model"`
	}
)

// eachLine posts a request and hands each line of the reply on.
func (p *Provider) eachLine(ctx context.Context, path string, in any, take func(line []byte) error) error {
	for line, err := range p.service.Stream(ctx, path, in) {
		if err != nil {
			return err
		}
		if err := take(line); err != nil {
			return err
		}
	}
	return nil
}
