package webhook_test

import (
	"fmt"
	"testing"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/webhook"
)

// BenchmarkRecords is how long a record takes a webhook: one that is sent to a receiver on
// this machine, and one that is passed over.
func BenchmarkRecords(b *testing.B) {
	for name, graphs := range map[string][]string{"sent": {"payments"}, "passed over": {"none"}} {
		b.Run(name, func(b *testing.B) {
			connect := startBus(b)
			r := receive(b, nil)
			writer := open(b, connect(), trusting(r))
			w := writer.hook(r, func(w *webhook.Webhook) { w.Graphs = graphs })
			for i := range b.N {
				writer.says(fmt.Sprint("run", i), graph.Running)
			}
			b.ResetTimer()
			start(b, connect(), trusting(r)).settled(w)
		})
	}
}
