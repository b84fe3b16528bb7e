package openai_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/llm/openai"
)

func chunk(choice, more string) string {
	return fmt.Sprintf(`data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-tiny","choices":[%s]%s}`+"\n\n", choice, more)
}

func delta(text string) string {
	quoted, _ := json.Marshal(text)
	return chunk(fmt.Sprintf(`{"index":0,"delta":{"content":%s},"finish_reason":null}`, quoted), "")
}

func end(reason string, tokens int) string {
	return chunk(fmt.Sprintf(`{"index":0,"delta":{},"finish_reason":%q}`, reason), "") +
		chunk("", fmt.Sprintf(`,"usage":{"prompt_tokens":21,"completion_tokens":%d,"total_tokens":%d,"cost":0.0125}`, tokens, 21+tokens)) +
		"data: [DONE]\n\n"
}

func stream(pieces ...string) llmtest.Play {
	return llmtest.Play{Type: "text/event-stream", Pieces: pieces}
}

func protocol(make func(base string) (*openai.Provider, error)) llmtest.Protocol {
	return llmtest.Protocol{
		Good:     stream(delta(llmtest.Text[:14]), delta(llmtest.Text[14:]), end("stop", 7)),
		Length:   stream(delta(`{"because":"`), end("length", 300)),
		CutShort: stream(delta(llmtest.Text[:14])),
		Within:   stream(delta(llmtest.Text[:14]), `data: {"error":{"message":"The server had an error","type":"server_error","code":500}}`+"\n\n"),
		Error: func(_ int, message string) string {
			return fmt.Sprintf(`{"error":{"message":%q,"type":"some_error","param":null,"code":null}}`, message)
		},
		New: func(t *testing.T, base string) llm.Provider {
			t.Helper()
			p, err := make(base)
			if err != nil {
				t.Fatal(err)
			}
			return p
		},
	}
}

var (
	plain = protocol(func(base string) (*openai.Provider, error) {
		return openai.New(config.Cloud{Key: "sk-test", Base: base + "/v1"})
	})
	azure = protocol(func(base string) (*openai.Provider, error) {
		return openai.NewAzure(config.Azure{Key: "az-test", Base: base + "/", Version: "2024-10-21"})
	})
	router = protocol(func(base string) (*openai.Provider, error) {
		return openai.NewOpenRouter(config.OpenRouter{Key: "or-test", Base: base + "/api/v1", DataCollection: "deny"})
	})
)

func TestOpenAI(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, plain)
}

func TestAzure(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, azure)
}

// The environment of whoever runs Weft may hold what other programs need.
func TestNoKeyOfOpenAIGoesToAnybodyElse(t *testing.T) {
	for name, value := range map[string]string{
		"OPENAI_API_KEY": "sk-others", "OPENAI_ADMIN_KEY": "sk-others", "OPENAI_ORG_ID": "org-others", "OPENAI_PROJECT_ID": "proj-others",
		"OPENAI_CUSTOM_HEADERS": "X-Other: others", "OPENAI_BASE_URL": "http://others.invalid",
	} {
		t.Setenv(name, value)
	}
	for name, p := range map[string]llmtest.Protocol{"azure": azure, "openrouter": router} {
		s := llmtest.Serve(t, p.Good)
		if _, err := p.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil); err != nil {
			t.Fatal(err)
		}
		asked, _ := s.Last(t)
		for header, values := range asked.Header {
			if strings.Contains(strings.Join(values, " "), "others") {
				t.Errorf("%s was sent %s: %q", name, header, values)
			}
		}
	}
}

func TestOpenRouter(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, router)
}

func TestEachServiceIsAskedInItsOwnWay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		p            llmtest.Protocol
		path, header string
		value        string
		body, not    []string
	}{
		{"openai", plain, "/v1/chat/completions", "Authorization", "Bearer sk-test", []string{`"strict":true`, `"name":"Routing"`, `"max_completion_tokens":300`}, []string{`"provider"`}},
		{"azure", azure, "/openai/deployments/tiny/chat/completions?api-version=2024-10-21", "Api-Key", "az-test", []string{`"strict":true`}, []string{`"provider"`}},
		{"openrouter", router, "/api/v1/chat/completions", "Authorization", "Bearer or-test", []string{`"require_parameters":true`, `"data_collection":"deny"`}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.Serve(t, c.p.Good)
			got, err := c.p.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Usage.MicroUSD != 12500 {
				t.Errorf("the price that the service tells is %d", got.Usage.MicroUSD)
			}
			r, body := s.Last(t)
			if r.URL.String() != c.path || r.Header.Get(c.header) != c.value {
				t.Errorf("asked %s with %v", r.URL, r.Header)
			}
			for _, want := range c.body {
				if !strings.Contains(string(body), want) {
					t.Errorf("there is no %s in %s", want, body)
				}
			}
			for _, not := range c.not {
				if strings.Contains(string(body), not) {
					t.Errorf("there is %s in %s", not, body)
				}
			}
		})
	}
}

