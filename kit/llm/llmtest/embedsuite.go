package llmtest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/llm"
)

// An EmbedProtocol is how one provider's API says vectors.
type EmbedProtocol struct {
	// Reply is the body that has these vectors for texts in their order, with 9 tokens read.
	Reply func(vectors ...[]float32) string
	// Error is the body of an error with a status.
	Error func(status int, message string) string
	// New returns the provider for a server.
	New func(t *testing.T, base string) llm.Embedder
}

// RunEmbedder tests a provider of vectors against what it owes to kit/llm.
func RunEmbedder(t *testing.T, p EmbedProtocol) {
	t.Helper()
	request := llm.EmbedRequest{Model: "tiny", Texts: []string{"a <b>", "c"}}
	good := Play{Pieces: []string{p.Reply([]float32{1, 0, 0.5}, []float32{0, 1, -2})}}
	t.Run("each text has its vector", func(t *testing.T) {
		t.Parallel()
		s := Serve(t, good)
		got, err := p.New(t, s.URL).Embed(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Vectors) != 2 || got.Vectors[0][2] != 0.5 || got.Vectors[1][2] != -2 || got.Usage.InputTokens != 9 || got.Model == "" {
			t.Errorf("got %+v", got)
		}
		_, body := s.Last(t)
		for _, want := range []string{`"model":"tiny"`, `"c"`} {
			if !strings.Contains(string(body), want) {
				t.Errorf("there is no %s in %s", want, body)
			}
		}
		if strings.Contains(string(body), `"dimensions"`) {
			t.Errorf("a model that was told nothing was told dimensions: %s", body)
		}
	})
	t.Run("the model is told how many numbers are wanted", func(t *testing.T) {
		t.Parallel()
		s := Serve(t, good)
		shorter := request
		shorter.Dimensions = 3
		if _, err := p.New(t, s.URL).Embed(t.Context(), shorter); err != nil {
			t.Fatal(err)
		}
		if _, body := s.Last(t); !strings.Contains(string(body), `"dimensions":3`) {
			t.Errorf("it was not told: %s", body)
		}
	})
	refuseVectors(t, p, request)
	t.Run("a redirect is not followed", func(t *testing.T) {
		t.Parallel()
		other := Serve(t, good)
		_, err := p.New(t, Serve(t, Play{Status: 307, Header: map[string]string{"Location": other.URL}}).URL).Embed(t.Context(), request)
		if err == nil || other.Calls() > 0 {
			t.Errorf("error %v, and the other server was asked %d times", err, other.Calls())
		}
	})
	t.Run("nobody there", func(t *testing.T) {
		t.Parallel()
		_, err := p.New(t, Nobody).Embed(t.Context(), request)
		caused(t, err, llm.Unreachable)
	})
	t.Run("silence lasts as long as the caller waits", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := p.New(t, Serve(t, Play{Silent: true}).URL).Embed(ctx, request)
		caused(t, err, llm.TimedOut)
	})
}

// refuseVectors tests what a provider makes of replies that are none, and of statuses.
func refuseVectors(t *testing.T, p EmbedProtocol, request llm.EmbedRequest) {
	t.Helper()
	for name, body := range map[string]string{
		"a vector that is missing":       p.Reply([]float32{1, 0}),
		"vectors of two lengths":         p.Reply([]float32{1, 0}, []float32{1}),
		"a vector without numbers":       p.Reply([]float32{}, []float32{}),
		"a vector of nothing":            p.Reply([]float32{1, 0}, []float32{0, 0}),
		"a page in the place of a reply": "<html>Sign in</html>",
	} {
		t.Run(name+" is a failure", func(t *testing.T) {
			t.Parallel()
			_, err := p.New(t, Serve(t, Play{Pieces: []string{body}}).URL).Embed(t.Context(), request)
			caused(t, err, llm.Broken, llm.Unreachable)
		})
	}
	for status, cause := range map[int]llm.Cause{401: llm.Denied, 404: llm.Missing, 400: llm.Refused, 429: llm.Busy, 500: llm.Broken, 503: llm.Busy} {
		t.Run(string(cause)+" is what a status means", func(t *testing.T) {
			t.Parallel()
			s := Serve(t, Play{Status: status, Header: map[string]string{"Retry-After": "3"}, Pieces: []string{p.Error(status, "so it is")}})
			_, err := p.New(t, s.URL).Embed(t.Context(), request)
			e := blamed(t, err, cause)
			if e != nil && (e.Status != status || e.RetryAfter != 3*time.Second || !strings.Contains(e.Error(), "so it is")) {
				t.Errorf("status %d is %+v: %v", status, e, e)
			}
			if s.Calls() != 1 {
				t.Errorf("it was asked %d times", s.Calls())
			}
		})
	}
}
