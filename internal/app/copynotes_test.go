package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/postgres"
)

func TestACopyThatWasBrokenOffGoesOnAndIsTheSameAtItsEnd(t *testing.T) {
	t.Parallel()
	c, _ := inDatabase(t)
	if err := os.WriteFile(filepath.Join(c.Vault, dayfile.ContextPage), []byte("# Global Context\n- trains for a marathon\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := CopyNotes(ctx, c, "vault:"+c.Vault, "postgres:", func(notes int) {
		if notes > 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("broken off: %v", err)
	}
	told := 0
	second, err := CopyNotes(t.Context(), c, "vault:"+c.Vault, "postgres:"+c.Postgres.URL, func(notes int) { told = notes })
	if err != nil || second.Added == 0 || second.Added >= second.Notes || told != second.Notes || !second.Context {
		t.Fatalf("copied %+v, %v, told of %d", second, err, told)
	}
	third, err := CopyNotes(t.Context(), c, "vault:"+c.Vault, c.Postgres.URL, func(int) {})
	if err != nil || third.Added != 0 || third.Hash != second.Hash || third.Notes != second.Notes {
		t.Errorf("repeated: %+v, %v, want %+v", third, err, second)
	}
}

func TestACopyNeverWritesOverAnotherNoteAndTellsOfNotesThatDiffer(t *testing.T) {
	t.Parallel()
	c, _ := inDatabase(t)
	copied := func() error {
		_, err := CopyNotes(t.Context(), c, "vault:"+c.Vault, "postgres:", func(int) {})
		return err
	}
	if err := copied(); err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(t.Context(), c.Postgres.URL, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	scope := store.Scope{Tenant: c.Tenant, User: c.User}
	r, err := db.Find(t.Context(), scope, store.Query{Limit: 1})
	if err != nil || len(r.Hits) != 1 {
		t.Fatal(r, err)
	}
	e, err := db.Get(t.Context(), scope, r.Hits[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Rewrite(t.Context(), scope, e.GetId(), e.GetContentHash(), "something else"); err != nil {
		t.Fatal(err)
	}
	if err := copied(); !errors.Is(err, store.ErrConflict) || !strings.Contains(err.Error(), e.GetId()) {
		t.Errorf("over another note: %v", err)
	}
	if got, err := db.Get(t.Context(), scope, e.GetId()); err != nil || got.GetText() != "something else" {
		t.Errorf("the note became %v, %v", got, err)
	}
	if _, err := db.Restore(t.Context(), scope, e.GetId(), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Keep(t.Context(), scope, store.NewEntry{Key: "more", Time: e.GetTime().AsTime(), Text: "one more"}); err != nil {
		t.Fatal(err)
	}
	if err := copied(); err == nil || !strings.Contains(err.Error(), "the copy differs") {
		t.Errorf("with a note more: %v", err)
	}
	if _, err := CopyNotes(t.Context(), c, "postgres:x", "vault:y", func(int) {}); err == nil {
		t.Error("a copy out of a database is not known, and was taken")
	}
}
