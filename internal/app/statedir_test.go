package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
)

func TestAnOlderStateFolderIsClosedToOthers(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	state := insideDir(vault)
	elsewhere := filepath.Join(t.TempDir(), "file")
	for _, err := range []error{
		os.MkdirAll(filepath.Join(state, "nats"), 0o755),
		os.WriteFile(filepath.Join(state, "server.json"), nil, 0o644),
		os.WriteFile(elsewhere, nil, 0o644),
		os.Symlink(elsewhere, filepath.Join(state, "link")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if dir, err := stateDir(vault); err != nil || dir != state {
		t.Fatalf("%s, %v", dir, err)
	}
	for path, want := range map[string]os.FileMode{
		state:                               os.ModeDir | 0o700,
		filepath.Join(state, "nats"):        os.ModeDir | 0o700,
		filepath.Join(state, "server.json"): 0o600,
		elsewhere:                           0o644,
	} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s is %v, %v", path, info.Mode(), err)
		}
	}
}

func TestAServerIsKnownByAnyOfItsAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given, announced string
		same             bool
	}{
		{"127.0.0.1:7433", "127.0.0.1:7433", true},
		{"localhost:7433", "127.0.0.1:7433", true},
		{"localhost:7433", "[::1]:7433", true},
		{"127.0.0.1:7433", "[::]:7433", true},
		{"localhost:7433", "0.0.0.0:7433", true},
		{"127.0.0.1:7433", "127.0.0.1:7434", false},
		{"[::1]:7433", "127.0.0.1:7433", false}, // anybody may listen there
		{"127.0.0.2:7433", "127.0.0.1:7433", false},
		{"10.0.0.7:7433", "[::]:7433", false}, // a machine elsewhere, for all we know
		{"weft.example:7433", "127.0.0.1:7433", false},
		{"dns:///localhost:7433", "127.0.0.1:7433", false},
		{"localhost:7433", "10.0.0.7:7433", false},
		{"", "", true},
		{"127.0.0.1:7433", "", false},
	} {
		if got := sameServer(c.given, c.announced); got != c.same {
			t.Errorf("%q is %q: %t", c.given, c.announced, got)
		}
	}
}

// A token shown to the address of a server that was killed is shown to whoever
// listens there now.
func TestTheTokenIsNotShownWhereAServerWasKilled(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	c := &config.Config{Vault: vault}
	h, _, err := take(vault)
	if err != nil {
		t.Fatal(err)
	}
	made, err := openSecret(t.Context(), c, Roles(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.announce(holder{Address: "127.0.0.1:7433"}); err != nil {
		t.Fatal(err)
	}
	shown := func() credential.Token {
		token, err := Target{Server: "localhost:7433", Config: c}.named().token(c)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	if shown() != made.token {
		t.Error("the vault's own server is not shown its token")
	}
	killed := []byte(`{"pid": 4194305, "address": "127.0.0.1:7433"}`) // more than a process id can be
	if err := os.WriteFile(filepath.Join(h.dir, holderFile), killed, 0o600); err != nil {
		t.Fatal(err)
	}
	if shown() != "" {
		t.Error("the token is shown to whoever listens")
	}
	if err := h.release(); err != nil {
		t.Error(err)
	}
}

func TestAnonymousServersAskNobody(t *testing.T) {
	t.Parallel()
	c := &config.Config{Vault: t.TempDir(), API: config.API{AllowAnonymous: true}}
	s, err := openSecret(t.Context(), c, Roles(), "")
	if err != nil || s.authenticator() != nil || s.asked() != "" {
		t.Errorf("they ask, %v", err)
	}
	if left, err := os.ReadDir(c.Vault); err != nil || len(left) > 0 {
		t.Errorf("a token was made: %v, %v", left, err)
	}
	c.TokenFile = filepath.Join(t.TempDir(), "token")
	if _, err := credential.Make(t.Context(), c.TokenFile); err != nil {
		t.Fatal(err)
	}
	s, err = openSecret(t.Context(), c, Roles(), "")
	if err != nil || s.authenticator() != nil || s.asked() != "" || s.token == "" {
		t.Errorf("they ask, or show nothing to those who do, %v", err)
	}
}

// A vault may come from anywhere, and with it what looks like Weft's own files.
func TestWeftsOwnFilesAreNotWrittenThroughLinks(t *testing.T) {
	t.Parallel()
	for _, at := range []string{".weft", ".weft/server.lock", ".weft/server.json", ".weft/server.json.tmp", ".weft/token", ".weft/token.lock", ".weft/nats"} {
		outside, vault := t.TempDir(), t.TempDir()
		path := filepath.Join(vault, filepath.FromSlash(at))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.Symlink(filepath.Join(outside, "x"), path)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := take(vault); err == nil || !strings.Contains(err.Error(), at+": it is a link") {
			t.Errorf("%s: %v", at, err)
		}
		if left, err := os.ReadDir(outside); err != nil || len(left) != 0 {
			t.Errorf("%s: outside is %v, %v", at, left, err)
		}
	}
}
