package executor_test

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	pb "github.com/weft-mesh/weft/proto/gen/weft/executor/v1"
)

// BenchmarkAPage calls a tool that returns a page of 307 KB, as text and as structure, a
// hundred times at once, and tells how large the heap was at most.
func BenchmarkAPage(b *testing.B) {
	bench := newBench(b)
	s := bench.mail(bench.server("returns a page"))
	send := bench.trust(s, "send")
	b.ReportAllocs()
	for b.Loop() {
		stop, peak := make(chan struct{}), make(chan uint64)
		go func() {
			most := uint64(0)
			for {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapInuse)
				select {
				case <-stop:
					peak <- most
					return
				default:
				}
			}
		}()
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if r, err := s.Execute(b.Context(), bench.approve(send, `{}`)); err != nil || r.GetOutcome() != pb.ExecuteResponse_OUTCOME_DONE {
					b.Error(r, err)
				}
			})
		}
		all.Wait()
		close(stop)
		b.ReportMetric(float64(<-peak)/1e6, "MB-heap")
	}
}

// The markup of a page is no reason to keep less of it.
func TestAStructuredResultIsKeptWithItsLettersAsTheyAre(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := b.server("")
	c.OutputBytes = 2000
	text := strings.Repeat("<b>&</b>", 100)
	r := b.call(b.mail(c), "count", `{"answer":{"n":1,"page":"`+text+`"}}`)
	if want := `{"n":1,"page":"` + text + `"}`; string(r.GetStructured()) != want || r.GetTruncated() {
		t.Errorf("it arrives as %.100q, cut %t", r.GetStructured(), r.GetTruncated())
	}
}
