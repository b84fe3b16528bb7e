package runner_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/weft-mesh/weft/kit/bus/bustest"
	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
)

// replicated has the mesh's nodes connect to three NATS servers, one after the other,
// that keep a copy of every stream each.
func replicated(t *testing.T, m *mesh) {
	t.Helper()
	urls := bustest.Cluster(t, 3)
	var next atomic.Int32
	m.connect = func() (*nats.Conn, error) {
		return nats.Connect(urls[int(next.Add(1))%len(urls)], nats.MaxReconnects(-1))
	}
	m.o.Replicas = len(urls)
}

// said is what a runner has logged.
type said struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *said) lines(word string) (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for line := range strings.Lines(s.b.String()) {
		if strings.Contains(line, word) {
			out = append(out, line)
		}
	}
	return out
}

// On several copies a record is fenced before it can be read: a second worker that
// finds nothing of a run must not write its start a second time.
func TestTwoProcessesOnReplicatedStreamsKeepEveryRun(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	replicated(t, m)
	said := &said{}
	m.log = slog.New(slog.NewTextHandler(said, nil))
	m.workers = 16
	nodes := make([]*node, 2)
	var opening sync.WaitGroup
	for i := range nodes { // streams that do not exist yet are made by both at once
		opening.Go(func() { nodes[i] = m.node(true) })
	}
	opening.Wait()
	if t.Failed() {
		return
	}

	const callers, each = 8, 60
	keys := make([][]runlog.Key, callers)
	var calling sync.WaitGroup
	for c := range callers {
		calling.Go(func() {
			for i := range each {
				keys[c] = append(keys[c], m.start(nodes[(c+i)%len(nodes)], fmt.Sprintf("req-%d-%d", c, i), "a"))
			}
		})
	}
	calling.Wait()
	for _, k := range slices.Concat(keys...) {
		_, events := m.until(nodes[0], k, graph.Completed)
		for i, e := range events {
			if e.GetSequence() != int64(i+1) {
				t.Fatalf("event %d of run %s has number %d", i+1, k.Run, e.GetSequence())
			}
		}
	}
	for _, word := range []string{"left alone", "damaged"} {
		if lines := said.lines(word); len(lines) > 0 {
			t.Errorf("%d lines say %q: %s", len(lines), word, lines[0])
		}
	}
}
