package anthropic_test

import (
	"encoding/json"
	"errors"
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

func TestEffortIsToldOnlyIfConfigured(t *testing.T) {
	t.Parallel()
	for effort, want := range map[string]string{"": `"output_config":{"format":{`, "minimal": `"output_config":{"effort":"low","format":{`, "high": `"output_config":{"effort":"high","format":{`} {
		s := llmtest.Serve(t, protocol.Good)
		r := llmtest.Request()
		r.Effort = effort
		if _, err := protocol.New(t, s.URL).Chat(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
		if _, body := s.Last(t); !strings.Contains(string(body), want) {
			t.Errorf("there is no %s in %s", want, body)
		}
	}
}

func TestWhatAModelThinksIsNoPartOfItsAnswer(t *testing.T) {
	t.Parallel()
	thought := event("content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`) +
		event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}`) +
		event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}`)
	for name, c := range map[string]struct {
		pieces string
		text   string
		stop   llm.Stop
	}{
		"before its answer":   {thought + delta("{}") + end("end_turn", 50), "{}", llm.StopEnd},
		"and nothing besides": {thought + end("max_tokens", 300), "", llm.StopLength},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			heard := ""
			s := llmtest.Serve(t, stream(event("message_start", start)+c.pieces))
			got, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), func(text string) { heard += text })
			if err != nil || got.Text != c.text || heard != c.text || got.Stop != c.stop {
				t.Errorf("reply %+v, heard %q, error %v", got, heard, err)
			}
		})
	}
}

// A proxy, or a cache of prompts, counts otherwise at the end than at the start.
func TestTheLastCountsOfAMessageAreThoseThatHold(t *testing.T) {
	t.Parallel()
	begin := strings.Replace(start, `"cache_read_input_tokens":0`, `"cache_read_input_tokens":100`, 1)
	for name, c := range map[string]struct {
		usage string
		input int64
	}{
		"what was read is counted at the start": {`{"output_tokens":9}`, 121},
		"and once more at the end":              {`{"input_tokens":31,"output_tokens":9,"cache_creation_input_tokens":null}`, 131},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.Serve(t, stream(event("message_start", begin), event("ping", `{"type":"ping"}`), delta("{}"),
				event("message_delta", `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":`+c.usage+`}`), event("message_stop", `{"type":"message_stop"}`)))
			got, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil)
			if err != nil || got.Usage != (llm.Usage{InputTokens: c.input, OutputTokens: 9}) || got.Model != "claude-tiny" {
				t.Errorf("reply %+v, error %v", got, err)
			}
		})
	}
}

func TestNoKeyOfTheEnvironmentIsSent(t *testing.T) {
	for _, name := range []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_BASE_URL"} {
		t.Setenv(name, "X-Other: others")
	}
	s := llmtest.Serve(t, protocol.Good)
	if _, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil); err != nil {
		t.Fatal(err)
	}
	r, _ := s.Last(t)
	for header, values := range r.Header {
		if strings.Contains(strings.Join(values, " "), "others") {
			t.Errorf("sent %s: %q", header, values)
		}
	}
}

func TestAModelIsLookedUpByItsName(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Pieces: []string{`{"id":"claude-tiny","max_input_tokens":1000,"max_tokens":300}`}}, llmtest.Play{Status: 404, Pieces: []string{`{}`}})
	p := protocol.New(t, s.URL)
	if got, err := p.Model(t.Context(), "claude-tiny"); err != nil || got != (llm.Model{Name: "claude-tiny", Window: 1000, Output: 300}) {
		t.Errorf("model %+v, error %v", got, err)
	}
	if _, err := p.Model(t.Context(), "a/b"); !errors.Is(err, llm.ErrModelMissing) {
		t.Errorf("error is %v", err)
	}
	if r, _ := s.Last(t); r.URL.EscapedPath() != "/v1/models/a%2Fb" {
		t.Errorf("asked %s", r.URL)
	}
}

// A model that calls a tool, though it was given none, may have written its answer so.
func TestTheArgumentsOfACallStandForAnAnswer(t *testing.T) {
	t.Parallel()
	call := func(input string) string {
		return event("content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"Routing","input":`+input+`}}`)
	}
	piece := func(text string) string {
		return event("content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"`+text+`"}}`)
	}
	for name, c := range map[string]struct{ pieces, text, called string }{
		"in pieces":        {call("{}") + piece("") + piece(`{\"a\"`) + piece(`:1}`), `{"a":1}`, "Routing"},
		"as a whole":       {call(`{"a":1}`), `{"a":1}`, "Routing"},
		"behind words":     {delta("So: ") + call("{}") + piece(`{\"a\":1}`), `{"a":1}`, "Routing"},
		"beside an answer": {delta("{}") + call("{}") + piece(`{\"a\":1}`), "{}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.Serve(t, stream(event("message_start", start)+c.pieces+end("tool_use", 50)))
			got, err := protocol.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil)
			if err != nil || got.Text != c.text || got.Called != c.called || got.Stop != llm.StopEnd {
				t.Errorf("reply %+v, error %v", got, err)
			}
		})
	}
}
