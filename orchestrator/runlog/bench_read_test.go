package runlog

import (
	"context"
	"fmt"
	"testing"

	"github.com/weft-mesh/weft/kit/bus/bustest"
)

// BenchmarkLoad is how long it takes to read a run whose events are a record each, on one
// server and on three with a copy each, of which the leader of the log is not the one
// that is asked.
func BenchmarkLoad(b *testing.B) {
	b.Run("one server", func(b *testing.B) { benchLoad(b, openLog(b)) })
	b.Run("three servers", func(b *testing.B) {
		urls := bustest.Cluster(b, 3)
		l := openOn(b, bustest.Connect(b, urls[0]), len(urls))
		info, err := l.runs.Info(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		for _, url := range urls {
			if nc := bustest.Connect(b, url); nc.ConnectedServerName() != info.Cluster.Leader {
				benchLoad(b, openOn(b, nc, len(urls)))
				return
			}
		}
	})
}

func benchLoad(b *testing.B, l *Log) {
	for _, n := range []int{100, 1_000} {
		b.Run(fmt.Sprint(n, " events"), func(b *testing.B) {
			k, _ := keepLong(b, l, n)
			b.Cleanup(func() { _ = l.runs.Purge(context.Background()) })
			for b.Loop() {
				if events, _, err := l.Load(b.Context(), k); err != nil || len(events) != n {
					b.Fatalf("%d events: %v", len(events), err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N), "ms")
		})
	}
}
