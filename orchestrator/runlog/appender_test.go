package runlog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// gathered is messages that have come during a write: one for each of n runs that
// have no record yet.
func gathered(t *testing.T, n int) []*waiting {
	group := make([]*waiting, n)
	for i := range group {
		m := nats.NewMsg(Key{"local", fmt.Sprintf("run-%d", i)}.log())
		m.Data = []byte(strconv.Itoa(i))
		m.Header.Set(jetstream.MsgIDHeader, fmt.Sprintf("id-%d", i))
		m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, "0")
		group[i] = &waiting{t.Context(), m, make(chan written, 1)}
	}
	return group
}

// kept reads the message that a stream has at a sequence.
func kept(t *testing.T, l *Log, sequence uint64) *jetstream.RawStreamMsg {
	t.Helper()
	m, err := l.runs.GetMsg(t.Context(), sequence)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// records is how many messages the log holds.
func records(t *testing.T, l *Log) int {
	t.Helper()
	info, err := l.runs.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return int(info.State.Msgs)
}

func TestWhatComesDuringAWriteIsWrittenTogether(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	group := gathered(t, 2*worthABatch)
	l.records.drain(group)
	batches := map[string]bool{}
	for _, w := range group {
		r := <-w.done
		if r.err != nil {
			t.Fatal(r.err)
		}
		m := kept(t, l, r.sequence)
		if m.Subject != w.msg.Subject || string(m.Data) != string(w.msg.Data) {
			t.Errorf("%s was told the sequence of %s", w.msg.Subject, m.Subject)
		}
		batches[m.Header.Get(headerBatch)] = true
	}
	if len(batches) != 1 || batches[""] {
		t.Errorf("it was written as %v, want one batch", batches)
	}
}

func TestAFewAreNotWorthABatch(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	group := gathered(t, worthABatch-1)
	l.records.drain(group)
	for _, w := range group {
		r := <-w.done
		if r.err != nil {
			t.Fatal(r.err)
		}
		if id := kept(t, l, r.sequence).Header.Get(headerBatch); id != "" {
			t.Errorf("%s was written in the batch %s", w.msg.Subject, id)
		}
	}
}

func TestALostFenceCostsOnlyItsOwnRun(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	group := gathered(t, 2*worthABatch)
	const lost = 5
	group[lost].msg.Header.Set(jetstream.ExpectedLastSubjSeqHeader, "77")
	l.records.drain(group)
	for i, w := range group {
		r := <-w.done
		if i == lost {
			if !fenced(r.err) {
				t.Errorf("the run that lost its fence: %v", r.err)
			}
			continue
		}
		if r.err != nil {
			t.Errorf("run %d: %v", i, r.err)
			continue
		}
		if m := kept(t, l, r.sequence); m.Subject != group[i].msg.Subject {
			t.Errorf("run %d was told the sequence of %s", i, m.Subject)
		}
	}
	if n := records(t, l); n != len(group)-1 {
		t.Errorf("the log has %d records, want %d", n, len(group)-1)
	}
}

func TestABatchWhoseAnswerWasLostIsNotKeptTwice(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	group := gathered(t, 2*worthABatch)
	ack, err := l.publishBatch(t.Context(), group)
	if err != nil {
		t.Fatal(err)
	}
	l.records.drain(group) // the server refuses the batch as a repeat
	first := ack.Sequence - uint64(len(group)) + 1
	for i, w := range group {
		if r := <-w.done; r.err != nil || r.sequence != first+uint64(i) {
			t.Errorf("run %d: %d, %v, want the sequence %d", i, r.sequence, r.err, first+uint64(i))
		}
	}
	if n := records(t, l); n != len(group) {
		t.Errorf("the log has %d records, want %d", n, len(group))
	}
}

func TestAnUnfinishedBatchLeavesNothing(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	for i, w := range gathered(t, 3) {
		w.msg.Header.Set(headerBatch, "of-one-who-died")
		w.msg.Header.Set(headerBatchSequence, strconv.Itoa(i+1))
		if err := l.nc.PublishMsg(w.msg); err != nil {
			t.Fatal(err)
		}
	}
	group := gathered(t, 2*worthABatch) // of the same runs: another worker's
	l.records.drain(group)
	for i, w := range group {
		if r := <-w.done; r.err != nil {
			t.Errorf("run %d: %v", i, r.err)
		}
	}
	if n := records(t, l); n != len(group) {
		t.Errorf("the log has %d records, want %d", n, len(group))
	}
}

func TestABatchHasOneRecordOfARun(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	two, one := gathered(t, 2), gathered(t, 1)
	l.records.waiting = append(two, one...)
	if group := l.records.next(); len(group) != 2 || group[0] != two[0] || group[1] != two[1] {
		t.Errorf("first %v", group)
	}
	if group := l.records.next(); len(group) != 1 || group[0] != one[0] {
		t.Errorf("then %v", group)
	}
	if group := l.records.next(); group != nil || l.records.writing {
		t.Errorf("at last %v", group)
	}
}

func TestWhoHasGivenUpWritesNothing(t *testing.T) {
	t.Parallel()
	l := openLog(t)
	l.records.writing = true // by somebody else
	m := gathered(t, 1)[0].msg
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.records.write(ctx, m); !errors.Is(err, ctx.Err()) {
		t.Fatal(err)
	}
	if group := l.records.next(); group != nil {
		t.Errorf("%v is still written", group)
	}
}
