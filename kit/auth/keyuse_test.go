package auth_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/auth"
)

func TestUsesOfKeysAreKeptBesideTheirFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	who := auth.Key{Name: "a", Tenant: "acme", User: "a", Kind: auth.Person, Scopes: []auth.Scope{auth.Read}}
	used, text := issue(t, path, who)
	unused, _ := issue(t, path, who)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	uses, other := auth.NewKeyUses(path, log), auth.NewKeyUses(path, log)
	now := time.Now().UTC().Truncate(time.Second)
	a := open(t, auth.Options{KeysFile: path, Used: uses.Note, Now: func() time.Time { return now }})
	if _, err := a.Authenticate(t.Context(), bearer(text)); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Authenticate(t.Context(), bearer(text[:len(text)-4]+"AAAA")); err == nil {
		t.Fatal("another text is accepted")
	}
	if all, err := uses.ListUses(); err != nil || len(all) != 1 || all[used.ID] != (auth.KeyUse{First: now, Last: now}) {
		t.Errorf("not written yet: %v, %v", all, err)
	}
	if all, err := auth.ReadKeyUses(path); err != nil || len(all) != 0 {
		t.Errorf("each use is written: %v, %v", all, err)
	}
	other.Note(used.ID, now.Add(time.Hour)) // by another process
	other.Note("gone", now)
	for _, u := range []*auth.KeyUses{other, uses, uses} {
		if err := u.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	all, err := auth.ReadKeyUses(path)
	if err != nil || len(all) != 1 || all[used.ID] != (auth.KeyUse{First: now, Last: now.Add(time.Hour)}) || !all[unused.ID].Last.IsZero() {
		t.Errorf("written: %v, %v", all, err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file of keys is written by use: %v", err)
	}
}

func TestAFileOfUsesThatCantBeReadIsToldAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(path+".uses", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	uses := auth.NewKeyUses(path, slog.New(slog.DiscardHandler))
	uses.Note("a", time.Now())
	if err := uses.Write(t.Context()); err == nil || !strings.Contains(err.Error(), path+".uses") {
		t.Errorf("written: %v", err)
	}
	if data, err := os.ReadFile(path + ".uses"); err != nil || string(data) != "{" {
		t.Errorf("it is %q, %v", data, err)
	}
}
