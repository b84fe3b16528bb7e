package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/weft-mesh/weft/store"
)

// setTenant says for the rest of a transaction whose rows are seen.
const setTenant = `SELECT set_config('weft.tenant', $1, true)`

// A question is a statement that returns rows, and what takes them in.
type question struct {
	sql  string
	args []any
	each func(pgx.Rows) error
}

// read asks questions in one transaction and one round trip. $1 of each is the tenant.
func (s *Store) read(ctx context.Context, scope store.Scope, questions ...question) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if scope.Tenant == "" {
		return nil
	}
	b := &pgx.Batch{}
	b.Queue(setTenant, scope.Tenant)
	for _, q := range questions {
		b.Queue(q.sql, append([]any{scope.Tenant}, q.args...)...)
	}
	answers := s.pool.SendBatch(ctx, b)
	_, err := answers.Exec()
	for _, q := range questions {
		if err == nil {
			err = take(answers, q.each)
		}
	}
	return explain(errors.Join(err, answers.Close()))
}

func take(answers pgx.BatchResults, each func(pgx.Rows) error) error {
	rows, err := answers.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// A change is a transaction that writes the notes of a tenant.
type change struct {
	pgx.Tx
	tenant   string
	revision int64
}

// write runs do in a transaction that holds the tenant's row.
func (s *Store) write(ctx context.Context, scope store.Scope, do func(change) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if err := s.Writable(scope); err != nil {
		return err
	}
	b := &pgx.Batch{}
	b.BeginTx(pgx.TxOptions{})
	b.Queue(setTenant, scope.Tenant)
	b.Queue(`INSERT INTO weft.tenant (tenant, revision) VALUES ($1, 1)
		ON CONFLICT (tenant) DO UPDATE SET revision = weft.tenant.revision + 1 RETURNING revision`, scope.Tenant)
	begun := s.pool.SendBatch(ctx, b)
	tx := begun.Tx()
	if tx == nil { // there was no connection
		return explain(begun.Close())
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	c := change{tx, scope.Tenant, 0}
	_, err := begun.Exec() // BEGIN
	if err == nil {
		_, err = begun.Exec()
	}
	if err == nil {
		err = begun.QueryRow().Scan(&c.revision)
	}
	if err = errors.Join(err, begun.Close()); err != nil {
		return explain(err)
	}
	if err := do(c); err != nil {
		return explain(err)
	}
	return explain(tx.Commit(ctx))
}

// explain says what an error of the database is in terms of the store.
func explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	_, dialing := errors.AsType[*pgconn.ConnectError](err)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch class := refused.Code[:2]; {
		case refused.Code == "53100": // disk full
			return fmt.Errorf("%w: %w", store.ErrNoSpace, err)
		case refused.Code == "25006": // read-only transaction
			return fmt.Errorf("%w: %w", store.ErrReadOnly, err)
		case refused.Code == "22021" || refused.Code == "22P05": // a character that text can't hold
			return fmt.Errorf("%w: %w", store.ErrInvalid, err)
		case class == "08" || class == "53" || class == "57", // connections, resources, shutdown
			dialing && class != "28" && class != "3D": // but for who may connect, and to what
			return unreachable{err, refused.Message}
		}
		return err
	}
	_, network := errors.AsType[net.Error](err)
	if dialing || network || pgconn.SafeToRetry(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return unreachable{err, wayDown(err)}
	}
	return err
}

// unreachable is a database that can't be reached. What the driver says of it names the
// host, the user and the database, and callers are told of it.
type unreachable struct {
	err error
	why string // "" if that is not known
}

func (e unreachable) Error() string {
	if e.why == "" {
		return store.ErrUnavailable.Error()
	}
	return store.ErrUnavailable.Error() + ": " + e.why
}

func (e unreachable) Unwrap() []error { return []error{store.ErrUnavailable, e.err} }

// wayDown tells what is wrong on the way to the database, without an address.
func wayDown(err error) string {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno.Error()
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return dns.Err
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return "it does not answer"
	}
	return ""
}
