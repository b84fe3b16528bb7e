package llm_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

func TestAPromptHasAsManyItemsAsFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		window, items int
		most, least   int
	}{
		{"all of a few", 4096, 3, 3, 3},
		{"some of many", 4096, 500, 350, 200},
		{"none where the window is small", 2048, 500, 0, 0},
		{"none of none", 4096, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client := llmtest.Client(t, "router", func(l *config.LLM) { l.Window = c.window }, llmtest.Says("ollama", good))
			made := func(n int) llm.Prompt {
				return llm.Prompt{System: "You route.", User: strings.Repeat("a note of some words\n", n), MaxTokens: 1300}
			}
			p, n := client.Pack(routing, c.items, made)
			if n > c.most || n < c.least || p.User != made(n).User {
				t.Errorf("%d of %d items", n, c.items)
			}
			if _, _, err := fill(t.Context(), client, p); err != nil {
				t.Errorf("what fits is refused: %v", err)
			}
		})
	}
}
