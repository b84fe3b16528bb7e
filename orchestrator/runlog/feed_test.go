package runlog

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// fed takes so many records of a feed and returns what is new of each.
func fed(t *testing.T, l *Log, c jetstream.Consumer, n int) (out []string) {
	t.Helper()
	batch, err := c.Fetch(n, jetstream.FetchMaxWait(10*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	for m := range batch.Messages() {
		r, ok := Fed(m)
		if !ok {
			t.Fatalf("%s is of no run", m.Subject())
		}
		paused, ended, err := l.Anew(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		word := fmt.Sprint(r.Run, r.Last)
		if r.Began {
			word += " begins"
		}
		if paused {
			word += " pauses"
		}
		if ended {
			word += " ends"
		}
		if len(m.Data()) > 0 {
			t.Errorf("%s comes with %d bytes", word, len(m.Data()))
		}
		out = append(out, word)
		if err := m.DoubleAck(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestAFeedTellsWhatIsNew(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	journals := map[string]*Journal{}
	say := func(run string, status graph.Status, pauses ...string) {
		t.Helper()
		j := journals[run]
		if j == nil {
			j = &Journal{log: l, key: Key{"local", run}, id: nuid.Next(), line: line{otherRuns, Pool{"test", 1}}}
			journals[run] = j
		}
		e := &runv1.Event{Sequence: j.seq + 1, Kind: &runv1.Event_Retried{Retried: &runv1.Retried{}}}
		if err := j.Append(t.Context(), []*runv1.Event{e}, graph.Standing{Status: status, Pauses: pauses}); err != nil {
			t.Fatal(err)
		}
	}
	say("early", graph.Running)
	end, err := l.LastPlace(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := FeedOptions{Name: "feed", Tenant: "local", From: end + 1, AckWait: time.Minute, Pending: 100}
	c, err := l.Feed(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	say("a", graph.Running)
	say("a", graph.Running, "i1")
	say("a", graph.Waiting, "i1")
	say("a", graph.Waiting, "i1", "i2")
	say("a", graph.Waiting, "i2")
	say("a", graph.Waiting, "i2", "i3")
	say("a", graph.Failed)
	say("a", graph.Failed)
	say("a", graph.Running, "i2")
	say("b", graph.Completed)
	say("early", graph.Cancelled)
	want := []string{
		"a1 begins", "a2 pauses", "a3", "a4 pauses", "a5", "a6 pauses", "a7 ends", "a8", "a9 pauses", "b1 begins ends", "early2 ends",
	}
	if got := fed(t, l, c, len(want)); !slices.Equal(got, want) {
		t.Errorf("it tells %q, want %q", got, want)
	}
	if n, err := l.FeedPending(t.Context(), "feed"); err != nil || n != 0 {
		t.Errorf("%d are in hand: %v", n, err)
	}

	// Another process asks for it with another time, and finds how far it has come.
	o.AckWait, o.From = time.Hour, 1
	c, err = l.Feed(t.Context(), o)
	if err != nil || c.CachedInfo().Config.AckWait != time.Hour || c.CachedInfo().NumPending != 0 {
		t.Fatalf("it is not what it was: %v", err)
	}
	for range 2 {
		if err := l.RemoveFeed(t.Context(), "feed"); err != nil {
			t.Errorf("it can't be removed: %v", err)
		}
	}
	// One that was lost begins at a time.
	o.Since = time.Now().Add(time.Hour)
	if c, err = l.Feed(t.Context(), o); err != nil || c.CachedInfo().NumPending != 0 {
		t.Errorf("from the future on it has something: %v", err)
	}
	if _, err := l.Feed(t.Context(), FeedOptions{Name: "other", Tenant: "*"}); !errors.Is(err, ErrNotFound) {
		t.Errorf("a feed of all tenants: %v", err)
	}
}

// Records of earlier builds don't say which pauses are open; then what counts is how the
// run stands.
func TestAFeedReadsRecordsOfEarlierBuilds(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	last := uint64(0)
	for i, status := range []string{"running", "waiting", "waiting", "running", "waiting", "completed"} {
		m := nats.NewMsg("weft.run.local.old")
		m.Header.Set(headerStatus, status)
		m.Header.Set(headerGraph, "test.1")
		m.Header.Set(headerSequence, fmt.Sprint(i+1))
		m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, fmt.Sprint(last))
		ack, err := l.publish(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		last = ack.Sequence
	}
	c, err := l.Feed(t.Context(), FeedOptions{Name: "feed", Tenant: "local", From: 1, AckWait: time.Minute, Pending: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"old1 begins", "old2 pauses", "old3", "old4", "old5 pauses", "old6 ends"}
	if got := fed(t, l, c, len(want)); !slices.Equal(got, want) {
		t.Errorf("it tells %q, want %q", got, want)
	}
	// What was before can't be read any more.
	if err := l.runs.DeleteMsg(t.Context(), last-1); err != nil {
		t.Fatal(err)
	}
	r := Record{Change: Change{Run: "old", Status: "completed"}, key: Key{"local", "old"}, follows: last - 1}
	if _, ended, err := l.Anew(t.Context(), r); err != nil || !ended {
		t.Errorf("an end without what was before is new: %t, %v", ended, err)
	}
}
