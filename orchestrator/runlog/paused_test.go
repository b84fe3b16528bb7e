package runlog

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// paused returns the runs that the log says may have open pauses.
func (w *teller) paused() (runs []string) {
	w.t.Helper()
	list, err := w.log.Paused(w.t.Context(), "local")
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range list {
		if p.Key.Tenant != "local" || p.Pool != (Pool{"test", 1}) {
			w.t.Errorf("%v", p)
		}
		runs = append(runs, p.Key.Run)
	}
	return runs
}

func TestRunsThatPauseAreKnownByTheirLastRecord(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	expect := func(what string, want ...string) {
		t.Helper()
		for range 2 { // the second time of what is remembered
			if got := w.paused(); !slices.Equal(got, want) {
				t.Fatalf("%s: %q pause, want %q", what, got, want)
			}
		}
	}
	expect("without a run")
	w.says("busy", graph.Running)
	w.says("both", graph.Running, "i2", "i3")
	w.says("ended", graph.Waiting, "i2")
	w.says("ended", graph.Cancelled)
	w.says("waits", graph.Waiting, "i2")
	expect("runs of this build", "both", "waits")
	for _, status := range []graph.Status{graph.Running, graph.Waiting, graph.Calling, graph.Sleeping, graph.Failed} {
		w.said("old-"+status.String(), status)
	}
	expect("runs of an earlier build", "both", "old-running", "old-waiting", "waits")
	w.says("busy", graph.Running, "i4")
	w.says("both", graph.Running, "i3")
	w.says("waits", graph.Running)
	w.says("ended", graph.Running, "i2") // retried
	w.said("waits", graph.Sleeping)
	expect("what has changed", "both", "busy", "ended", "old-running", "old-waiting")
	w.says("both", graph.Completed)
	w.says("busy", graph.Completed)
	if _, err := w.log.expire(t.Context(), time.Now().Add(time.Hour), calls); err != nil {
		t.Fatal(err)
	}
	expect("what is left", "ended", "old-running", "old-waiting")
	many := make([]string, 10_000)
	for i := range many {
		many[i] = fmt.Sprint("i", i)
	}
	w.says("many", graph.Waiting, many...)
	expect("more than a header takes", "ended", "many", "old-running", "old-waiting")

	if list, err := w.log.PausedRun(t.Context(), Key{"local", "many"}); err != nil || len(list) != 1 {
		t.Errorf("one run: %v, %v", list, err)
	}
	for _, k := range []Key{{"local", "none"}, {"local", "*"}, {"other", "many"}} {
		if list, err := w.log.PausedRun(t.Context(), k); !errors.Is(err, ErrNotFound) {
			t.Errorf("%v: %v, %v", k, list, err)
		}
	}
	if list, err := w.log.Paused(t.Context(), "*"); err != nil || len(list) > 0 {
		t.Errorf("a tenant that is none: %v, %v", list, err)
	}
}

func TestAListIsOfRunsThatStandAsItIsWanted(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	expect := func(what string, only func(Standing) bool, want ...string) {
		t.Helper()
		for range 2 { // the second time of what is remembered
			list, _, err := w.log.List(t.Context(), "local", "", 10, only, func(Summary) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range list {
				got = append(got, s.Key.Run)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %q are listed, want %q", what, got, want)
			}
		}
	}
	open := func(s Standing) bool { return s.Graph == "test" && !s.Ended() }
	w.says("a", graph.Waiting, "i2")
	w.says("b", graph.Running)
	w.says("c", graph.Completed)
	expect("open ones", open, "b", "a")
	expect("ended ones", Standing.Ended, "c")
	expect("those of another graph", func(s Standing) bool { return s.Graph == "other" })
	w.says("a", graph.Cancelled)
	w.says("c", graph.Running) // retried
	expect("open ones by now", open, "c", "b")
	expect("all", nil, "c", "b", "a")
}