func TestEffortIsToldInEachServicesWayAndOnlyIfConfigured(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p    llmtest.Protocol
		want string
	}{
		"openai":     {plain, `"reasoning_effort":"minimal"`},
		"azure":      {azure, `"reasoning_effort":"minimal"`},
		"openrouter": {router, `"reasoning":{"effort":"minimal"}`},
	} {
		for _, effort := range []string{"", "minimal"} {
			s := llmtest.Serve(t, c.p.Good)
			r := llmtest.Request()
			r.Effort = effort
			if _, err := c.p.New(t, s.URL).Chat(t.Context(), r, nil); err != nil {
				t.Fatal(err)
			}
			_, body := s.Last(t)
			if told := strings.Count(string(body), `"reasoning`); effort == "" && told != 0 || effort != "" && (told != 1 || !strings.Contains(string(body), c.want)) {
				t.Errorf("%s with effort %q was asked %s", name, effort, body)
			}
		}
	}
}

func TestHeldBackAndRefusedRepliesAreNoAnswers(t *testing.T) {
	t.Parallel()
	for want, pieces := range map[llm.Stop]string{
		llm.StopFilter: delta("The") + end("content_filter", 1),
		llm.StopRefuse: chunk(`{"index":0,"delta":{"refusal":"I can't"},"finish_reason":null}`, "") + end("stop", 1),
	} {
		got, err := plain.New(t, llmtest.Serve(t, stream(pieces)).URL+"").Chat(t.Context(), llmtest.Request(), nil)
		if err != nil || got.Stop != want {
			t.Errorf("reply %+v, error %v", got, err)
		}
	}
}

func TestAServerThatDoesNotStreamIsHeardAsAWhole(t *testing.T) {
	t.Parallel()
	server := llmtest.Serve(t, llmtest.Play{Pieces: []string{`{"object":"chat.completion","model":"m1","choices":[{"message":{"role":"assistant","content":"{}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":2,"completion_tokens":1,"total_tokens":3}}`}})
	heard := ""
	reply, err := plain.New(t, server.URL).Chat(t.Context(), llmtest.Request(), func(text string) { heard += text })
	if err != nil || reply.Text != "{}" || heard != "{}" || reply.Model != "m1" || reply.Usage.OutputTokens != 1 {
		t.Errorf("reply %+v, heard %q, error %v", reply, heard, err)
	}
}

// Newer models write prompts to a cache by themselves, for a price.
func TestWhatWentIntoACacheIsCounted(t *testing.T) {
	t.Parallel()
	usage := `{"prompt_tokens":2100,"completion_tokens":7,"total_tokens":2107,"prompt_tokens_details":{"cached_tokens":0,"cache_write_tokens":2048}}`
	s := llmtest.Serve(t, stream(delta("{}"), chunk(`{"index":0,"delta":{},"finish_reason":"stop"}`, `,"usage":`+usage)))
	got, err := plain.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil)
	if err != nil || got.Usage != (llm.Usage{InputTokens: 2100, OutputTokens: 7, CacheWrites: 2048}) {
		t.Errorf("reply %+v, error %v", got, err)
	}
}

func TestAnEmptyAccountIsNoReasonToWait(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Play{Status: 429, Pieces: []string{`{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`}})
	_, err := plain.New(t, s.URL).Chat(t.Context(), llmtest.Request(), nil)
	if err == nil || !strings.Contains(err.Error(), string(llm.Denied)) {
		t.Errorf("error is %v", err)
	}
}

