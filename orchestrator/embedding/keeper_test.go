package embedding

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	metricnoop "go.opentelemetry.io/otel/metric/noop"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/openai"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

var scope = store.Scope{Tenant: "local"}

// A server makes a vector of each text, and refuses those with the word "forbidden".
type server struct {
	mu     sync.Mutex
	texts  []string // that it made vectors of
	most   int      // of one call
	broken bool
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var in struct{ Input []string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || strings.Contains(strings.Join(in.Input, " "), "forbidden") {
		http.Error(w, `{"error":{"message":"this is forbidden"}}`, http.StatusBadRequest)
		return
	}
	if s.broken && len(s.texts) > 0 {
		http.Error(w, `{"error":{"message":"down"}}`, http.StatusInternalServerError)
		return
	}
	s.most = max(s.most, len(in.Input))
	s.texts = append(s.texts, in.Input...)
	data := make([]map[string]any, len(in.Input))
	for i, text := range in.Input {
		data[i] = map[string]any{"index": i, "embedding": []int{len(text), 1}}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": data, "usage": map[string]int{"prompt_tokens": 1}})
}

func (s *server) set(broken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = broken
}

// made returns of how many texts there were vectors made since the last call.
func (s *server) made() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.texts)
	s.texts = nil
	return n
}

func keeper(t *testing.T, s *server) *Keeper {
	t.Helper()
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	p, err := openai.New(config.Cloud{Base: web.URL})
	if err != nil {
		t.Fatal(err)
	}
	d, err := llm.New(llm.Deps{
		Config: config.LLM{
			Timeout: time.Minute, Breaker: config.Breaker{Failures: 100, Pause: time.Hour},
			Embeddings: config.Embeddings{Provider: "openai", Model: "m", Timeout: time.Minute},
		},
		Embedder: p, Tracer: tracenoop.NewTracerProvider().Tracer(""), Meter: metricnoop.NewMeterProvider().Meter(""),
	})
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(t.TempDir(), vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	return &Keeper{Store: v, Model: d.Embedding(), Log: slog.New(slog.DiscardHandler)}
}

func (k *Keeper) note(t *testing.T, second int, text string) {
	t.Helper()
	_, err := k.Store.Keep(t.Context(), scope, store.NewEntry{Key: text, Time: time.Date(2026, 1, 1, 0, 0, second, 0, time.UTC), Text: text})
	if err != nil {
		t.Fatal(err)
	}
}

func TestVectorsAreMadeOnceAndGoneOnWithWhereTheyStopped(t *testing.T) {
	t.Parallel()
	s := &server{}
	k := keeper(t, s)
	for i := range 100 {
		k.note(t, i, strings.Repeat("word ", i+1))
	}
	long := strings.Repeat("A long note has several passages. ", 400) // 14 KB
	k.note(t, 200, long)
	passages := 100 + len(meaning.Split(long))
	s.set(true)
	left, err := k.Embed(t.Context(), scope)
	if err == nil || left < 50 || !strings.Contains(err.Error(), "down") {
		t.Fatalf("%d notes are left, error %v", left, err)
	}
	first := s.made()
	s.set(false)
	if left, err := k.Embed(t.Context(), scope); err != nil || left != 0 {
		t.Fatalf("%d notes are left, error %v", left, err)
	}
	// Where the long note came first, its first passages are made twice.
	if all := first + s.made(); first == 0 || all < passages || all > passages+perCall || s.most > perCall {
		t.Errorf("vectors of %d texts were made, %d of them at first; at most %d in a call", all, first, s.most)
	}
	k.note(t, 300, "one more")
	if left, err := k.Embed(t.Context(), scope); err != nil || left != 0 || s.made() != 1 {
		t.Errorf("%d notes are left, error %v", left, err)
	}
}

func TestANoteThatTheModelRefusesHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	s := &server{}
	k := keeper(t, s)
	for i, text := range []string{"one", "forbidden", "two", "three"} {
		k.note(t, i, text)
	}
	for _, want := range []int{3, 0} {
		if left, err := k.Embed(t.Context(), scope); err != nil || left != 1 || s.made() != want {
			t.Errorf("%d notes are left, error %v", left, err)
		}
	}
}
