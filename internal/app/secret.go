package app

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/credential"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/rpc"
)

// tokenName is the file with the token in a state folder.
const tokenName = "token"

// A secret is what the processes of a mesh show each other, and what they ask of
// their callers.
type secret struct {
	token credential.Token
	file  string // that holds the token; "" if callers are not asked for it
}

// openSecret returns the secret of roles that listen: the token of token_file, or
// that of the vault, which is made if it is not there. The state folder is that of
// the hold on the vault, "" for roles that have none.
func openSecret(ctx context.Context, c *config.Config, roles []string, state string) (secret, error) {
	path := c.TokenFile
	switch {
	case path != "":
		token, err := credential.Read(path)
		if c.API.AllowAnonymous {
			path = "" // it is shown to others, and asked of nobody
		}
		return secret{token, path}, err
	case c.API.AllowAnonymous:
		return secret{}, nil
	case c.TLS.Cert != "" && !slices.Contains(roles, Orchestrator):
		return secret{}, nil // who calls agents shows a certificate
	}
	if _, err := os.Stat(c.Vault); err != nil {
		if needsNotes(roles) {
			return secret{}, unreadable(c.Vault, err)
		}
		return secret{}, fault.New(codes.FailedPrecondition, fault.CredentialMissing,
			"%s has no token to check callers with, because there is no vault at %s; set token_file to a file that all processes of the mesh share, or set api.allow_anonymous if your network keeps strangers out",
			strings.Join(roles, ", "), c.Vault)
	}
	if state == "" {
		var err error
		if state, err = stateDir(c.Vault); err != nil {
			return secret{}, err
		}
	}
	path, err := tokenFile(c.Vault, state)
	if err != nil {
		return secret{}, err
	}
	token, err := credential.Make(ctx, path)
	return secret{token, path}, err
}

// asked returns the token that callers have to show, "" if they need none.
func (s secret) asked() credential.Token {
	if s.file == "" {
		return ""
	}
	return s.token
}

// authenticator checks callers; it is nil if they are not asked.
func (s secret) authenticator() rpc.Authenticator {
	if s.file == "" {
		return nil
	}
	return s.token.Authenticate
}

// tokenFile names the file of a vault's token: in the state folder, or, on a disk
// that can't keep a file from others, in the user's own.
func tokenFile(vault, state string) (string, error) {
	if private(state) {
		return filepath.Join(state, tokenName), nil
	}
	own, err := ownDir(vault)
	if err == nil {
		err = writable(own)
	}
	if err != nil {
		return "", unreadable(vault, err)
	}
	return filepath.Join(own, tokenName), nil
}

// named returns the server that a command was told to use. If that is the one on
// the command's own vault, it is known where its token lies.
func (t Target) named() holder {
	address, encrypted := strings.CutPrefix(t.Server, "https://")
	if who := announced(t.Config.Vault); sameServer(address, who.Address) {
		return who
	}
	return holder{Address: address, TLS: encrypted || t.Config.TLS.CA != ""}
}

// token returns what a command shows a server: the token of token_file, else that
// of the vault that the server holds, else none.
func (h holder) token(c *config.Config) (credential.Token, error) {
	if c.TokenFile != "" {
		return credential.Read(c.TokenFile)
	}
	if h.dir == "" {
		return "", nil
	}
	for _, dir := range slices.Concat([]string{h.dir}, stateDirs(c.Vault)) {
		path := filepath.Join(dir, tokenName)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return credential.Read(path)
		}
	}
	return "", nil // the server asks for none, or says what it asks for
}

// sameServer reports whether an address that a person gave leads to the server
// that announced another.
func sameServer(given, announced string) bool {
	if given == announced {
		return true
	}
	host, port, err := net.SplitHostPort(given)
	if err != nil {
		return false
	}
	a, err := netip.ParseAddrPort(announced)
	if err != nil || strconv.Itoa(int(a.Port())) != port {
		return false
	}
	g, err := netip.ParseAddr(host)
	switch {
	case host == "localhost":
		return a.Addr().IsLoopback() || a.Addr().IsUnspecified()
	case err == nil:
		return g == a.Addr() || g.IsLoopback() && a.Addr().IsUnspecified()
	}
	return false
}

// alive reports whether a process of this user has an id. A server that was killed
// leaves its address behind, where anybody may listen by now.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil || runtime.GOOS == "windows" { // which finds only those that are there
		return err == nil
	}
	return p.Signal(syscall.Signal(0)) == nil
}
