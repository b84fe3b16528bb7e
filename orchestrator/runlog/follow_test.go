package runlog

import (
	"errors"
	"testing"

	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

func TestWhatFollowsAPlaceIsRead(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	const n = 20
	k, _ := keepLong(t, l, n)
	events, j, err := l.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	known := events[n-1]
	more, next, err := l.Follow(t.Context(), j.Place(), known)
	if err != nil || len(more) != 0 || next.Sequence() != n {
		t.Fatalf("%d events after the last, up to %v: %v", len(more), next, err)
	}
	from := j.Place()
	for i := range 7 {
		e := &runv1.Event{Sequence: int64(n + 1 + i), Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}}
		if err := j.Append(t.Context(), []*runv1.Event{e}, graph.Standing{Status: graph.Running}); err != nil {
			t.Fatal(err)
		}
	}
	if more, next, err = l.Follow(t.Context(), from, known); err != nil || len(more) != 7 {
		t.Fatalf("%d events: %v", len(more), err)
	}
	e := &runv1.Event{Sequence: n + 8, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}}
	if err := next.Append(t.Context(), []*runv1.Event{e}, graph.Standing{Status: graph.Running}); err != nil {
		t.Errorf("the journal does not go on where the log ends: %v", err)
	}
}

// A log that was put back from a backup, or a run that has expired, is not what a process
// remembers of it.
func TestNothingFollowsAPlaceThatTheLogDoesNotHave(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	k, other := keepLong(t, l, 3)
	events, j, err := l.Load(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	place, known := j.Place(), events[2]
	after := place
	after.last += 10
	elsewhere := place
	elsewhere.key = other
	for what, at := range map[string]Place{"a place after the end": after, "another run's": elsewhere} {
		if _, _, err := l.Follow(t.Context(), at, known); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, _, err := l.Follow(t.Context(), place, events[1]); !errors.Is(err, ErrNotFound) {
		t.Errorf("another event at the place: %v", err)
	}
	if err := l.runs.DeleteMsg(t.Context(), place.last); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Follow(t.Context(), place, known); !errors.Is(err, ErrNotFound) {
		t.Errorf("a record that is gone: %v", err)
	}
}
