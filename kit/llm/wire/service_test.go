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
		"an error in a word":               {`{"error":"busy"}`, "busy"},
		"what is no JSON":                  {`oops`, "no JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.Serve(t, stream("data: {}\n\n", "data: "+c.event+"\n\n", "data: {}\n\n"))
			got, err := heard(t, wire.NewService(server.URL, nil))
			if len(got) != 1 || err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("events %q, error %v", got, err)
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
