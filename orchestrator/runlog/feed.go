package runlog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/weft-mesh/weft/orchestrator/graph"
)

// FeedOptions say what a feed is.
type FeedOptions struct {
	Name    string // of the consumer, one for each feed
	Tenant  string
	From    uint64        // its first place in the log, if it is made now
	Since   time.Time     // from when on instead; zero is by From
	AckWait time.Duration // after how long of silence a record is handed out again
	Pending int           // how many records may be in hand, or wait to be handed out again
}

// Feed makes sure that a feed exists, and returns it: the headers of the records of a
// tenant's runs, shared by all processes that ask for it. Each record is handed out until
// it is acknowledged; the server remembers how far that has come.
func (l *Log) Feed(ctx context.Context, o FeedOptions) (jetstream.Consumer, error) {
	if !token.MatchString(o.Tenant) {
		return nil, fmt.Errorf("feed runs of tenant %q: %w", o.Tenant, ErrNotFound)
	}
	c, err := l.feed(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("feed runs of tenant %s: %w", o.Tenant, err)
	}
	return c, nil
}

func (l *Log) feed(ctx context.Context, o FeedOptions) (jetstream.Consumer, error) {
	c, err := l.runs.Consumer(ctx, o.Name)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		c, err = l.runs.CreateConsumer(ctx, o.config())
		if errors.Is(err, jetstream.ErrConsumerExists) { // another process has just made it
			c, err = l.runs.Consumer(ctx, o.Name)
		}
	}
	if err != nil {
		return nil, err
	}
	// Where it began can't be changed, nor does it matter any more.
	is := c.CachedInfo().Config
	if is.AckWait == o.AckWait && is.MaxAckPending == o.Pending {
		return c, nil
	}
	is.AckWait, is.MaxAckPending = o.AckWait, o.Pending
	return l.runs.UpdateConsumer(ctx, is)
}

func (o FeedOptions) config() jetstream.ConsumerConfig {
	c := jetstream.ConsumerConfig{
		Durable:       o.Name,
		FilterSubject: "weft.run." + o.Tenant + ".*",
		HeadersOnly:   true,
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy,
		OptStartSeq:   o.From,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       o.AckWait,
		MaxAckPending: o.Pending,
		MaxDeliver:    -1,
	}
	if !o.Since.IsZero() {
		c.DeliverPolicy, c.OptStartSeq, c.OptStartTime = jetstream.DeliverByStartTimePolicy, 0, &o.Since
	}
	return c
}

// FeedPending returns how many records of a feed are in hand or wait to be handed out
// again; 0 if there is no such feed.
func (l *Log) FeedPending(ctx context.Context, name string) (int, error) {
	c, err := l.runs.Consumer(ctx, name)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("look at feed %s: %w", name, err)
	}
	return c.CachedInfo().NumAckPending, nil
}

// RemoveFeed removes a feed, if there is one.
func (l *Log) RemoveFeed(ctx context.Context, name string) error {
	if err := l.runs.DeleteConsumer(ctx, name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return fmt.Errorf("remove feed %s: %w", name, err)
	}
	return nil
}

// LastPlace returns the place of the log's last record.
func (l *Log) LastPlace(ctx context.Context) (uint64, error) {
	info, err := l.runs.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("look for the end of the log of runs: %w", storage(ctx, err))
	}
	return info.State.LastSeq, nil
}

// A Record is one of a feed.
type Record struct {
	Change
	key     Key
	follows uint64 // the place of the run's record before; 0 for none, or if it is not known
	pauses  []string
	counts  bool // pauses are known: an earlier build does not tell them
}

// Fed reads a record of a feed; false if it is of no run.
func Fed(m jetstream.Msg) (Record, bool) {
	k, ok := keyOf(m.Subject())
	if !ok {
		return Record{}, false
	}
	meta, err := m.Metadata()
	if err != nil {
		return Record{}, false
	}
	return recordOf(k, m.Headers(), meta), true
}

func recordOf(k Key, header nats.Header, meta *jetstream.MsgMetadata) Record {
	r := Record{Change: changeOf(k, header, meta), key: k}
	r.follows, _ = strconv.ParseUint(header.Get(jetstream.ExpectedLastSubjSeqHeader), 10, 64)
	if pauses := header.Values(headerPauses); len(pauses) > 0 {
		r.pauses, r.counts = strings.Fields(pauses[0]), true
	}
	return r
}

// Paused reports whether its run has open pauses after the record.
func (r Record) Paused() bool {
	return len(r.pauses) > 0 || !r.counts && r.Status == graph.Waiting.String()
}

// Anew tells of a record which of its words are new: that the run is paused, by a pause
// that was not open before, and that it has ended. What can't be read any more is taken
// for new.
func (l *Log) Anew(ctx context.Context, r Record) (paused, ended bool, err error) {
	if r.follows == 0 {
		return r.Paused(), r.Ended(), nil
	}
	m, err := l.runs.GetMsg(ctx, r.follows)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return r.Paused(), r.Ended(), nil
	case err != nil:
		return false, false, fmt.Errorf("read run %s: %w", r.Run, storage(ctx, err))
	case m.Subject != r.key.log():
		return r.Paused(), r.Ended(), nil
	}
	before := recordOf(r.key, m.Header, &jetstream.MsgMetadata{})
	if r.counts && before.counts {
		paused = slices.ContainsFunc(r.pauses, func(id string) bool { return !slices.Contains(before.pauses, id) })
	} else {
		paused = r.Paused() && !before.Paused()
	}
	return paused, r.Ended() && !before.Ended(), nil
}
