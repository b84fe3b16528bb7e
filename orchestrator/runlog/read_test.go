package runlog

import (
	"errors"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// keepLong keeps two runs with so many records each, one record of the one after one
// of the other.
func keepLong(t testing.TB, l *Log, n int) (a, b Key) {
	t.Helper()
	a, b = Key{"local", "a"}, Key{"local", "b"}
	journals := []*Journal{{log: l, key: a, id: nuid.Next()}, {log: l, key: b, id: nuid.Next()}}
	for i := range n {
		for _, j := range journals {
			e := &runv1.Event{Sequence: int64(i + 1), Kind: &runv1.Event_Retried{Retried: &runv1.Retried{User: j.key.Run}}}
			if i == 0 {
				e = started(j.key.Run)
			}
			if err := j.Append(t.Context(), []*runv1.Event{e}, graph.Standing{Status: graph.Running}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return a, b
}

func TestALongLogIsReadWholeAndWithFewRequests(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	const n = 2*manyAtOnce + 10
	a, _ := keepLong(t, l, n)
	asked := make(chan *nats.Msg, 2*n)
	if _, err := l.nc.ChanSubscribe("$JS.API.DIRECT.GET."+runStream, asked); err != nil {
		t.Fatal(err)
	}
	events, j, err := l.Load(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != n || j.Sequence() != n {
		t.Fatalf("read %d events up to %d, want %d", len(events), j.Sequence(), n)
	}
	for i, e := range events {
		if e.GetSequence() != int64(i+1) || i > 0 && e.GetRetried().GetUser() != "a" {
			t.Fatalf("event %d is %v", i+1, e)
		}
	}
	if err := l.nc.Flush(); err != nil { // all requests have come to who counts them
		t.Fatal(err)
	}
	if got := len(asked); got == 0 || got > 20 {
		t.Errorf("it took %d requests", got)
	}
	if err := j.Append(t.Context(), []*runv1.Event{{Sequence: n + 1, Kind: events[n-1].GetKind()}}, graph.Standing{Status: graph.Running}); err != nil {
		t.Errorf("the journal does not go on where the log ends: %v", err)
	}
}

func TestWhatCanNotBeReadInALongLogIsTold(t *testing.T) {
	t.Parallel()
	for _, at := range []int{1, short + 2, manyAtOnce + short + 5} {
		t.Run(fmt.Sprint("after ", at), func(t *testing.T) {
			t.Parallel()
			l := openLog(t)
			a, _ := keepLong(t, l, at)
			if _, err := l.js.Publish(t.Context(), a.log(), []byte("no record")); err != nil {
				t.Fatal(err)
			}
			if _, _, err := l.Load(t.Context(), a); !errors.Is(err, graph.ErrLog) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// What is read in one answer has no word of a record that is missing in between, as on a
// copy with a damaged disk.
func TestAnAnswerWithAGapIsNotBelieved(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	const n = 40
	a, _ := keepLong(t, l, n)
	m, err := l.runs.Next(t.Context(), 1, a.log())
	for range 20 {
		if err != nil {
			t.Fatal(err)
		}
		m, err = l.runs.Next(t.Context(), m.Sequence+1, a.log())
	}
	first, last, err := l.readAfter(t.Context(), a, 0)
	if err != nil || len(first) != n {
		t.Fatalf("%d events: %v", len(first), err)
	}
	if err := l.runs.DeleteMsg(t.Context(), m.Sequence); err != nil {
		t.Fatal(err)
	}
	events, end := l.readManyAfter(t.Context(), a, first[:short], 2*short)
	if len(events) != short || end != 2*short {
		t.Errorf("%d events up to %d", len(events), end)
	}
	// One by one, the leader tells what there is.
	if events, end, err = l.readAfter(t.Context(), a, 0); err != nil || len(events) != n-1 || end != last {
		t.Errorf("%d events up to %d: %v", len(events), end, err)
	}
}
