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

// after returns the events of a run's records after a stream sequence, and the
// sequence of the last record: the given one if there are no more.
func (l *Log) after(ctx context.Context, k Key, last uint64) ([]*runv1.Event, uint64, error) {
	var events []*runv1.Event
	for n := 1; ; n++ {
		m, err := l.runs.GetMsg(ctx, last+1, jetstream.WithGetMsgSubject(k.log()))
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
		if n >= short {
			events, last = l.many(ctx, k, events, last)
		}
	}
}

// many reads on with one request for many records; nats.go has none for more than one.
// That it brings less, or nothing, means nothing: what comes next is asked for again.
func (l *Log) many(ctx context.Context, k Key, events []*runv1.Event, last uint64) ([]*runv1.Event, uint64) {
	if !l.runs.CachedInfo().Config.AllowDirect {
		return events, last
	}
	ask, err := json.Marshal(map[string]any{
		"seq": last + 1, "next_by_subj": k.log(), "batch": manyAtOnce, "max_bytes": manyBytes,
	})
	if err != nil {
		return events, last
	}
	answers := make(chan *nats.Msg, manyAtOnce+1) // has room for all of them
	inbox := l.nc.NewInbox()
	sub, err := l.nc.ChanSubscribe(inbox, answers)
	if err != nil {
		return events, last
	}
	defer func() { _ = sub.Unsubscribe() }() // fails only on a closed connection
	if err := l.nc.PublishRequest("$JS.API.DIRECT.GET."+runStream, inbox, ask); err != nil {
		return events, last
	}
	silence := time.NewTimer(manyTimeout)
	defer silence.Stop()
	for previous := uint64(0); ; previous = last {
		var m *nats.Msg
		select {
		case <-ctx.Done():
			return events, last
		case <-silence.C:
			return events, last
		case m = <-answers:
		}
		sequence, gap, ok := recordOf(m, previous)
		if !ok || gap {
			return events, last
		}
		more, err := decode(m.Data)
		if err != nil {
			return events, last
		}
		events, last = append(events, more...), sequence
		silence.Reset(manyTimeout)
	}
}

// recordOf returns which record a message of an answer is. It is none if it ends the
// answer; there is a gap if what came before it got lost on its way.
func recordOf(m *nats.Msg, previous uint64) (sequence uint64, gap, ok bool) {
	sequence, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
	if err != nil {
		return 0, false, false
	}
	before, err := strconv.ParseUint(m.Header.Get(jetstream.LastSequenceHeader), 10, 64)
	return sequence, err != nil || before != previous, true
}
