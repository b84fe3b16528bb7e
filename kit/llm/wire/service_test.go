package wire_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/llm/wire"
)

// heard returns the events of a stream and how it ended.
func heard(t *testing.T, s *wire.Service) ([]string, error) {
	t.Helper()
	var events []string
	for data, err := range s.Stream(t.Context(), "/chat", map[string]string{"text": "<<<note n1>>> & more"}) {
		if err != nil {
			return events, err
		}
		events = append(events, string(data))
	}
	return events, nil
}

func stream(pieces ...string) llmtest.Play {
	return llmtest.Play{Type: "text/event-stream", Pieces: pieces}
}

func TestAStreamIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	long := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	for name, c := range map[string]struct {
		pieces []string
		want   []string
	}{
		"events that come in halves":          {[]string{"data: {\"a\"", ":1}\n", "\ndata: {}\n\n"}, []string{`{"a":1}`, `{}`}},
		"lines that end as in Windows":        {[]string{"event: a\r\ndata: {}\r\n\r\n"}, []string{`{}`}},
		"comments that keep a connection":     {[]string{": OPENROUTER PROCESSING\n\n", "data: {}\n\n"}, []string{`{}`}},
		"an event over several lines":         {[]string{"data: {\ndata: }\n\n"}, []string{"{\n}"}},
		"the end that OpenAI's protocol has":  {[]string{"data: {}\n\ndata: [DONE]\n\n"}, []string{`{}`}},
		"an event that is longer than a page": {[]string{"data: " + long + "\n\n"}, []string{long}},
		"an error that is none":               {[]string{"data: {\"error\":null}\n\n"}, []string{`{"error":null}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.Serve(t, stream(c.pieces...))
			got, err := heard(t, wire.NewService(server.URL, nil))
			if err != nil || strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("events %.200q, error %v", got, err)
			}
		})
	}
}

func TestAStreamEndsWithTheErrorThatItTells(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ event, want string }{
		"an error of OpenAI's protocol":    {`{"error":{"message":"The server had an error","code":500}}`, "The server had an error"},
		"an error of Anthropic's protocol": {`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, "Overloaded"},
		"two errors":                       {`{"error":{"message":"walrus choked"}}` + "\n\ndata: " + `{"error":{"message":"walrus left"}}`, "walrus choked"},
		"an error in a word":               {`{"error":"busy"}`, "busy"},
		"what is no JSON":                  {`oops`, "no JSON"},
		"an error without a frame":         {`{"object":"error","message":"too many tokens"}`, "too many tokens"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.Serve(t, stream("data: {}\n\n", "data: "+c.event+"\n\n", "data: {}\n\n"))
			got, err := heard(t, wire.NewService(server.URL, nil))
			if len(got) != 1 || err == nil || strings.Count(err.Error(), c.want) != 1 || strings.Contains(err.Error(), "walrus left") {
				t.Errorf("events %q, error %v", got, err)
			}
		})
	}
}

