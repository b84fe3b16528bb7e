package models_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/test/mesh"
	"github.com/weft-mesh/weft/test/models/gguf"
	"github.com/weft-mesh/weft/test/models/server"
)

// A real server makes vectors, over both of its protocols. What a model with random weights
// finds near means nothing; that the same text has the same vector must hold.
func TestARealServerMakesVectors(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	for _, arch := range []string{gguf.Llama, gguf.Qwen3} {
		s.Create(t, arch, gguf.Model{Arch: arch, Noise: true, Seed: 1, Context: 512}, "")
	}
	vectorsOver(t, s, gguf.Llama)
	// The server's own engine makes vectors with models that are for it, and says so.
	c := settings(s.URL, gguf.Qwen3)
	c.LLM.Embeddings = config.Embeddings{Provider: "ollama", Model: gguf.Qwen3}
	if _, err := app.TryEmbedding(t.Context(), c); err == nil || !strings.Contains(err.Error(), "does not support embeddings") {
		t.Errorf("of a model that makes no vectors the error is %v", err)
	}
}

func vectorsOver(t *testing.T, s *server.Server, model string) {
	t.Helper()
	for _, provider := range []string{"ollama", "openai"} {
		c := settings(s.URL, model)
		c.LLM.Providers.OpenAI.Base = s.URL + "/v1"
		c.LLM.Embeddings = config.Embeddings{Provider: provider, Model: model}
		e, err := app.Embedder(c)
		if err != nil {
			t.Fatal(err)
		}
		long := strings.Repeat("A note that is longer than the model can read. ", 100)
		got, err := e.Embed(t.Context(), llm.EmbedRequest{Model: model, Texts: []string{"Bench press 80 kg.", "Lunch with Ann.", "Bench press 80 kg.", long}})
		if err != nil {
			t.Fatalf("%s over %s: %v", model, provider, err)
		}
		if v := got.Vectors; !slices.Equal(v[0], v[2]) || slices.Equal(v[0], v[1]) || got.Usage.InputTokens == 0 {
			t.Errorf("%s over %s: vectors of %d numbers, usage %v; that of the same text is the same: %v", model, provider, len(v[0]), got.Usage, slices.Equal(v[0], v[2]))
		}
		_, err = e.Embed(t.Context(), llm.EmbedRequest{Model: "nobody", Texts: []string{"a"}})
		if f, ok := errors.AsType[*llm.Error](err); !ok || f.Cause != llm.Missing {
			t.Errorf("%s: a model that is not there is %v", provider, err)
		}
	}
}

// Notes get their vectors from a real server, and a run goes on without it.
func TestRunsWithVectorsOfARealServer(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	s.Create(t, "vectors", gguf.Model{Arch: gguf.Llama, Noise: true, Seed: 1}, "")
	m, _ := mesh.Shared(t, mesh.ExampleVault(t),
		config.Override{Path: "llm.embeddings.provider", Value: "ollama"}, config.Override{Path: "llm.embeddings.model", Value: "vectors"},
		config.Override{Path: "llm.embeddings.timeout", Value: "20s"}, config.Override{Path: "llm.providers.ollama.api_base", Value: s.URL})
	for {
		r := m.Ask(t, "How far did I run in January?")
		if len(r.GetWarnings()) == 0 {
			if len(r.GetCitations()) == 0 || r.GetUsage().GetTotal().GetCalls() != 1 {
				t.Errorf("it says %q; usage %v", r.GetAnswer(), r.GetUsage())
			}
			break
		}
		if !strings.Contains(r.GetWarnings()[0], "have no vectors yet") {
			t.Fatalf("it warns %q", r.GetWarnings())
		}
		select {
		case <-t.Context().Done():
			t.Fatal("the notes get no vectors")
		case <-time.After(100 * time.Millisecond):
		}
	}
	s.Stop()
	r := m.Ask(t, "How far did I run in January?")
	if len(r.GetCitations()) == 0 || len(r.GetWarnings()) != 1 || !strings.Contains(r.GetWarnings()[0], "found by their words only") {
		t.Errorf("without the server it says %q and warns %q", r.GetAnswer(), r.GetWarnings())
	}
}
