package runlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// The server's headers for a batch that it keeps whole or not at all.
const (
	headerBatch         = "Nats-Batch-Id"
	headerBatchSequence = "Nats-Batch-Sequence"
	headerBatchCommit   = "Nats-Batch-Commit"
)

const (
	// worthABatch is from how many messages on a batch is written: the server puts it
	// into files of its own first, with some five syncs whatever its size.
	worthABatch = 12
	// mostInBatch is below the server's limit of 1,000, and bounds with mostGathered
	// what a batch holds in memory.
	mostInBatch = 256
	// mostGathered is the size of a message that still goes with others. A large one
	// would have them wait for it, and may be too large for the server.
	mostGathered = 64 << 10
)

// An appender writes the messages of many runs to one stream. While it writes, it
// gathers what else comes, and writes that together: a sync of the disk costs the
// same for one message as for a hundred. When nothing is under way, a message is
// written alone, at once.
type appender struct {
	log *Log

	mu      sync.Mutex
	writing bool
	waiting []*waiting
}

// waiting is a message that waits for the write under way.
type waiting struct {
	ctx  context.Context // of who wrote it
	msg  *nats.Msg
	done chan written
}

type written struct {
	sequence uint64
	err      error
}

// write returns the stream sequence of a message when the stream has kept it. If
// ctx ends before, it is not known whether it is kept.
func (a *appender) write(ctx context.Context, m *nats.Msg) (uint64, error) {
	if !a.log.o.Gather || len(m.Data) > mostGathered {
		return a.alone(ctx, m)
	}
	a.mu.Lock()
	if a.writing {
		w := &waiting{ctx, m, make(chan written, 1)}
		a.waiting = append(a.waiting, w)
		a.mu.Unlock()
		select {
		case r := <-w.done:
			return r.sequence, r.err
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	a.writing = true
	a.mu.Unlock()
	sequence, err := a.alone(ctx, m)
	if group := a.next(); group != nil {
		go a.drain(group)
	}
	return sequence, err
}

// drain writes what has been gathered until nothing is left.
func (a *appender) drain(group []*waiting) {
	for ; group != nil; group = a.next() {
		if len(group) < worthABatch || !a.together(group) {
			a.oneByOne(group)
		}
	}
}

// next takes what goes together next: of each subject the first message, since a
// batch has at most one. It is nil, and the write is over, if nothing waits.
func (a *appender) next() []*waiting {
	a.mu.Lock()
	defer a.mu.Unlock()
	var group, rest []*waiting
	subjects := make(map[string]bool, len(a.waiting))
	for _, w := range a.waiting {
		switch {
		case w.ctx.Err() != nil: // nobody waits for it, and nothing of it is written
		case subjects[w.msg.Subject] || len(group) == mostInBatch:
			rest = append(rest, w)
		default:
			subjects[w.msg.Subject] = true
			group = append(group, w)
		}
	}
	a.waiting = rest
	a.writing = len(group) > 0
	return group
}

// together writes messages as one batch. If it reports false, the server has
// refused them or has not answered: then each is written again on its own.
func (a *appender) together(group []*waiting) bool {
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	ack, err := a.log.publishBatch(ctx, group)
	if err != nil {
		return false
	}
	first := ack.Sequence - uint64(len(group)) + 1
	for i, w := range group {
		w.done <- written{sequence: first + uint64(i)}
	}
	return true
}

// oneByOne writes messages side by side, each for itself: one that is refused is of
// no matter to the others.
func (a *appender) oneByOne(group []*waiting) {
	var all sync.WaitGroup
	for _, w := range group {
		all.Go(func() {
			sequence, err := a.again(w.ctx, w.msg)
			w.done <- written{sequence, err}
		})
	}
	all.Wait()
}

// again is alone for a message that a batch without an answer may have kept. The
// server looks at what a message expects before it looks at its id, and refuses the
// repeat; then the message is there, or someone else has written to the run.
func (a *appender) again(ctx context.Context, m *nats.Msg) (uint64, error) {
	sequence, err := a.alone(ctx, m)
	if !fenced(err) {
		return sequence, err
	}
	last, lookErr := a.log.runs.GetLastMsgForSubject(ctx, m.Subject)
	if lookErr != nil || last.Header.Get(jetstream.MsgIDHeader) != m.Header.Get(jetstream.MsgIDHeader) {
		return 0, err
	}
	return last.Sequence, nil
}

func (a *appender) alone(ctx context.Context, m *nats.Msg) (uint64, error) {
	ack, err := a.log.publish(ctx, m, jetstream.WithRetryAttempts(3))
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// publishBatch sends messages as a batch. What is sent of one that does not come to
// its end the server forgets.
func (l *Log) publishBatch(ctx context.Context, group []*waiting) (*jetstream.PubAck, error) {
	id := nuid.Next()
	var answer *nats.Msg
	for i, w := range group {
		m := nats.Msg{Subject: w.msg.Subject, Data: w.msg.Data, Header: make(nats.Header, len(w.msg.Header)+3)}
		for k, v := range w.msg.Header {
			m.Header[k] = v
		}
		m.Header.Set(headerBatch, id)
		m.Header.Set(headerBatchSequence, strconv.Itoa(i+1))
		var err error
		if i < len(group)-1 {
			err = l.nc.PublishMsg(&m)
		} else {
			m.Header.Set(headerBatchCommit, "1")
			answer, err = l.nc.RequestMsgWithContext(ctx, &m)
		}
		if err != nil {
			return nil, err
		}
	}
	var ack struct {
		jetstream.PubAck
		Count int                 `json:"count"`
		Error *jetstream.APIError `json:"error"`
	}
	if err := json.Unmarshal(answer.Data, &ack); err != nil {
		return nil, fmt.Errorf("read the answer to a batch: %w", err)
	}
	switch {
	case ack.Error != nil:
		return nil, ack.Error
	case ack.Count != len(group) || ack.Sequence < uint64(len(group)):
		return nil, errors.New("the server did not keep the batch as it was sent")
	}
	return &ack.PubAck, nil
}
