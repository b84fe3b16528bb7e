package llm_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
)

func TestWhatFitsIntoTheRoomFitsIntoTheWindow(t *testing.T) {
	t.Parallel()
	p := llmtest.Says("ollama", good)
	c := llmtest.Client(t, "router", func(l *config.LLM) { l.Window = 4096 }, p)
	prompt := llm.Prompt{System: "You route.", User: "Notes:\n", MaxTokens: 1024}
	notes := make([]string, 1000)
	for i := range notes {
		notes[i] = llm.Data("note", "e1", "slept "+strings.Repeat("very ", i%20)+"well")
	}
	n := c.Fit(c.Room(prompt, routing), notes)
	if n < 20 || n == len(notes) {
		t.Fatalf("%d notes fit", n)
	}
	prompt.User += strings.Join(notes[:n], "")
	if _, _, err := fill(t.Context(), c, prompt); err != nil {
		t.Error(err)
	}
	if got := p.Seen()[0].MaxTokens; got != 1024 {
		t.Errorf("the answer has %d tokens left", got)
	}
	prompt.User += strings.Join(notes[n:], "")
	if room := c.Room(prompt, routing); room >= 0 {
		t.Errorf("%d tokens are left of a prompt that is too long", room)
	}
}
