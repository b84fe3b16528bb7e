package models_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/ollama/ollama/api"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/test/models/gguf"
)

// letters is a tiny model that fills in forms with letters that mean nothing. It
// reads what agents say in about as many tokens as a large model would.
func letters(arch string, seed uint64) gguf.Model {
	return gguf.Model{Arch: arch, Seed: seed, Pairs: pairs()}
}

// pairs are learned from what the agents say to a model.
var pairs = sync.OnceValue(func() []string { return gguf.Pairs(prompts(), 2000) })

// prompts are what every agent says to a model, one after the other.
func prompts() string {
	var mu sync.Mutex
	var all strings.Builder
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked api.ChatRequest
		_ = json.NewDecoder(r.Body).Decode(&asked) // what can't be read has no words
		mu.Lock()
		defer mu.Unlock()
		for _, m := range asked.Messages {
			all.WriteString(m.Content)
		}
		http.NotFound(w, r)
	}))
	defer listener.Close()
	for _, agent := range thinkers {
		_, _ = app.Try(context.Background(), settings(listener.URL, "nobody"), agent) // there is no answer to look at
	}
	return all.String()
}
