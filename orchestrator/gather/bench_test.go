package gather_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/orchestrator/gather"
	"github.com/weft-mesh/weft/services/retriever"
)

// BenchmarkScatterGather asks for the same 64 notes of 64 days in 1, 8 and 64 shards,
// each a request over NATS, so that the difference is what sharding takes.
func BenchmarkScatterGather(b *testing.B) {
	const days = 64
	m := newMesh(b, 1<<20)
	m.retriever(overVault(b, days, "some words of a note"), retriever.AttachOptions{})
	nc := m.connect()
	for _, shards := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("%d shards", shards), func(b *testing.B) {
			g := gather.New(nc, gather.Options{ShardDays: days / shards})
			req := request(inDays("2025-01-01", "2025-03-05"))
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				resp, err := g.Retrieve(b.Context(), req)
				took = append(took, time.Since(began))
				if err != nil {
					b.Fatal(err)
				}
				if n := len(resp.GetEntries()); n != days {
					b.Fatalf("%d notes came, want %d", n, days)
				}
			}
			slices.Sort(took)
			last := len(took) - 1
			b.ReportMetric(0, "ns/op") // of no use beside the others
			b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "retrievals/s")
			b.ReportMetric(took[last/2].Seconds()*1e3, "ms-p50")
			b.ReportMetric(took[last*99/100].Seconds()*1e3, "ms-p99")
			b.ReportMetric(took[last].Seconds()*1e3, "ms-longest")
		})
	}
}
