// Package models_test holds the agents against real models, which are tiny and
// know nothing: what must hold whatever a model says.
package models_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/test/models/gguf"
	"github.com/weft-mesh/weft/test/models/server"
)

// settings ask a server's model for everything.
func settings(url, model string) *config.Config {
	c := config.Default()
	c.LLM.DefaultProvider = "ollama"
	c.LLM.Providers.Ollama.Base = url
	c.LLM.Window = 16384
	c.LLM.Tiers.Low.Ollama, c.LLM.Tiers.Medium.Ollama, c.LLM.Tiers.High.Ollama = model, model, model
	return c
}

// thinkers are the agents that can ask a model.
var thinkers = config.Thinkers()

// Each agent asks both engines of a real server. What comes back means nothing;
// that it is an answer, or that it says why it is none, is what must hold.
func TestARealServerIsAskedInBothOfItsEngines(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	for _, arch := range []string{gguf.Llama, gguf.Qwen3} {
		s.Create(t, arch+"-letters", letters(arch, 1), "")
		answered := 0
		for _, agent := range thinkers {
			got, err := app.Try(t.Context(), settings(s.URL, arch+"-letters"), agent)
			switch {
			case err != nil:
				t.Fatal(err)
			case got.Err == nil:
				answered++
				if got.From.GetInputTokens() == 0 || got.From.GetOutputTokens() == 0 {
					t.Errorf("%s, %s: provenance is %v", arch, agent, got.From)
				}
			case !errors.Is(got.Err, llm.ErrNoAnswer):
				t.Errorf("%s, %s: %v", arch, agent, got.Err)
			}
			t.Logf("%s, %s: %s, %s", arch, agent, got.Took.Round(time.Millisecond), got.Said)
		}
		if answered < 3 {
			t.Errorf("%s: only %d agents had an answer that keeps its schema", arch, answered)
		}
	}
}

func TestAModelThatWritesNoiseHasNoAnswerAndSaysWhy(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	s.Create(t, "noise", gguf.Model{Arch: gguf.Llama, Noise: true, Seed: 1}, "")
	got, err := app.Try(t.Context(), settings(s.URL, "noise"), "router")
	if err != nil {
		t.Fatal(err)
	}
	if got.Err == nil && !got.From.GetDegraded() {
		t.Errorf("noise is a good answer: %v", got)
	}
}

func TestAServerThatIsGoneAndComesBack(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	s.Create(t, "letters", letters(gguf.Llama, 1), "")
	c := settings(s.URL, "letters")
	s.Stop()
	c.LLM.Retry = 0
	start := time.Now()
	got, err := app.Try(t.Context(), c, "router")
	if err != nil || got.Err == nil || !strings.Contains(got.Err.Error(), string(llm.Unreachable)) {
		t.Errorf("after %s: %v, error %v", time.Since(start), got, err)
	}
	s.Restart(t)
	if got, err := app.Try(t.Context(), c, "router"); err != nil || got.Err != nil {
		t.Errorf("it came back, and: %v, %v", got.Err, err)
	}
}

func TestAModelThatIsNotThereIsNamed(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	got, err := app.Try(t.Context(), settings(s.URL, "nobody"), "router")
	if err != nil || got.Err == nil || !strings.Contains(got.Err.Error(), llm.ErrModelMissing.Error()) {
		t.Errorf("trial %v, error %v", got, err)
	}
	all, err := app.Examine(t.Context(), settings(s.URL, "nobody"))
	if err != nil || all[0].Routes[0].Err == nil {
		t.Errorf("examined %v, error %v", all, err)
	}
}
