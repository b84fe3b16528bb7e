package anthropic_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/anthropic"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

func event(name, data string) string { return "event: " + name + "\ndata: " + data + "\n\n" }

func delta(text string) string {
	quoted, _ := json.Marshal(text)
	return event("content_block_delta", fmt.Sprintf(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":%s}}`, quoted))
}

func end(reason string, tokens int) string {
	return event("content_block_stop", `{"type":"content_block_stop","index":0}`) +
		event("message_delta", fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q,"stop_sequence":null},"usage":{"output_tokens":%d}}`, reason, tokens)) +
		event("message_stop", `{"type":"message_stop"}`)
}

const start = `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-tiny","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":21,"output_tokens":1,"cache_read_input_tokens":0,"cache_creation_input_tokens":0}}}`

var opening = event("message_start", start) + event("content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`)

func stream(pieces ...string) llmtest.Play {
	return llmtest.Play{Type: "text/event-stream", Pieces: pieces}
}

var protocol = llmtest.Protocol{
	Good:     stream(opening+delta(llmtest.Text[:14]), delta(llmtest.Text[14:]), end("end_turn", 7)),
	Length:   stream(opening+delta(`{"because":"`), end("max_tokens", 300)),
	CutShort: stream(opening + delta(llmtest.Text[:14])),
	Within:   stream(opening+delta(llmtest.Text[:14]), event("error", `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)),
	Error: func(_ int, message string) string {
		return fmt.Sprintf(`{"type":"error","error":{"type":"some_error","message":%q}}`, message)
	},
	New: func(t *testing.T, base string) llm.Provider {
		t.Helper()
		p, err := anthropic.New(config.Cloud{Key: "sk-test", Base: base})
		if err != nil {
			t.Fatal(err)
		}
		return p
	},
}

func TestAnthropic(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, protocol)
}

func TestARefusalIsNoAnswer(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, stream(opening+delta("No."), end("refusal", 2)))
	got, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil)
	if err != nil || got.Stop != llm.StopRefuse {
		t.Errorf("reply %+v, error %v", got, err)
	}
}

func TestTheRequestIsWhatTheAPIAsksFor(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, protocol.Good)
	if _, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil); err != nil {
		t.Fatal(err)
	}
	r, body := s.Last(t)
	if r.Header.Get("X-Api-Key") != "sk-test" || r.URL.Path != "/v1/messages" {
		t.Errorf("asked %s with %v", r.URL, r.Header)
	}
	for _, want := range []string{`"output_config":{"format":{`, `"type":"json_schema"`, `"max_tokens":300`, `"system":[{"text":"You route.","type":"text"}]`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("there is no %s in %s", want, body)
		}
	}
}
