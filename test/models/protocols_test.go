package models_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/anthropic"
	"github.com/weft-mesh/weft/kit/llm/form"
	"github.com/weft-mesh/weft/kit/llm/openai"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
	"github.com/weft-mesh/weft/test/models/gguf"
	"github.com/weft-mesh/weft/test/models/server"
)

// key is one that a server without keys does not look at.
const key = "file:testdata/key"

// The server speaks OpenAI's protocol too, and keeps schemas in it.
func TestAServerIsAskedOverOpenAIsProtocol(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	s.Create(t, "letters", letters(gguf.Llama, 1), "")
	c := settings("", "")
	c.LLM.DefaultProvider = "openai"
	c.LLM.Providers.OpenAI = config.Cloud{Key: key, Base: s.URL + "/v1"}
	c.LLM.Tiers.Low.OpenAI, c.LLM.Tiers.Medium.OpenAI, c.LLM.Tiers.High.OpenAI = "letters", "letters", "letters"
	answered := 0
	for _, agent := range thinkers {
		got, err := app.Try(t.Context(), c, agent)
		switch {
		case err != nil:
			t.Fatal(err)
		case got.Err == nil:
			answered++
			if from := got.From; from.GetInputTokens() == 0 || from.GetOutputTokens() == 0 || from.GetProvider() != "openai" {
				t.Errorf("%s: provenance is %v", agent, from)
			}
		case !errors.Is(got.Err, llm.ErrNoAnswer):
			t.Errorf("%s: %v", agent, got.Err)
		}
	}
	if answered < 4 {
		t.Errorf("only %d agents had an answer that keeps its schema", answered)
	}
	c.LLM.Tiers.Low.OpenAI = "nobody"
	got, err := app.Try(t.Context(), c, "router")
	if err != nil || !errors.Is(got.Err, llm.ErrModelMissing) {
		t.Errorf("a model that is not there: %v, %v", got.Err, err)
	}
	p, err := openai.New(c.LLM.Providers.OpenAI)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := p.Model(t.Context(), "letters:latest"); err != nil || m.Name != "letters:latest" {
		t.Errorf("the model is %v, %v", m, err)
	}
}

// It speaks Anthropic's as well, but keeps no schema there. A model that knows its
// answer by heart shows that it comes whole, and as it is written.
func TestAServerIsAskedOverAnthropicsProtocol(t *testing.T) {
	t.Parallel()
	server.Enabled(t)
	s := server.Start(t)
	words := []string{
		`{"first_day":"","language":"e`, `n","last_day":"","log_portion":"",`, `"query_portion":"How","question":"How",`,
		`"terms":["sleep"],`, `"type":"QUERY","wanted":"LOOKUP"}`,
	}
	s.Create(t, "byheart", gguf.Model{Arch: gguf.Llama, Script: map[string][]string{"routing": words}}, "routing")
	p, err := anthropic.New(config.Cloud{Key: key, Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	f := form.Of(&mindv1.Routing{}, mindv1.Comments)
	var heard []string
	got, err := p.Chat(t.Context(), llm.Request{
		Model: "byheart", System: "You route.", Form: f.Name(), Schema: f.Schema(p.Dialect()), MaxTokens: 200, Window: 4096,
		Turns: []llm.Turn{{Role: llm.User, Text: "How?"}},
	}, func(text string) { heard = append(heard, text) })
	if err != nil {
		t.Fatal(err)
	}
	var routing mindv1.Routing
	if problems, ok := f.Read(got.Text, &routing); !ok || len(problems) > 0 || routing.GetType() != commonv1.InputType_INPUT_TYPE_QUERY {
		t.Errorf("the answer %q has problems %v", got.Text, problems)
	}
	if strings.Join(heard, "") != got.Text || len(heard) < 2 {
		t.Errorf("heard %q of %q", heard, got.Text)
	}
	if got.Stop != llm.StopEnd || got.Usage.InputTokens == 0 || int(got.Usage.OutputTokens) < len(words) {
		t.Errorf("it stopped by %q and cost %+v", got.Stop, got.Usage)
	}
	_, err = p.Chat(t.Context(), llm.Request{Model: "nobody", MaxTokens: 8, Turns: []llm.Turn{{Role: llm.User, Text: "How?"}}}, nil)
	if !errors.Is(err, llm.ErrModelMissing) {
		t.Errorf("a model that is not there: %v", err)
	}
}
