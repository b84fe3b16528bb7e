package llmtest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/telemetry"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// Text is what the good play of every protocol answers.
const Text = `{"because":"é \"q\"","type":"QUERY"}`

// A Protocol is how one provider's API says things.
type Protocol struct {
	// Good streams Text, with 21 tokens read and 7 written.
	Good Play
	// Length is a reply that ended because no more could be written.
	Length Play
	// CutShort ends in the middle of a stream, without an end that the protocol has.
	CutShort Play
	// Within is a stream that begins well and then carries an error.
	Within Play
	// Error is the body of an error with a status.
	Error func(status int, message string) string
	// New returns the provider for a server.
	New func(t *testing.T, base string) llm.Provider
}

// Request is a request as the agents make them.
func Request() llm.Request {
	return llm.Request{
		Model: "tiny", System: "You route.", Form: "Routing", MaxTokens: 300, Window: 4096,
		Schema: form.Of(&mindv1.Routing{}, mindv1.Comments).Schema(form.Dialect{}),
		Turns:  []llm.Turn{{Role: llm.User, Text: "How?"}, {Role: llm.Assistant, Text: "hm"}, {Role: llm.User, Text: "Again."}},
	}
}

// Run tests a provider against what it owes to kit/llm.
func Run(t *testing.T, p Protocol) {
	t.Helper()
	t.Run("a reply comes whole, and as it is written", func(t *testing.T) {
		t.Parallel()
		s := Serve(t, p.Good)
		var heard strings.Builder
		pieces := 0
		got, err := p.New(t, s.URL).Chat(t.Context(), Request(), func(text string) { heard.WriteString(text); pieces++ })
		if err != nil {
			t.Fatal(err)
		}
		if got.Text != Text || heard.String() != Text || pieces < 2 || got.Stop != llm.StopEnd || got.Usage.InputTokens != 21 || got.Usage.OutputTokens != 7 || got.Model == "" {
			t.Errorf("reply %+v, heard %q in %d pieces", got, heard.String(), pieces)
		}
	})
	t.Run("the span of a call names the server", func(t *testing.T) {
		t.Parallel()
		s := Serve(t, p.Good)
		spans := tracetest.NewSpanRecorder()
		ctx, span := trace.NewTracerProvider(trace.WithSpanProcessor(spans)).Tracer("").Start(t.Context(), "chat")
		if _, err := p.New(t, s.URL).Chat(ctx, Request(), func(string) {}); err != nil {
			t.Fatal(err)
		}
		span.End()
		got := attribute.NewSet(spans.Ended()[0].Attributes()...)
		for key, want := range map[attribute.Key]string{
			telemetry.ServerAddress: "127.0.0.1", telemetry.ServerPort: s.URL[strings.LastIndex(s.URL, ":")+1:], telemetry.GenAIStream: "true",
		} {
			if v, _ := got.Value(key); v.String() != want {
				t.Errorf("%s is %q, want %q", key, v.String(), want)
			}
		}
	})
	t.Run("the schema keeps its order on the wire", func(t *testing.T) {
		t.Parallel()
		s := Serve(t, p.Good)
		r := Request()
		if _, err := p.New(t, s.URL).Chat(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
		_, body := s.Last(t)
		Carries(t, body, r.Schema)
	})
	t.Run("a reply that could not be finished says so", func(t *testing.T) {
		t.Parallel()
		got, err := p.New(t, Serve(t, p.Length).URL).Chat(t.Context(), Request(), nil)
		if err != nil || got.Stop != llm.StopLength {
			t.Errorf("reply %+v, error %v", got, err)
		}
	})
	t.Run("a stream that ends early does not pass for a whole one", func(t *testing.T) {
		t.Parallel()
		got, err := p.New(t, Serve(t, p.CutShort).URL).Chat(t.Context(), Request(), nil)
		if err == nil && got.Stop == llm.StopLength {
			return
		}
		caused(t, err, llm.Unreachable, llm.Broken)
	})
	t.Run("a connection that breaks is a failure", func(t *testing.T) {
		t.Parallel()
		broken := p.Good
		broken.Pieces, broken.Cut = broken.Pieces[:1], true
		fails(t, p, broken, llm.Unreachable, llm.Broken)
	})
	t.Run("an error within a stream is a failure", func(t *testing.T) {
		t.Parallel()
		fails(t, p, p.Within, llm.Broken, llm.Busy)
	})
	t.Run("what is no reply is a failure", func(t *testing.T) {
		t.Parallel()
		fails(t, p, Play{Type: "text/html", Pieces: []string{"<html>Sign in to the hotel's network</html>"}}, llm.Broken)
	})
	t.Run("a redirect is not followed", func(t *testing.T) {
		t.Parallel()
		other := Serve(t, p.Good)
		_, err := p.New(t, Serve(t, Play{Status: 307, Header: map[string]string{"Location": other.URL}}).URL).Chat(t.Context(), Request(), nil)
		if err == nil || other.Calls() > 0 {
			t.Errorf("error %v, and the other server was asked %d times", err, other.Calls())
		}
	})
	for status, cause := range map[int]llm.Cause{
		400: llm.Refused, 401: llm.Denied, 403: llm.Denied, 404: llm.Missing, 413: llm.Refused, 422: llm.Refused,
		429: llm.Busy, 500: llm.Broken, 502: llm.Broken, 503: llm.Busy, 529: llm.Busy,
	} {
		t.Run(string(cause)+" is what a status means", func(t *testing.T) {
			t.Parallel()
			e := blamed(t, failure(t, p, Play{Status: status, Header: map[string]string{"Retry-After": "3"}, Pieces: []string{p.Error(status, "so it is")}}), cause)
			if e != nil && (e.Status != status || e.RetryAfter != 3*time.Second || !strings.Contains(e.Error(), "so it is")) {
				t.Errorf("status %d is %+v: %v", status, e, e)
			}
		})
	}
	t.Run("a provider is asked once, not again", func(t *testing.T) {
		t.Parallel()
		s := Serve(t, Play{Status: 500, Pieces: []string{p.Error(500, "oops")}})
		if _, err := p.New(t, s.URL).Chat(t.Context(), Request(), nil); err == nil || s.Calls() != 1 {
			t.Errorf("%d calls, error %v", s.Calls(), err)
		}
	})
	t.Run("nobody there", func(t *testing.T) {
		t.Parallel()
		_, err := p.New(t, Nobody).Chat(t.Context(), Request(), nil)
		caused(t, err, llm.Unreachable)
	})
	t.Run("silence lasts as long as the caller waits", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := p.New(t, Serve(t, Play{Silent: true}).URL).Chat(ctx, Request(), nil)
		caused(t, err, llm.TimedOut)
	})
	t.Run("bytes that drip in are cut off in time", func(t *testing.T) {
		t.Parallel()
		slow := p.Good
		slow.Between = time.Minute
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := p.New(t, Serve(t, slow).URL).Chat(ctx, Request(), nil)
		caused(t, err, llm.TimedOut)
	})
	t.Run("a caller that goes away in mid-stream", func(t *testing.T) {
		t.Parallel()
		slow := p.Good
		slow.Between = time.Minute
		ctx, cancel := context.WithCancel(t.Context())
		_, err := p.New(t, Serve(t, slow).URL).Chat(ctx, Request(), func(string) { cancel() })
		caused(t, err, llm.Canceled)
	})
}

func failure(t *testing.T, p Protocol, play Play) error {
	t.Helper()
	_, err := p.New(t, Serve(t, play).URL).Chat(t.Context(), Request(), nil)
	return err
}

func fails(t *testing.T, p Protocol, play Play, causes ...llm.Cause) {
	t.Helper()
	caused(t, failure(t, p, play), causes...)
}

func caused(t *testing.T, err error, causes ...llm.Cause) {
	t.Helper()
	_ = blamed(t, err, causes...) // it has said what is wrong
}

// blamed returns the error as one with a cause, nil if it has none.
func blamed(t *testing.T, err error, causes ...llm.Cause) *llm.Error {
	t.Helper()
	e, ok := errors.AsType[*llm.Error](err)
	if !ok {
		t.Errorf("error is %v, which has no cause", err)
		return nil
	}
	if !slices.Contains(causes, e.Cause) {
		t.Errorf("cause is %s, want one of %v: %v", e.Cause, causes, err)
	}
	return e
}
