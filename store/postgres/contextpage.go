package postgres

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
)

// Context returns the global context.
func (s *Store) Context(ctx context.Context, scope store.Scope) (store.Context, error) {
	var page []byte
	err := s.read(ctx, scope, question{`SELECT context FROM weft.tenant WHERE tenant = $1`, nil, func(rows pgx.Rows) error {
		return rows.Scan(&page)
	}})
	if err != nil {
		return store.Context{}, fmt.Errorf("reading the global context: %w", err)
	}
	if page == nil {
		return store.Context{}, nil
	}
	return store.ContextOf(string(page)), nil
}

// PutContext writes the global context if it is still the one that the token
// names. Writing what is there already succeeds, so that an attempt can be
// repeated.
func (s *Store) PutContext(ctx context.Context, scope store.Scope, token, text string, archived []string) (store.Context, error) {
	if len(text) > store.MaxContext {
		return store.Context{}, fmt.Errorf("writing the global context: %w: it has %d bytes, more than %d", store.ErrInvalid, len(text), store.MaxContext)
	}
	err := s.write(ctx, scope, func(c change) error {
		var page []byte
		if err := c.QueryRow(ctx, `SELECT context FROM weft.tenant WHERE tenant = $1`, c.tenant).Scan(&page); err != nil {
			return err
		}
		have := ""
		if page != nil {
			have = notes.Hash(page)
		}
		switch {
		case page != nil && bytes.Equal(page, []byte(text)):
			return nil // its lines were archived with it
		case have != token:
			return store.ErrConflict
		}
		block := ""
		if len(archived) > 0 {
			day := s.opts.Now().In(s.opts.TimeZone).Format(time.DateOnly)
			block = "\n## " + day + "\n" + strings.Join(archived, "\n") + "\n"
		}
		_, err := c.Exec(ctx, `UPDATE weft.tenant SET context = $2, archive = archive || $3 WHERE tenant = $1`, c.tenant, []byte(text), []byte(block))
		return err
	})
	if err != nil {
		return store.Context{}, fmt.Errorf("writing the global context: %w", err)
	}
	return store.ContextOf(text), nil
}
