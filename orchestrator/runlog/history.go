package runlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// historiesAtOnce is how many watchers of a process read from the log at once what its
	// tail does not remember, and historiesEach how many of one tenant.
	historiesAtOnce = 4
	historiesEach   = 2
)

// readHistory reads what a tenant's runs have got from a place on, up to another one, or a part
// of it. It tells up to which place that is all. states has what the records before it
// said.
func (l *Log) readHistory(ctx context.Context, tenant string, from, to uint64, states *runStates) ([]*entry, uint64, error) {
	turn, err := l.histories.Acquire(ctx, tenant, 1)
	if err != nil {
		return nil, 0, err
	}
	defer turn.Release()
	subject := Key{tenant, "*"}.log()
	messages := l.readBatchFrom(ctx, subject, from)
	if len(messages) == 0 {
		m, err := l.runs.Next(ctx, from, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil, to, nil
		}
		if err != nil {
			return nil, 0, fmt.Errorf("read runs of tenant %s: %w", tenant, storage(ctx, err))
		}
		messages = append(messages, m)
	}
	entries := make([]*entry, 0, len(messages))
	last := from
	for _, m := range messages {
		if m.Sequence > to {
			return entries, to, nil
		}
		last = m.Sequence
		if k, ok := keyOf(m.Subject); ok {
			meta := &jetstream.MsgMetadata{Sequence: jetstream.SequencePair{Stream: m.Sequence}, Timestamp: m.Time}
			entries = append(entries, states.followRecord(k, m.Header, meta))
		}
	}
	return entries, last, nil
}

// readBatchFrom returns records of a subject from a place on, with their headers; none if they
// can't be had together. Any copy of the stream may answer. What it brings counts if the
// leader has its last record as well: see readManyAfter.
func (l *Log) readBatchFrom(ctx context.Context, subject string, from uint64) []*jetstream.RawStreamMsg {
	if !l.runs.CachedInfo().Config.AllowDirect {
		return nil // of a server that an earlier build has set up
	}
	answers, _ := l.requestBatch(ctx, batchRequest{From: from, Subject: subject, Batch: manyAtOnce, Bytes: manyBytes})
	out := make([]*jetstream.RawStreamMsg, 0, len(answers))
	for _, a := range answers {
		m, err := rawMessage(a)
		if err != nil {
			return nil
		}
		m.Data = nil
		out = append(out, m)
	}
	if len(out) == 0 || l.runs.CachedInfo().Config.Replicas <= 1 {
		return out
	}
	last := out[len(out)-1]
	m, err := l.runs.GetMsg(ctx, last.Sequence)
	if err != nil || m.Subject != last.Subject || string(m.Data) != string(answers[len(answers)-1].Data) {
		return nil
	}
	return out
}

// rawMessage reads a message of an answer to a batchRequest that asks for headers.
func rawMessage(m *nats.Msg) (*jetstream.RawStreamMsg, error) {
	place, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("read the place of a record: %w", err)
	}
	at, err := time.Parse(time.RFC3339Nano, m.Header.Get(jetstream.TimeStampHeaer))
	if err != nil {
		return nil, fmt.Errorf("read the time of a record: %w", err)
	}
	return &jetstream.RawStreamMsg{
		Subject: m.Header.Get(jetstream.SubjectHeader), Sequence: place, Time: at, Header: m.Header, Data: m.Data,
	}, nil
}

// A batchRequest asks for several records at once; nats.go has no request for more than one.
type batchRequest struct {
	From      uint64 `json:"seq"`
	Subject   string `json:"next_by_subj"` // may have wildcards
	Batch     int    `json:"batch"`
	Bytes     int    `json:"max_bytes"`
	NoHeaders bool   `json:"no_hdr,omitempty"` // a server takes longer to write them than all else
}

// requestBatch asks for records and returns those that come, with the sequence of the last of the
// subject; nothing if the answer has no end.
func (l *Log) requestBatch(ctx context.Context, r batchRequest) (records []*nats.Msg, end uint64) {
	ask, err := json.Marshal(r)
	if err != nil {
		return nil, 0
	}
	answers := make(chan *nats.Msg, r.Batch+1) // has room for all of them
	inbox := l.nc.NewInbox()
	sub, err := l.nc.ChanSubscribe(inbox, answers)
	if err != nil {
		return nil, 0
	}
	defer func() { _ = sub.Unsubscribe() }() // fails only on a closed connection
	if err := l.nc.PublishRequest("$JS.API.DIRECT.GET."+runStream, inbox, ask); err != nil {
		return nil, 0
	}
	silence := time.NewTimer(manyTimeout)
	defer silence.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, 0
		case <-silence.C:
			return nil, 0
		case m := <-answers:
			if m.Header.Get("Status") != "" { // the end, or nobody who answers
				end, _ := strconv.ParseUint(m.Header.Get(jetstream.LastSequenceHeader), 10, 64)
				return records, end
			}
			records = append(records, m)
			silence.Reset(manyTimeout)
		}
	}
}
