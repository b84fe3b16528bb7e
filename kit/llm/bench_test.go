package llm_test

import (
	"context"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/llm"
	"github.com/weft-mesh/weft/kit/llm/llmtest"
	mindv1 "github.com/weft-mesh/weft/proto/gen/weft/mind/v1"
)

// BenchmarkFill is everything around a call but the call itself: making the
// prompt's data block of 32 KiB of notes, counting, the schema, the budget, the
// breaker, and reading the answer.
func BenchmarkFill(b *testing.B) {
	c := llmtest.Client(b, "analyzer", func(l *config.LLM) { l.Window = 32768 }, llmtest.Says("ollama", good))
	notes := strings.Repeat("Slept 6 h, bench press 3x5 at 80 kg, felt heavy. Müde.\n", 32<<10/56)
	var got mindv1.Routing
	b.SetBytes(int64(len(notes)))
	b.ReportAllocs()
	for b.Loop() {
		p := llm.Prompt{System: "You route.", User: llm.Data("note", "e1", notes)}
		if _, err := llm.Fill(context.Background(), c, p, routing, &got, nil); err != nil {
			b.Fatal(err)
		}
	}
}
