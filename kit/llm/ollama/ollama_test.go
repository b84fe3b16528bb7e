package ollama_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/llm/ollama"
)

func line(text, more string) string {
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`{"model":"tiny","created_at":"2026-02-23T09:00:00Z","message":{"role":"assistant","content":%s}%s}`+"\n", quoted, more)
}

var protocol = llmtest.Protocol{
	Good: llmtest.Play{Type: "application/x-ndjson", Pieces: []string{
		line(llmtest.Text[:14], `,"done":false`), line(llmtest.Text[14:], `,"done":false`),
		line("", `,"done":true,"done_reason":"stop","prompt_eval_count":21,"eval_count":7`),
	}},
	Length: llmtest.Play{Type: "application/x-ndjson", Pieces: []string{
		line(`{"because":"`, `,"done":false`), line("", `,"done":true,"done_reason":"length","prompt_eval_count":21,"eval_count":300`),
	}},
	CutShort: llmtest.Play{Type: "application/x-ndjson", Pieces: []string{line(llmtest.Text[:14], `,"done":false`)}},
	Within:   llmtest.Play{Type: "application/x-ndjson", Pieces: []string{line(llmtest.Text[:14], `,"done":false`), `{"error":"the runner has died"}` + "\n"}},
	Error:    func(_ int, message string) string { return fmt.Sprintf(`{"error":%q}`, message) },
	New: func(t *testing.T, base string) llm.Provider {
		t.Helper()
		p, err := ollama.New(config.Ollama{Base: base, KeepAlive: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		return p
	},
}

func TestOllama(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, protocol)
}

func TestTheServerIsToldItsWindowAndToCutNothing(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, protocol.Good)
	if _, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil); err != nil {
		t.Fatal(err)
	}
	_, body := s.Last(t)
	for _, want := range []string{`"num_ctx":4096`, `"num_predict":300`, `"truncate":false`, `"shift":false`, `"think":false`, `"keep_alive":"1m0s"`, `keeps this schema`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("there is no %s in %s", want, body)
		}
	}
}

func TestAReplyIsStreamedOnlyIfSomebodyListens(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, protocol.Good)
	for want, onText := range map[string]func(string){`"stream":false`: nil, `"stream":true`: func(string) {}} {
		if _, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), onText); err != nil {
			t.Fatal(err)
		}
		if _, body := s.Last(t); !strings.Contains(string(body), want) {
			t.Errorf("there is no %s in %s", want, body)
		}
	}
}

func TestAModelTellsItsWindow(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Pieces: []string{`{"model_info":{"general.architecture":"llama","llama.context_length":32768}}`}})
	m, err := protocol.New(t, s.URL).Model(t.Context(), "tiny")
	if err != nil || m.Window != 32768 {
		t.Errorf("model %+v, error %v", m, err)
	}
}

// A model that calls a tool, though it was given none, may have written its answer so.
func TestTheArgumentsOfACallStandForAnAnswer(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Type: "application/x-ndjson", Pieces: []string{
		`{"model":"tiny","message":{"role":"assistant","content":"","thinking":"hm","tool_calls":[{"function":{"name":"Routing","arguments":{"a":1}}}]},"done":true,"done_reason":"stop"}` + "\n",
	}})
	got, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil)
	if err != nil || got.Text != `{"a":1}` || got.Called != "Routing" || !got.Thought {
		t.Errorf("reply %+v, error %v", got, err)
	}
}
