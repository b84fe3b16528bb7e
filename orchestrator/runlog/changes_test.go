package runlog

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A teller writes records of runs, an event each, as this build does or an earlier one.
type teller struct {
	t    *testing.T
	log  *Log
	runs map[string]*Journal
}

func (w *teller) says(run string, status graph.Status, pauses ...string) {
	w.t.Helper()
	j := w.runs[run]
	if j == nil {
		j = &Journal{log: w.log, key: Key{"local", run}, id: nuid.Next(), line: line{otherRuns, Pool{"test", 1}}}
		w.runs[run] = j
	}
	e := &runv1.Event{Sequence: j.seq + 1, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}}
	if status == graph.Completed {
		e.Kind = &runv1.Event_Completed{Completed: &runv1.Completed{Disposition: graph.Partial}}
	}
	if err := j.Append(w.t.Context(), []*runv1.Event{e}, graph.Standing{Status: status, Pauses: pauses}); err != nil {
		w.t.Fatal(err)
	}
}

// said writes a record as earlier builds did, which does not say what is open.
func (w *teller) said(run string, status graph.Status) {
	w.t.Helper()
	m := nats.NewMsg(Key{"local", run}.log())
	m.Header.Set(headerStatus, status.String())
	m.Header.Set(headerGraph, "test.1")
	if _, err := w.log.publish(w.t.Context(), m); err != nil {
		w.t.Fatal(err)
	}
}

// shown is what a watcher of all runs has seen, up to a number of changes.
func (w *teller) shown(from uint64, most int) (words []string, last uint64) {
	w.t.Helper()
	err := w.log.Changes(w.t.Context(), "local", from, func(c Change) error {
		switch last = c.Sequence; c.Kind {
		case CaughtUp:
			words = append(words, "caught up")
		case Missed:
			words = append(words, "missed")
		default:
			word := c.Run + " " + c.Status
			if c.Began {
				word += " begins"
			}
			if c.Disposition != "" {
				word += " " + c.Disposition
			}
			words = append(words, word)
		}
		if len(words) == most {
			return Stop()
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return words, last
}

func TestChangesOfAllRunsAreShown(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	expect := func(from uint64, want ...string) uint64 {
		t.Helper()
		got, last := w.shown(from, len(want))
		if !slices.Equal(got, want) {
			t.Fatalf("from %d on %q was shown, want %q", from, got, want)
		}
		return last
	}
	expect(0, "caught up")
	w.says("over", graph.Running)
	w.says("over", graph.Cancelled)
	w.says("a", graph.Running)
	w.says("a", graph.Running)
	w.says("b", graph.Running)
	w.says("b", graph.Waiting)
	expect(0, "a running", "b waiting", "caught up") // how they stand, and not how that came
	expect(1, "over running begins", "over cancelled", "a running begins", "b running begins", "b waiting", "caught up")
	at := expect(5, "b running begins")
	w.says("b", graph.Running)
	w.says("b", graph.Running)
	w.says("a", graph.Calling) // whoever watches has nothing to do about it
	w.says("b", graph.Completed)
	expect(at+1, "b waiting", "b running", "a running", "b completed partial", "caught up")
	for i := range 3 {
		w.says(fmt.Sprint("more", i), graph.Failed)
	}
	expect(0, "a running", "caught up")
}

func TestChangesFollowWithoutAGap(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	w.says("a", graph.Running)
	const times = 200
	seen := make(chan string, 2*times)
	watching := make(chan struct{})
	over := make(chan error, 1)
	go func() {
		over <- w.log.Changes(t.Context(), "local", 0, func(c Change) error {
			if c.Kind == CaughtUp {
				close(watching)
				return nil
			}
			if seen <- c.Status; c.Status == "completed" {
				return Stop()
			}
			return nil
		})
	}()
	<-watching
	var want []string
	for i := range times {
		status := []graph.Status{graph.Waiting, graph.Running}[i%2]
		want = append(want, status.String())
		w.says("a", status)
	}
	w.says("a", graph.Completed)
	if err := <-over; err != nil {
		t.Fatal(err)
	}
	close(seen)
	var got []string
	for s := range seen {
		got = append(got, s)
	}
	if want = append(append([]string{"running"}, want...), "completed"); !slices.Equal(got, want) {
		t.Errorf("%d changes were shown, want %d", len(got), len(want))
	}
}

func TestAWatchSaysWhatItMayHaveMissed(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	w.says("a", graph.Running)
	w.says("a", graph.Failed)
	w.says("b", graph.Running)
	if n, err := w.log.expire(t.Context(), time.Now().Add(time.Hour), calls); err != nil || n != 1 {
		t.Fatalf("%d runs were removed: %v", n, err)
	}
	if got, _ := w.shown(2, 3); !slices.Equal(got, []string{"missed", "b running begins", "caught up"}) {
		t.Errorf("%q was shown", got)
	}
	if got, _ := w.shown(3, 2); !slices.Equal(got, []string{"b running begins", "caught up"}) {
		t.Errorf("from behind what was removed %q was shown", got)
	}
	err := w.log.Changes(t.Context(), "local", 1000, func(Change) error { return nil })
	if !errors.Is(err, ErrBeyond) {
		t.Errorf("a place that the log has not come to: %v", err)
	}
	if err := w.log.Changes(t.Context(), "a.b", 0, func(Change) error { return nil }); !errors.Is(err, ErrNotFound) {
		t.Errorf("a tenant that is none: %v", err)
	}
}

// BenchmarkChanges is how long it takes to be told how 1,000 runs stand, of which one in
// ten has not ended.
func BenchmarkChanges(b *testing.B) {
	l := openLog(b)
	for i := range 1_000 {
		j := &Journal{log: l, key: Key{"local", fmt.Sprint("run", i)}, id: nuid.Next(), line: line{otherRuns, Pool{"test", 1}}}
		for n, status := range []graph.Status{graph.Running, graph.Running, graph.Failed} {
			if status == graph.Failed && i%10 == 0 {
				continue
			}
			e := &runv1.Event{Sequence: int64(n + 1), Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}}
			if err := j.Append(b.Context(), []*runv1.Event{e}, graph.Standing{Status: status}); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		n := 0
		err := l.Changes(b.Context(), "local", 0, func(c Change) error {
			if c.Kind == CaughtUp {
				return Stop()
			}
			n++
			return nil
		})
		if err != nil || n != 100 {
			b.Fatalf("%d runs: %v", n, err)
		}
	}
}
