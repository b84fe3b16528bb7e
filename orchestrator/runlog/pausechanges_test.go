package runlog

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// pauseChanges is what a watcher of pauses is shown until it has caught up.
func (w *teller) pauseChanges(from uint64) (words []string) {
	w.t.Helper()
	err := w.log.PauseChanges(w.t.Context(), "local", from, func(c Change) error {
		switch c.Kind {
		case CaughtUp:
			return Stop()
		case Missed:
			words = append(words, "missed")
			return nil
		}
		word := c.Run
		if c.Anew {
			word += " anew"
		}
		words = append(words, word)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return words
}

func TestRecordsThatChangeWhichPausesAreOpenAreShown(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	expect := func(from uint64, want ...string) {
		t.Helper()
		if got := w.pauseChanges(from); !slices.Equal(got, want) {
			t.Errorf("from %d on %q is shown, want %q", from, got, want)
		}
	}
	expect(0)
	for _, r := range []struct {
		run    string
		status graph.Status
		pauses []string
	}{
		{"a", graph.Running, nil},                  // 1
		{"b", graph.Running, nil},                  // 2
		{"a", graph.Running, []string{"i1", "i2"}}, // 3
		{"a", graph.Running, []string{"i1", "i2"}}, // 4
		{"b", graph.Waiting, []string{"i1"}},       // 5
		{"a", graph.Waiting, []string{"i2"}},       // 6
		{"b", graph.Running, nil},                  // 7
		{"b", graph.Running, nil},                  // 8
		{"a", graph.Failed, nil},                   // 9
		{"a", graph.Running, []string{"i2"}},       // 10: retried
		{"b", graph.Completed, nil},                // 11
	} {
		w.says(r.run, r.status, r.pauses...)
	}
	expect(0, "a anew")
	expect(1, "a", "b", "a", "b", "a", "a")
	// Of a run that does not begin with what is seen, what was open may not have been told.
	expect(4, "a anew", "b anew", "a", "b", "a", "a")
	expect(11, "b anew")
	expect(12)
	w.said("old", graph.Running) // 12
	w.said("old", graph.Waiting) // 13
	w.said("old", graph.Calling) // 14
	w.said("over", graph.Failed) // 15
	expect(12, "old anew", "old", "old", "over anew")
	w.said("old", graph.Waiting) // 16
	expect(0, "a anew", "old anew")
	w.says("a", graph.Cancelled)
	if n, err := w.log.expire(t.Context(), time.Now().Add(time.Hour), calls); err != nil || n != 3 {
		t.Fatalf("%d runs were removed: %v", n, err)
	}
	// What was removed is remembered; who hasn't seen it reads what there is.
	expect(3, "a anew", "b anew", "a", "b", "a", "a", "old anew", "old", "old", "over anew", "old", "a")
	w.log = again(t, w.log)
	expect(3, "missed", "old anew", "old", "old", "old")
	if err := w.log.PauseChanges(t.Context(), "local", 1000, func(Change) error { return nil }); !errors.Is(err, ErrBeyond) {
		t.Errorf("a place that the log has not come to: %v", err)
	}
}

func TestARecordIsReadByItsPlace(t *testing.T) {
	t.Parallel()
	w := &teller{t, openLog(t), map[string]*Journal{}}
	w.says("a", graph.Running)
	w.says("b", graph.Running)
	w.says("a", graph.Completed)
	if events, err := w.log.Record(t.Context(), Key{"local", "a"}, 3); err != nil || len(events) != 1 || events[0].GetSequence() != 2 {
		t.Errorf("%v, %v", events, err)
	}
	for _, place := range []uint64{2, 4} {
		if events, err := w.log.Record(t.Context(), Key{"local", "a"}, place); !errors.Is(err, ErrNotFound) {
			t.Errorf("record %d is %v, %v", place, events, err)
		}
	}
}
