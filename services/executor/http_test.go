package executor_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/weft-mesh/weft/kit/fault"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
)

func TestToolsBehindAURLAreExternalAndGetTheirHeaders(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var without atomic.Int32
	c := b.at(overHTTP(t, b.record, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer s3cret" || r.Header.Get("Idempotency-Key") != "" {
				without.Add(1)
			}
			next.ServeHTTP(w, r)
		})
	}))
	c.Headers = func() (http.Header, error) {
		return http.Header{"Authorization": {"Bearer s3cret"}, "Idempotency-Key": {"k"}}, nil
	}
	s := b.mail(c)
	if r := b.call(s, "send", letter); r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE || r.GetText() != "sent" {
		t.Errorf("%v", r)
	}
	if r := b.call(s, "huge", `{}`); !r.GetTruncated() {
		t.Errorf("a huge result: %v", r.GetOutcome())
	}
	tools, _ := b.list(s, false)
	if got := tools["huge"].GetEffect(); got != commonv1.ToolEffect_TOOL_EFFECT_EXTERNAL {
		t.Errorf("what goes over a network is %s", got)
	}
	if n := without.Load(); n > 0 {
		t.Errorf("%d requests came without their headers, or with one that has them sent again", n)
	}
}

// isCall reports whether a request calls a tool.
func isCall(t *testing.T, r *http.Request) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return bytes.Contains(body, []byte(`"method":"tools/call"`))
}

func TestACallOverHTTPIsSentOnce(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]http.HandlerFunc{
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		},
		"a gateway that gives up": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"a connection that is cut": func(w http.ResponseWriter, _ *http.Request) {
			if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
				_ = conn.Close()
			}
		},
		"an answer that is no JSON": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("{"))
		},
		"an answer without end": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for range 20 {
				if _, err := w.Write([]byte(strings.Repeat(" ", 1<<20))); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			var seen, elsewhere atomic.Int32
			s := b.mail(b.at(overHTTP(t, b.record, func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					switch {
					case r.URL.Path == "/elsewhere":
						elsewhere.Add(1)
					case isCall(t, r):
						seen.Add(1)
						spoil(w, r)
						return
					}
					next.ServeHTTP(w, r)
				})
			})))
			send := b.trust(s, "send")
			req := b.approve(send, letter)
			r, err := s.Execute(t.Context(), req)
			if err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_UNKNOWN {
				t.Errorf("%v, %v", r, err)
			}
			b.refused(s, req, fault.GrantUsed, "")
			if seen.Load() != 1 || elsewhere.Load() != 0 {
				t.Errorf("it was sent %d times, and %d times elsewhere", seen.Load(), elsewhere.Load())
			}
		})
	}
}