// The provider's own words reach the person, whatever frame they come in, and nothing of the
// frame does.
func TestTheProvidersWordsAreTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"OpenAI's":               {`{"error":{"message":"No such key","type":"auth","code":"invalid_api_key"}}`, "No such key: invalid_api_key"},
		"with a code in numbers": {`{"error":{"message":"No such key","code":401}}`, "No such key"},
		"Anthropic's":            {`{"type":"error","error":{"type":"x","message":"No such key"},"request_id":"r"}`, "No such key"},
		"Google's, in a list":    {`[{"error":{"code":400,"message":"No such key","status":"INVALID"}}]`, "No such key"},
		"a word":                 {`{"error":"No such key"}`, "No such key"},
		"a message alone":        {`{"object":"error","message":"No such key","code":40}`, "No such key"},
		"a detail":               {`{"detail":"No such key"}`, "No such key"},
		"details of validation":  {`{"detail":[{"loc":["body","model"],"msg":"No such key","type":"x"}]}`, "No such key"},
		"a list of errors":       {`{"success":false,"errors":[{"code":10000,"message":"No such key"}]}`, "No such key"},
		"a gateway's, with those of the provider behind it": {`{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"No such key\"}}","provider_name":"A"}}}`, "Provider returned error: No such key"},
		"a frame in a text":                {`{"error":{"message":"litellm.AuthError: {\"error\":{\"message\":\"No such key\"}}"}}`, "litellm.AuthError: No such key"},
		"an OAuth server's":                {`{"error":"invalid_client","error_description":"No such key"}`, "invalid_client: No such key"},
		"two, as events":                   {"event: error\ndata: {\"error\":{\"message\":\"No such key\"}}\n\nevent: error\ndata: {\"error\":{\"message\":\"closing\"}}\n\n", "No such key"},
		"two, as lines":                    {"{\"error\":\"No such key\"}\n{\"error\":\"closing\"}\n", "No such key"},
		"a text that begins with a number": {"403 No such key", "403 No such key"},
		"a text":                           {"No such key\n", "No such key"},
		"a page":                           {"<!DOCTYPE html><html><head><title>No such\nkey</title><style>b{}</style></head><body>x</body></html>", "No such key"},
		"a page without a title":           {"<p>No such <b>key</b></p>", "No such key"},
		"a long one":                       {`{"pad":"` + strings.Repeat("x", 4000) + `","error":{"message":"No such key"}}`, "No such key"},
		"JSON that says nothing":           {`{"ok":false}`, `{"ok":false}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.Serve(t, llmtest.Play{Status: 400, Pieces: []string{c.body}})
			ctx, seen := wire.Watch(t.Context())
			err := wire.NewService(server.URL, nil).Post(ctx, "/chat", nil, nil)
			if got := wire.Failed("p", "m", seen, err).Err.Error(); got != "400: "+c.want {
				t.Errorf("%q, want %q", got, "400: "+c.want)
			}
			if strings.HasPrefix(c.body, "{\"error\"") { // told with a status of success, and not as a stream
				server := llmtest.Serve(t, llmtest.Play{Pieces: []string{c.body}})
				if events, err := heard(t, wire.NewService(server.URL, nil)); err == nil || err.Error() != c.want {
					t.Errorf("%q, error %v", events, err)
				}
			}
		})
	}
}

func TestAPromptIsSentAsItIs(t *testing.T) {
	t.Parallel()
	server := llmtest.Serve(t, stream("data: {}\n\n"))
	if _, err := heard(t, wire.NewService(server.URL+"/", map[string]string{"X-Key": "k"})); err != nil {
		t.Fatal(err)
	}
	r, body := server.Last(t)
	if r.URL.Path != "/chat" || r.Header.Get("X-Key") != "k" || !strings.Contains(string(body), "<<<note n1>>> & more") {
		t.Errorf("asked %s with %v: %s", r.URL, r.Header, body)
	}
}

func TestAConnectionServesOneReplyAfterTheOther(t *testing.T) {
	t.Parallel()
	server := llmtest.Serve(t, stream("data: {}\n\n", "data: [DONE]\n\n"))
	s := wire.NewService(server.URL, nil)
	connections := map[string]bool{}
	for range 5 {
		if _, err := heard(t, s); err != nil {
			t.Fatal(err)
		}
		r, _ := server.Last(t)
		connections[r.RemoteAddr] = true
	}
	if len(connections) != 1 {
		t.Errorf("%d connections were made for five calls", len(connections))
	}
}

func TestWhatIsReadIsReadAsJSON(t *testing.T) {
	t.Parallel()
	server := llmtest.Serve(t, llmtest.Play{Pieces: []string{`{"id":"m"}`}}, llmtest.Play{Pieces: []string{`<html>`}}, llmtest.Play{Status: 404, Pieces: []string{`{}`}})
	s := wire.NewService(server.URL, nil)
	var got struct{ ID string }
	if err := s.Get(t.Context(), "/models/m", &got); err != nil || got.ID != "m" {
		t.Errorf("read %+v, error %v", got, err)
	}
	if err := s.Get(t.Context(), "/models/m", &got); err == nil {
		t.Error("a page was taken for JSON")
	}
	if err := s.Get(t.Context(), "/models/m", &got); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("error is %v", err)
	}
}
