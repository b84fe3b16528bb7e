package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
)

//go:embed migrations
var migrations embed.FS

// migrationLock is the advisory lock under which processes that start side by side
// change the tables one after the other.
const migrationLock = 0x77656674 // "weft"

// errPassesSecurity is returned for a role from which the database hides nothing.
var errPassesSecurity = errors.New("the role passes row-level security, so nothing would keep tenants apart; " +
	"connect as one that is no superuser and has no BYPASSRLS: CREATE ROLE weft LOGIN; CREATE DATABASE weft OWNER weft")

// Examine tells why the database at a URL can't be used; it changes nothing.
func Examine(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return errURL // err may quote it
	}
	conn, err := connectAs(ctx, config)
	if err != nil {
		return explain(err)
	}
	return conn.Close(ctx)
}

// connectAs opens a connection, if the role is one that tenants are safe with.
func connectAs(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, config.Copy())
	if err != nil {
		return nil, err
	}
	var passes bool
	err = conn.QueryRow(ctx, `SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user`).Scan(&passes)
	if err == nil && passes {
		err = errPassesSecurity
	}
	if err != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	return conn, nil
}

// prepare checks the role, and carries out the migrations that are missing, all or
// none.
func prepare(ctx context.Context, config *pgx.ConnConfig) error {
	conn, err := connectAs(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	all, err := fs.Glob(migrations, "migrations/*.sql") // in their order
	if err != nil {
		return err
	}
	if have, err := version(ctx, conn); err != nil || have == len(all) {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return migrate(ctx, tx, all) })
}

// querier is a connection or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// version returns how many migrations have been carried out.
func version(ctx context.Context, q querier) (n int, err error) {
	var there bool // to_regclass may remember from before the lock that it was not
	if err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'weft' AND tablename = 'version')`).Scan(&there); err != nil || !there {
		return 0, err
	}
	err = q.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM weft.version`).Scan(&n)
	return n, err
}

func migrate(ctx context.Context, tx pgx.Tx, all []string) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(migrationLock)); err != nil {
		return err
	}
	have, err := version(ctx, tx)
	if err != nil {
		return err
	}
	if have > len(all) {
		return fmt.Errorf("its tables are of a newer Weft (version %d, this one knows %d); start that", have, len(all))
	}
	if have == 0 {
		const first = `CREATE SCHEMA IF NOT EXISTS weft;
			CREATE TABLE weft.version (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`
		if _, err := tx.Exec(ctx, first); err != nil {
			return err
		}
	}
	for i, name := range all[have:] {
		sql, err := migrations.ReadFile(name)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, string(sql)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO weft.version (version) VALUES ($1)`, have+i+1); err != nil {
			return err
		}
	}
	return nil
}
