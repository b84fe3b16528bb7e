package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/postgres"
	"github.com/weft-mesh/weft/store/vault"
)

// openStore opens the notes for the roles that need them. Only the orchestrator
// writes.
func (m *mesh) openStore(ctx context.Context) error {
	if !needsNotes(m.roles) {
		return nil
	}
	loc, err := time.LoadLocation(m.zone)
	if err != nil {
		return fmt.Errorf("time zone %q: %w", m.zone, err)
	}
	var w store.Writer
	if m.Config.Store == config.InPostgres {
		db, err := openDatabase(ctx, m.Config, loc, !m.has(Orchestrator))
		if err != nil {
			return err
		}
		w, m.database = db, db
	} else {
		v, err := vault.Open(m.Config.Vault, vault.Options{
			ReadOnly: !m.has(Orchestrator),
			TimeZone: loc,
			Tenant:   m.Config.Tenant,
			Notice:   func(message string) { m.Log.InfoContext(ctx, message) },
		})
		if err != nil {
			return unreadable(m.Config.Vault, err)
		}
		w, m.vault = v, v
		if m.has(Orchestrator) {
			w = guardedVault{v, m.Config.Vault}
		}
	}
	m.stack.Push("notes", func(context.Context) error { return w.Close() })
	m.notes = traced{w, m.tracer()}
	return nil
}

// openDatabase opens the database that is configured.
func openDatabase(ctx context.Context, c *config.Config, zone *time.Location, readOnly bool) (*postgres.Store, error) {
	url, err := config.Secret(c.Postgres.URL)
	if err != nil {
		return nil, fault.Wrap(err, codes.FailedPrecondition, fault.StoreUnavailable, "postgres.url: %v", err)
	}
	db, err := postgres.Open(ctx, url, postgres.Options{ReadOnly: readOnly, TimeZone: zone, Conns: c.Postgres.Pool})
	if err != nil {
		return nil, databaseFault(err)
	}
	return db, nil
}

// databaseFault says why the database can't be used when a process starts.
func databaseFault(err error) error {
	code := codes.FailedPrecondition
	if errors.Is(err, store.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded) {
		code = codes.Unavailable
	}
	return fault.Wrap(err, code, fault.StoreUnavailable, "%v; start it, or check postgres.url", err)
}

// A Database is what is found of the database of the notes.
type Database struct {
	Name string // host and database
	Err  error  // why it can't be used, nil if it can
}

// ExamineDatabase tells whether the database that is configured can be used. It
// changes nothing. ok is false where notes lie in a vault.
func ExamineDatabase(ctx context.Context, c *config.Config) (d Database, ok bool) {
	if c.Store != config.InPostgres {
		return Database{}, false
	}
	url, err := config.Secret(c.Postgres.URL)
	if err != nil {
		return Database{"postgres.url", err}, true
	}
	return Database{postgres.Name(url), postgres.Examine(ctx, url)}, true
}

// readNotes finds out whether the notes can be read.
func (m *mesh) readNotes(ctx context.Context) error {
	if m.database == nil {
		return m.readVault(ctx)
	}
	if err := m.database.Ping(ctx); err != nil {
		return fault.Wrap(err, codes.Unavailable, fault.StoreUnavailable, "the notes database doesn't answer: %v", err)
	}
	return nil
}

// needsStore is under which name health tells of the notes, and why they are lost.
func (m *mesh) needsStore() (name string, reason fault.Reason) {
	if m.Config.Store == config.InPostgres {
		return needsDatabase, fault.StoreUnavailable
	}
	return needsVault, fault.VaultUnreadable
}
