package runlog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	runv1 "github.com/weft-mesh/weft/proto/gen/weft/run/v1"
)

const (
	// short is how many records are read one by one. Most reads find no more, and one
	// record is got with less work than several.
	short = 4
	// manyAtOnce and manyBytes bound what one answer brings.
	manyAtOnce = 256
	manyBytes  = 4 << 20
	// manyTimeout is how long the next record of an answer is waited for: a server that
	// can't count what it has says nothing.
	manyTimeout = time.Second
)

// readAfter returns the events of a run's records after a stream sequence, and the
// sequence of the last record: the given one if there are no more.
//
// That there are no more is always the word of the leader, and so is where the run
// stands: see readManyAfter.
func (l *Log) readAfter(ctx context.Context, k Key, last uint64) ([]*runv1.Event, uint64, error) {
	var events []*runv1.Event
	for n := 1; ; n++ {
		m, err := l.runs.Next(ctx, last+1, k.log())
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return events, last, nil
		}
		if err != nil {
			return nil, 0, fmt.Errorf("read run %s: %w", k.Run, storage(ctx, err))
		}
		more, err := decode(m.Data)
		if err != nil {
			return nil, 0, fmt.Errorf("read run %s: %w", k.Run, err)
		}
		events, last = append(events, more...), m.Sequence
		if n >= short && len(events) > 0 {
			before := last
			if events, last = l.readManyAfter(ctx, k, events, last); last == before {
				n = 0 // it brings nothing, for whatever reason
			}
		}
	}
}

// readManyAfter reads on with one request for many records. That it brings less, or nothing,
// means nothing: what comes next is asked for again.
//
// Any copy of the stream may answer. One that lags behind has the first of the leader's
// records, so what it brings is a part of what is asked for; it counts if the events
// follow each other without a gap, and the leader has its last record as well.
func (l *Log) readManyAfter(ctx context.Context, k Key, events []*runv1.Event, last uint64) ([]*runv1.Event, uint64) {
	if !l.runs.CachedInfo().Config.AllowDirect {
		return events, last // of a server that an earlier build has set up
	}
	records, end := l.requestBatch(ctx, batchRequest{From: last + 1, Subject: k.log(), Batch: manyAtOnce, Bytes: manyBytes, NoHeaders: true})
	if len(records) == 0 || end <= last {
		return events, last
	}
	m, err := l.runs.GetMsg(ctx, end)
	if err != nil || m.Subject != k.log() || string(m.Data) != string(records[len(records)-1].Data) {
		return events, last
	}
	more := events
	for _, m := range records {
		record, err := decode(m.Data)
		if err != nil || len(record) == 0 || record[0].GetSequence() != more[len(more)-1].GetSequence()+1 {
			return events, last
		}
		more = append(more, record...)
	}
	return more, end
}
