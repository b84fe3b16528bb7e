package replies

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/weft-mesh/weft/kit/config"
)

// A Call is what a model is asked.
type Call struct{ Form, System, User string }

// A Model answers calls. It may be asked from many sides at once.
type Model func(*http.Request, Call) (string, error)

// ServeHTTP answers a call of OpenAI's chat API.
func (m Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Messages []struct{ Role, Content string } `json:"messages"`
		Format   struct {
			Schema struct{ Name string } `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		http.Error(w, `{"error":{"message":"this server only chats"}}`, http.StatusNotFound)
		return
	}
	c := Call{Form: asked.Format.Schema.Name}
	for _, said := range asked.Messages {
		if said.Role == "system" {
			c.System += said.Content
		} else {
			c.User += said.Content + "\n"
		}
	}
	text, err := m(r, c)
	if err != nil {
		http.Error(w, fmt.Sprintf(`{"error":{"message":%q}}`, err.Error()), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(v any) {
		data, _ := json.Marshal(v) // of strings and numbers alone
		fmt.Fprintf(w, "data: %s\n\n", data)
	}
	send(map[string]any{"model": "reader", "choices": []any{map[string]any{"delta": map[string]any{"content": text}, "finish_reason": "stop"}}})
	send(map[string]any{"model": "reader", "choices": []any{}, "usage": map[string]any{
		"prompt_tokens": (len(c.System) + len(c.User)) / 4, "completion_tokens": len(text) / 4, "total_tokens": (len(c.System) + len(c.User) + len(text)) / 4,
	}})
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// Settings make a mesh ask the server at an address for every agent. Its key is read
// from a file, which may hold anything.
func Settings(address, keyFile string) []config.Override {
	out := []config.Override{
		{Path: "llm.default_provider", Value: "openai"},
		{Path: "llm.providers.openai.api_base", Value: address},
		{Path: "llm.providers.openai.api_key", Value: "file:" + keyFile},
	}
	for _, tier := range []string{"low", "medium", "high"} {
		out = append(out, config.Override{Path: "llm.tiers." + tier + ".openai", Value: "reader"})
	}
	return out
}
