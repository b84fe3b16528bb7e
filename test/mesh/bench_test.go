package mesh

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkRun has whole runs go from the API and back, with rules, on the example
// vault, every step of it on disk, one at a time and 16 side by side.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		kind  string
		texts []string
		sides []int
	}{
		{"note", []string{"Bench press 5x5 @ 80kg, felt heavy", "slept 6.5 h, woke twice", "ran 5 km in 28:30 along the river", "paid 32 euros for dinner with Tom"}, []int{1, 16}},
		{"question", []string{"how far did I run last week?", "Why was I tired last week?", "compare last week with the week before", "when did I last bench 80 kg?"}, []int{1, 16}},
		{"longest question", []string{"When did I write of " + strings.Repeat("sleep or something else that I did not think of ", 1200) + "?"}, []int{1}},
	} {
		for _, side := range c.sides {
			b.Run(fmt.Sprintf("%s/%d", c.kind, side), func(b *testing.B) { benchRun(b, c.texts, side) })
		}
	}
}

func benchRun(b *testing.B, texts []string, side int) {
	m, stop := Start(b, ExampleVault(b), "")
	defer stop()
	process := func(i int) time.Duration {
		began := time.Now()
		m.Process(b, InputAt(texts[i%len(texts)], Now().Add(time.Duration(i)*time.Minute)))
		return time.Since(began)
	}
	for i := range texts { // what is made once is made
		process(i)
	}
	took := make([]time.Duration, b.N)
	todo := make(chan int)
	var callers sync.WaitGroup
	for range side {
		callers.Go(func() {
			for i := range todo {
				took[i] = process(len(texts) + i)
			}
		})
	}
	b.ResetTimer()
	for i := range b.N {
		todo <- i
	}
	close(todo)
	callers.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(0, "ns/op") // of no use beside the others
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
	b.ReportMetric(took[(b.N-1)/2].Seconds()*1e3, "ms-p50")
	b.ReportMetric(took[(b.N-1)*99/100].Seconds()*1e3, "ms-p99")
	b.ReportMetric(took[b.N-1].Seconds()*1e3, "ms-longest")
}