func TestAModelIsFoundAmongThoseListedWithTheWindowThatOpenRouterTells(t *testing.T) {
	t.Parallel()
	list := llmtest.Play{Pieces: []string{`{"data":[{"id":"a","context_length":8192},{"id":"b"},{"id":"c","context_length":"long"}]}`}}
	s := llmtest.Serve(t, list)
	p := router.New(t, s.URL)
	for _, want := range []llm.Model{{Name: "a", Window: 8192}, {Name: "b"}, {Name: "c"}} {
		if got, err := p.Model(t.Context(), want.Name); err != nil || got != want {
			t.Errorf("model %+v, error %v", got, err)
		}
	}
	if r, _ := s.Last(t); r.URL.Path != "/api/v1/models" || r.Header.Get("Authorization") != "Bearer or-test" {
		t.Errorf("asked %s with %v", r.URL, r.Header)
	}
	if _, err := p.Model(t.Context(), "d"); !errors.Is(err, llm.ErrModelMissing) {
		t.Errorf("error is %v", err)
	}
}

// A reply is known by how it looks, whatever its server calls it, and the provider's own words
// reach the person.
func TestAReplyIsReadAsItLooksAndItsWordsAreTold(t *testing.T) {
	t.Parallel()
	whole := func(choice string) string {
		return `{"object":"chat.completion","model":"m1","choices":[` + choice + `]}`
	}
	for name, c := range map[string]struct{ kind, body, text, told string }{
		"whole, called a stream":        {"text/event-stream", whole(`{"message":{"content":"{}"},"finish_reason":"stop"}`), "{}", ""},
		"whole, called a page":          {"text/html", "\ufeff\n" + whole(`{"message":{"content":"{}"},"finish_reason":"stop"}`), "{}", ""},
		"lines of JSON":                 {"application/json", whole(`{"delta":{"content":"{"}}`) + "\n" + whole(`{"delta":{"content":"}"},"finish_reason":"stop"}`) + "\n", "{}", ""},
		"a comment before it":           {"text/event-stream", ": hello\n\n" + delta("{}") + end("stop", 1), "{}", ""},
		"a stream, called JSON":         {"application/json", delta("{}") + end("stop", 1), "{}", ""},
		"content in parts":              {"application/json", whole(`{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"{}"}]},"finish_reason":"stop"}`), "{}", ""},
		"content in parts, streamed":    {"text/event-stream", chunk(`{"index":0,"delta":{"content":[{"type":"text","text":"{}"}]}}`, "") + end("stop", 1), "{}", ""},
		"another choice":                {"text/event-stream", delta("{}") + chunk(`{"index":1,"delta":{"content":"no"}}`, "") + end("stop", 1), "{}", ""},
		"a page":                        {"text/html", "<html><title>walrus is down</title></html>", "", "walrus is down"},
		"words":                         {"text/plain", "walrus: no such model", "", "walrus: no such model"},
		"an error of a choice":          {"application/json", whole(`{"message":{"content":""},"finish_reason":"error","error":{"message":"walrus choked"}}`), "", "walrus choked"},
		"an error of a streamed choice": {"text/event-stream", delta("{") + chunk(`{"index":0,"delta":{},"finish_reason":"error","error":{"message":"walrus choked"}}`, ""), "", "walrus choked"},
		"a detail within":               {"text/event-stream", delta("{") + "data: {\"detail\":\"walrus left\"}\n\n", "", "walrus left"},
		"nothing":                       {"text/event-stream", "", "", "ended before it was finished"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reply, err := plain.New(t, llmtest.Serve(t, llmtest.Play{Type: c.kind, Pieces: []string{c.body}}).URL).Chat(t.Context(), llmtest.Request(), nil)
			if reply.Text != c.text || (err == nil) != (c.told == "") || err != nil && !strings.Contains(err.Error(), c.told) {
				t.Errorf("reply %+v, error %v", reply, err)
			}
		})
	}
}

