// Package scripted plays a server of models whose replies are scripted: for each
// form there is a rule that fills it in from what the prompt shows, as a model
// would that has understood its task. It speaks Ollama's protocol. What the product
// promises without models it must keep with these, and with all rules forbidden.
package scripted

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"

	"github.com/ollama/ollama/api"
)

// Model is the name of the one model of the server. It answers to any other too.
const Model = "scripted"

// Serve starts a server. It is to be closed.
func Serve() *httptest.Server { return httptest.NewServer(http.HandlerFunc(chat)) }

func chat(w http.ResponseWriter, r *http.Request) {
	var req api.ChatRequest
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil || len(req.Messages) < 2 {
		http.Error(w, fmt.Sprintf(`{"error":"no call to a model: %v"}`, err), http.StatusBadRequest)
		return
	}
	text, err := fill(req)
	if err != nil {
		http.Error(w, fmt.Sprintf(`{"error":%q}`, err), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := json.NewEncoder(w)
	for piece := range slices.Chunk([]rune(text), 64) {
		_ = out.Encode(api.ChatResponse{Model: Model, Message: api.Message{Role: "assistant", Content: string(piece)}})
	}
	last := api.ChatResponse{Model: Model, Done: true, DoneReason: "stop"}
	last.PromptEvalCount, last.EvalCount = len(req.Messages[0].Content)/4, len(text)/4
	_ = out.Encode(last) // whoever hung up hears nothing
}

// A reply is a form filled in. Its properties go out by name, which is the order
// of every form.
type reply = map[string]any

// fill answers with the script for the form that is asked for.
func fill(req api.ChatRequest) (string, error) {
	var schema form
	if err := json.Unmarshal(req.Format, &schema); err != nil {
		return "", err
	}
	p := readPrompt(req.Messages[0].Content, req.Messages[1].Content)
	script := note
	for property, s := range scripts {
		if _, ok := schema.Properties[property]; ok {
			script = s
		}
	}
	out, err := json.Marshal(script(p, schema))
	return string(out), err
}

// scripts are by a property that only the one form has. What is no form of an
// agent asks for the data of a note.
var scripts = map[string]func(prompt, form) any{
	"log_portion": route,
	"searches":    plan,
	"findings":    analyze,
	"key_points":  write,
	"accuracy":    judge,
	"explanation": ask,
	"remember":    observe,
	"changes":     correct,
}
