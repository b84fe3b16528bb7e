package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/postgres"
	"github.com/weft-mesh/weft/store/vault"
)

// A Copied is what a copy of notes came to.
type Copied struct {
	Notes   int    // in both stores
	Added   int    // of them that were not there yet
	Hash    string // of all of them, the same in both
	Context bool   // the global context was copied as well
}

// CopyNotes copies the notes of a vault into a database, for the tenant that is
// configured: "vault:PATH" and "postgres:URL". What is there already stays, so a
// copy that was broken off is started again. progress is told how many notes have
// gone over. At the end both stores are compared.
func CopyNotes(ctx context.Context, c *config.Config, from, to string, progress func(notes int)) (Copied, error) {
	dir, ok1 := strings.CutPrefix(from, "vault:")
	setting, ok2 := strings.CutPrefix(to, "postgres:")
	if !ok1 || !ok2 || dir == "" {
		return Copied{}, fmt.Errorf("can't copy from %q; use --from vault:PATH --to postgres:URL", from)
	}
	if strings.HasPrefix(setting, "//") {
		setting = to
	}
	if below, ok := strings.CutPrefix(dir, "~/"); ok { // which no shell expands here
		home, err := os.UserHomeDir()
		if err != nil {
			return Copied{}, err
		}
		dir = filepath.Join(home, below)
	}
	own := *c
	own.Store, own.Vault = config.InPostgres, dir
	if setting != "" {
		own.Postgres.URL = setting
	}
	zone, err := time.LoadLocation(TimeZone(c.TimeZone))
	if err != nil {
		return Copied{}, fmt.Errorf("time zone %q: %w", c.TimeZone, err)
	}
	v, err := vault.Open(own.Vault, vault.Options{ReadOnly: true, TimeZone: zone, Tenant: c.Tenant})
	if err != nil {
		return Copied{}, unreadable(own.Vault, err)
	}
	defer func() { _ = v.Close() }()
	db, err := openDatabase(ctx, &own, zone, false)
	if err != nil {
		return Copied{}, err
	}
	defer func() { _ = db.Close() }()
	return copyNotes(ctx, store.Scope{Tenant: c.Tenant, User: c.User}, v, db, progress)
}

func copyNotes(ctx context.Context, scope store.Scope, from *vault.Vault, to *postgres.Store, progress func(notes int)) (Copied, error) {
	var out Copied
	seen := 0
	for batch, err := range from.Export(ctx, scope) {
		if err != nil {
			return out, err
		}
		added, err := to.Import(ctx, scope, batch)
		if err != nil {
			return out, err
		}
		out.Added += added
		seen += len(batch.Notes)
		progress(seen)
	}
	if err := ctx.Err(); err != nil {
		return out, context.Cause(ctx)
	}
	var err error
	if out.Context, err = copyContext(ctx, scope, from, to); err != nil {
		return out, err
	}
	want, wanted, err := digest(ctx, scope, from)
	if err != nil {
		return out, err
	}
	got, have, err := digest(ctx, scope, to)
	if err != nil {
		return out, err
	}
	if !bytes.Equal(got, want) {
		return out, fmt.Errorf("the copy differs from the vault: %d notes in the database and %d in the vault, or some changed during the copy; compare them with \"weft entries\", or copy to a tenant that has no notes", have, wanted)
	}
	out.Notes, out.Hash = have, fmt.Sprintf("%x", got)
	return out, nil
}

// copyContext copies the global context where there is none yet.
func copyContext(ctx context.Context, scope store.Scope, from, to store.Writer) (bool, error) {
	page, err := from.Context(ctx, scope)
	if err != nil || page.Text == "" {
		return false, err
	}
	_, err = to.PutContext(ctx, scope, "", page.Text, nil)
	if errors.Is(err, store.ErrConflict) {
		return false, nil
	}
	return err == nil, err
}

// perPage is how many notes are compared at a time.
const perPage = 1000

// digest returns the hash of all notes of a store with what is noted of them, and
// how many there are.
func digest(ctx context.Context, scope store.Scope, r store.Reader) (hash []byte, n int, err error) {
	sum := sha256.New()
	for after := ""; ; {
		list, err := r.List(ctx, scope, notes.Range{}, after, perPage, false)
		if err != nil || len(list) == 0 {
			return sum.Sum(nil), n, err
		}
		for _, e := range list {
			text, err := proto.MarshalOptions{Deterministic: true}.Marshal(e)
			if err != nil {
				return nil, n, err
			}
			fmt.Fprintf(sum, "%d\n", len(text))
			sum.Write(text)
		}
		n += len(list)
		after = list[len(list)-1].GetId()
	}
}
