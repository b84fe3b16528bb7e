package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// channel is where a transaction that changes timelines names its tenant.
	channel = "weft_timelines"
	// listenAgain is how long a database that is away is left alone.
	listenAgain = time.Second
	// listenSilence is after how long without a word a connection is tried.
	listenSilence = 30 * time.Second
)

// A listener has a connection of its own as long as somebody is there to be told. What it
// hears is only a hint: whoever is told looks at the table. So words that were lost with a
// connection are made up for by telling everybody once there is another.
type listener struct {
	config  *pgx.ConnConfig
	silence time.Duration // after which a connection is tried

	mu   sync.Mutex
	who  map[chan struct{}]string // with the tenant that they are told of
	stop context.CancelFunc       // ends the connection that is there for them
	runs sync.WaitGroup
}

// join returns a channel on which a word comes whenever timelines of a tenant may have
// changed, the first at once, until leave is called.
func (l *listener) join(tenant string) (look <-chan struct{}, leave func()) {
	w := make(chan struct{}, 1)
	w <- struct{}{}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.who) == 0 {
		ctx, stop := context.WithCancel(context.Background())
		l.who, l.stop = map[chan struct{}]string{}, stop
		l.runs.Go(func() { l.run(ctx) })
	}
	l.who[w] = tenant
	return w, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if delete(l.who, w); len(l.who) == 0 {
			l.stop()
		}
	}
}

// close ends the connection.
func (l *listener) close() {
	l.mu.Lock()
	if l.stop != nil {
		l.stop()
	}
	l.mu.Unlock()
	l.runs.Wait()
}

// tell tells those of a tenant, or everybody if it is "".
func (l *listener) tell(tenant string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for w, of := range l.who {
		if tenant != "" && of != tenant {
			continue
		}
		select {
		case w <- struct{}{}:
		default: // it has not looked since the last word
		}
	}
}

// run listens, on one connection after the other, until ctx ends.
func (l *listener) run(ctx context.Context) {
	for ctx.Err() == nil {
		_ = l.listen(ctx) // that the database is away is told by those who need it
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
}

// listen listens until the connection is lost.
func (l *listener) listen(ctx context.Context) error {
	conn, err := l.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	l.tell("")
	for {
		within, cancel := context.WithTimeout(ctx, l.silence)
		word, err := conn.WaitForNotification(within)
		cancel()
		switch {
		case err == nil:
			l.tell(word.Payload)
		case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
			within, cancel := context.WithTimeout(ctx, connectTime)
			err = conn.Ping(within)
			cancel()
			if err != nil {
				return err
			}
		default:
			return err
		}
	}
}

func (l *listener) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, l.config.Copy())
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	return conn, nil
}
