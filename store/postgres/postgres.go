package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/weft-mesh/weft/store"
)

// Options say how a database is opened. The zero value is good.
type Options struct {
	ReadOnly bool           // nothing is written but what the database needs to be read
	TimeZone *time.Location // of the notes' times; nil is UTC
	// Conns are the connections at most; 0 is pgxpool's default. Whoever watches timelines
	// has one of them for it, or one more if there is but one.
	Conns int
	// Now tells the time that is written beside corrections and into the trash; nil
	// is time.Now.
	Now func() time.Time
}

// A Store is a store.Writer on a database. It is safe for concurrent use.
type Store struct {
	pool    *pgxpool.Pool
	opts    Options
	mu      sync.Mutex
	indexes map[string]*index // by tenant
	uses    int64             // of indexes

	listener *listener
}

var _ store.Writer = (*Store)(nil)

// errURL is returned for a URL that can't be read.
var errURL = errors.New("the URL of the database can't be read; it is like postgres://user:password@host:5432/database")

// connectTime is how long the first connection may take.
const connectTime = 10 * time.Second

// Open connects to the database at a URL such as postgres://weft@db/weft, and brings
// its tables up to what this version needs.
func Open(ctx context.Context, url string, opts Options) (*Store, error) {
	if opts.TimeZone == nil {
		opts.TimeZone = time.UTC
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errURL // err may quote it
	}
	config.ConnConfig.RuntimeParams["application_name"] = "weft"
	if opts.Conns > 0 {
		config.MaxConns = int32(opts.Conns)
	}
	if !opts.ReadOnly && opts.Conns > 1 {
		config.MaxConns-- // for the listener
	}
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	if err := prepare(ctx, config.ConnConfig); err != nil {
		return nil, fmt.Errorf("can't open the database %s: %w", Name(url), explain(err))
	}
	if opts.ReadOnly {
		config.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("can't open the database %s: %w", Name(url), explain(err))
	}
	return &Store{pool: pool, opts: opts, indexes: map[string]*index{}, listener: &listener{config: config.ConnConfig, silence: listenSilence}}, nil
}

// Name returns what a URL may be called in messages: host, port and database, and
// nothing that is a secret.
func Name(url string) string {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return "(unreadable URL)"
	}
	c := config.ConnConfig
	return fmt.Sprintf("%s on %s:%d", c.Database, c.Host, c.Port)
}

// Close waits for what is under way and closes the connections.
func (s *Store) Close() error {
	s.listener.close()
	s.pool.Close()
	return nil
}

// Ping finds out whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return explain(s.pool.Ping(ctx)) }

// Writable returns store.ErrReadOnly if nothing is written here.
func (s *Store) Writable(scope store.Scope) error {
	switch {
	case s.opts.ReadOnly:
		return store.ErrReadOnly
	case scope.Tenant == "":
		return fmt.Errorf("a tenant without a name has no notes: %w", store.ErrNotFound)
	}
	return nil
}
