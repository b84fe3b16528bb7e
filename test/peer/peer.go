// Package peer plays a model server that speaks Ollama's protocol. What it says is
// up to the test: a model that obeys whatever it reads, one that writes anything
// that its schema allows, a server that fails in every way that servers fail.
package peer

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"github.com/weft-mesh/weft/kit/config"
)

// A Call is what a model is asked.
type Call struct {
	Agent  string // whose form it is to fill in; empty for a text without one
	Form   *Form  // nil for a text
	Schema []byte // the form as it came
	System string // what the agent tells the model
	User   string // what it gives it: notes, findings, the user's words
}

// A Reply is what comes back.
type Reply struct {
	Text  string
	Fault Fault // what goes wrong instead, or on the way
}

// A Mind answers calls. It may be asked from many sides at once.
type Mind func(Call) Reply

// Serve starts a server, and returns its address.
func Serve(t testing.TB, m Mind) string {
	t.Helper()
	s := Start(m)
	t.Cleanup(s.Close)
	return s.URL
}

// Start is Serve for who closes the server himself.
func Start(m Mind) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(w, r, m) }))
}

// Settings make a mesh ask the server at an address for every agent.
func Settings(address string) []config.Override {
	return []config.Override{
		{Path: "llm.default_provider", Value: "ollama"},
		{Path: "llm.providers.ollama.api_base", Value: address},
		{Path: "llm.tiers.low.ollama", Value: "peer"},
		{Path: "llm.tiers.medium.ollama", Value: "peer"},
		{Path: "llm.tiers.high.ollama", Value: "peer"},
	}
}

func answer(w http.ResponseWriter, r *http.Request, m Mind) {
	switch r.URL.Path {
	case "/api/chat":
	case "/api/show":
		write(w, map[string]any{"model_info": map[string]any{"llama.context_length": 131072}})
		return
	default:
		http.NotFound(w, r)
		return
	}
	var req api.ChatRequest
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &req)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var c Call
	for _, said := range req.Messages {
		if said.Role == "system" {
			c.System += said.Content
		} else {
			c.User += said.Content + "\n"
		}
	}
	if len(req.Format) > 0 {
		if c.Form, err = readForm(req.Format); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		c.Agent, c.Schema = c.Form.agent(), req.Format
	}
	reply := m(c)
	v := voice{w, req.Stream == nil || *req.Stream}
	if reply.Fault != "" {
		reply.Fault.play(v, r, reply.Text)
		return
	}
	v.say(reply.Text, "stop")
}

// A voice answers one call: streamed, in a line of JSON for each piece, or at once.
type voice struct {
	http.ResponseWriter
	streamed bool
}

// Unwrap lets what is said be flushed.
func (v voice) Unwrap() http.ResponseWriter { return v.ResponseWriter }

// say says a whole text, and why it ends.
func (v voice) say(text, reason string) {
	last := line(text)
	if v.streamed {
		for _, p := range pieces(text) {
			write(v, line(p))
		}
		last = line("")
	}
	last.Done, last.DoneReason = true, reason
	last.PromptEvalCount, last.EvalCount = 100, 10
	write(v, last)
}

func line(text string) api.ChatResponse {
	return api.ChatResponse{Model: "peer", Message: api.Message{Role: "assistant", Content: text}}
}

// write writes a line of JSON. Whoever hangs up early is not our concern.
func write(w http.ResponseWriter, v any) {
	if err := json.NewEncoder(w).Encode(v); err != nil {
		return
	}
	flush(w)
}

func flush(w http.ResponseWriter) {
	_ = http.NewResponseController(w).Flush() // nobody may be there any more
}

// pieces cuts a text as a model streams it.
func pieces(text string) []string {
	var out []string
	for len(text) > 0 {
		n := strings.IndexByte(text[1:], ' ') + 1
		if n == 0 || len(out) > 50 {
			n = len(text)
		}
		out, text = append(out, text[:n]), text[n:]
	}
	return out
}
