package auth_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/auth/keystoretest"
)

func TestAFileKeepsKeys(t *testing.T) {
	t.Parallel()
	keystoretest.Run(t, func(t *testing.T) auth.KeyStore { return auth.KeyFile(filepath.Join(t.TempDir(), "keys.json")) })
}

func TestAChangeLeavesTheKeysOfOtherTenantsInTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	issue(t, path, auth.Key{Name: "a", Tenant: "acme", User: "a", Kind: auth.Person, Scopes: []auth.Scope{auth.Read}})
	other, _ := issue(t, path, auth.Key{Name: "b", Tenant: "other", User: "b", Kind: auth.Person, Scopes: []auth.Scope{auth.Read}})
	err := auth.KeyFile(path).ChangeKeys(t.Context(), "acme", func(keys []auth.Key) ([]auth.Key, error) {
		if len(keys) != 1 || keys[0].User != "a" {
			t.Errorf("it is given %v", keys)
		}
		return nil, nil
	})
	keys, read := auth.ReadKeys(path)
	if err != nil || read != nil || len(keys) != 1 || keys[0].ID != other.ID || keys[0].Hash != other.Hash {
		t.Errorf("%v, %v, %v", keys, err, read)
	}
}

func TestAFileThatAnotherProcessBreaksIsToldAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "keys.json")
	r := auth.Keyring{Store: auth.KeyFile(path), Now: time.Now}
	k := auth.Key{Name: "a", Tenant: "acme", User: "a", Kind: auth.Person, Scopes: []auth.Scope{auth.Read}}
	made, _, err := r.CreateKey(t.Context(), auth.Scopes(), k, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	const half = `{"keys": [{"id": "`
	if err := os.WriteFile(path, []byte(half), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.CreateKey(t.Context(), auth.Scopes(), k, 0, ""); !errors.Is(err, auth.ErrKeyFile) || !strings.Contains(err.Error(), path) {
		t.Errorf("made: %v", err)
	}
	if _, err := r.RevokeKey(t.Context(), "acme", made.ID); !errors.Is(err, auth.ErrKeyFile) || errors.Is(err, auth.ErrNoKey) {
		t.Errorf("revoked: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != half {
		t.Errorf("the file is %q, %v", data, err)
	}
}

func TestNamesOfKeysAreOneLine(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"reports", "Büro 3", "a@b.example", "日本"} {
		if err := auth.CheckKeyNames(good, good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"", " ", "a\nb", "a\tb", "a\x00", "a\u2028b", "a\u202eb", "a\x1b[2J"} {
		if auth.CheckKeyNames(bad, "a") == nil || auth.CheckKeyNames("a", bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
