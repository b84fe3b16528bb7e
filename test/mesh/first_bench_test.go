package mesh

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// BenchmarkFirstStep is how long who asks waits for the first event of a run, and for
// the end of its first step, alone and while many other questions are under way.
func BenchmarkFirstStep(b *testing.B) {
	for _, others := range []int{0, 200} {
		b.Run(fmt.Sprintf("beside %d", others), func(b *testing.B) {
			m, stop := Start(b, ExampleVault(b), "")
			defer stop()
			m.Process(b, Input("how far did I run last week?")) // what is made once is made
			ctx, cancel := context.WithCancel(b.Context())
			var busy, begun sync.WaitGroup
			for range others {
				begun.Add(1)
				busy.Go(func() {
					first := sync.OnceFunc(begun.Done)
					for ctx.Err() == nil {
						_, _ = firstOf(ctx, b, m, Input("Why was I tired last week?"), first)
					}
					first()
				})
			}
			begun.Wait()
			var events, steps []time.Duration
			for b.Loop() {
				one, leave := context.WithCancel(ctx)
				event, step := firstOf(one, b, m, Input("how far did I run last week?"), leave)
				events, steps = append(events, event), append(steps, step)
			}
			b.StopTimer()
			report(b, "event", events)
			report(b, "step", steps)
			cancel()
			busy.Wait()
		})
	}
}

// firstOf has an input processed to its end, and returns how long its first event and
// the end of its first step took. begun is called at the latter.
func firstOf(ctx context.Context, b *testing.B, m *Mesh, in *orchestratorv1.Input, begun func()) (event, step time.Duration) {
	start := time.Now()
	stream, err := m.API.ProcessInput(ctx, &orchestratorv1.ProcessInputRequest{Input: in})
	for err == nil {
		var got *orchestratorv1.ProcessInputResponse
		if got, err = stream.Recv(); err != nil {
			break
		}
		if event == 0 {
			event = time.Since(start)
		}
		if got.GetEvent().GetCompleted() != nil && step == 0 {
			step = time.Since(start)
			begun()
		}
	}
	if err != nil && !errors.Is(err, io.EOF) && ctx.Err() == nil {
		b.Error(err)
	}
	return event, step
}

func report(b *testing.B, what string, took []time.Duration) {
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d) / 1e6 }
	b.ReportMetric(ms(took[len(took)/2]), what+"-p50-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), what+"-p99-ms")
}
