package runlog

import (
	"errors"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// keepLong keeps two runs with so many records each, one record of the one after one
// of the other.
func keepLong(t *testing.T, l *Log, n int) (a, b Key) {
	t.Helper()
	a, b = Key{"local", "a"}, Key{"local", "b"}
	journals := []*Journal{{log: l, key: a, id: "a"}, {log: l, key: b, id: "b"}}
	for i := range n {
		for _, j := range journals {
			e := &runv1.Event{Sequence: int64(i + 1), Kind: &runv1.Event_Retried{Retried: &runv1.Retried{User: j.key.Run}}}
			if i == 0 {
				e = started(j.key.Run)
			}
			if err := j.Append(t.Context(), []*runv1.Event{e}, graph.Running); err != nil {
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
	if err := j.Append(t.Context(), []*runv1.Event{{Sequence: n + 1, Kind: events[n-1].GetKind()}}, graph.Running); err != nil {
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

func TestAnAnswerWithAGapIsNotBelieved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		header  nats.Header
		gap, ok bool
	}{
		"the next record": {nats.Header{jetstream.SequenceHeader: {"9"}, jetstream.LastSequenceHeader: {"7"}}, false, true},
		"a later record":  {nats.Header{jetstream.SequenceHeader: {"9"}, jetstream.LastSequenceHeader: {"8"}}, true, true},
		"the end":         {nats.Header{"Status": {"204"}, jetstream.LastSequenceHeader: {"7"}}, false, false},
	} {
		if _, gap, ok := recordOf(&nats.Msg{Header: c.header}, 7); gap != c.gap || ok != c.ok {
			t.Errorf("%s: gap %v, ok %v", name, gap, ok)
		}
	}
}
