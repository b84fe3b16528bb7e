package runlog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/lifecycle"
	"github.com/weft-mesh/weft/orchestrator/graph"
)

// A Journal appends to one run, after what it has read or written. It is a
// graph.Journal.
type Journal struct {
	log  *Log
	key  Key
	last uint64 // stream sequence of the run's last record that this journal knows
	seq  int64  // the last event of that record
	id   string // makes a repeated publish of the same record recognizable
	n    int

	line line // that the run queues in
}

// Start begins a run with its first event and queues it. When it returns, both
// are kept. It fails with graph.ErrFenced if the run exists, and queues it then,
// too: whoever began it may have died before it did.
func (l *Log) Start(ctx context.Context, k Key, started *runv1.Event) error {
	if err := k.valid(); err != nil {
		return err
	}
	// Side by side, so that a caller waits for one write to the disk and not two. If
	// only the message gets there, the worker that takes it writes the event.
	queued := make(chan error, 1)
	go func() { queued <- l.enqueue(ctx, k, lineOf(started), started, "") }()
	err := l.begin(ctx, k, started)
	return cmp.Or(<-queued, err)
}

// lineOf is where a run queues, by its first event.
func lineOf(started *runv1.Event) line {
	s := started.GetStarted()
	return line{classOf(s.GetUrgent()), poolOf(s)}
}

// begin writes the first event of a run. It fails with graph.ErrFenced if the run has
// one, which can then be read.
func (l *Log) begin(ctx context.Context, k Key, started *runv1.Event) error {
	j := &Journal{log: l, key: k, id: nuid.Next(), line: lineOf(started)}
	err := j.Append(ctx, []*runv1.Event{started}, graph.Standing{Status: graph.Running})
	if errors.Is(err, graph.ErrFenced) {
		if err := l.awaitStart(ctx, k); err != nil {
			return err
		}
	}
	return err
}

// awaitStart waits until a run can be read that the server knows of: several copies
// count a record some milliseconds before they have it.
func (l *Log) awaitStart(ctx context.Context, k Key) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	for wait := time.Millisecond; ; wait *= 2 {
		_, err := l.last(ctx, k)
		if !errors.Is(err, jetstream.ErrMsgNotFound) {
			return storage(ctx, err)
		}
		if !lifecycle.Sleep(ctx, wait) {
			break
		}
	}
	if damaged, err := l.endDamaged(context.WithoutCancel(ctx), k); err != nil || !damaged {
		return fmt.Errorf("begin run %s: %w", k.Run, cmp.Or(err, ErrStorage))
	}
	return fmt.Errorf("begin run %s: %w: its start can't be read", k.Run, graph.ErrLog)
}

// Begin begins a run with several events, as they have come about elsewhere, and
// queues it. When it returns, both are kept.
func (l *Log) Begin(ctx context.Context, k Key, events []*runv1.Event, after graph.Standing) error {
	if err := k.valid(); err != nil {
		return err
	}
	j := &Journal{log: l, key: k, id: nuid.Next(), line: lineOf(events[0])}
	if err := j.Append(ctx, events, after); err != nil {
		return err
	}
	return l.Enqueue(ctx, k) // after its log: from the queue's message alone it would begin at its start
}

// Append implements graph.Journal.
func (j *Journal) Append(ctx context.Context, events []*runv1.Event, after graph.Standing) error {
	data, err := proto.Marshal(&runv1.Record{Events: events})
	if err != nil {
		return fmt.Errorf("encode a record of run %s: %w: %w", j.key.Run, graph.ErrEncoding, err)
	}
	seq := events[len(events)-1].GetSequence()
	m := nats.NewMsg(j.key.log())
	m.Data = data
	m.Header.Set(headerType, recordType)
	m.Header.Set(headerStatus, after.Status.String())
	setPauses(m.Header, after.Pauses)
	m.Header.Set(headerSequence, strconv.FormatInt(seq, 10))
	m.Header.Set(headerGraph, j.line.pool.String())
	if d := events[len(events)-1].GetCompleted().GetDisposition(); d != "" {
		m.Header.Set(headerDisposition, d)
	}
	if j.line.class == urgentRuns {
		m.Header.Set(headerUrgent, "true")
	}
	j.n++
	// The message id lets a record be recognized whose acknowledgement got lost.
	m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(j.last, 10))
	m.Header.Set(jetstream.MsgIDHeader, j.id+"-"+strconv.Itoa(j.n))
	last, err := j.log.records.write(ctx, m)
	if fenced(err) && j.last > 0 { // a start is behind nothing
		last, err = j.log.pastDamage(ctx, j.key, m)
	}
	switch {
	case fenced(err):
		return graph.ErrFenced
	case errors.Is(err, nats.ErrMaxPayload):
		return fmt.Errorf("append to run %s: %w (%d bytes, of at most %d)", j.key.Run, graph.ErrTooLarge, len(data), j.log.nc.MaxPayload())
	case err != nil:
		return fmt.Errorf("append to run %s: %w", j.key.Run, err)
	}
	j.log.say(j.key, word{at: last, after: j.last, record: data})
	j.last, j.seq = last, seq
	return nil
}

// Since implements graph.Journal.
func (j *Journal) Since(ctx context.Context) (events []*runv1.Event, accept func(), err error) {
	events, last, err := j.log.readAfter(ctx, j.key, j.last)
	if err != nil {
		return nil, nil, err
	}
	return events, func() { j.last, j.seq = last, events[len(events)-1].GetSequence() }, nil
}

// Sequence returns the last event that this journal has read or written.
func (j *Journal) Sequence() int64 { return j.seq }

// fenced reports whether JetStream refused a publish for its expected sequence.
func fenced(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) &&
		(api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
			api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// Load returns a run's events and a journal that goes on after them.
func (l *Log) Load(ctx context.Context, k Key) ([]*runv1.Event, *Journal, error) {
	if err := k.valid(); err != nil {
		return nil, nil, err
	}
	events, last, err := l.readAfter(ctx, k, 0)
	if err != nil {
		return nil, nil, err
	}
	if len(events) == 0 {
		return nil, nil, fmt.Errorf("run %s: %w", k.Run, ErrNotFound)
	}
	j := &Journal{
		log: l, key: k, id: nuid.Next(), last: last, seq: events[len(events)-1].GetSequence(),
		line: lineOf(events[0]),
	}
	return events, j, nil
}

func decode(data []byte) ([]*runv1.Event, error) {
	var r runv1.Record
	if err := proto.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%w: %w", graph.ErrLog, err)
	}
	return r.GetEvents(), nil
}

// sequence returns the stream sequence of a run's last record, 0 if it has none.
func (l *Log) sequence(ctx context.Context, k Key) (uint64, error) {
	m, err := l.last(ctx, k)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read run %s: %w", k.Run, storage(ctx, err))
	}
	return m.Sequence, nil
}
