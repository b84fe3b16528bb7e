package invoices

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/weft-mesh/weft/kit/safefile"
)

const (
	bookFile = "book.db"
	issued   = "issued"
)

//go:embed schema.sql
var schema string

//go:embed seed.sql
var seed string

// A book may be used by several processes: what reads before it writes is one transaction
// that holds the book from its start.
type book struct {
	db    *sql.DB
	files *safefile.Folder
	now   func() time.Time
}

func openBook(files *safefile.Folder, o Options) (*book, error) {
	if err := files.Free(bookFile); err != nil { // a link may lead anywhere
		return nil, err
	}
	if err := files.Root().MkdirAll(issued, 0o700); err != nil {
		return nil, err
	}
	// The driver runs each _pragma on each connection.
	source := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(filepath.Join(files.Path(), bookFile)), RawQuery: url.Values{
		"_pragma": {"busy_timeout(10000)", "foreign_keys(1)", "synchronous(full)"}, "_txlock": {"immediate"},
	}.Encode()}
	db, err := sql.Open("sqlite", source.String())
	if err != nil {
		return nil, err
	}
	b := &book{db: db, files: files, now: o.Now}
	if b.now == nil {
		b.now = time.Now
	}
	err = b.change(context.Background(), func(tx *sql.Tx) error {
		_, err := tx.Exec(schema)
		if err != nil || !o.Seed {
			return err
		}
		var clients int
		if err := tx.QueryRow(`SELECT count(*) FROM clients`).Scan(&clients); err != nil || clients > 0 {
			return err
		}
		_, err = tx.Exec(seed)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return b, nil
}

// change does what has to be done as a whole or not at all.
func (b *book) change(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// clients returns all of them, by name.
func (b *book) clients(ctx context.Context, month string) (out []Client, err error) {
	if month != "" {
		if err := isMonth(month); err != nil {
			return nil, err
		}
	}
	rows, err := b.db.QueryContext(ctx, `
		SELECT id, name, email, currency, rate_cents,
			(SELECT coalesce(sum(minutes), 0) FROM hours WHERE client = clients.id AND invoice IS NULL AND day LIKE ? || '%')
		FROM clients ORDER BY name`, month)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var c Client
		if err := rows.Scan(&c.ID, &c.Name, &c.Email, &c.Currency, &c.RateCents, &c.OpenMinutes); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

func (b *book) list(ctx context.Context, in Period) (Clients, error) {
	all, err := b.clients(ctx, in.Month)
	return Clients{append([]Client{}, all...)}, err
}

func (b *book) find(ctx context.Context, in Query) (Client, error) {
	all, err := b.clients(ctx, in.Month)
	if err != nil {
		return Client{}, err
	}
	if c, ok := named(all, in.Client); ok {
		return c, nil
	}
	var like []Client
	var names []string
	for _, c := range all {
		if in.Client != "" && strings.Contains(strings.ToLower(c.Name), strings.ToLower(in.Client)) {
			like = append(like, c)
			names = append(names, c.Name)
		}
	}
	switch len(like) {
	case 0:
		return Client{}, fmt.Errorf("there is no client %q; list_clients names them", in.Client)
	case 1:
		return like[0], nil
	}
	return Client{}, fmt.Errorf("%q may be any of %s", in.Client, strings.Join(names, ", "))
}

// named returns the client that has this id or name.
func named(all []Client, name string) (Client, bool) {
	for _, c := range all {
		if c.ID == name || strings.EqualFold(c.Name, name) {
			return c, true
		}
	}
	return Client{}, false
}

func isMonth(text string) error {
	if _, err := time.Parse("2006-01", text); err != nil {
		return fmt.Errorf("%q is no month, such as 2026-01", text)
	}
	return nil
}
