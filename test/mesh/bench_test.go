package mesh

import (
	"strings"
	"testing"
	"time"
)

// A whole run with rules, from the API and back, on the example vault, every step
// of it on disk.
func BenchmarkRun(b *testing.B) {
	for kind, texts := range map[string][]string{
		"note":             {"Bench press 5x5 @ 80kg, felt heavy", "slept 6.5 h, woke twice", "ran 5 km in 28:30 along the river", "paid 32 euros for dinner with Tom"},
		"longest question": {"When did I write of " + strings.Repeat("sleep or something else that I did not think of ", 1200) + "?"},
		"question":         {"how far did I run last week?", "Why was I tired last week?", "compare last week with the week before", "when did I last bench 80 kg?"},
	} {
		b.Run(kind, func(b *testing.B) {
			m, stop := Start(b, ExampleVault(b), "")
			defer stop()
			at := Now()
			for i := 0; b.Loop(); i++ {
				at = at.Add(time.Minute)
				m.Process(b, InputAt(texts[i%len(texts)], at))
			}
		})
	}
}
