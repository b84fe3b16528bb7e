package runner_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/weft-mesh/weft/orchestrator/graph"
	"github.com/weft-mesh/weft/orchestrator/runlog"
	"github.com/weft-mesh/weft/orchestrator/runner"
)

// Nobody walks the parent until its child's time is over. Were the child removed by then,
// it would be taken for one that was never begun.
func TestAChildIsNotDoneAgainThoughItsTimeIsOverBeforeItsParentIsWalked(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(*runlog.Options){
		"too old":  func(o *runlog.Options) { o.Retention = 200 * time.Millisecond },
		"too much": func(o *runlog.Options) { o.KeepBytes = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var ran atomic.Int32
			m := callMesh(t, func(context.Context, string, graph.Step) (graph.Result, error) {
				ran.Add(1)
				return graph.Result{Outcome: "ok"}, nil
			})
			set(&m.o)
			m.serve = []string{"test"}
			parents := m.node(true)
			k := m.start(parents, "", "")
			run, _ := m.until(parents, k, graph.Calling)
			parents.stop()
			m.serve = []string{"child"}
			children := m.node(true)
			m.untilIdle(children, runlog.Key{Tenant: k.Tenant, Run: run.Children()[0].GetRunId()})

			// Another run, which ends after the child and has no parent, goes.
			other, err := children.Start(t.Context(), runner.Start{
				Key: runlog.Key{Tenant: "local", Run: ulid.Make().String()}, Graph: "child", Input: wrapperspb.String("work"),
			})
			if err != nil {
				t.Fatal(err)
			}
			m.untilIdle(children, other)
			for err == nil {
				if _, err = children.log.Expire(t.Context(), func(runlog.Pool) bool { return true }); err == nil {
					_, err = children.log.Status(t.Context(), other)
				}
			}
			if !errors.Is(err, runlog.ErrNotFound) {
				t.Fatal(err)
			}
			m.serve = nil
			run, _ = m.until(m.node(true), k, graph.Completed)
			if want := (trail{"CALL.done:work is done", "LAST.ok:"}); !slices.Equal(run.Data, want) || ran.Load() != 2 {
				t.Errorf("trail = %q, the child and another run ran %d times", run.Data, ran.Load())
			}
		})
	}
}
