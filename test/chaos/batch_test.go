package chaos

import (
	"context"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/oklog/ulid/v2"
	"go.opentelemetry.io/otel/propagation"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/porttest"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// batches kills NATS while the records of many runs are written together: what was
// acknowledged is there, and of each batch all is or nothing.
func batches(c *trial) {
	address := porttest.FreeAddress(c.T)
	dir, program := c.TempDir(), natsd(c.T)
	server := &Process{Name: NATS, command: func() *exec.Cmd { return exec.Command(program, "-dir", dir, "-listen", address) }}
	c.Cleanup(server.Kill)
	if err := server.Start(c.Context()); err != nil {
		c.Fatal(err)
	}
	nc, err := nats.Connect("nats://"+address, nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond))
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(nc.Close)
	log, err := runlog.Open(c.Context(), nc, runlog.Options{
		Replicas: 1, Retention: time.Hour, AckWait: time.Minute, Gather: true,
		Tracer: tracenoop.NewTracerProvider().Tracer(""), Propagator: propagation.TraceContext{},
	})
	if err != nil {
		c.Fatal(err)
	}
	var kept []runlog.Key
	for range c.some(4, 30) {
		acked := begin(c, log, server)
		kept = append(kept, acked...)
		if err := server.Start(c.Context()); err != nil {
			c.Fatal(err)
		}
		c.result.Faults[Killed]++
	}
	if err := nc.FlushTimeout(callWithin); err != nil {
		c.Fatal(err)
	}
	for _, k := range kept {
		if _, _, err := log.Load(c.Context(), k); err != nil {
			c.result.Findings.add(Lost, "run %s: %v", k.Run, err)
		}
	}
	whole, parts := readBatches(c, nc)
	c.Logf("%d runs acknowledged, %d batches", len(kept), whole)
	if whole == 0 {
		c.Errorf("nothing was written together")
	}
	for _, part := range parts {
		c.result.Findings.add(Other, "of batch %s a part is there", part)
	}
}

// begin begins runs side by side until the server is killed under them, and returns
// those that were acknowledged.
func begin(c *trial, log *runlog.Log, server *Process) (acked []runlog.Key) {
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel()
	var mu sync.Mutex
	var writers sync.WaitGroup
	for range 64 {
		writers.Go(func() {
			for ctx.Err() == nil {
				k := runlog.Key{Tenant: "local", Run: ulid.Make().String()}
				started := &runv1.Event{Sequence: 1, Time: timestamppb.Now(), Kind: &runv1.Event_Started{
					Started: &runv1.Started{RunId: k.Run, Tenant: k.Tenant, Graph: "notes", GraphVersion: 1},
				}}
				if log.Start(ctx, k, started) == nil {
					mu.Lock()
					acked = append(acked, k)
					mu.Unlock()
				}
			}
		})
	}
	_ = wait(ctx, 200*time.Millisecond+upTo(c.rand, 400*time.Millisecond))
	server.Kill()
	cancel()
	writers.Wait()
	return acked
}

// readBatches returns how many batches the log of runs has whole, and those that it
// has a part of.
func readBatches(c *trial, nc *nats.Conn) (whole int, parts []string) {
	js, err := jetstream.New(nc)
	if err != nil {
		c.Fatal(err)
	}
	stream, err := js.Stream(c.Context(), "WEFT_RUNS")
	if err != nil {
		c.Fatal(err)
	}
	info, err := stream.Info(c.Context())
	if err != nil {
		c.Fatal(err)
	}
	count, last := map[string]int{}, map[string]int{}
	for seq := info.State.FirstSeq; seq <= info.State.LastSeq; seq++ {
		m, err := stream.GetMsg(c.Context(), seq)
		if err != nil {
			continue // removed, or never there
		}
		id := m.Header.Get("Nats-Batch-Id")
		if id == "" {
			continue
		}
		count[id]++
		if m.Header.Get("Nats-Batch-Commit") != "" {
			last[id], _ = strconv.Atoi(m.Header.Get("Nats-Batch-Sequence"))
		}
	}
	for id, n := range count {
		if n == last[id] {
			whole++
		} else {
			parts = append(parts, id)
		}
	}
	return whole, parts
}
