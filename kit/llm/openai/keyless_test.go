package openai_test

import (
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	"github.com/weft-mesh/weft/kit/llm/openai"
)

func TestAServerOfOnesOwnNeedsNoKey(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, stream(delta("{}"), end("stop", 1)))
	p, err := openai.New(config.Cloud{Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Chat(t.Context(), llm.Request{Model: "tiny", MaxTokens: 10}, nil); err != nil {
		t.Fatal(err)
	}
	if r, _ := s.Last(t); r.Header.Get("Authorization") != "" {
		t.Errorf("it was sent %q", r.Header.Get("Authorization"))
	}
	if _, err := openai.New(config.Cloud{}); err == nil {
		t.Error("OpenAI itself takes no key")
	}
}
