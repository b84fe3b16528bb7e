// Package ledger keeps what models have cost each tenant, by day, in JetStream.
//
//	WEFT_SPEND   weft.spend.<tenant>.<day>.tokens      read and written
//	             weft.spend.<tenant>.<day>.micro_usd   millionths of a US dollar
//
// Each subject is a counter of the server: adding needs no look at it first, so any
// number of processes add at once and nothing is lost between them.
package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/kit/bus"
)

const (
	stream    = "WEFT_SPEND"
	increment = "Nats-Incr" // header: what to add to the subject's counter
)

// answerTime bounds the wait for an answer of JetStream, as for the log of runs.
const answerTime = 20 * time.Second

// Options say how the ledger is kept.
type Options struct {
	Replicas  int                  // copies of the stream; 1 on a single server
	Placement *jetstream.Placement // which servers keep it; nil for any
	Retention time.Duration        // how long a day is kept; two days at least
	Zone      *time.Location
	Now       func() time.Time
}

// A Ledger is the one of a mesh. It is safe for concurrent use.
type Ledger struct {
	js     jetstream.JetStream
	stream jetstream.Stream
	o      Options

	mu   sync.Mutex
	owed []charge // that the server has not taken yet
}

// A charge is an addition to one counter.
type charge struct {
	subject string
	amount  int64
	id      string // the same each time that it is sent, so that it is added once
}

// Open makes sure that the stream exists and returns the ledger. Opening it from
// several processes at once is safe.
func Open(ctx context.Context, nc *nats.Conn, o Options) (*Ledger, error) {
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(answerTime))
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	s, err := bus.Stream(ctx, js, jetstream.StreamConfig{
		Name:              stream,
		Description:       "What models have cost the tenants of Weft; a subject for each day",
		Subjects:          []string{"weft.spend.*.*.*"},
		Storage:           jetstream.FileStorage,
		Replicas:          o.Replicas,
		Placement:         o.Placement,
		MaxAge:            max(o.Retention, 48*time.Hour),
		MaxMsgsPerSubject: 1,
		AllowDirect:       o.Replicas == 1, // of several copies the leader's is the newest
		AllowMsgCounter:   true,
	})
	if err != nil {
		return nil, err
	}
	return &Ledger{js: js, stream: s, o: o}, nil
}

func (l *Ledger) subject(tenant, what string) string {
	return "weft.spend." + tenant + "." + l.o.Now().In(l.o.Zone).Format(time.DateOnly) + "." + what
}

// Charge adds what models have cost to today. What the server can't take now is
// owed, and added before this process looks at the ledger again.
func (l *Ledger) Charge(ctx context.Context, tenant string, u *commonv1.ModelUsage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for what, amount := range map[string]int64{
		"tokens": u.GetInputTokens() + u.GetOutputTokens(), "micro_usd": u.GetCostMicroUsd(),
	} {
		if amount > 0 {
			l.owed = append(l.owed, charge{l.subject(tenant, what), amount, nuid.Next()})
		}
	}
	_ = l.settle(ctx) // if not now, before the next look
}

// settle sends what is owed. The caller holds the lock.
func (l *Ledger) settle(ctx context.Context) error {
	for len(l.owed) > 0 {
		c := l.owed[0]
		m := nats.NewMsg(c.subject)
		m.Header.Set(increment, strconv.FormatInt(c.amount, 10))
		if _, err := l.js.PublishMsg(ctx, m, jetstream.WithMsgID(c.id)); err != nil {
			return fmt.Errorf("charge what models cost: %w", err)
		}
		l.owed = l.owed[1:]
	}
	return nil
}

// Today returns the tokens and the millionths of a US dollar that models have cost
// a tenant today, in all processes of the mesh.
func (l *Ledger) Today(ctx context.Context, tenant string) (tokens, microUSD int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.settle(ctx); err != nil {
		return 0, 0, err
	}
	if tokens, err = l.read(ctx, l.subject(tenant, "tokens")); err != nil {
		return 0, 0, err
	}
	microUSD, err = l.read(ctx, l.subject(tenant, "micro_usd"))
	return tokens, microUSD, err
}

// read returns where a counter stands.
func (l *Ledger) read(ctx context.Context, subject string) (int64, error) {
	m, err := l.stream.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read what models cost: %w", err)
	}
	var counter struct {
		Value string `json:"val"`
	}
	if err := json.Unmarshal(m.Data, &counter); err != nil {
		return 0, fmt.Errorf("read what models cost: %w", err)
	}
	n, err := strconv.ParseInt(counter.Value, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read what models cost: %w", err)
	}
	return n, nil
}