// A model that calls a tool, though it was given none, may have written its answer so.
func TestTheArgumentsOfACallStandForAnAnswer(t *testing.T) {
	t.Parallel()
	call := func(text string) string { return chunk(`{"index":0,"delta":{"tool_calls":[`+text+`]}}`, "") }
	for name, c := range map[string]struct{ body, text, called string }{
		"in pieces":             {call(`{"index":0,"id":"a","function":{"name":"Routing","arguments":"{\"a\""}}`) + call(`{"index":0,"function":{"arguments":":1}"}}`) + end("tool_calls", 1), `{"a":1}`, "Routing"},
		"behind words":          {delta("So: ") + call(`{"index":0,"function":{"name":"Routing","arguments":"{}"}}`) + end("tool_calls", 1), `{}`, "Routing"},
		"beside an answer":      {delta("{}") + call(`{"index":0,"function":{"name":"look","arguments":"{\"q\":1}"}}`) + end("tool_calls", 1), `{}`, ""},
		"two calls":             {call(`{"index":0,"function":{"name":"look","arguments":"{}"}}`) + call(`{"index":1,"function":{"name":"Routing","arguments":"{\"a\":1}"}}`) + end("tool_calls", 1), "{}\n{\"a\":1}", "look"},
		"as a whole":            {`{"choices":[{"message":{"content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"Routing","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}]}`, `{"a":1}`, "Routing"},
		"not as a text":         {`{"choices":[{"message":{"content":"","tool_calls":[{"function":{"name":"Routing","arguments":{"a":1}}}]},"finish_reason":"tool_calls"}]}`, `{"a":1}`, "Routing"},
		"of a function":         {`{"choices":[{"message":{"content":null,"function_call":{"name":"Routing","arguments":"{\"a\":1}"}},"finish_reason":"function_call"}]}`, `{"a":1}`, "Routing"},
		"without arguments":     {call(`{"index":0,"function":{"name":"look"}}`) + end("tool_calls", 1), "", "look"},
		"with a number for one": {call(`{"index":7000000,"function":{"name":"look","arguments":"{}"}}`) + end("tool_calls", 1), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			heard := ""
			reply, err := plain.New(t, llmtest.Serve(t, stream(c.body)).URL).Chat(t.Context(), llmtest.Request(), func(text string) { heard += text })
			if err != nil || reply.Text != c.text || reply.Called != c.called || reply.Stop != llm.StopEnd || !strings.HasSuffix(heard, c.text) {
				t.Errorf("reply %+v, heard %q, error %v", reply, heard, err)
			}
		})
	}
}

func TestWhyAModelWroteNothingIsTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		want llm.Reply
	}{
		"nothing":                {end("stop", 1), llm.Reply{Stop: llm.StopEnd}},
		"thoughts":               {chunk(`{"index":0,"delta":{"reasoning_content":"hm"}}`, "") + end("length", 1), llm.Reply{Stop: llm.StopLength, Thought: true}},
		"thoughts of OpenRouter": {chunk(`{"index":0,"delta":{"reasoning":"hm","content":""}}`, "") + end("stop", 1), llm.Reply{Stop: llm.StopEnd, Thought: true}},
		"a reason of its own":    {end("insufficient_system_resource", 1), llm.Reply{Stop: "insufficient_system_resource"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reply, err := plain.New(t, llmtest.Serve(t, stream(c.body)).URL).Chat(t.Context(), llmtest.Request(), nil)
			if err != nil || reply.Text != "" || reply.Stop != c.want.Stop || reply.Thought != c.want.Thought {
				t.Errorf("reply %+v, error %v", reply, err)
			}
		})
	}
}

func TestAReplyOfAnotherProtocolIsToldInWords(t *testing.T) {
	t.Parallel()
	_, err := plain.New(t, llmtest.Serve(t, stream("data: {\"choices\":[{\"delta\":{\"content\":7}}]}\n\n")).URL).Chat(t.Context(), llmtest.Request(), nil)
	if err == nil || !strings.Contains(err.Error(), "its reply is not as the protocol has it") || strings.Contains(err.Error(), "Go ") {
		t.Errorf("error is %v", err)
	}
}

func TestWhatAModelSaysInPlaceOfAnAnswerIsTold(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		chunk(`{"index":0,"delta":{"refusal":"I will "}}`, "") + chunk(`{"index":0,"delta":{"refusal":"not."}}`, "") + end("stop", 1),
		`{"choices":[{"message":{"content":null,"refusal":"I will not."},"finish_reason":"stop"}]}`,
	} {
		reply, err := plain.New(t, llmtest.Serve(t, stream(body)).URL).Chat(t.Context(), llmtest.Request(), nil)
		if err != nil || reply.Stop != llm.StopRefuse || reply.Declined != "I will not." {
			t.Errorf("reply %+v, error %v", reply, err)
		}
	}
}
