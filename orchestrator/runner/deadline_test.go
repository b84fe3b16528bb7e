package runner_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// A caller who hangs up while a run is accepted leaves a run that is carried out, or
// nothing.
func TestACallerWhoHangsUpStrandsNoRun(t *testing.T) {
	t.Parallel()
	m := newMesh(t, steps{}, 0)
	n := m.node(true)
	const runs = 300
	keys := make([]runlog.Key, runs)
	var calls sync.WaitGroup
	for i := range runs {
		keys[i] = runlog.Key{Tenant: "local", Run: ulid.Make().String()}
		calls.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%12)*time.Millisecond/4)
			defer cancel()
			_, _ = n.Start(ctx, runner.Start{ // it fails for most of them
				Key: keys[i], User: "me", Graph: "test", Input: wrapperspb.String("hello"), RequestID: fmt.Sprint(i), Digest: "a",
			})
		})
	}
	calls.Wait()
	begun := 0
	for i, k := range keys {
		// The same request again, from a caller who waits.
		if i%2 == 0 {
			again, err := n.Start(t.Context(), runner.Start{
				Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, User: "me", Graph: "test", Input: wrapperspb.String("hello"), RequestID: fmt.Sprint(i), Digest: "a",
			})
			if err != nil {
				t.Fatal(err)
			}
			m.until(n, again, graph.Completed)
			continue
		}
		switch claimed, err := n.log.Claimed(t.Context(), k.Tenant, fmt.Sprint(i)); {
		case err != nil:
			t.Fatal(err)
		case claimed:
			begun++
			m.untilThere(n, k)
			m.until(n, k, graph.Completed)
		}
	}
	if begun == 0 {
		t.Error("every caller hung up before anything was written: the test shows nothing")
	}
}

// untilThere waits until the log has something of a run.
func (m *mesh) untilThere(n *node, k runlog.Key) {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(m.t.Context(), 30*time.Second)
	defer cancel()
	for {
		if _, err := n.log.Status(ctx, k); err == nil {
			return
		} else if ctx.Err() != nil {
			m.t.Fatalf("the log has nothing of run %s: %v", k.Run, err)
		}
	}
}
